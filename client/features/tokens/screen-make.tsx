import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { addWallScreen } from '#contract/wall.ts'
import { WALL } from '../../lib/screen.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { CopyField } from '../../ui/copy/index.tsx'
import { FormDialog } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { NAME_LIMIT } from './draft.ts'
import { isLoopback } from './lines.ts'
import type { NewScreen } from './screen-queries.ts'
import { SecretDialog } from './made.tsx'
import css from './tokens.module.css'

/** Asks where a new screen hangs, and shows its address and its short code, the only time anybody sees them. */
export function MakeScreen({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const add = useAct(addWallScreen, { quiet: true })
  const [made, setMade] = useState<NewScreen | null>(null)
  const form = useForm({
    schema: addWallScreen.body!,
    values: { name: '' },
    rules({ name }) {
      if (name.trim() === '') return { name: t('screens.nameRequired') }
      return { name: name.trim().length > NAME_LIMIT && t('screens.nameLong') }
    },
  })
  if (made)
    return (
      <SecretDialog title={t('screens.madeTitle', { name: made.name })} onClose={onClose}>
        {(onTaken) => <Made made={made} onTaken={onTaken} />}
      </SecretDialog>
    )
  return (
    <FormDialog
      form={form}
      title={t('screens.make')}
      act={t('screens.makeAct')}
      onSubmit={({ name }) => add.run({ body: { name } })}
      onDone={setMade}
      onClose={onClose}
    >
      <TextInput
        {...form.text('name')}
        label={t('screens.name')}
        description={t('screens.nameHint')}
        data-autofocus
        autoComplete="off"
      />
    </FormDialog>
  )
}

function Made({ made, onTaken }: { made: NewScreen; onTaken: () => void }) {
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
