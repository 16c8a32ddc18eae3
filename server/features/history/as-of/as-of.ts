import { DAY, HOUR, type TimeSpan } from '#core/time/index.ts'
import { concat, merge, slice, type Bins, type Series } from '#core/series/index.ts'
import type { Thin } from '../bins/index.ts'
import { rows, type Context } from '../store/context.ts'
import { dayBefore } from './past.ts'
import { notRejected } from '../store/read.ts'
import { shownEntries } from '../shown.ts'
import type { Entry, JudgedLayers, LayerChange } from '../types.ts'

/** Reads as of a past instant: without what arrived or was changed later. */
export interface AsOf {
  /** Epoch ms; the whole second that contains it counts as known. */
  knownAt: number
  read(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    options?: { carry?: boolean },
  ): Promise<Map<string, Series>>
  /** The last entries at or before knownAt that are not REJECTED; of all series where none are named. */
  last(hydroCode: string, series?: readonly string[]): Promise<Map<string, Entry>>
  /** The same with the flags by which the calculation judged readings at that time, for display only. */
  readShown(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    options?: { carry?: boolean },
  ): Promise<Map<string, Series>>
  /** The same in windows: both ends included, apart from each other, oldest first. */
  readShownIn(
    hydroCode: string,
    series: readonly string[],
    windows: readonly TimeSpan[],
  ): Promise<Map<string, Series>>
  /** Entries with those flags. */
  shown(hydroCode: string, entries: ReadonlyMap<string, Entry>): Promise<Map<string, Entry>>
  /** For charts, with those flags; always computed from the readings, since hour bins exist for the present only. */
  thin(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    px: number,
  ): Promise<Map<string, Thin>>
  /** Hour bins that start in [from, to), computed from the readings with those flags. */
  bins(hydroCode: string, series: readonly string[], from: number, to: number): Promise<Map<string, Bins>>
}

type Read = (
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  change?: LayerChange,
) => Promise<Map<string, Series>>

type ThinFrom = (
  read: AsOf['read'],
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  px: number,
) => Promise<Map<string, Thin>>

type BinsFrom = (
  read: AsOf['read'],
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
) => Promise<Map<string, Bins>>

/** Most series have an entry this near; the others are searched for one by one. */
const NEAR = [2 * HOUR, 3 * DAY]

/** known: reads a span as it was then. judged: what the calculation thought of readings then. */
export function createAsOf(
  ctx: Context,
  knownAt: number,
  known: Read,
  thinFrom: ThinFrom,
  binsFrom: BinsFrom,
  judged: JudgedLayers,
): AsOf {
  const lastBefore = async (hydroCode: string, series: readonly string[], t: number) => {
    const out = new Map<string, Entry>()
    let missing = [...series]
    let from = t
    for (const reach of NEAR) {
      if (missing.length === 0) return out
      from = t - reach
      const data = await known(hydroCode, missing, from, t)
      missing = missing.filter((code) => !take(out, code, data.get(code)))
    }
    for (const code of missing)
      for (let before = from - 1; ;) {
        const day = await dayBefore(ctx, hydroCode, code, before)
        if (day === null) break
        const start = Math.min(day * DAY, before)
        const data = await known(hydroCode, [code], start, before)
        if (take(out, code, data.get(code))) break
        before = start - 1
      }
    return out
  }

  const read: AsOf['read'] = async (hydroCode, series, from, to, { carry = false } = {}) => {
    const data = await known(hydroCode, series, from, to)
    if (!carry) return data
    const lacking = [...data].filter(([, s]) => !(s.t[0] === from && notRejected(s.q[0])))
    const before = await lastBefore(
      hydroCode,
      lacking.map(([code]) => code),
      from - 1,
    )
    for (const [code, entry] of before) {
      const upTo = await known(hydroCode, [code], entry.t, from - 1)
      data.set(code, merge(upTo.get(code)!, data.get(code)!))
    }
    return data
  }

  const readShown: AsOf['read'] = async (hydroCode, series, from, to, o) => {
    const data = await read(hydroCode, series, from, to, o)
    const add = await judged(hydroCode, series, from, to)
    const codes = [...new Set(add.map((a) => a.series))]
    if (codes.length === 0) return data
    const flagged = await known(hydroCode, codes, from, to, { add })
    // What is carried lies before the span.
    for (const [code, s] of flagged) data.set(code, merge(slice(data.get(code)!, -Infinity, from), s))
    return data
  }

  return {
    knownAt,
    read,
    readShown,
    async readShownIn(hydroCode, series, windows) {
      const parts = new Map<string, Series[]>(series.map((code) => [code, []]))
      for (const { from, to } of windows)
        for (const [code, s] of await readShown(hydroCode, series, from, to)) parts.get(code)!.push(s)
      return new Map([...parts].map(([code, list]) => [code, concat(list)]))
    },
    shown: (hydroCode, entries) => shownEntries(readShown, judged, hydroCode, entries),
    async last(hydroCode, series) {
      if (series) return lastBefore(hydroCode, series, knownAt)
      const all = await rows<{ series: string }>(
        ctx,
        undefined,
        'SELECT series FROM series_last WHERE hydro_code = $1 ORDER BY series',
        [hydroCode],
      )
      return lastBefore(
        hydroCode,
        all.map((r) => r.series),
        knownAt,
      )
    },
    thin: (hydroCode, series, from, to, px) => thinFrom(readShown, hydroCode, series, from, to, px),
    bins: (hydroCode, series, from, to) => binsFrom(readShown, hydroCode, series, from, to),
  }
}

/** Puts the last entry of a series that is not REJECTED into `out`. Returns whether there is one. */
function take(out: Map<string, Entry>, code: string, s: Series | undefined): boolean {
  for (let i = (s?.t.length ?? 0) - 1; s && i >= 0; i--)
    if (notRejected(s.q[i])) {
      out.set(code, { t: s.t[i], v: s.v[i], q: s.q[i] })
      return true
    }
  return false
}
