import { setImmediate } from 'node:timers/promises'
import { openCalendar, priceOf, pricesAt, type MarketOf } from '#core/price/index.ts'
import { DAY, periods, toLocal } from '#core/time/index.ts'
import { text, type Language } from '#contract/messages.ts'
import { MOST_REVENUE_DAYS, MOST_REVENUE_ROWS, priceAtInstants, tariffRevenue } from '#contract/revenue.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Serve } from '#server/lib/serve.ts'
import { createClassNames, revenueAnswer, tariffsOf } from './answers.ts'
import { priceOfMarket, readMarket } from './market.ts'
import { momentOf } from './moment.ts'
import { revenueBy, tariffsIn } from './revenue.ts'
import type { PriceDeps, PriceView } from './types.ts'
import { describeClass } from './words.ts'

/** Instants that are answered before others have their turn. */
const PRICED_AT_ONCE = 50
/** Span of instants whose market prices are read at once. */
const READ_AT_ONCE = 31 * DAY

/** Revenue of stored energy, and the price at an instant, by the described tariffs. */
export function serveStoredPrices(serve: Serve, { registry, viewOf }: PriceDeps): void {
  serve(tariffRevenue, async ({ body, caller }) => {
    const view = await viewOf(caller, body.known_at)
    const { zone } = view.plant
    const from = instantOf(body.from, zone, 'from')
    const to = instantOf(body.to, zone, 'to')
    const refuse = (path: string, code: 'from_after_to' | 'revenue_too_long', params = {}) =>
      refuseField(caller.language, path, code, params, { as: 'invalid_range' })
    if (from >= to) throw refuse('from', 'from_after_to')
    const most = { most: MOST_REVENUE_ROWS, days: MOST_REVENUE_DAYS }
    if (to - from > MOST_REVENUE_DAYS * DAY || periods(body.group, from, to, zone).length > MOST_REVENUE_ROWS)
      throw refuse('to', 'revenue_too_long', most)
    const unit = body.unit ?? null
    if (unit !== null && !view.description.units.some((u) => u.id === unit)) throw notFound(unit)
    const { series, rows, total } = await revenueBy(registry, view, { unit, group: body.group, from, to })
    const nameOf = createClassNames(view, caller.language)
    return {
      unit,
      series,
      currency: 'VND' as const,
      zone,
      known_at: view.known ? view.at : null,
      tariffs: tariffsOf(rows),
      rows: rows.map((r) => revenueAnswer(r, nameOf)),
      total: revenueAnswer(total, nameOf),
    }
  })

  serve(priceAtInstants, async ({ body, caller }) => {
    const view = await viewOf(caller, body.known_at)
    const { zone } = view.plant
    const times = Array.isArray(body.t)
      ? body.t.map((t, i) => momentOf(t, zone, `t.${i}`))
      : [momentOf(body.t, zone, 't')]
    const known = await registry.known(view.hydro)
    const out = new Map<number, ReturnType<typeof priceAt>>()
    for (const some of together([...new Set(times)].sort((a, b) => a - b))) {
      const [from, to] = [some[0], some.at(-1)!]
      const marketOf = await readMarket(view, known, tariffsIn(view, { from, to: to + 1 }), { from, to })
      for (const [i, t] of some.entries()) {
        out.set(t, priceAt(view, t, marketOf, caller.language))
        if (i % PRICED_AT_ONCE === PRICED_AT_ONCE - 1) await setImmediate()
      }
    }
    return times.map((t) => out.get(t)!)
  })
}

/** Splits ascending instants into those whose market prices are read at once. */
function together(times: readonly number[]): number[][] {
  const out: number[][] = []
  for (const t of times) {
    const last = out.at(-1)
    if (last && t - last[0] <= READ_AT_ONCE) last.push(t)
    else out.push([t])
  }
  return out
}

/** What a kWh earns at an instant, and why. */
function priceAt(view: PriceView, t: number, marketOf: MarketOf, language: Language) {
  const { zone } = view.plant
  const { tariff, calendar } = pricesAt(view.description, t)
  const none = {
    t,
    local: toLocal(t, zone),
    tariff: tariff && {
      id: tariff.id,
      version: tariff.version,
      name: tariff.body.name,
      kind: tariff.body.kind,
    },
    calendar: null,
    class: null,
    name: null,
    season: null,
    day: null,
    band: null,
    price: null,
    capacity: null,
    surplus: null,
    estimate: false,
    reason: text('reason_no_tariff', language),
  }
  if (!tariff) return none
  const { body } = tariff
  if (!calendar) return { ...none, reason: text('reason_no_calendar', language, { tariff: body.name }) }
  const region = body.region ?? null
  const found = describeClass(openCalendar(calendar.body, zone, region), t, language)
  const of = (prices: Parameters<typeof priceOf>[0] = []) =>
    priceOf(prices, found.class, found.season, region)?.price ?? null
  const at = {
    ...none,
    ...found,
    calendar: { id: calendar.id, version: calendar.version, name: calendar.body.name },
  }
  const because = (code: 'reason_flat' | 'reason_table') =>
    text(code, language, { reason: found.reason, tariff: body.name })
  if (body.kind === 'flat') return { ...at, price: body.price ?? null, reason: because('reason_flat') }
  if (body.kind === 'table')
    return {
      ...at,
      price: of(body.prices),
      capacity: of(body.capacity),
      surplus: of(body.surplus?.prices),
      reason: because('reason_table'),
    }
  const price = priceOfMarket(marketOf(tariff).market, t)
  const reason = { reason: found.reason, series: body.series! }
  return {
    ...at,
    price,
    estimate: true,
    reason: text(price === null ? 'reason_no_market' : 'reason_market', language, reason),
  }
}
