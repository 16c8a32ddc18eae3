import { convert, isUnit } from '../quantities.ts'
import { roundedOf, sumOf, type Exact } from '../price/index.ts'
import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED, grade, worst } from '../quality/index.ts'
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
import type { Measure, Piece, ReportColumn, Source } from './types.ts'

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
  /** 1 where that is of the hour in which the row ends. */
  isLate: Uint8Array
  /** Of money: what the rows are rounded from. */
  exact?: readonly Exact[]
  /** Of a ratio: what it is made of, for the ratio over all rows. */
  ratio?: { over: Float64Array; under: Float64Array }
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
  const isLate = new Uint8Array(rows.length)
  let i = 0
  spans.forEach(({ start, end }, k) => {
    for (; i < bins.start.length && bins.end[i] <= end; i++) {
      if (bins.start[i] < Math.max(start, end - DAY) || Number.isNaN(bins.last[i])) continue
      last[k] = bins.last[i]
      lastQ[k] = bins.q[i]
      isLate[k] = bins.end[i] === end ? 1 : 0
    }
  })
  const folded = foldSpans(bins, spans, { until, step: source.step ?? undefined })
  return { folded, last, lastQ, isLate }
}

/** A value in the unit of its column. NaN: null. */
export function shownValue(v: number, from: string, to: string): number | null {
  if (Number.isNaN(v)) return null
  return from === to || !isUnit(from) || !isUnit(to) ? v : convert(v, from, to)
}

const absent: ReportCell = { v: null, q: MISSING }
/** Nothing was due yet. */
const notDue: ReportCell = { v: null, q: null }

/** The piece that is the record of a source up to an instant. */
const pieceBefore = ({ pieces }: Source, t: number): Piece | undefined =>
  pieces.findLast((p) => p.from < t && p.to >= t)

/**
 * The value at the end of a row: the reading of that instant, or a younger one than the step of its series, since none
 * was due between. Else the last one of the hour before, and of days and longer of the day before, ESTIMATED: a reading
 * that was due is missing or was rejected. A state is in force until its next entry.
 */
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
  const record = pieceBefore(source, end)
  const isStep = (record?.kind ?? source.kind) === 'step'
  const every = (record ?? source).step
  for (let i = near ? indexAt(near, end) : -1; near && i >= 0 && near.t[i] > end - HOUR; i--) {
    if (isUsable(near, i)) {
      const isNewest = near.t[i] === end || isStep || (every !== null && end - near.t[i] < every)
      const q = isNewest ? near.q[i] : worst(near.q[i], ESTIMATED)
      return { v: shownValue(near.v[i], source.unit, source.shown), q }
    }
    if (isStep && grade(near.q[i]) !== REJECTED) return absent
  }
  const { last, lastQ, isLate } = data.sources.get(source.id)!
  // In the hour before there is none; what an hour row begins with is the end of the row before.
  if (Number.isNaN(last[k]) || (!isStep && end - row.spans[source.days].start <= HOUR)) return absent
  const q = isStep && isLate[k] ? lastQ[k] : worst(lastQ[k], ESTIMATED)
  return { v: shownValue(last[k], source.unit, source.shown), q }
}

/** The volume of a flow over a row: what is known of it, m3. More than half missing: none. */
function volumeOf(k: number, { source }: ReportColumn, data: RowsData): ReportCell {
  const balanced = data.volumes.get(source.id)?.[k]
  if (balanced) return { v: balanced.v === null ? null : balanced.v / 1e6, q: balanced.q }
  const { value, integral, missing, q } = data.sources.get(source.id)!.folded
  if (Number.isNaN(value[k]) || missing[k] > MISSING_ABOVE + 1e-9) return absent
  return { v: millions(integral[k], source), q: q[k] }
}

/** A time integral of a flow (its unit * s) in 10^6 m3. */
function millions(integral: number, { unit }: Source): number {
  return shownValue(integral, unit, 'm3/s')! / 1e6
}

