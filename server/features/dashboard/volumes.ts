import { CLOSES_WITHIN } from '#core/balance/index.ts'
import { WATER_SERIES } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import type { MessageCode } from '#contract/messages.ts'
import { getVolumes, MOST_VOLUME_DAYS, MOST_VOLUME_MONTHS, type WaterVolume } from '#contract/volumes.ts'
import {
  calculationIntervalOf,
  closingUntil,
  lastInstant,
  waterPeriods,
  waterReach,
} from '#server/features/calculation/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { refuseField, type Params } from '#server/lib/errors.ts'
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
    const view = await viewOf(caller, body.known_at)
    const { description, plant, at } = view
    const { zone } = plant
    const from = instantOf(body.from, zone, 'from')
    const to = instantOf(body.to, zone, 'to')
    if (from >= to) throw refuseField(caller.language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    const { step } = body
    const list =
      step === 'span' ? spanOf(description, from, to, at) : waterPeriods(step, description, from, to, zone)
    const refuse = (code: MessageCode, params: Params) =>
      refuseField(caller.language, 'to', code, params, { as: 'invalid_range' })
    const long = to - from > (MOST_VOLUME_DAYS + 1) * DAY
    if (step === 'span' && long) throw refuse('observe_too_long', { days: MOST_VOLUME_DAYS })
    if (view.known && long) throw refuse('known_too_long', { days: MOST_VOLUME_DAYS })
    const most = step === 'month' ? MOST_VOLUME_MONTHS : MOST_VOLUME_DAYS
    if (list.length > most) throw refuse('volumes_too_long', { most })
    const rows: WaterVolume[] = []
    await turn(async () => {
      // A month at a time: years of instants need not be in memory at once.
      for (const group of grouped(list)) {
        const end = Math.min(at, group.at(-1)!.end)
        const slack = waterReach(description, end)
        const data = await view.read(
          view.hydro,
          WATER_SERIES,
          group[0].start - slack,
          Math.min(at, end + slack),
        )
        for (const period of group) {
          const { start, end } = step === 'span' ? computed(period, description, data) : period
          if (start < at) rows.push(row(description, data, start, end, at, zone))
        }
      }
    })
    return view.answer({
      step,
      window_s: inForce(description.parameters, at)?.body.window ?? 3600,
      closes_within: CLOSES_WITHIN,
      periods: rows,
    })
  })
}

/** The one period from..to, between instants of the calculation; none where there is no interval between them. */
function spanOf(d: Description, from: number, to: number, now: number): { start: number; end: number }[] {
  const [start, end] = [from, Math.min(to, now)].map((t) => lastInstant(d, t))
  return start < end ? [{ start, end }] : []
}

/** A span whose last instant is just not computed yet, moved back to the newest that is. */
function computed(
  { start, end }: { start: number; end: number },
  d: Description,
  data: ReadonlyMap<string, Series>,
): { start: number; end: number } {
  const newest = data.get('general.total_capacity')?.t.findLast((t) => t <= end) ?? end
  const behind = end - newest <= 2 * calculationIntervalOf(d, end) ? end - newest : 0
  return { start: start - behind, end: end - behind }
}

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
const TOGETHER = 31 * DAY

function row(
  d: Description,
  data: ReadonlyMap<string, Series>,
  from: number,
  end: number,
  now: number,
  zone: string,
): WaterVolume {
  const c = closingUntil(d, data, from, end, now)
  return {
    date_string: toLocal(from, zone),
    from,
    to: end,
    storage: millions(c.storage),
    outflow: millions(c.outflow),
    // Of a period without anything else nobody knows what was lost.
    losses: c.storage === null && c.outflow === null ? null : millions(c.losses),
    inflow: millions(c.inflow),
    residual: millions(c.residual),
    residual_share: c.share === null ? null : round(c.share, 6),
    closes: c.share === null ? null : Math.abs(c.share) <= CLOSES_WITHIN,
    summed: millions(c.summed),
    complete: end <= now,
    quality: c.q,
  }
}
