import { PLANT_ENERGY } from '#core/calculation/index.ts'
import { splitApproved, WHOLE_RECORD } from '#core/edits/index.ts'
import { missingShare } from '#core/price/index.ts'
import { DAY, fromLocal, next, periods, toLocalDate } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import * as contract from '#contract/erlogs.ts'
import { MOST_ENTERED_DAYS } from '#contract/erlogs.ts'
import { record } from '#server/features/audit/index.ts'
import { createViews } from '#server/features/dashboard/index.ts'
import { refuseApproved, reviewsOf } from '#server/features/edits/index.ts'
import { lockPlant } from '#server/features/plants/index.ts'
import { revenueOfSpans } from '#server/features/price/index.ts'
import { conflict, refuseField } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import { energyOver } from './energy.ts'
import { enteredBetween, entryInForce, enteredVersions, putEntered, shownEntered } from './entered-store.ts'
import type { StatisticsDeps } from './index.ts'
import { vndOf } from './revenue.ts'

/** Entered minus computed; null where either is missing. */
const difference = (entered: number | null, computed: number | null) =>
  entered === null || computed === null ? null : round(entered - computed)

const rounded = (v: number | null) => (v === null ? null : round(v))

/** Daily energy and revenue as people enter them, every version kept. */
export function serveErlogs(serve: Serve, deps: StatisticsDeps): void {
  const { db, clock, plants, registry } = deps
  const viewOf = createViews(deps)

  serve(contract.listErlogs, async ({ body: { from, to }, caller }) => {
    const { hydro, language } = caller
    if (from > to) throw refuseField(language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    const view = await viewOf(caller)
    const { zone } = view.plant
    const [start, end] = [fromLocal(from, zone)!, next('day', fromLocal(to, zone)!, zone)]
    if (end - start > (MOST_ENTERED_DAYS + 1) * DAY)
      throw refuseField(language, 'to', 'span_too_long', { days: MOST_ENTERED_DAYS }, { as: 'invalid_range' })
    const days = periods('day', start, end, zone)
    const spans = days.map((day) => ({ from: day.start, to: day.end }))
    const [entered, computed, revenue, reviews] = await Promise.all([
      enteredBetween(db, hydro, from, to),
      energyOver(view, PLANT_ENERGY, days),
      revenueOfSpans(registry, view, null, spans),
      reviewsOf(db.pool, hydro, WHOLE_RECORD, { from: start, to: end - 1 }),
    ])
    return days.map((day, i) => {
      const name = toLocalDate(day.start, zone)
      const shown = shownEntered(entered.get(name), zone)
      const { kwh, q, missing } = computed[i]
      const vnd = vndOf(revenue[i])
      const span = { from: day.start, to: day.end - 1 }
      const over = day.end <= view.at
      return {
        day_string: name,
        ...shown,
        over,
        approved: splitApproved(reviews, [span]).held.length > 0,
        computed: {
          e: rounded(kwh),
          quality: q,
          missing: round(missing, 4),
          r: vnd,
          r_quality: revenue[i].q,
          r_missing: round(missingShare(revenue[i]), 4),
        },
        // Until the day is over, neither is of the whole day, nor of the same part of it.
        difference: over
          ? { e: difference(shown.e, kwh), r: difference(shown.r, vnd) }
          : { e: null, r: null },
      }
    })
  })

  serve(contract.upsertErlog, async ({ body, caller }) => {
    const { hydro, language } = caller
    const { day_string: day, version } = body
    const zone = await plants.zone(hydro)
    const start = fromLocal(day, zone)!
    const end = next('day', start, zone)
    const now = clock.now()
    if (start > now) throw refuseField(language, 'day_string', 'not_yet')
    if (body.e === undefined && body.r === undefined) throw refuseField(language, 'e', 'required')
    const reason = body.reason ?? null
    const row = await db.tx(async (c) => {
      // One after another, so that versions follow each other.
      await lockPlant(c, hydro)
      await refuseApproved(c, caller, WHOLE_RECORD, { from: start, to: end - 1 })
      const before = await entryInForce(c, hydro, day)
      if (version !== undefined && version !== (before?.version ?? 0)) throw conflict()
      const [energy, revenue] = [
        body.e === undefined ? (before?.energy ?? null) : body.e,
        body.r === undefined ? (before?.revenue ?? null) : body.r,
      ]
      const made = {
        day,
        version: (before?.version ?? 0) + 1,
        energy,
        revenue,
        reason,
        entered_by: caller.actor,
        entered_at: now,
      }
      await putEntered(c, hydro, made)
      await record(c, now, caller, {
        act: before ? 'update' : 'add',
        noun: 'daily output',
        item: day,
        itemName: day,
        before: before && { e: before.energy, r: before.revenue },
        after: { e: energy, r: revenue, ...(now < end && { running: true }) },
        reason,
      })
      return entryInForce(c, hydro, day)
    })
    return { day_string: day, ...shownEntered(row, zone) }
  })

  serve(contract.listErlogVersions, async ({ params, caller }) => {
    const zone = await plants.zone(caller.hydro)
    return (await enteredVersions(db, caller.hydro, params.day)).map((row) => shownEntered(row, zone))
  })
}
