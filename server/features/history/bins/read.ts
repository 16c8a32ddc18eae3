import { setImmediate } from 'node:timers/promises'
import {
  emptySeries,
  hourBins,
  hourEdges,
  merge,
  rejected,
  thin as thinSeries,
  unpackBins,
  type Bins,
  type Series,
} from '#core/series/index.ts'
import { DAY, HOUR } from '#core/time/index.ts'
import { gather, unpackAll } from '#server/lib/packed.ts'
import { MOST_READ, countIn, tooMuchToRead } from '../store/read.ts'
import { gapOf, joinBins, monthOf, monthStart, pickBins } from './bins.ts'
import type { LayerChange } from '../types.ts'
import { infos, type Info, type BinsOptions } from './context.ts'
import { settlePlant } from './settle.ts'

/**
 * Marks that a read settles itself first; if there are more, the job settles them and the read returns the old hours.
 */
const OWN = 64

const BEGINNING = -100_000

interface Stored {
  series: string
  bytes: Buffer | null
  /** Of lines: rejected readings that are drawn beside them. */
  rejected: Buffer | null
  marked: boolean
  foreign: number[] | null
}

const statement = (column: 'bytes' | 'line') => `
SELECT s.series,
       EXISTS (SELECT FROM dirty_span WHERE hydro_code = $1 AND kind = 'bin' AND series = s.series
                  AND day BETWEEN s.low AND $5) AS marked,
       (SELECT array_agg(month) FROM bin_month
         WHERE hydro_code = $1 AND series = s.series AND month BETWEEN $3 AND $4 AND n > 0 AND zone <> $6) AS foreign,
       ${
         column === 'line'
           ? `(SELECT ${gather('rejected', 'month')} FROM bin_month
         WHERE hydro_code = $1 AND series = s.series AND month BETWEEN $3 AND $4 AND rejected <> '')`
           : 'NULL'
       } AS rejected,
       (SELECT ${gather(column, 'month')} FROM bin_month
         WHERE hydro_code = $1 AND series = s.series AND month BETWEEN $3 AND $4 AND n > 0) AS bytes
  FROM unnest($2::text[], $7::int[]) s(series, low)`

const BYTES = statement('bytes')
const LINE = statement('line')

/** What is stored over [from, to], after changed hours in it were recomputed. */
async function stored(
  o: BinsOptions,
  markForeign: (series: string, from: number, to: number) => Promise<void>,
  text: string,
  hydroCode: string,
  known: Map<string, Info>,
  from: number,
  to: number,
): Promise<Map<string, Stored>> {
  const series = [...known.keys()]
  const zone = await o.zoneOf(hydroCode)
  const day = (t: number) => Math.floor(t / (24 * HOUR))
  const load = () =>
    o.db.query<Stored>(text, [
      hydroCode,
      series,
      monthOf(from - HOUR),
      monthOf(to),
      day(to + HOUR),
      zone,
      // A state that changed long before is still in force in these hours.
      [...known.values()].map((i) => (i.kind === 'step' ? BEGINNING : day(from - HOUR))),
    ])
  let found = await load()
  const stale = found.filter((f) => f.marked || f.foreign)
  if (stale.length > 0) {
    for (const f of stale)
      for (const month of f.foreign ?? [])
        await markForeign(f.series, monthStart(month), monthStart(month + 1) - 1)
    await settlePlant(
      o,
      hydroCode,
      OWN,
      stale.map((f) => f.series),
    )
    found = await load()
  }
  return new Map(found.map((f) => [f.series, f]))
}

export type DirtyMarker = (hydroCode: string, series: string, from: number, to: number) => Promise<void>

/**
 * Hour bins that start in [from, to). Empty hours are absent. The state of a step series continues through the hours
 * after its last entry, until now.
 */
