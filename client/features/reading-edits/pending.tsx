import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { acceptPending, type PendingRow } from '#contract/edits.ts'
import { LIMITS } from '#contract/validation.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime, number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { FormConfirm } from '../../ui/form/index.ts'
import { Empty, Loaded } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './edits.module.css'
import { useAcceptPending, usePending } from './queries.ts'
import type { EditSpan } from './selection.ts'

interface Props {
  zone: string
  mayApprove: boolean
  onShow: (span: EditSpan) => void
}

/** Pending changes in approved spans: results stay until a person accepts the changes. */
export function Pending({ zone, mayApprove, onShow }: Props) {
  const { t, language } = useText()
  const [all, setAll] = useState(false)
  const pending = usePending(all)
  const [accepting, setAccepting] = useState<PendingRow[] | null>(null)
  const time = (ms: number) => dateTime(ms, zone, language)
  const why = (row: PendingRow) => row.why.map((w) => t(`edits.pending.whyOf.${w}`)).join(', ')
  const spansOf = (rows: readonly PendingRow[]) =>
    rows.length === 1
      ? `${time(rows[0].from)} – ${time(rows[0].to)}`
      : t('edits.pending.spans', { n: number(rows.length, 0) })
  return (
    <div className={`${layoutCss.fields} ${css.list}`}>
      <p className={textCss.small}>{t('edits.pending.about')}</p>
      <Loaded query={pending} what={t('edits.tab.pending')} height={160}>
        {(rows) => {
          const waiting = rows.filter((r) => r.accepted_at === null)
          return (
            <>
              {rows.length === 0 ? (
                <Empty icon="check" title={t('edits.pending.none')} hint={t('edits.pending.noneHint')} />
              ) : (
                <ul aria-label={t('edits.tab.pending')}>
                  {rows.map((r) => (
                    <li key={r.pending_id} data-undone={r.accepted_at !== null || undefined}>
                      <button
                        type="button"
                        className={css.link}
                        title={t('edits.pending.show')}
                        onClick={() => onShow({ from: r.from, to: r.to })}
                      >
                        {time(r.from)} – {time(r.to)}
                      </button>
                      <p>{t('edits.pending.why', { list: why(r) })}</p>
                      <p className={textCss.small}>{t('edits.pending.since', { time: time(r.since) })}</p>
                      {r.accepted_at !== null ? (
                        <p className={textCss.small}>
                          {t('edits.pending.accepted', {
                            name: r.accepted_by_name ?? t('edits.program'),
                            time: time(r.accepted_at),
                          })}
                          {r.note && ` · ${r.note}`}
                        </p>
                      ) : (
                        mayApprove && (
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={`${t('edits.pending.accept')}: ${time(r.from)} – ${time(r.to)}`}
                            onClick={() => setAccepting([r])}
                          >
                            {t('edits.pending.accept')}
                          </Button>
                        )
                      )}
                    </li>
                  ))}
                </ul>
              )}
              {waiting.length > 0 && !mayApprove && (
                <p className={textCss.small}>
                  {t('edits.pending.needs', { permission: t('edits.permission.approve') })}
                </p>
              )}
              {waiting.length > 1 && mayApprove && (
                <Button variant="default" onClick={() => setAccepting(waiting)}>
                  {t('edits.pending.acceptAll', { n: number(waiting.length, 0) })}
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
      <Checkbox
        size="sm"
        checked={all}
        onChange={(e) => setAll(e.currentTarget.checked)}
        label={t('edits.pending.showAccepted')}
      />
      {accepting && <Accept rows={accepting} spans={spansOf(accepting)} onClose={() => setAccepting(null)} />}
    </div>
  )
}

function Accept({ rows, spans, onClose }: { rows: PendingRow[]; spans: string; onClose: () => void }) {
  const { t } = useText()
  const accept = useAcceptPending()
  const form = useForm({
    schema: acceptPending.body!,
    values: { note: '' },
    body: ({ note }) => ({ pending_ids: rows.map((r) => r.pending_id), note: note.trim() || null }),
  })
  return (
    <FormConfirm
      form={form}
      title={t('edits.pending.acceptTitle')}
      act={t('edits.pending.accept')}
      onSubmit={async (body) => {
        const { steps } = await accept.run({ body })
        notice('done', t('edits.pending.done', { n: number(steps, 0) }))
      }}
      onClose={onClose}
    >
      <p className={css.question}>{t('edits.pending.acceptWhat', { spans })}</p>
      <TextInput {...form.text('note')} label={t('edits.pending.note')} maxLength={LIMITS.reason.max} />
    </FormConfirm>
  )
}
