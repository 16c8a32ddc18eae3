import { convert, isUnit } from '../quantities.ts'
import { ESTIMATED, GOOD, MISSING, PARTIAL, grade, worst } from '../quality/index.ts'
import {
  MISSING_ABOVE,
  PARTIAL_ABOVE,
  foldSpans,
  indexAt,
  isUsable,
  type Bins,
  type Folded,
  type Series,
} from '../series/index.ts'
import { DAY, HOUR } from '../time/index.ts'
import type { ReportRow } from './rows.ts'
import type { Measure, ReportColumn, Source } from './types.ts'

/** A value with its quality; v is null where there is none. q null: nothing was sent at that instant. */
interface ReportCell {
  v: number | string | null
  q: number | null
}

/** Values of a source by rows, in its own unit. */
export interface SourceRows {
  folded: Folded
  /** The last value of each row before its end, within the last day; MISSING: none. */
  last: Float64Array
  lastQ: Uint8Array
}

/** Everything that the cells of some rows are made of. */
export interface RowsData {
  sources: ReadonlyMap<string, SourceRows>
  /** Readings of the hour before the end of each row, and at that end, by source. */
  ends: ReadonlyMap<string, Series>
  /** Volumes of rows that come from the water balance, m3, by source. */
  volumes: ReadonlyMap<string, readonly { v: number | null; q: number }[]>
  /** The discharge method at the end of each row, and the table in force there, by source. */
  methods?: ReadonlyMap<string, Series>
  tableAt?: (source: Source, t: number) => string | null
}

/** Columns of some rows: values and quality bytes, column by column. */
export interface ReportTable {
  t: number[]
  v: ReportCell['v'][][]
  q: (number | null)[][]
}

/**
 * Folds hour bins of a source to rows. until: now; of a row that is not over only what lies before it is expected.
 * @throws RangeError when a bin reaches over the end of a row
 */
export function sourceRows(
  source: Source,
  bins: Bins,
  rows: readonly ReportRow[],
  until: number,
): SourceRows {
  const spans = rows.map((row) => row.spans[source.days])
  const last = new Float64Array(rows.length).fill(NaN)
  const lastQ = new Uint8Array(rows.length).fill(MISSING)
  let i = 0
  spans.forEach(({ start, end }, k) => {
    for (; i < bins.start.length && bins.end[i] <= end; i++) {
      if (bins.start[i] < Math.max(start, end - DAY) || Number.isNaN(bins.last[i])) continue
      last[k] = bins.last[i]
      lastQ[k] = bins.q[i]
    }
  })
  return { folded: foldSpans(bins, spans, { until }), last, lastQ }
}

/** A value in the unit of its column. NaN: null. */
export function shownValue(v: number, from: string, to: string): number | null {
  if (Number.isNaN(v)) return null
  return from === to || !isUnit(from) || !isUnit(to) ? v : convert(v, from, to)
}

const absent: ReportCell = { v: null, q: MISSING }

/** The value at the end of a row: the reading of that instant, else the last of the hour before, else of the day (ESTIMATED). */
function endOf(
  row: ReportRow,
  k: number,
  { source }: ReportColumn,
  data: RowsData,
  until: number,
): ReportCell {
  const { end } = row.spans[source.days]
  if (end > until) return absent
  const near = data.ends.get(source.id)
  for (let i = near ? indexAt(near, end) : -1; near && i >= 0 && near.t[i] >= end - HOUR; i--)
    if (isUsable(near, i)) return { v: shownValue(near.v[i], source.unit, source.shown), q: near.q[i] }
  const { last, lastQ } = data.sources.get(source.id)!
  if (Number.isNaN(last[k])) return absent
  // A state goes on until the next entry.
  const q = source.kind === 'step' ? lastQ[k] : worst(lastQ[k], ESTIMATED)
  return { v: shownValue(last[k], source.unit, source.shown), q }
}