export async function readBins(
  o: BinsOptions,
  markBins: DirtyMarker,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, Bins>> {
  const known = await infos(o, hydroCode, series)
  const found = await stored(o, (s, a, b) => markBins(hydroCode, s, a, b), BYTES, hydroCode, known, from, to)
  const zone = await o.zoneOf(hydroCode)
  const out = new Map<string, Bins>()
  for (const [code, info] of known) {
    const list = parts(found.get(code)?.bytes ?? null).map((b) => unpackBins(b))
    const all = joinBins(info.kind, list)
    const inside = pickBins(all, (i) => all.start[i] >= from && all.start[i] < to)
    out.set(code, info.kind === 'step' ? await goOn(o, hydroCode, code, inside, from, to, zone) : inside)
  }
  return out
}

function parts(bytes: Buffer | null): Buffer[] {
  const out: Buffer[] = []
  for (let at = 0; bytes && at < bytes.length;) {
    const length = bytes.readInt32BE(at)
    out.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return out
}

/** Hours after the last stored one in which the state of a step series is still in force. */
async function goOn(
  o: BinsOptions,
  hydroCode: string,
  series: string,
  b: Bins,
  from: number,
  to: number,
  zone: string,
): Promise<Bins> {
  const n = b.start.length
  const start = n > 0 ? b.end[n - 1] : from
  const now = o.clock.now()
  const end = Math.min(to, now)
  if (start >= end) return b
  const carry = await o.stateAt(hydroCode, series, start)
  if (!carry) return b
  const all = hourEdges(start, end, zone)
  const edges = all[0] < start ? all.subarray(1) : all
  const more = hourBins(emptySeries(), { kind: 'step', edges, carry, maxAge: now - carry.t })
  return joinBins('step', [b, pickBins(more, (i) => more.covered[i] > 0)])
}

export interface Thin {
  /** true: every reading of the range as stored. false: thinned. */
  raw: boolean
  data: Series
  /** Readings that are not part of the line; from hour bins, the least and the greatest of each hour. */
  rejected: Series
}

/** Whether a chart is drawn from hour bins: from two hours a pixel on. */
const fromBins = (from: number, to: number, px: number) => (to - from) / px >= 2 * HOUR

export interface ThinOptions {
  read?: BinsOptions['read']
  change?: LayerChange
}

/**
 * What a chart needs (core/series thin). From two hours a pixel on it is taken from hour bins, which keep extremes
 * exact. read: reads as of a past instant, for which there are no bins. change: layers applied besides.
 */
export async function thin(
  o: BinsOptions,
  markBins: DirtyMarker,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  px: number,
  { read, change }: ThinOptions = {},
): Promise<Map<string, Thin>> {
  const out = new Map<string, Thin>()
  if (!(from <= to) || series.length === 0) return out
  const known = await infos(o, hydroCode, series)
  const hourly = !read && fromBins(from, to, px)
  const drawn = hourly ? await lines(o, markBins, hydroCode, known, from, to) : null
  // Buckets that begin within an hour would split sums of hours.
  const start = hourly ? hourEdges(from, from + 1, await o.zoneOf(hydroCode))[0] : from
  // A read as of a past instant applies those of then by itself.
  const judged = (!read && !hourly && (await o.judged?.(hydroCode, series, from, to))) || []
  const together = drawn ? [series] : await readTogether(o, hydroCode, series, from, to)
  for (const codes of together) {
    const data =
      drawn?.line ??
      (await (read ?? o.read)(hydroCode, codes, from, to, {
        carry: codes.some((code) => known.get(code)!.kind === 'step'),
        change: judged.length > 0 ? { ...change, add: [...judged, ...(change?.add ?? [])] } : change,
      }))
    for (const code of codes) {
      const { kind, step } = known.get(code)!
      const thinned = thinSeries(data.get(code)!, kind === 'total' ? start : from, to, px, {
        kind,
        gapMs: gapOf(kind, step(from, to), hourly),
      })
      out.set(code, {
        raw: !hourly && thinned.form === 'raw',
        data: { t: thinned.t, v: thinned.v, q: thinned.q },
        rejected: rejected((drawn?.rejected ?? data).get(code)!, from, to, px),
      })
      // Readings come in meanwhile.
      await setImmediate()
    }
  }
  return out
}

/** Up to here a span is read without counting, so many series at a time. */
const SHORT = 2 * DAY
const SHORT_TOGETHER = 20
/** Readings that are thinned before the next are read. */
const THINNED_TOGETHER = 1_000_000

/**
 * Series in groups that are read together: of years of readings only a part is held at once.
 * @throws Problem 400 too_much_to_read where one of them is too long by itself
 */
async function readTogether(
  o: BinsOptions,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
): Promise<string[][]> {
  const counts = to - from > SHORT ? await countIn(o, hydroCode, series, from, to) : null
  const groups: string[][] = []
  let room = 0
  for (const code of series) {
    const n = counts?.get(code) ?? THINNED_TOGETHER / SHORT_TOGETHER
    if (n > MOST_READ) throw tooMuchToRead(n, MOST_READ)
    if (n > room || groups.length === 0) {
      groups.push([])
      room = THINNED_TOGETHER
    }
    groups.at(-1)!.push(code)
    room -= n
  }
  return groups
}

async function lines(
  o: BinsOptions,
  markBins: DirtyMarker,
  hydroCode: string,
  known: Map<string, Info>,
  from: number,
  to: number,
): Promise<{ line: Map<string, Series>; rejected: Map<string, Series> }> {
  const found = await stored(o, (s, a, b) => markBins(hydroCode, s, a, b), LINE, hydroCode, known, from, to)
  const out = new Map<string, Series>()
  const beside = new Map<string, Series>()
  for (const [code, { kind }] of known) {
    let line = unpackAll(found.get(code)?.bytes ?? null)
    beside.set(code, unpackAll(found.get(code)?.rejected ?? null))
    if (kind === 'step' && !(line.t[0] <= from)) {
      const state = await o.stateAt(hydroCode, code, from)
      if (state)
        line = merge(
          { t: Float64Array.of(state.t), v: Float64Array.of(state.v), q: Uint8Array.of(state.q) },
          line,
        )
    }
    out.set(code, line)
  }
  return { line: out, rejected: beside }
}
