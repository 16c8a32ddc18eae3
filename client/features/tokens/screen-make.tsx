import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addWallScreen } from '#contract/wall.ts'
import { WALL } from '../../lib/screen.ts'
import { CallError } from '../../lib/call-error.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { CopyField } from '../../ui/copy/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { NAME_LIMIT } from './draft.ts'
import { isLoopback } from './lines.ts'
import type { MadeScreen } from './screen-queries.ts'
import css from './tokens.module.css'

const FORM = 'screen-form'

/** Asks where a new screen hangs, and shows its address and its short code, the only time anybody sees them. */
export function MakeScreen({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [taken, setTaken] = useState(false)
  const add = useAct(addWallScreen, { quiet: true })
  const problem =
    name.trim() === ''
      ? t('screens.nameRequired')
      : name.trim().length > NAME_LIMIT
        ? t('screens.nameLong')
        : null
  const failure = add.error instanceof CallError ? add.error : null

  if (add.data)
    return (
      <Dialog
        opened
        title={t('screens.madeTitle', { name: add.data.name })}
        width={620}
        onClose={onClose}
        unsaved={taken ? null : { question: t('tokens.notTaken'), leave: t('tokens.leaveSecret') }}
        actions={(leave) => <Button onClick={leave}>{t('tokens.done')}</Button>}
      >
        <Made made={add.data} onTaken={() => setTaken(true)} />
      </Dialog>
    )
  return (
    <Dialog
      opened
      title={t('screens.make')}
      onClose={onClose}
      unsaved={name === '' ? null : { question: t('dialog.unsaved'), leave: t('dialog.discard') }}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={add.busy}>
            {t('screens.makeAct')}
          </Button>
        </>
      )}
    >
      <form
        id={FORM}
        noValidate
        className={css.fields}
        onSubmit={(e) => {
          e.preventDefault()
          setTried(true)
          if (problem === null) add.run({ body: { name: name.trim() } })
        }}
      >
        {failure && failure.errors.length === 0 && (
          <Alert role="alert" variant="outline" icon={<Icon name="warning" />} className={css.failure}>
            {failure.status === 0 ? t('error.network') : failure.message}
          </Alert>
        )}
        <TextInput
          label={t('screens.name')}
          description={t('screens.nameHint')}
          data-autofocus
          autoComplete="off"
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          error={(tried && problem) || failure?.errors.find((e) => e.path === 'name')?.message}
        />
      </form>
    </Dialog>
  )
}

function Made({ made, onTaken }: { made: MadeScreen; onTaken: () => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const url = location.origin + WALL
  return (
    <>
      <p className={css.once} role="status">
        <Icon name="info" size={18} />
        {t('screens.once', { time: dateTime(Date.parse(made.key_until!), zone, language) })}
      </p>
      {/* After #: browsers keep that to themselves, no server and no log sees it. */}
      <CopyField label={t('screens.address')} text={`${url}#key=${made.key}`} long onCopied={onTaken} />
      <CopyField label={t('screens.code', { url })} text={made.code} onCopied={onTaken} />
      {isLoopback(location.hostname) && <p className={css.hint}>{t('tokens.loopback')}</p>}
    </>
  )
}