/** The volume of a flow over a row: what is known of it, m3. More than half missing: none. */
function volumeOf(k: number, { source }: ReportColumn, data: RowsData): ReportCell {
  const balanced = data.volumes.get(source.id)?.[k]
  if (balanced) return { v: balanced.v === null ? null : balanced.v / 1e6, q: balanced.q }
  const { value, covered, missing, q } = data.sources.get(source.id)!.folded
  if (Number.isNaN(value[k]) || missing[k] > MISSING_ABOVE + 1e-9) return absent
  const flow = shownValue(value[k], source.unit, 'm3/s')
  return { v: flow === null ? null : (flow * covered[k]) / 1e9, q: q[k] }
}

function cellOf(row: ReportRow, k: number, column: ReportColumn, data: RowsData, until: number): ReportCell {
  const { source, measure } = column
  const { folded } = data.sources.get(source.id)!
  const shown = (v: number): ReportCell => {
    const value = shownValue(v, source.unit, source.shown)
    return value === null ? absent : { v: value, q: folded.q[k] }
  }
  const instant = (t: number): ReportCell => (Number.isNaN(t) ? absent : { v: t, q: folded.q[k] })
  switch (measure) {
    case 'end':
      return endOf(row, k, column, data, until)
    case 'mean':
    case 'sum':
      return shown(folded.value[k])
    case 'min':
      return shown(folded.min[k])
    case 'max':
      return shown(folded.max[k])
    case 't_min':
      return instant(folded.tMin[k])
    case 't_max':
      return instant(folded.tMax[k])
    case 'volume':
      return volumeOf(k, column, data)
    case 'flags':
      return { v: folded.q[k], q: folded.q[k] }
    case 'method': {
      const end = Math.min(row.spans[source.days].end, until)
      const methods = data.methods?.get(source.id)
      const i = methods ? indexAt(methods, end) : -1
      return i < 0 || Number.isNaN(methods!.v[i]) ? absent : { v: methods!.v[i], q: methods!.q[i] }
    }
    case 'table': {
      const name = data.tableAt?.(source, Math.min(row.spans[source.days].end, until)) ?? null
      return name === null ? absent : { v: name, q: GOOD }
    }
    case 'value':
    case 'sent':
      return absent
  }
}

/** The cells of rows, column by column. until: now, or the instant as of which the report is. */
export function tabulate(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  data: RowsData,
  until: number,
): ReportTable {
  const cells = columns.map((column) => rows.map((row, k) => cellOf(row, k, column, data, until)))
  return {
    t: rows.map((row) => row.t),
    v: cells.map((list) => list.map((c) => c.v)),
    q: cells.map((list) => list.map((c) => c.q)),
  }
}

/** A column over the whole report. Times are epoch ms. */
export interface ReportTotal {
  total: number | null
  mean: number | null
  min: number | null
  t_min: number | null
  max: number | null
  t_max: number | null
  q: number
}

/** What a column's foot says: of readings their mean and extremes; of sums and volumes the total, and those of the rows. */
const FOOT: Readonly<Record<Measure, readonly (keyof Omit<ReportTotal, 'q' | 't_min' | 't_max'>)[]>> = {
  value: ['mean', 'min', 'max'],
  sent: [],
  end: ['mean', 'min', 'max'],
  mean: ['mean', 'min', 'max'],
  min: ['min'],
  t_min: [],
  max: ['max'],
  t_max: [],
  sum: ['total', 'mean', 'min', 'max'],
  volume: ['total', 'mean', 'min', 'max'],
  method: [],
  table: [],
  flags: [],
}

interface Running {
  n: number
  sum: number
  covered: number
  expected: number
  min: number
  tMin: number
  max: number
  tMax: number
  q: number
}

/** Gathers the foot of a report while its rows pass by. */
export interface ReportTotals {
  addRows(rows: readonly ReportRow[], table: ReportTable, data: RowsData, until: number): void
  /** Readings of a raw report. */
  addReadings(table: ReportTable): void
  totals(): ReportTotal[]
}

