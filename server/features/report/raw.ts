import { shownValue, type ReportColumn, type ReportTable, type Source } from '#core/report/index.ts'
import { emptySeries, indexAt, isEndStamped, slice, type Series } from '#core/series/index.ts'
import { DAY, HOUR } from '#core/time/index.ts'
import type { View } from '#server/features/dashboard/index.ts'
import { assemble, methodsOf, readSources, tableAt } from './data.ts'

/** Readings as they were sent, over [from, to]. */
type ReadSent = (series: readonly string[], from: number, to: number) => Promise<Map<string, Series>>

/** Rows that are gathered before they are passed on, and the longest span that is looked through at once, ms. */
const ENOUGH = 5000
const LONGEST = 64 * DAY

/**
 * Rows of a raw report: every instant at which one of its columns has a reading, over [from, to) as each series is
 * stamped, oldest first. after: only those later than this.
 */
export async function* rawTables(
  view: View,
  columns: readonly ReportColumn[],
  span: { from: number; to: number },
  readSent: ReadSent,
  after: number | null,
): AsyncGenerator<ReportTable> {
  const sources = [...new Map(columns.map((c) => [c.source.id, c.source])).values()]
  const sent = columns.filter((c) => c.measure === 'sent')
  let from = after === null ? span.from : Math.max(span.from, after)
  const end = Math.min(span.to, view.at + 1)
  let length = 6 * HOUR
  while (from < end) {
    const to = Math.min(end, from + length)
    const read = await readSources(view, sources, from, to)
    const of = (source: Source, s: Series) => {
      const atEnd = isEndStamped(source.kind)
      // Totals and means belong to the time before their stamp: the first instant is left out, the last one is in.
      return slice(s, atEnd && from === span.from ? from + 1 : from, atEnd && to === end ? to + 1 : to)
    }
    const data = new Map(sources.map((s) => [s.id, of(s, read.get(s.id)!)]))
    const originals = new Map<string, Series>()
    if (sent.length > 0) {
      const codes = sent.flatMap((c) =>
        c.source.pieces.filter((p) => p.from <= to && p.to > from).map((p) => p.series),
      )
      const found = await readSent([...new Set(codes)], from, to)
      for (const { source } of sent) {
        // As sent, in the unit of the column; calibration is part of what is used.
        const plain = { ...source, pieces: source.pieces.map((p) => ({ ...p, gain: 1, offset: 0 })) }
        originals.set(source.id, of(source, assemble(plain, found, from, to)))
      }
    }
    const instants = new Set<number>()
    for (const list of [data, originals])
      for (const s of list.values()) for (const t of s.t) if (after === null || t > after) instants.add(t)
    const t = [...instants].sort((a, b) => a - b)
    if (t.length > 0) yield await tableOf(view, columns, t, data, originals)
    length =
      t.length > ENOUGH
        ? Math.max(HOUR, length / 2)
        : t.length < ENOUGH / 4
          ? Math.min(LONGEST, length * 2)
          : length
    from = to
  }
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
