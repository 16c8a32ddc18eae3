import { CLOSES_WITHIN, closing } from '#core/balance/index.ts'
import { WATER_SERIES, waterOf } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import { periods, toLocal } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { getVolumes, MOST_VOLUME_DAYS, MOST_VOLUME_MONTHS, type WaterVolume } from '#contract/volumes.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { turns } from '#server/lib/turns.ts'
import { createViews } from './view.ts'

const AT_ONCE = 2

/** Millions of m3 to the litre, which a day of a small plant needs. */
const millions = (m3: number | null) => (m3 === null ? null : round(m3 / 1e6, 6))

/** Volumes of days and months, by the balance over exactly each of them. */
export function serveVolumes(serve: Serve, s: Services & { plants: Plants; history: History }): void {
  const viewOf = createViews(s)
  const turn = turns(AT_ONCE)
  serve(getVolumes, async ({ body, caller }) => {
    const view = await viewOf(caller)
    const { description, plant, at } = view
    const { zone } = plant
    const from = instantOf(body.from, zone, 'from')
    const to = instantOf(body.to, zone, 'to')
    if (from >= to) throw refuseField(caller.language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    const list = periods(body.step, from, to, zone, plant.dayStart)
    const most = body.step === 'day' ? MOST_VOLUME_DAYS : MOST_VOLUME_MONTHS
    if (list.length > most)
      throw refuseField(caller.language, 'to', 'volumes_too_long', { most }, { as: 'invalid_range' })
    const rows: WaterVolume[] = []
    await turn(async () => {
      // A month at a time: years of instants need not be in memory at once.
      for (const group of grouped(list)) {
        const end = Math.min(at, group.at(-1)!.end)
        const slack = 3 * intervalAt(description, end)
        const data = await view.read(
          view.hydro,
          WATER_SERIES,
          group[0].start - slack,
          Math.min(at, end + slack),
        )
        for (const { start, end } of group)
          if (start < at) rows.push(row(description, data, start, end, at, zone))
      }
    })
    return {
      step: body.step,
      window_s: inForce(description.parameters, at)?.body.window ?? 3600,
      closes_within: CLOSES_WITHIN,
      periods: rows,
    }
  })
}

const intervalAt = (d: Description, t: number) => (inForce(d.parameters, t)?.body.interval ?? 300) * 1000

/** Periods that are read together: as many as fill a month. */
function grouped<P extends { start: number; end: number }>(list: readonly P[]): P[][] {
  const out: P[][] = []
  for (const one of list) {
    const group = out.at(-1)
    if (group && one.end - group[0].start <= TOGETHER) group.push(one)
    else out.push([one])
  }
  return out
}
const TOGETHER = 31 * 86_400_000

function row(
  d: Description,
  data: ReadonlyMap<string, Series>,
  from: number,
  end: number,
  now: number,
  zone: string,
): WaterVolume {
  const p = inForce(d.parameters, from)?.body
  const interval = intervalAt(d, from)
  const complete = end <= now
  // Nothing is computed yet for the interval that is not over.
  const to = complete ? end : Math.max(from, from + Math.floor((now - from) / interval) * interval)
  const c = closing(waterOf(data, p?.seepageReturns ?? false), from, Math.max(to, from + interval), interval)
  return {
    date_string: toLocal(from, zone),
    from,
    to: end,
    storage: millions(c.storage),
    outflow: millions(c.outflow),
    losses: millions(c.losses),
    inflow: millions(c.inflow),
    residual: millions(c.residual),
    residual_share: c.share === null ? null : round(c.share, 6),
    closes: c.share === null ? null : Math.abs(c.share) <= CLOSES_WITHIN,
    summed: millions(c.summed),
    complete,
    quality: c.q,
  }
}
