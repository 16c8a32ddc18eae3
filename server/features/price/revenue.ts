import { setImmediate } from 'node:timers/promises'
import { energySteps, NET_ENERGY, unitEnergyCode } from '#core/calculation/index.ts'
import { revenueOverTime, sumOfRevenues, type PeriodRevenue } from '#core/price/index.ts'
import { emptySeries } from '#core/series/index.ts'
import { DAY, HOUR, periods, type TimeSpan } from '#core/time/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { readMarket } from './market.ts'
import type { PriceView } from './types.ts'

/** Time whose energy is read at once, and priced before others have their turn. */
const READ_AT_ONCE = 366 * DAY
const PRICED_AT_ONCE = 31 * DAY
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
  series: string
  rows: PeriodRevenue[]
  total: PeriodRevenue
}

/**
 * The series of energy that is priced: net energy of the plant, which is its own generation less own use where that is
 * described (decision 0102); of a unit what it generates.
 */
export const soldSeries = (unit: string | null): string =>
  unit === null ? NET_ENERGY : (unitEnergyCode(unit) ?? NET_ENERGY)

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
  const rows = await revenueOf(registry, view, soldSeries(unit), spans)
  return { series: soldSeries(unit), rows, total: sumOfRevenues(rows) }
}

/** Revenue of the plant (unit null) or of a unit over periods (epoch ms), in order and without overlaps. */
export const revenueOfSpans = (
  registry: Registry,
  view: PriceView,
  unit: string | null,
  spans: readonly TimeSpan[],
): Promise<PeriodRevenue[]> => revenueOf(registry, view, soldSeries(unit), spans)

/** Revenue of a series of energy over periods (epoch ms), in order and without overlaps. */
async function revenueOf(
  registry: Registry,
  view: PriceView,
  series: string,
  spans: readonly TimeSpan[],
): Promise<PeriodRevenue[]> {
  const known = await registry.known(view.hydro)
  const out: PeriodRevenue[] = []
  for (const part of batches(spans, READ_AT_ONCE)) {
    const [from, to] = [part[0].from, part.at(-1)!.to]
    const end = Math.min(view.at, to + LONGEST_STEP)
    const tariffs = view.description.tariffs.filter((v) => v.from < to && (v.to ?? Infinity) > from)
    const [energies, marketOf] = await Promise.all([
      from < end ? view.read(view.hydro, [series], from, end) : new Map<string, never>(),
      readMarket(view, known, tariffs, { from, to: Math.min(to, Math.max(from, view.at)) }),
    ])
    const energy = energies.get(series) ?? emptySeries()
    const steps = from < end ? energySteps(view.description, from, end, view.plant.zone) : []
    for (const some of batches(part, PRICED_AT_ONCE)) {
      out.push(
        ...revenueOverTime({
          prices: view.description,
          zone: view.plant.zone,
          energy,
          steps,
          periods: some,
          until: view.at,
          marketOf,
        }),
      )
      await setImmediate()
    }
  }
  return out
}

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
