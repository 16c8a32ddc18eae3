import type { z } from 'zod'
import { DAY, MINUTE } from '#core/time/units.ts'
import { STALE_INTERVALS, parametersAt } from '#core/calculation/index.ts'
import { lateralInflow } from '#core/river/index.ts'
import { fromLocal } from '#core/time/index.ts'
import { MOST_LATERAL_DAYS, type getLateralInflow } from '#contract/overview.ts'
import { round } from '#contract/fields.ts'
import type { Output } from '#contract/endpoint.ts'
import { windowAt } from '#server/features/dashboard/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { notFound, refuseField, unprocessable } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Rows } from './kept.ts'

type Answer = Output<typeof getLateralInflow>
type Ask = z.output<NonNullable<(typeof getLateralInflow)['body']>>

const INFLOW = 'general.total_discharge_lake'
const WINDOW = 'general.inflow_window'
const OUTFLOW = 'general.total_discharge_out'

/**
 * Inflow between the reservoir of a call and one upstream of it. sees: whether the caller may see a reservoir.
 * @throws Problem 404 for an upper reservoir that is not there or not to be seen, which is the same to the caller
 */
export async function lateralOf(
  { plants, history, rows }: { plants: Plants; history: History; rows: Rows },
  caller: Caller,
  sees: (hydro: string) => boolean,
  body: Ask,
): Promise<Answer> {
  const lower = caller.hydro
  const codes = (await plants.codes()).filter((code) => code !== lower && sees(code))
  const upstream = body.upstream ?? (await rows.upstreamOf(lower, codes))
  if (upstream === null) throw unprocessable('no_upstream')
  if (!codes.includes(upstream)) throw notFound(upstream)
  const described = (await plants.plant(upstream)).travelTime ?? null
  const travelTime = body.travel_time ?? described
  if (travelTime === null) throw refuseField(caller.language, 'travel_time', 'no_travel_time')
  const zone = await plants.zone(lower)
  const [from, to] = (['from', 'to'] as const).map((field) => {
    const t = fromLocal(body[field], zone)
    if (t === null) throw refuseField(caller.language, field, 'invalid_time', { value: body[field] })
    return t
  })
  if (from > to) throw refuseField(caller.language, 'from', 'from_after_to')
  if (to - from > MOST_LATERAL_DAYS * DAY)
    throw refuseField(caller.language, 'to', 'lateral_too_long', { days: MOST_LATERAL_DAYS })
  const [below, above] = await Promise.all([plants.describe(lower), plants.describe(upstream)])
  const travel = travelTime * MINUTE
  const data = await history.read(lower, [INFLOW, WINDOW], from, to)
  const windows = data.get(WINDOW)!
  const window = (at: number) => windowAt(below, windows, at)
  const inflow = data.get(INFLOW)!
  const longest = inflow.t.reduce((most, t) => Math.max(most, window(t)), 0)
  const maxGap = STALE_INTERVALS * parametersAt(above, to).interval * 1000
  const earliest = from - travel - longest - maxGap
  const outflow = (await history.read(upstream, [OUTFLOW], earliest, to - travel + maxGap)).get(OUTFLOW)!
  const allowSuspect = parametersAt(below, to).allowSuspect
  const { lateral, arriving } = lateralInflow({ inflow, outflow, travel, window, maxGap, allowSuspect })
  const values = (v: Float64Array) => Array.from(v, (x) => (Number.isNaN(x) ? null : round(x)))
  return {
    upstream,
    downstream: lower,
    travel_time: travelTime,
    upstreams: [
      { hydro_code: upstream, hydro_name: (await plants.plant(upstream)).name, travel_time: travelTime },
    ],
    hidden_upstream: false,
    unit: 'm3/s',
    t: [...inflow.t],
    lateral: values(lateral.v),
    quality: [...lateral.q],
    inflow: values(inflow.v),
    inflow_quality: [...inflow.q],
    arriving: values(arriving.v),
    arriving_quality: [...arriving.q],
  }
}
