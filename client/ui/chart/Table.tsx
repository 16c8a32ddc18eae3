import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { grade } from '#core/quality/index.ts'
import { copyText } from '../copy/copy.ts'
import { toTsv } from './csv.ts'
import { qualityNote } from './cursor.ts'
import { SIGNS } from './flags.ts'
import { clock, chartDateTime, chartNumber } from './format.ts'
import { indexAt } from './read.ts'
import { byShift, rowsIn, chartRowsOf } from './rows.ts'
import { tabled } from './steps.ts'
import textCss from '../text.module.css'
import css from './Table.module.css'
import { fillText } from '../../lib/text/fill.ts'
import type { ChartSeries, ChartTexts, ChartLanguage, StepKind, TimeRange } from './types.ts'

interface Props {
  series: ChartSeries[]
  view: TimeRange
  zone: string
  language: ChartLanguage
  texts: ChartTexts
  /** The present; later rows are initially scrolled out. */
  now?: number
  /** What one row is, where the series have steps. */
  step?: StepKind
  /** Instant of the cursor. */
  at: number | null
  onPoint: (at: number | null) => void
  /** Moves the cursor by entries, as on the plot. */
  onMove: (steps: number) => void
}

const ROW = 26
/** A mean with the least and greatest value below. */
const TALL = 38
const HEAD = 52
const PLAIN = 'minmax(76px, 1fr)'
const WITH_ENDS = 'minmax(108px, 1fr)'

/**
 * Table of every instant at which a visible series has an entry, or of every step; the row under the cursor is
 * marked.
 */
export function ChartTable(props: Props) {
  const { zone, language, texts, now, at, onPoint, onMove } = props
  const host = useRef<HTMLDivElement>(null)
  /** While the pointer is over the rows, the cursor follows them instead of scrolling them. */
  const inside = useRef(false)
  const pointer = useRef('')
  const [announcement, setAnnouncement] = useState('')
  const series = useMemo(() => tabled(props.series, props.step, zone), [props.series, props.step, zone])
  const step = series.some((s) => s.steps) ? props.step : undefined
  const groups = useMemo(() => byShift(series).filter((g) => g.series.length > 0), [series])
  const columns = useMemo(() => groups.flatMap((g) => g.series), [groups])
  const rows = useMemo(() => chartRowsOf(columns), [columns])
  // The step that contains the start of the view belongs to it.
  const begun = step ? rows.t[indexAt(rows.t, props.view.from)] : undefined
  const view = { from: Math.min(props.view.from, begun ?? Infinity), to: props.view.to }
  const [first, last] = rowsIn(rows, view)
  const high = step ? TALL : ROW
  const count = last - first
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => host.current,
    estimateSize: () => high,
    overscan: 10,
    // The sticky header, and the first row below it.
    scrollPaddingStart: HEAD,
  })
  const here =
    at === null || count === 0 ? -1 : nearestRow(rows.t, at, first, last, step !== undefined) - first
  const thinned = columns.some((s) => s.thinned)

  // Scrolled to the newest past rows, until the user scrolls away.
  const newest = Math.max(
    0,
    (now === undefined ? count : Math.min(count, indexAt(rows.t, now) + 1 - first)) - 1,
  )
  const following = useRef(true)
  useLayoutEffect(() => {
    if (following.current && count > 0) virtual.scrollToIndex(newest, { align: 'end' })
  }, [count, newest, virtual])
  useEffect(() => {
    if (here >= 0 && !inside.current) virtual.scrollToIndex(here, { align: 'auto' })
  }, [here, virtual])
  useEffect(() => {
    if (announcement === '') return
    const id = setTimeout(() => setAnnouncement(''), 4000)
    return () => clearTimeout(id)
  }, [announcement])

  async function copy() {
    const ends = step ? { lower: texts.minimum, upper: texts.maximum } : {}
    const done = await copyText(toTsv(series, view, zone, { ...texts, ...ends }))
    setAnnouncement(done ? fillText(texts.copied, language, { n: chartNumber(count, 0) }) : texts.copyRefused)
  }

  function key(e: KeyboardEvent) {
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'c' && getSelection()?.isCollapsed) {
      e.preventDefault()
      return void copy()
    }
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const page = Math.max(1, Math.floor(((host.current?.clientHeight ?? 0) - HEAD) / high))
    const by: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }
    if (by[e.key] !== undefined) {
      e.preventDefault()
      inside.current = false
      onMove(by[e.key])
    } else if (e.key === 'Escape') onPoint(null)
  }

  const template = groups
    .map(
      (g) =>
        `${g.shift === 0 ? 132 : 124}px ${g.series.map((s) => (s.steps?.band ? WITH_ENDS : PLAIN)).join(' ')}`,
    )
    .join(' ')

  return (
    <div className={css.panel}>
      <div className={css.head}>
        <span className={css.count} title={step ? texts.stepAbout : thinned ? texts.thinned : undefined}>
          {fillText(texts.rows, language, { n: chartNumber(count, 0) })}
          {step ? ` · ${texts.stepRows[step]}` : thinned && ` · ${texts.thinned}`}
        </span>
        <span role="status" className={`${textCss.muted} ${textCss.nowrap}`}>
          {announcement}
        </span>
        <button type="button" disabled={count === 0} onClick={() => void copy()}>
          {texts.copyTsv}
        </button>
      </div>
      <div
        ref={host}
        className={css.scroll}
        role="table"
        aria-label={texts.table}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + groups.length}
        tabIndex={0}
        onKeyDown={key}
        onScroll={(e) => {
          const { scrollTop, clientHeight } = e.currentTarget
          const there = Math.max(0, (newest + 1) * high + HEAD - clientHeight)
          following.current = Math.abs(scrollTop - there) < 2 * high
        }}
        onPointerLeave={() => {
          inside.current = false
          onPoint(null)
        }}
      >
        <div className={css.rows} style={{ height: virtual.getTotalSize() + HEAD }}>
          <div
            className={css.top}
            role="row"
            aria-rowindex={1}
            style={{ gridTemplateColumns: template, height: HEAD }}
          >
            {groups.map((g) => [
              <span key={`t${g.shift}`} role="columnheader" className={css.time}>
                {g.shift === 0 ? texts.time : texts.comparedAt}
              </span>,
              ...g.series.map((s) => (
                <span key={s.id} role="columnheader" title={s.name}>
                  <i
                    style={{ background: `var(--${s.color})`, opacity: s.opacity ?? 1 }}
                    aria-hidden="true"
                  />
                  <span className={css.name}>{s.name}</span>
                  <span className={textCss.muted}>{s.unit}</span>
                </span>
              )),
            ])}
          </div>
          {virtual.getVirtualItems().map((item) => {
            const i = first + item.index
            const t = rows.t[i]
            return (
              <div
                key={item.key}
                className={css.row}
                role="row"
                aria-rowindex={item.index + 2}
                aria-current={item.index === here || undefined}
                data-even={i % 2 === 0 || undefined}
                style={{
                  gridTemplateColumns: template,
                  height: high,
                  transform: `translateY(${item.start + HEAD}px)`,
                }}
                onPointerMove={(e) => {
                  // Rows scrolling under a resting pointer do not count as hovered.
                  const place = `${e.clientX} ${e.clientY}`
                  if (place === pointer.current) return
                  pointer.current = place
                  inside.current = true
                  onPoint(t)
                }}
              >
                {groups.map((g) => {
                  const filled = g.series.some((s) => rows.at[columns.indexOf(s)][i] >= 0)
                  return [
                    <span key={`t${g.shift}`} role="rowheader" className={css.time}>
                      {g.shift === 0 || filled ? stamp(t - g.shift, zone, language) : ''}
                    </span>,
                    ...g.series.map((s) => (
                      <Value key={s.id} series={s} entry={rows.at[columns.indexOf(s)][i]} texts={texts} />
                    )),
                  ]
                })}
              </div>
            )
          })}
        </div>
        {count === 0 && <p className={css.empty}>{texts.tableEmpty}</p>}
      </div>
    </div>
  )
}

