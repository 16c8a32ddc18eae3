import { setImmediate } from 'node:timers/promises'
import { NET_ENERGY, storedEnergySteps, unitEnergyCode } from '#core/calculation/index.ts'
import { revenueInTurns, sumOfRevenues, type MarketOf, type PeriodRevenue } from '#core/price/index.ts'
import { emptySeries, slice, type Series } from '#core/series/index.ts'
import { DAY, HOUR, periods, type TimeSpan } from '#core/time/index.ts'
import type { Registry, SeriesRow } from '#server/features/readings/index.ts'
import { readMarket } from './market.ts'
import { readShares } from './shares.ts'
import type { PriceView } from './types.ts'

/** Time whose energy is read at once. */
const READ_AT_ONCE = 366 * DAY
/** Steps of energy are no longer than this. */
const LONGEST_STEP = HOUR

interface RevenueRequest extends TimeSpan {
  /** Id of a generating unit; null: what the plant sells. */
  unit: string | null
  group: 'day' | 'month' | 'year'
}

/** Revenue by period, and of all of them. */
interface Revenues {
  /** The series of energy that is priced. */
  series: string | null
  rows: PeriodRevenue[]
  total: PeriodRevenue
}

/**
 * The series of energy that is priced: net energy of the plant, which is its own generation less own use where that is
 * described (decision 0102); of a unit what it generates, null where its id leaves its energy no code of its own.
 */
export const soldSeries = (unit: string | null): string | null =>
  unit === null ? NET_ENERGY : unitEnergyCode(unit)

/**
 * Revenue of days, months or years from midnight in the plant's zone, each of them whole, that share time with
 * [from, to). Derived from stored energy and the description in force at each instant; nothing of it is stored.
 */
export async function revenueBy(
  registry: Registry,
  view: PriceView,
  { unit, group, from, to }: RevenueRequest,
): Promise<Revenues> {
  const spans = periods(group, from, to, view.plant.zone).map((p) => ({ from: p.start, to: p.end }))
  const rows = await revenueOfSpans(registry, view, unit, spans)
  return { series: soldSeries(unit), rows, total: sumOfRevenues(rows) }
}

/** Revenue of the plant (unit null) or of a unit over periods (epoch ms), in order and without overlaps. */
export async function revenueOfSpans(
  registry: Registry,
  view: PriceView,
  unit: string | null,
  spans: readonly TimeSpan[],
): Promise<PeriodRevenue[]> {
  const known = await registry.known(view.hydro)
  const series = soldSeries(unit)
  const out: PeriodRevenue[] = []
  for (const part of batches(spans, READ_AT_ONCE)) {
    const [from, to] = [part[0].from, part.at(-1)!.to]
    const end = Math.min(view.at, to + LONGEST_STEP)
    const [energies, marketOf] = await Promise.all([
      series !== null && from < end
        ? view.read(view.hydro, [series], from - LONGEST_STEP, end)
        : new Map<string | null, never>(),
      readMarket(view, known, tariffsIn(view, { from, to }), {
        from,
        to: Math.min(to, Math.max(from, view.at)),
      }),
    ])
    const energy = (series && energies.get(series)) || emptySeries()
    out.push(...(await priced(view, known, { energy, unit, spans: part, marketOf })))
  }
  return out
}

/** Revenue of a span by an energy series of the plant that is not the stored one, as of a preview. */
export async function revenueOfEnergy(
  registry: Registry,
  view: PriceView,
  energy: Series,
  span: TimeSpan,
): Promise<PeriodRevenue> {
  const known = await registry.known(view.hydro)
  const market = { from: span.from, to: Math.min(span.to, Math.max(span.from, view.at)) }
  const marketOf = await readMarket(view, known, tariffsIn(view, span), market)
  const [revenue] = await priced(view, known, { energy, unit: null, spans: [span], marketOf })
  return revenue
}

/** Prices energy over periods; others have their turn between weeks. */
async function priced(
  view: PriceView,
  known: ReadonlyMap<string, SeriesRow>,
  {
    energy,
    unit,
    spans,
    marketOf,
  }: { energy: Series; unit: string | null; spans: readonly TimeSpan[]; marketOf: MarketOf },
): Promise<PeriodRevenue[]> {
  const { description, plant, at } = view
  const { from } = spans[0]
  const end = Math.min(at, spans.at(-1)!.to + LONGEST_STEP)
  const near = slice(energy, from - LONGEST_STEP, end + 1)
  const stored =
    from < end
      ? storedEnergySteps(description, near, from, end, plant.zone)
      : { energy: emptySeries(), steps: [] }
  const turns = revenueInTurns({
    prices: description,
    zone: plant.zone,
    ...stored,
    periods: spans,
    until: at,
    marketOf,
    seller: unit === null ? 'plant' : 'unit',
    shares: await readShares(view, known, stored, unit),
  })
  for (;;) {
    const turn = turns.next()
    await setImmediate()
    if (turn.done) return turn.value
  }
}

/** Tariffs that are in force at any time of a span. */
export const tariffsIn = ({ description }: PriceView, { from, to }: TimeSpan) =>
  description.tariffs.filter((v) => v.from < to && (v.to ?? Infinity) > from)

/** Splits spans into lists that are at most so long together, or hold a single one. */
function batches(spans: readonly TimeSpan[], most: number): TimeSpan[][] {
  const out: TimeSpan[][] = []
  for (const span of spans) {
    const last = out.at(-1)
    if (last && span.to - last[0].from <= most) last.push(span)
    else out.push([span])
  }
  return out
}