/** Starts the foot of a report. */
export function reportTotals(columns: readonly ReportColumn[]): ReportTotals {
  const empty = (): Running => ({
    n: 0,
    sum: 0,
    covered: 0,
    expected: 0,
    min: NaN,
    tMin: NaN,
    max: NaN,
    tMax: NaN,
    q: MISSING,
  })
  const all = columns.map(empty)
  const extremes = (r: Running, low: number, tLow: number, high: number, tHigh: number) => {
    if (low < r.min || Number.isNaN(r.min)) [r.min, r.tMin] = [low, tLow]
    if (high > r.max || Number.isNaN(r.max)) [r.max, r.tMax] = [high, tHigh]
  }
  const seen = (r: Running, q: number) => {
    r.q = grade(r.q) === MISSING ? q : worst(r.q, q)
  }
  const ofRows = ({ measure }: ReportColumn) => measure === 'sum' || measure === 'volume'

  const addCells = (column: number, table: ReportTable) => {
    const r = all[column]
    table.v[column].forEach((v, k) => {
      if (typeof v !== 'number') return
      r.n++
      r.sum += v
      extremes(r, v, table.t[k], v, table.t[k])
      seen(r, table.q[column][k] ?? MISSING)
    })
  }

  return {
    addRows(rows, table, data, until) {
      columns.forEach((column, c) => {
        if (FOOT[column.measure].length === 0) return
        const r = all[c]
        const { source } = column
        const { folded } = data.sources.get(source.id)!
        rows.forEach((row, k) => {
          const { start, end } = row.spans[source.days]
          r.expected += Math.max(0, Math.min(end, until) - start)
          r.covered += folded.covered[k]
        })
        if (ofRows(column)) return addCells(c, table)
        rows.forEach((_, k) => {
          if (Number.isNaN(folded.min[k])) return
          r.n += folded.n[k]
          r.sum += folded.sum[k]
          const { min, tMin, max, tMax } = folded
          extremes(r, min[k], tMin[k], max[k], tMax[k])
          seen(r, folded.q[k])
        })
      })
    },
    addReadings(table) {
      columns.forEach((column, c) => {
        if (FOOT[column.measure].length === 0) return
        const r = all[c]
        table.v[c].forEach((v, k) => {
          const q = table.q[c][k]
          // A rejected or doubtful reading is shown, and counts for nothing.
          if (typeof v !== 'number' || q === null || grade(q) >= 4) return
          r.n++
          r.sum += v
          extremes(r, v, table.t[k], v, table.t[k])
          seen(r, q)
        })
      })
    },
    totals: () =>
      columns.map((column, c): ReportTotal => {
        const r = all[c]
        const { source } = column
        const says = new Set(FOOT[column.measure])
        const missing = r.expected > 0 ? Math.max(0, 1 - r.covered / r.expected) : 0
        const q = r.n > 0 && missing > PARTIAL_ABOVE + 1e-9 ? worst(r.q, PARTIAL) : r.q
        const own = ofRows(column) || column.measure === 'value'
        const shown = (v: number) => (own ? v : (shownValue(v, source.unit, source.shown) ?? NaN))
        const number = (v: number) => (Number.isNaN(v) ? null : v)
        const mean = !own && source.kind === 'step' ? r.sum / (r.covered / 1000) : r.sum / r.n
        const tooLittle = says.has('total') && missing > MISSING_ABOVE + 1e-9
        return {
          total: says.has('total') && r.n > 0 && !tooLittle ? r.sum : null,
          mean: says.has('mean') && r.n > 0 ? number(shown(mean)) : null,
          min: says.has('min') ? number(shown(r.min)) : null,
          t_min: says.has('min') ? number(r.tMin) : null,
          max: says.has('max') ? number(shown(r.max)) : null,
          t_max: says.has('max') ? number(r.tMax) : null,
          q: tooLittle ? worst(q, MISSING) : q,
        }
      }),
  }
}
