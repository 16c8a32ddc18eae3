import { calibrations, parametersAt } from '#core/calculation/index.ts'
import type { Version } from '#core/description/index.ts'
import type { MarketOf, Tariff } from '#core/price/index.ts'
import { compatible, convert, isUnit } from '#core/quantities.ts'
import { isEndStamped, isUsable, type Series } from '#core/series/index.ts'
import { DAY, type TimeSpan } from '#core/time/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import type { PriceView } from './types.ts'

/** Longest time for which a market price or a contracted quantity holds, ms. */
export const LONGEST_PRICED = DAY

interface Held extends TimeSpan {
  value: number
  /** Quality byte. */
  q: number
}

/**
 * Market prices and contracted quantities of tariffs by series over a span, from the series that they name, with their
 * qualities. Suspect ones are used where the parameters in force say so, as everywhere.
 */
export async function readMarket(
  view: PriceView,
  known: ReadonlyMap<string, SeriesRow>,
  tariffs: readonly Version<Tariff>[],
  { from, to }: TimeSpan,
): Promise<MarketOf> {
  const codes = new Set(tariffs.flatMap(({ body }) => [body.series, body.contract?.series].filter(isNamed)))
  if (codes.size === 0) return () => ({})
  const data = await view.read(view.hydro, [...codes], from - LONGEST_PRICED, to + LONGEST_PRICED)
  const held = new Map([...codes].map((code) => [code, heldOf(view, known.get(code), data.get(code))]))
  const found = new Map<Version<Tariff>, ReturnType<MarketOf>>()
  for (const tariff of tariffs) {
    const of = (code: string | null | undefined) => (code ? held.get(code)! : [])
    const { series, contract } = tariff.body
    found.set(tariff, {
      market: of(series).map(({ from, to, value, q }) => ({ from, to, price: value, q })),
      contracted: of(contract?.series).map(({ from, to, value, q }) => ({ from, to, kwh: value, q })),
    })
  }
  return (tariff) => found.get(tariff) ?? {}
}

const isNamed = (code: string | null | undefined): code is string => Boolean(code)

/** For which time each reading holds: means and totals for the step before their stamp, others until the next one. */
function heldOf(view: PriceView, info: SeriesRow | undefined, series: Series | undefined): Held[] {
  if (!info || !series || series.t.length === 0) return []
  const { t, v, q } = series
  const step = info.step_s === null ? LONGEST_PRICED : Math.min(LONGEST_PRICED, info.step_s * 1000)
  const gains = calibrations(view.description, info.code, t[0], t[t.length - 1] + 1)
  const out: Held[] = []
  let piece = 0
  for (let i = 0; i < t.length; i++) {
    while (t[i] >= gains[piece].to) piece++
    if (!isUsable(series, i, parametersAt(view.description, t[i]).allowSuspect)) continue
    const from = isEndStamped(info.kind) ? Math.max(t[i] - step, i > 0 ? t[i - 1] : -Infinity) : t[i]
    const to = isEndStamped(info.kind)
      ? t[i]
      : Math.min(i + 1 < t.length ? t[i + 1] : Infinity, t[i] + LONGEST_PRICED)
    const { gain, offset } = gains[piece]
    const value = gain === 1 && offset === 0 ? v[i] : gain * v[i] + offset
    out.push({ from, to, value: toPriced(value, info.unit), q: q[i] })
  }
  return out
}

/** A price in VND/kWh, a quantity in kWh. Where a calibration changes the unit, the value is in it already. */
function toPriced(value: number, unit: string): number {
  if (!isUnit(unit)) return value
  for (const own of ['VND/kWh', 'kWh'] as const) if (compatible(unit, own)) return convert(value, unit, own)
  return value
}

/** The market price at an instant, of prices in order without overlaps. */
export function priceOfMarket(market: ReturnType<MarketOf>['market'], t: number): number | null {
  if (!market) return null
  let low = 0
  for (let high = market.length; low < high;) {
    const middle = (low + high) >> 1
    if (market[middle].to <= t) low = middle + 1
    else high = middle
  }
  return low < market.length && market[low].from <= t ? market[low].price : null
}
