import type { EditsData } from '#contract/edits.ts'
import { WHOLE_RECORD } from '#core/edits/index.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './edits.module.css'
import { useReviews } from './queries.ts'
import type { EditSpan } from './selection.ts'

/** Approved parts that a span overlaps. */
export const approvedIn = (data: EditsData, span: EditSpan) =>
  data.reviews.filter((r) => r.state === 'approved' && r.from <= span.to && r.to >= span.from)

interface Props {
  data: EditsData
  span: EditSpan
  zone: string
  mayApprove: boolean
}

/** Names the approved part of the selection, who approved it, and how to reopen it. */
export function Locked({ data, span, zone, mayApprove }: Props) {
  const { t, language } = useText()
  const locked = approvedIn(data, span)
  const reviews = useReviews(data.series, { from: data.from, to: data.to }).data ?? []
  if (locked.length === 0) return null
  const time = (ms: number) => dateTime(ms, zone, language)
  return (
    <div className={css.locked} role="note" aria-label={t('edits.lockedTitle')}>
      <Icon name="lock" size={16} />
      <div>
        <strong>{t('edits.lockedTitle')}</strong>
        {locked.map((l) => {
          // The newest approval that overlaps.
          const by = reviews.find(
            (r) => r.state === 'approved' && r.superseded_at === null && r.from <= l.to && r.to >= l.from,
          )
          const fill = {
            from: time(l.from),
            to: time(l.to),
            name: by ? (by.set_by_name ?? t('edits.program')) : t('edits.somebody'),
            time: by ? time(by.set_at) : '-',
          }
          return (
            <p key={l.from}>{t(by?.series === WHOLE_RECORD ? 'edits.lockedWhole' : 'edits.locked', fill)}</p>
          )
        })}
        <p>
          {mayApprove
            ? t('edits.lockedMay')
            : t('edits.lockedNeeds', { permission: t('edits.permission.approve') })}
        </p>
      </div>
    </div>
  )
}
