import { fromLocal } from '#core/time/index.ts'
import {
  chartView,
  SERIES_COLORS,
  VIEW_LIMITS,
  type ChartView,
  type DrawnSeries,
  type ViewPane,
} from '#contract/views.ts'

export const EMPTY_VIEW: ChartView = { panes: [], span: { hours: 24 }, compare: null, table: false }

/** State in the address: the whole view, and the saved view that it started from. */
export interface ChartsAddress {
  view: ChartView
  /** Id of a saved view, whose name is shown and which can be saved again. */
  saved: string | null
}

/** Separator: occurs in no series code and needs no escaping in addresses. */
const SEPARATOR = '*'
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/
/** Whether a local time exists in the calendar, whatever the zone. */
const isTime = (text: string) => LOCAL.test(text) && fromLocal(text.replace('T', ' '), 'UTC') !== null
const ID = /^[\w.-]{1,60}$/
const SIDES = { L: 'left', R: 'right' } as const

/** 'L-level', 'R-rain-hidden' */
function readStyle(text: string | undefined): Omit<DrawnSeries, 'code'> | null {
  const [side, color, hidden, ...more] = (text ?? '').split('-')
  const known = SERIES_COLORS.find((c) => c === color)
  if (!(side === 'L' || side === 'R') || !known || more.length > 0) return null
  if (hidden !== undefined && hidden !== 'hidden') return null
  return { side: SIDES[side], color: known, hidden: hidden === 'hidden' }
}

const writeStyle = (s: DrawnSeries) =>
  `${s.side === 'left' ? 'L' : 'R'}-${s.color}${s.hidden ? '-hidden' : ''}`

/** Parses 't*<code>*<style>*...' and 'xy*<code>*<code>'; invalid parts are skipped. */
function readPane(text: string): ViewPane | null {
  const [kind, ...parts] = text.split(SEPARATOR)
  if (kind === 'xy') return { kind: 'xy', x: parts[0] || null, y: parts[1] || null }
  if (kind !== 't') return null
  const series: DrawnSeries[] = []
  for (let i = 0; i < parts.length; i += 2) {
    const style = readStyle(parts[i + 1])
    if (style) series.push({ code: parts[i], ...style })
  }
  return { kind: 'time', series }
}

const writePane = (p: ViewPane): string =>
  (p.kind === 'xy'
    ? ['xy', p.x ?? '', p.y ?? '']
    : ['t', ...p.series.flatMap((s) => [s.code, writeStyle(s)])]
  ).join(SEPARATOR)

/** Limits panes to what a view allows; excess panes and invalid series are dropped. */
function within(panes: readonly ViewPane[]): ViewPane[] {
  const out: ViewPane[] = []
  let left: number = VIEW_LIMITS.series
  for (const p of panes.slice(0, VIEW_LIMITS.panes)) {
    const one = (pane: ViewPane) => chartView.shape.panes.safeParse([pane]).success
    if (p.kind === 'xy') {
      const code = (c: string | null) => (one({ kind: 'xy', x: c, y: null }) ? c : null)
      out.push({ kind: 'xy', x: code(p.x), y: code(p.y) })
      continue
    }
    const seen = new Set<string>()
    const series = p.series
      .filter((s) => one({ kind: 'time', series: [s] }) && !seen.has(s.code) && seen.add(s.code))
      .slice(0, Math.min(left, VIEW_LIMITS.ofPane))
    left -= series.length
    out.push({ kind: 'time', series })
  }
  return out
}

/** Parses the view of an address. Invalid parts are ignored, and the result can always be saved. */
export function readChartsAddress(search: URLSearchParams): ChartsAddress {
  const [from, to] = [search.get('from'), search.get('to')]
  const hours = Number(search.get('time'))
  const compare = search.get('vs')
  const view = search.get('view')
  const fixed = from && to && isTime(from) && isTime(to) && from < to
  return {
    view: {
      panes: within(
        search.getAll('p').flatMap((text) => {
          const pane = readPane(text)
          return pane ? [pane] : []
        }),
      ),
      span: fixed
        ? { from: from.replace('T', ' '), to: to.replace('T', ' ') }
        : hours >= VIEW_LIMITS.minHours && hours <= VIEW_LIMITS.hours
          ? { hours }
          : EMPTY_VIEW.span,
      compare: chartView.shape.compare.safeParse(compare).success ? compare : null,
      table: search.get('table') === '1',
    },
    saved: view !== null && ID.test(view) ? view : null,
  }
}

export function writeChartsAddress({ view, saved }: ChartsAddress): URLSearchParams {
  const search = new URLSearchParams()
  if (saved !== null) search.set('view', saved)
  for (const p of view.panes) search.append('p', writePane(p))
  if ('hours' in view.span) search.set('time', String(view.span.hours))
  else {
    search.set('from', view.span.from.replace(' ', 'T'))
    search.set('to', view.span.to.replace(' ', 'T'))
  }
  if (view.compare !== null) search.set('vs', view.compare)
  if (view.table) search.set('table', '1')
  return search
}

/** Whether two views show the same. */
export const sameView = (a: ChartView, b: ChartView): boolean =>
  writeChartsAddress({ view: a, saved: null }).toString() ===
  writeChartsAddress({ view: b, saved: null }).toString()