function cellOf(row: ReportRow, k: number, column: ReportColumn, data: RowsData, until: number): ReportCell {
  const { source, measure } = column
  const { folded } = data.sources.get(source.id)!
  if (measure !== 'end' && folded.expected[k] === 0 && Number.isNaN(folded.min[k])) return notDue
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

/** Whether the row of a column is not over. */
const isOpen = (row: ReportRow, { source }: ReportColumn, until: number): boolean =>
  row.spans[source.days].end > until

/** Positions of the rows that are not over in one of these columns. until: now, or the instant as of which they are. */
export function openRows(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  until: number,
): number[] {
  return rows.flatMap((row, i) => (columns.some((column) => isOpen(row, column, until)) ? [i] : []))
}

/**
 * What a column's foot says. Means and extremes of a flow, a level: over the whole time. Values at the ends: of these
 * cells. Sums and volumes: the total of all that is known, and mean and extremes of the rows that are over.
 */
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
  /** Of the cells or readings of which the mean is taken. */
  n: number
  sum: number
  /** Of all that is known, of sums and volumes. */
  total: number
  /** Of money, exact; `total` is rounded from it. */
  exact: Exact | null
  /** Of a ratio. */
  over: number
  under: number
  known: number
  /** Time integral of means, value * s, over `covered` ms of those that are expected; of ends: counts of rows. */
  integral: number
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
    total: 0,
    exact: null,
    over: 0,
    under: 0,
    known: 0,
    integral: 0,
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
  const take = (r: Running, v: number, t: number) => {
    r.n++
    r.sum += v
    extremes(r, v, t, v, t)
  }

  /** Values at the ends of rows, each at its end. */
  const addEnds = (c: number, rows: readonly ReportRow[], table: ReportTable, until: number) => {
    rows.forEach((row, k) => {
      if (isOpen(row, columns[c], until)) return
      all[c].expected++
      const v = table.v[c][k]
      if (typeof v !== 'number') return
      all[c].covered++
      take(all[c], v, row.spans[columns[c].source.days].end)
      seen(all[c], table.q[c][k] ?? MISSING)
    })
  }

  /** Sums and volumes: what is known of a row counts, also where it is too little for a value of the row. */
  const addSums = (
    c: number,
    rows: readonly ReportRow[],
    table: ReportTable,
    data: RowsData,
    until: number,
  ) => {
    const { source, measure } = columns[c]
    const { folded, exact } = data.sources.get(source.id)!
    const balanced = measure === 'volume' ? data.volumes.get(source.id) : undefined
    const r = all[c]
    rows.forEach((row, k) => {
      const v = table.v[c][k]
      const hasValue = typeof v === 'number'
      const isKnown = balanced ? hasValue : !Number.isNaN(folded.min[k])
      r.expected += folded.expected[k]
      if (!isKnown) return
      r.covered += folded.expected[k] * (1 - folded.missing[k])
      r.known++
      if (exact) r.exact = r.exact ? sumOf(r.exact, exact[k]) : exact[k]
      r.total += balanced
        ? (v as number)
        : measure === 'volume'
          ? millions(folded.integral[k], source)
          : shownValue(folded.sum[k], source.unit, source.shown)!
      if (!hasValue) return
      seen(r, table.q[c][k] ?? MISSING)
      if (!isOpen(row, columns[c], until)) take(r, v, row.t)
    })
  }

  return {
    addRows(rows, table, data, until) {
      columns.forEach((column, c) => {
        if (FOOT[column.measure].length === 0) return
        if (column.measure === 'end') return addEnds(c, rows, table, until)
        if (ofRows(column)) return addSums(c, rows, table, data, until)
        const r = all[c]
        const { folded, ratio } = data.sources.get(column.source.id)!
        rows.forEach((_, k) => {
          r.expected += folded.expected[k]
          r.over += ratio?.over[k] ?? 0
          r.under += ratio?.under[k] ?? 0
          if (Number.isNaN(folded.min[k])) return
          r.n++
          r.integral += folded.integral[k]
          r.covered += folded.covered[k]
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
          take(r, v, table.t[k])
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
        const isKnown = r.n > 0 || r.known > 0
        const seenQ = isKnown && grade(r.q) === MISSING ? PARTIAL : r.q
        const q = isKnown && missing > PARTIAL_ABOVE + 1e-9 ? worst(seenQ, PARTIAL) : seenQ
        // Of cells the numbers are in the unit of the column already.
        const own = ofRows(column) || column.measure === 'value' || column.measure === 'end'
        const shown = (v: number) => (own ? v : (shownValue(v, source.unit, source.shown) ?? NaN))
        const number = (v: number) => (Number.isNaN(v) ? null : v)
        const mean = source.ratio ? r.over / r.under : own ? r.sum / r.n : r.integral / (r.covered / 1000)
        const tooLittle = says.has('total') && missing > MISSING_ABOVE + 1e-9
        return {
          total:
            says.has('total') && r.known > 0 && !tooLittle ? (r.exact ? roundedOf(r.exact) : r.total) : null,
          mean: says.has('mean') && r.n > 0 ? number(shown(mean)) : null,
          min: says.has('min') ? number(shown(r.min)) : null,
          t_min: says.has('min') ? number(r.tMin) : null,
          max: says.has('max') ? number(shown(r.max)) : null,
          t_max: says.has('max') ? number(r.tMax) : null,
          // A mean or an extreme that is known is one of a part: only what has no number at all is missing.
          q: tooLittle ? worst(q, r.n > 0 ? PARTIAL : MISSING) : q,
        }
      }),
  }
}
