import type pg from 'pg'
import type { Description } from '#core/description/index.ts'
import { inputSeries, reachOf, type Inputs } from '#core/calculation/index.ts'
import type { Series } from '#core/series/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Readings } from '#server/features/readings/index.ts'

/** What the instants of [from, to] are computed from: as far back and forward as they reach, but nothing after now. */
export async function readInputs(
  deps: { history: History; readings: Readings },
  d: Description,
  from: number,
  to: number,
  now: number,
  client?: pg.PoolClient,
): Promise<Inputs> {
  const reach = reachOf(d)
  const [data, infos] = await Promise.all([
    deps.history.read(d.hydroCode, inputSeries(d), from - reach.before, Math.min(to + reach.back, now), {
      carry: true,
      client,
    }),
    deps.readings.registry.list(d.hydroCode),
  ])
  const known = new Map(infos.map((i) => [i.code, i]))
  return (code) => {
    const series = data.get(code)
    const info = known.get(code)
    return series && { series, kind: info?.kind ?? 'instant', unit: info?.unit }
  }
}

/** Series by code as one batch of entries. */
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
