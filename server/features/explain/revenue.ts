import { DAY, HOUR, periods, toLocal, type TimeSpan } from '#core/time/index.ts'
import { storedEnergySteps } from '#core/calculation/index.ts'
import { emptySeries } from '#core/series/index.ts'
import { explainRevenue } from '#contract/explain.ts'
import {
  createClassNames,
  revenueAnswer,
  revenueOfSpans,
  soldSeries,
  type PriceDeps,
  type PriceView,
} from '#server/features/price/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import { versionDescriber } from './people.ts'

interface Deps {
  readings: Readings
  viewOf: PriceDeps['viewOf']
}

/** Longest spans that are explained by their steps, and by their days; longer ones by their months. */
const BY_STEP = 25 * HOUR
const BY_DAY = 32 * DAY
/** Longest span, as of a year with a leap day. */
const LONGEST = 366 * DAY + HOUR

/** Explains a figure of revenue: its classes, prices and tariffs, and the energy behind. Stores nothing. */
export function serveExplainRevenue(serve: Serve, s: Services, { readings, viewOf }: Deps): void {
  serve(explainRevenue, async ({ body, caller }) => {
    const view = await viewOf(caller, body.known_at)
    const { from, to } = body
    const unit = body.unit ?? null
    if (from >= to) throw refuseField(caller.language, 'from', 'from_after_to')
    if (to - from > LONGEST) throw refuseField(caller.language, 'to', 'span_too_long', { days: 366 })
    if (from > view.at) throw refuseField(caller.language, 'from', 'not_yet')
    if (unit !== null && !view.description.units.some((u) => u.id === unit)) throw notFound(unit)
    const by = to - from <= BY_STEP ? 'step' : to - from <= BY_DAY ? 'day' : 'month'
    const { registry } = readings
    const [whole] = await revenueOfSpans(registry, view, unit, [{ from, to }])
    const parts = await revenueOfSpans(
      registry,
      view,
      unit,
      await partsOf(view, by, soldSeries(unit), { from, to }),
    )
    const nameOf = createClassNames(view, caller.language)
    const describe = versionDescriber(s, view.hydro)
    const tariffs = new Map(whole.parts.flatMap(({ tariff }) => (tariff ? [[tariff.version, tariff]] : [])))
    return {
      unit,
      series: soldSeries(unit),
      from,
      to,
      from_string: toLocal(from, view.plant.zone),
      to_string: toLocal(to, view.plant.zone),
      by: by as 'step' | 'day' | 'month',
      revenue: revenueAnswer(whole, nameOf),
      tariffs: await Promise.all(
        [...tariffs.values()].map(async (version) => ({
          ...(await describe({ noun: 'tariff', version })),
          kind: version.body.kind,
          calendar: version.body.calendar,
        })),
      ),
      parts: parts.map((one) => revenueAnswer(one, nameOf)),
      code_version: VERSION,
    }
  })
}

/** The parts of a span by which it is explained, until now. */
async function partsOf(
  view: PriceView,
  by: 'step' | 'day' | 'month',
  series: string | null,
  { from, to }: TimeSpan,
): Promise<TimeSpan[]> {
  const { description, plant, at } = view
  const end = Math.min(to, at)
  const last = Math.min(to + HOUR, at)
  const energy =
    by === 'step' && series !== null
      ? (await view.read(view.hydro, [series], from - HOUR, last)).get(series)
      : null
  const parts =
    by === 'step'
      ? storedEnergySteps(description, energy ?? emptySeries(), from, last, plant.zone).steps
      : periods(by, from, end, plant.zone).map((p) => ({ from: p.start, to: p.end }))
  return parts.flatMap((p) =>
    p.to > from && p.from < to ? [{ from: Math.max(p.from, from), to: Math.min(p.to, to) }] : [],
  )
}
