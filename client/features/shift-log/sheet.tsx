import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Sheet } from '#contract/handover.ts'
import { CallError } from '../../lib/call-error.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { SheetDraft } from './draft.tsx'
import { SheetPaper } from './paper.tsx'
import { useSheet } from './queries.ts'
import { AcceptSheet, DiscardSheet, ReopenSheet, SignSheet } from './sign.tsx'
import css from './sheet.module.css'

type Action = 'sign' | 'accept' | 'reopen' | 'discard'

/** One sheet, with the actions that the account may take. */
export function SheetPage({ id, onList }: { id: string; onList: () => void }) {
  const { t } = useText()
  const sheet = useSheet(id)
  const gone = sheet.error instanceof CallError && [403, 404].includes(sheet.error.status)
  return (
    <div className={css.page}>
      <h1 className="sr">{t('handover.title')}</h1>
      {gone && !sheet.data ? (
        <>
          <Back onList={onList} />
          <Empty icon="swap" title={(sheet.error as CallError).message} />
        </>
      ) : (
        <Loaded query={sheet} what={t('handover.title')} height={600}>
          {(data) => <Shown sheet={data} onList={onList} />}
        </Loaded>
      )}
    </div>
  )
}

function Back({ onList }: { onList: () => void }) {
  const { t } = useText()
  return (
    <Button variant="subtle" color="gray" leftSection={<Icon name="left" size={16} />} onClick={onList}>
      {t('handover.back')}
    </Button>
  )
}

function Shown({ sheet, onList }: { sheet: Sheet; onList: () => void }) {
  const { t } = useText()
  const me = useProfile().account_id
  const mayWrite = useCan('log.update')
  const [asking, setAsking] = useState<Action | null>(null)
  const [dirty, setDirty] = useState(false)
  const outgoing = mayWrite && sheet.outgoing.account_id === me
  const incoming = mayWrite && sheet.incoming.account_id === me
  const close = () => setAsking(null)
  const button = (what: Action, label: string, more: object = {}) => (
    <Button {...more} onClick={() => setAsking(what)}>
      {label}
    </Button>
  )
  return (
    <>
      <div className={css.bar}>
        <Back onList={onList} />
        <span className={css.space} />
        {sheet.state === 'draft' && outgoing && (
          <>
            {button('discard', t('handover.discard'), { variant: 'subtle', color: 'gray' })}
            {button('sign', t('handover.sign'), {
              disabled: dirty,
              title: dirty ? t('handover.unsavedSign') : undefined,
              leftSection: <Icon name="edited" size={16} />,
            })}
          </>
        )}
        {sheet.state === 'offered' &&
          outgoing &&
          button('reopen', t('handover.reopen'), { variant: 'default' })}
        {sheet.state === 'offered' && incoming && (
          <>
            {button('reopen', t('handover.refuse'), { variant: 'default' })}
            {button('accept', t('handover.accept'), { leftSection: <Icon name="edited" size={16} /> })}
          </>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="print" size={16} />}
          onClick={() => window.print()}
        >
          {t('handover.print')}
        </Button>
      </div>
      {sheet.state === 'draft' && outgoing && (
        <SheetDraft key={sheet.version} sheet={sheet} onDirty={setDirty} />
      )}
      <Overlaps sheet={sheet} />
      <SheetPaper sheet={sheet} />
      {asking === 'sign' && <SignSheet sheet={sheet} onClose={close} />}
      {asking === 'accept' && <AcceptSheet sheet={sheet} onClose={close} />}
      {asking === 'reopen' && <ReopenSheet sheet={sheet} refusing={incoming} onClose={close} />}
      {asking === 'discard' && <DiscardSheet sheet={sheet} onClose={close} onDone={onList} />}
    </>
  )
}

/** Signed sheets that overlap it: shown beside the sheet, never on it. */
function Overlaps({ sheet }: { sheet: Sheet }) {
  const { t, language } = useText()
  const when = (at: number) => dateTime(at, sheet.content.plant.zone, language)
  if (sheet.overlaps.length === 0) return null
  return (
    <div className={css.overlaps}>
      <FormAlert kind="info" title={t('handover.overlaps')}>
        <ul>
          {sheet.overlaps.map((o) => (
            <li key={o.sheet_id}>
              <Link to={`/log/handover?sheet=${o.sheet_id}`}>
                {when(o.from)} – {when(o.to)}
              </Link>{' '}
              {o.outgoing.name} → {o.incoming.name} · {t(`handover.state.${o.state}`)}
            </li>
          ))}
        </ul>
      </FormAlert>
    </div>
  )
}
