import type { SheetEvent } from '#contract/handover.ts'
import { dateTime, time } from '../../lib/format.ts'
import { useText, type Language } from '../../lib/text/index.ts'
import css from './paper.module.css'

/** What happened, line by line, as a sheet lists it. */
export function Events({
  events,
  zone,
  language,
  dated = false,
}: {
  events: readonly SheetEvent[]
  zone: string
  language: Language
  /** With the day, although all are of one. */
  dated?: boolean
}) {
  const { t } = useText()
  const days = new Set(events.map((e) => dateTime(e.t, zone, language).slice(0, 10)))
  return (
    <ol className={css.events}>
      {events.map((e) => {
        const order =
          e.kind !== 'order' && e.order_no ? t('shiftLog.list.order', { number: e.order_no }) : null
        return (
          <li key={e.id}>
            <span className={css.time}>
              {dated || days.size > 1 ? dateTime(e.t, zone, language) : time(e.t, zone)}
            </span>
            <span>
              {e.kind === 'note' && e.text !== null ? e.text : e.label[language]}
              {e.kind !== 'note' && e.text && <span className={css.said}>: {e.text}</span>}
              {(e.by || order) && (
                <span className={css.by}> ({[e.by, order].filter(Boolean).join(', ')})</span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
