import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { TimelineItem } from '#contract/timeline.ts'
import { date, time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { RowActs } from '../../ui/table/index.ts'
import css from './shift-log.module.css'
import { TIMELINE_ICONS } from './words.ts'

export type ShiftEntryAct = 'correct' | 'withdraw' | 'history'

interface Props {
  items: readonly TimelineItem[]
  zone: string
  /** The entry that the address refers to. */
  pointed: string | null
  mayWrite: boolean
  onAct: (act: ShiftEntryAct, item: TimelineItem) => void
}

/** Events day by day, newest first. */
export function Timeline({ items, zone, ...rest }: Props) {
  const { t, language } = useText()
  const days = Map.groupBy(items, (i) => date(i.t, zone, language))
  return (
    <div className={css.list} tabIndex={0} role="group" aria-label={t('shiftLog.list.title')}>
      {[...days].map(([day, list]) => (
        <section key={day} aria-label={day}>
          <h3 className={css.day}>{day}</h3>
          <ol>
            {list.map((i) => (
              <Item key={i.id} item={i} zone={zone} {...rest} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Keeps a number and its unit on one line. */
const withUnit = (label: string) => label.replace(/ (m|MW)$/, '\u00a0$1')

function Item({ item, zone, pointed, mayWrite, onAct }: Omit<Props, 'items'> & { item: TimelineItem }) {
  const { t } = useText()
  const here = pointed !== null && pointed === item.entry_id
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (here) line.current?.scrollIntoView({ block: 'center' })
  }, [here])
  const kind = t(`shiftLog.kind.${item.kind}`)
  const by = item.source === 'sensor' && item.by === null ? t('shiftLog.list.sensor') : item.by
  // The label of an order already contains its number.
  const order =
    item.kind !== 'order' && item.order_no ? t('shiftLog.list.order', { number: item.order_no }) : null
  const plain = item.kind === 'note' && item.text !== null
  return (
    <li ref={line} className={css.item} data-kind={item.kind} data-here={here || undefined}>
      <time className={css.time} dateTime={new Date(item.t).toISOString()}>
        {time(item.t, zone)}
      </time>
      <span className={css.icon} title={kind}>
        <Icon name={TIMELINE_ICONS[item.kind]} size={16} />
        <span className="sr">{kind}</span>
      </span>
      <div className={css.what}>
        {!plain && <div className={css.head}>{withUnit(item.label)}</div>}
        {item.text && (
          <div className={css.entryText} data-plain={plain || undefined}>
            {item.text}
          </div>
        )}
      </div>
      <div className={css.meta}>{[by, order].filter(Boolean).join(' · ')}</div>
      <div className={css.rowActs}>
        {item.path && (
          <Link className={css.go} to={item.path} aria-label={t('shiftLog.list.show', { what: item.label })}>
            <Icon name="right" size={16} />
          </Link>
        )}
        {item.entry_id && (
          <RowActs
            name={`${plain ? item.text : item.label} ${time(item.t, zone)}`}
            acts={[
              { icon: 'clock', label: t('shiftLog.act.history'), run: () => onAct('history', item) },
              mayWrite && {
                icon: 'edited',
                label: t('shiftLog.act.correct'),
                run: () => onAct('correct', item),
              },
              mayWrite && {
                icon: 'trash',
                label: t('shiftLog.act.withdraw'),
                run: () => onAct('withdraw', item),
                grave: true,
              },
            ]}
          />
        )}
      </div>
    </li>
  )
}
