import type pg from 'pg'
import type { Description } from '#core/description/index.ts'
import { inputSeries, loggedOutlets, reachOf, type Inputs } from '#core/calculation/index.ts'
import { usable } from '#core/quality/index.ts'
import { merge, slice, type Series } from '#core/series/index.ts'
import { DAY } from '#core/time/index.ts'
import type { History, LayerChange } from '#server/features/history/index.ts'
import type { Readings } from '#server/features/readings/index.ts'

/**
 * Reads what the instants of [from, to] are computed from, as far before and after as they reach, but nothing after
 * now.
 */
export async function readInputs(
  deps: { history: History; readings: Readings },
  d: Description,
  from: number,
  to: number,
  now: number,
  client?: pg.PoolClient,
  /** Layers of a preview. */
  change?: LayerChange,
  /** Some of the series that the calculation reads; absent: all. */
  codes: readonly string[] = inputSeries(d),
): Promise<Inputs> {
  const reach = reachOf(d)
  const start = from - reach.before
  const levels = [...new Set(d.positions.map((p) => p.body.series))]
  const end = Math.min(to + reach.back, now)
  const [data, infos, confirmed] = await Promise.all([
    deps.history.read(d.hydroCode, codes, start, end, {
      carry: true,
      client,
      change,
    }),
    deps.readings.registry.list(d.hydroCode),
    // The calculation itself checks levels, and no other readings.
    deps.history.confirmed(d.hydroCode, levels, start, end, { client, change }),
  ])
  const before = (a: number, b: number, code: string) =>
    deps.history.read(d.hydroCode, [code], a, b, { client, change }).then((found) => found.get(code)!)
  for (const { log, sensors } of loggedOutlets(d)) {
    const written = data.get(log)
    if (!written || written.t.length === 0 || written.t[0] >= start) continue
    for (const code of sensors) {
      if (!data.has(code)) continue
      const last = await lastThatCounts(d, data.get(code)!, written.t[0], start, (a, b) => before(a, b, code))
      if (last) data.set(code, last)
    }
  }
  const known = new Map(infos.map((i) => [i.code, i]))
  return (code) => {
    const series = data.get(code)
    const info = known.get(code)
    const kind = info?.kind ?? 'instant'
    return series && { series, kind, unit: info?.unit, confirmed: confirmed.get(code) }
  }
}

/**
 * A log replaces a sensor only where its entry is newer than the sensor's last valid reading, which may lie before
 * nulls and rejected ones. Returns the series with that reading in front, or null where it needs none.
 */
async function lastThatCounts(
  d: Description,
  own: Series,
  since: number,
  start: number,
  read: (from: number, to: number) => Promise<Series>,
): Promise<Series | null> {
  const allowSuspect = d.parameters.every((p) => p.body.allowSuspect)
  if (own.t.length === 0 || own.t[0] >= start || usable(own.q[0], allowSuspect)) return null
  for (let to = own.t[0] - 1, span = DAY; to >= since; to -= span, span *= 4) {
    const past = await read(Math.max(since, to - span + 1), to)
    for (let i = past.t.length - 1; i >= 0; i--)
      if (usable(past.q[i], allowSuspect)) return merge(slice(past, past.t[i], past.t[i] + 1), own)
  }
  return null
}

/** Joins series by code into one batch of entries. */
export function flatten(hydroCode: string, out: ReadonlyMap<string, Series>) {
  let n = 0
  for (const s of out.values()) n += s.t.length
  const series: string[] = new Array(n)
  const t = new Float64Array(n)
  const v = new Float64Array(n)
  const q = new Uint8Array(n)
  let at = 0
  for (const [code, s] of out) {
    series.fill(code, at, at + s.t.length)
    t.set(s.t, at)
    v.set(s.v, at)
    q.set(s.q, at)
    at += s.t.length
  }
  return { hydroCode, series, t, v, q }
}
