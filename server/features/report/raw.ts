import { setImmediate } from 'node:timers/promises'
import { shownValue, type ReportColumn, type ReportTable, type Source } from '#core/report/index.ts'
import { emptySeries, indexAt, isEndStamped, slice, type Series } from '#core/series/index.ts'
import type { View } from '#server/features/dashboard/index.ts'
import { assemble, methodsOf, readSources, tableAt } from './data.ts'
import { windowsOf, type CountByDay } from './windows.ts'

/** How a raw report reads: readings as they were sent over [from, to], and how many there are. */
export interface RawReads {
  sent(series: readonly string[], from: number, to: number): Promise<Map<string, Series>>
  count: CountByDay
}

/** Cells of a table that are made before others have their turn. */
const TABLE_CELLS = 100_000

/** Readings of sources, and those that were sent, with the instants at which there is one of either. */
interface Part {
  t: number[]
  data: ReadonlyMap<string, Series>
  originals: ReadonlyMap<string, Series>
}

/** The series of columns that are their record at some time of [from, to]. */
export const codesOfColumns = (columns: readonly ReportColumn[], from: number, to: number): string[] => [
  ...new Set(
    columns.flatMap((c) => c.source.pieces.filter((p) => p.from <= to && p.to > from).map((p) => p.series)),
  ),
]

/** The readings of columns over [from, to) as each series is stamped, in parts of a limited size, oldest first. */
async function* partsOf(
  view: View,
  columns: readonly ReportColumn[],
  span: { from: number; to: number },
  reads: RawReads,
  after: number | null,
): AsyncGenerator<Part> {
  const sources = [...new Map(columns.map((c) => [c.source.id, c.source])).values()]
  const sent = columns.filter((c) => c.measure === 'sent')
  const begin = after === null ? span.from : Math.max(span.from, after)
  const end = Math.min(span.to, view.at + 1)
  for await (const { from, to } of windowsOf(reads.count, codesOfColumns(columns, begin, end), begin, end)) {
    const read = await readSources(view, sources, from, to)
    const of = (source: Source, s: Series) => {
      const atEnd = isEndStamped(source.kind)
      // Totals and means belong to the time before their stamp: the first instant is left out, the last one is in.
      return slice(s, atEnd && from === span.from ? from + 1 : from, atEnd && to === end ? to + 1 : to)
    }
    const data = new Map(sources.map((s) => [s.id, of(s, read.get(s.id)!)]))
    const originals = new Map<string, Series>()
    if (sent.length > 0) {
      const found = await reads.sent(codesOfColumns(sent, from, to), from, to)
      for (const { source } of sent) {
        // As sent, in the unit of the column; calibration is part of what is used.
        const plain = { ...source, pieces: source.pieces.map((p) => ({ ...p, gain: 1, offset: 0 })) }
        originals.set(source.id, of(source, assemble(plain, found, from, to)))
      }
    }
    const instants = new Set<number>()
    for (const list of [data, originals])
      for (const s of list.values()) for (const t of s.t) if (after === null || t > after) instants.add(t)
    yield { t: [...instants].sort((a, b) => a - b), data, originals }
    // Lets others in between.
    await setImmediate()
  }
}

/**
 * Rows of a raw report: every instant at which one of its columns has a reading, over [from, to) as each series is
 * stamped, oldest first, in tables of a limited size. after: only those later than this.
 */
export async function* rawTables(
  view: View,
  columns: readonly ReportColumn[],
  span: { from: number; to: number },
  reads: RawReads,
  after: number | null,
): AsyncGenerator<ReportTable> {
  const most = Math.max(1, Math.floor(TABLE_CELLS / columns.length))
  for await (const { t, data, originals } of partsOf(view, columns, span, reads, after))
    for (let i = 0; i < t.length; i += most) {
      yield await tableOf(view, columns, t.slice(i, i + most), data, originals)
      await setImmediate()
    }
}

/** How many rows rawTables makes. Stops soon after `most`: the number is then about that of the whole report. */
export async function countRows(
  view: View,
  columns: readonly ReportColumn[],
  span: { from: number; to: number },
  reads: RawReads,
  most: number,
): Promise<number> {
  let rows = 0
  let last = span.from
  for await (const { t } of partsOf(view, columns, span, reads, null)) {
    rows += t.length
    last = t.at(-1) ?? last
    if (rows > most) {
      const whole = Math.min(span.to, view.at) - span.from
      return Math.round((rows * whole) / Math.max(1, last - span.from))
    }
  }
  return rows
}

async function tableOf(
  view: View,
  columns: readonly ReportColumn[],
  t: number[],
  data: ReadonlyMap<string, Series>,
  originals: ReadonlyMap<string, Series>,
): Promise<ReportTable> {
  const methods = await methodsOf(view, columns, t[0], t[t.length - 1])
  const cells = columns.map(({ source, measure }) => {
    const own = (measure === 'sent' ? originals : data).get(source.id) ?? emptySeries()
    const at = (instant: number) => {
      const i = indexAt(own, instant)
      return i >= 0 && own.t[i] === instant ? i : -1
    }
    return t.map((instant): { v: number | string | null; q: number | null } => {
      const i = at(instant)
      switch (measure) {
        case 'flags':
          return i < 0 ? NOTHING : { v: own.q[i], q: own.q[i] }
        case 'method': {
          const list = methods.get(source.id)
          const k = list && i >= 0 ? indexAt(list, instant) : -1
          return k < 0 || Number.isNaN(list!.v[k]) ? NOTHING : { v: list!.v[k], q: list!.q[k] }
        }
        case 'table': {
          const name = i < 0 ? null : tableAt(view, source, instant)
          return name === null ? NOTHING : { v: name, q: 0 }
        }
        default:
          return i < 0 ? NOTHING : { v: shownValue(own.v[i], source.unit, source.shown), q: own.q[i] }
      }
    })
  })
  return { t, v: cells.map((list) => list.map((c) => c.v)), q: cells.map((list) => list.map((c) => c.q)) }
}

const NOTHING = { v: null, q: null }
