import type { z } from 'zod'
import { DAY, MINUTE } from '#core/time/units.ts'
import { STALE_INTERVALS, parametersAt } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import { lateralInflow } from '#core/river/index.ts'
import { fromLocal } from '#core/time/index.ts'
import { MOST_LATERAL_DAYS, type getLateralInflow } from '#contract/overview.ts'
import { round } from '#contract/fields.ts'
import type { Output } from '#contract/endpoint.ts'
import { longestInterval } from '#server/features/calculation/index.ts'
import { windowAt } from '#server/features/dashboard/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { notFound, refuseField, unprocessable } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Rows } from './kept.ts'
import { INFLOW, OUTFLOW, WINDOW } from './row.ts'

type Answer = Output<typeof getLateralInflow>
type LateralRequest = z.output<NonNullable<(typeof getLateralInflow)['body']>>

/** Readings of all reservoirs of a call together, beyond which it is refused: computing them takes the server for itself. */
const MOST = 500_000

/**
 * Inflow between the reservoir of a call and all those from which it is the next one downstream. sees: whether the
 * caller may see a reservoir; the releases of one that may not be seen stay included, and are not named.
 * @throws Problem 404 for an upper reservoir that is not there or not to be seen, which is the same to the caller; 400
 * for one that is not a neighbour upstream, or of which no travel time is known
 */
export async function lateralOf(
  { plants, history, rows }: { plants: Plants; history: History; rows: Rows },
  caller: Caller,
  sees: (hydro: string) => boolean,
  body: LateralRequest,
): Promise<Answer> {
  const { hydro: lower, language } = caller
  const above = await rows.upstreamsOf(lower)
  const seen = above.filter(sees)
  const named = body.upstream
  if (named !== undefined && !seen.includes(named)) {
    if (named === lower || (sees(named) && (await plants.codes()).includes(named)))
      throw refuseField(language, 'upstream', 'not_upstream', { name: named })
    throw notFound(named)
  }
  const first = named ?? seen.at(0)
  if (first === undefined) throw unprocessable('no_upstream')
  const zone = await plants.zone(lower)
  const [from, to] = (['from', 'to'] as const).map((field) => {
    const t = fromLocal(body[field], zone)
    if (t === null) throw refuseField(language, field, 'invalid_time', { value: body[field] })
    return t
  })
  if (from > to) throw refuseField(language, 'from', 'from_after_to')
  if (to - from > MOST_LATERAL_DAYS * DAY)
    throw refuseField(language, 'to', 'lateral_too_long', { days: MOST_LATERAL_DAYS })
  const below = await plants.describe(lower)
  const most = Math.floor(MOST / (1 + seen.length))
  const data = await history.read(lower, [INFLOW, WINDOW], from, to, { most })
  const inflow = data.get(INFLOW)!
  const window = (at: number) => windowAt(below, data.get(WINDOW)!, at)
  const longest = inflow.t.reduce((most, t) => Math.max(most, window(t)), 0)
  const upstreams = await Promise.all(
    [first, ...seen.filter((code) => code !== first)].map(async (code) => {
      const d = await plants.describe(code)
      const name = (inForce(d.plant, to) ?? d.plant.at(-1))?.body.name ?? code
      const minutes = (t: number) =>
        (code === first ? body.travel_time : undefined) ?? travelTimeAt(d, t) ?? NaN
      const times = [from, to, ...inflow.t].map(minutes)
      if (times.some(Number.isNaN)) throw refuseField(language, 'travel_time', 'no_travel_time', { name })
      const [least, most] = [Math.min, Math.max].map((of) => times.reduce((a, b) => of(a, b)) * MINUTE)
      const reach = from - most - longest
      const maxGap = STALE_INTERVALS * longestInterval(d, reach, to)
      const read = await history.read(code, [OUTFLOW], reach - maxGap, to - least + maxGap, { most })
      return {
        hydro_code: code,
        hydro_name: name,
        travel_time: minutes(to),
        release: {
          outflow: read.get(OUTFLOW)!,
          travel: (at: number) => minutes(at) * MINUTE,
          maxGap,
          allowSuspect: parametersAt(d, to).allowSuspect,
        },
      }
    }),
  )
  const hidden = seen.length < above.length
  const { lateral, arriving } = lateralInflow({
    inflow,
    releases: upstreams.map((u) => u.release),
    othersIncluded: hidden,
    window,
    allowSuspect: parametersAt(below, to).allowSuspect,
  })
  const values = (v: Float64Array) => Array.from(v, (x) => (Number.isNaN(x) ? null : round(x)))
  return {
    upstream: first,
    downstream: lower,
    travel_time: upstreams[0].travel_time,
    upstreams: upstreams.map(({ hydro_code, hydro_name, travel_time }) => ({
      hydro_code,
      hydro_name,
      travel_time,
    })),
    hidden_upstream: hidden,
    unit: 'm3/s',
    t: [...inflow.t],
    window: Array.from(inflow.t, (at) => window(at) / 1000),
    lateral: values(lateral.v),
    quality: [...lateral.q],
    inflow: values(inflow.v),
    inflow_quality: [...inflow.q],
    arriving: values(arriving.v),
    arriving_quality: [...arriving.q],
  }
}

/** Travel time to the next reservoir downstream at an instant, min; before it was first described, as it was then. */
function travelTimeAt({ plant }: Description, t: number): number | null {
  const own = inForce(plant, t)?.body.travelTime
  return own ?? plant.find((v) => v.from > t && v.body.travelTime != null)?.body.travelTime ?? null
}