const stamp = (t: number, zone: string, language: ChartLanguage) => {
  const day = chartDateTime(t, zone, language).split(' ')[0]
  return `${day} ${clock(t, zone)}`
}

/** Index of the row nearest to an instant, or containing it. */
function nearestRow(t: Float64Array, at: number, first: number, last: number, within: boolean): number {
  const i = Math.min(last - 1, Math.max(first, indexAt(t, at)))
  // A step contains the instant.
  if (within) return i
  return i + 1 < last && Math.abs(t[i + 1] - at) < Math.abs(t[i] - at) ? i + 1 : i
}

/** One value: empty where the series has no entry, '-' for a gap, a sign where it is flagged. */
function Value({ series, entry, texts }: { series: ChartSeries; entry: number; texts: ChartTexts }) {
  if (entry < 0) return <span role="cell" />
  const { v, q } = series.data
  const { band } = series.steps ?? {}
  const note = q ? qualityNote(q[entry], texts) : ''
  const sign = q ? SIGNS[grade(q[entry])] : undefined
  return (
    <span role="cell" title={note || undefined} data-flagged={note ? true : undefined}>
      {sign && (
        <svg className={css.sign} width="10" height="10" aria-hidden="true">
          <path d={sign} />
        </svg>
      )}
      {chartNumber(v[entry], series.decimals)}
      {band && Number.isFinite(band.lower[entry]) && (
        <span className={css.ends}>
          {chartNumber(band.lower[entry], series.decimals)} –{' '}
          {chartNumber(band.upper[entry], series.decimals)}
        </span>
      )}
      {note && <span className="sr">{note}</span>}
    </span>
  )
}
