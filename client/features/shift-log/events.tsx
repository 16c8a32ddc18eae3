import { Fragment } from 'react'
import type { SheetEvent } from '#contract/handover.ts'
import { date, dateTime, time } from '../../lib/format.ts'
import { useText, type Language } from '../../lib/text/index.ts'
import textCss from '../../ui/text.module.css'
import css from './paper.module.css'

interface Props {
  events: readonly SheetEvent[]
  zone: string
  language: Language
  /** Shows the day on every line; otherwise days are headings, if there are several. */
  dated?: boolean
}

/** The events of a sheet, line by line. */
export function SheetEvents({ events, zone, language, dated = false }: Props) {
  const days = Map.groupBy(events, (e) => date(e.t, zone, language))
  return (
    <ol className={css.events}>
      {[...days].map(([day, list]) => (
        <Fragment key={day}>
          {!dated && days.size > 1 && <li className={css.day}>{day}</li>}
          {list.map((e) => (
            <Line
              key={e.id}
              event={e}
              at={dated ? dateTime(e.t, zone, language) : time(e.t, zone)}
              language={language}
            />
          ))}
        </Fragment>
      ))}
    </ol>
  )
}

function Line({ event: e, at, language }: { event: SheetEvent; at: string; language: Language }) {
  const { t } = useText()
  const order = e.kind !== 'order' && e.order_no ? t('shiftLog.list.order', { number: e.order_no }) : null
  return (
    <li>
      <span>{at}</span>
      <span>
        {e.kind === 'note' && e.text !== null ? e.text : e.label[language]}
        {e.kind !== 'note' && e.text && <span className={css.text}>: {e.text}</span>}
        {(e.by || order) && (
          <span className={textCss.muted}> ({[e.by, order].filter(Boolean).join(', ')})</span>
        )}
      </span>
    </li>
  )
}
