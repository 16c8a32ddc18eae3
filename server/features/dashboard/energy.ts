import { STALE_INTERVALS, logCode, unitCodes, effectiveValue } from '#core/calculation/index.ts'
import {
  allInForce,
  inForce,
  type Description,
  type GeneratingUnit,
  type Version,
} from '#core/description/index.ts'
import { energyOver, energyOfBins, joined, reportedEnergy, type EnergyOver } from '#core/energy/index.ts'
import { kilowatts } from '#core/hydraulics/index.ts'
import { MISSING, worst } from '#core/quality/index.ts'
import { emptySeries, type Bins, type Series, type SeriesKind } from '#core/series/index.ts'
import { periods, startOf, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import { getElectricalEnergy, type ElectricalEnergy } from '#contract/dashboard.ts'
import { round } from '#contract/fields.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { aged, figure, lastBefore, type FigureReading } from './figures.ts'
import { noOutlook, overDay, useOf } from './outlooks.ts'
import { outletsOf } from './outlets.ts'
import { createViews, lastValues, type View } from './view.ts'

const POWER = 'general.power'
const TURBINE = 'general.total_discharge_turbine'

/** A series of power, and its conversion to kW. */
interface Meter {
  code: string
  kind: 'instant' | 'step' | 'mean'
  /** Time between its readings in force at an instant, ms; Infinity: it lasts until it changes. */
  every: (t: number) => number
  kw: (v: number, t: number) => number
}

/** Starts of the present calendar day, month and year. */
interface Starts {
  day: number
  month: number
  year: number
}

interface Deps {
  plants: Plants
  history: History
  registry: Readings['registry']
}

export function serveElectricalEnergy(serve: Serve, deps: Services & Deps): void {
  const viewOf = createViews(deps)

  serve(getElectricalEnergy, async ({ query, caller }) => {
    const view = await viewOf(caller, query.known_at)
    return view.answer(await electricalEnergy(view, deps))
  })
}

async function electricalEnergy(view: View, { history, registry }: Deps): Promise<ElectricalEnergy> {
  const { hydro, at, description, plant } = view
  const { zone } = plant
  const units = allInForce(description.units, at)
  const kinds = await registry.known(
    hydro,
    units.map((u) => u.body.powerSeries),
  )
  const ofPlant = plantMeter(description)
  const meters = units.map((u) => unitMeter(description, u, kinds.get(u.body.powerSeries)?.kind))
  // A calendar day, month and year, whenever the dashboard's day begins.
  const starts: Starts = {
    day: startOf('day', at, zone),
    month: startOf('month', at, zone),
    year: startOf('year', at, zone),
  }
  const all = [ofPlant, ...meters]
  const flows = [TURBINE, ...units.map((u) => unitCodes(u.id).q)]
  const [past, today, last] = await Promise.all([
    pastOf(view, history, all, starts),
    view.read(hydro, [...all.map((m) => m.code), ...flows], starts.day, at, { carry: true }),
    lastValues(view),
  ])
  const interval = ofPlant.every(at)
  const whole = allInForce(description.gates, at).some((g) => g.body.total)
  // Beside a total, units show what they generate; the flow through all of them is in the total.
  const generates = !whole || units.length > 0

  const of = (
    meter: Meter,
    flow: string,
    power: FigureReading | null,
    known: boolean,
    flowKnown: boolean = known,
  ) => {
    const now = known ? dayOf(meter, today.get(meter.code), starts.day, at) : nothing(starts.day, at)
    const before = (from: number) => (known ? past(meter, from) : nothing(from, starts.day))
    const water = overDay(today.get(flow), starts.day, at, interval)
    const end = lastBefore(today.get(meter.code), at)?.t ?? null
    const answerOf = (from: number, e: EnergyOver) =>
      energyAnswer(e, from, end !== null && end > from ? end : from, zone)
    return {
      power: figure(power, 'MW', zone, { scale: 1e-3 }),
      today: answerOf(starts.day, now),
      month: answerOf(starts.month, joined(before(starts.month), now)),
      year: answerOf(starts.year, joined(before(starts.year), now)),
      water_use: flowKnown ? useOf(water, now, end, zone) : noOutlook('m3/kWh', zone),
    }
  }

  const outlets = outletsOf(description, at, zone, last).filter((o) => o.category === 1)
  const present = aged(lastBefore(today.get(POWER), at), at, STALE_INTERVALS * interval)
  return {
    t: at,
    ...of(ofPlant, TURBINE, generates ? present : null, generates, !whole),
    units: units.map((u, i) => {
      const o = outlets.find((x) => x.outlet_id === u.id)
      const sent = last(o?.series.input ?? u.body.powerSeries)
      const kw = o?.input_value == null ? null : o.input_value * 1000
      const power =
        sent && o
          ? { t: sent.t, v: kw, q: kw === null ? worst(o.input_quality, MISSING) : o.input_quality }
          : null
      return { unit_id: u.id, name: u.body.name, ...of(meters[i], unitCodes(u.id).q, power, true) }
    }),
  }
}

const gapOf = (m: Meter, at: number) => STALE_INTERVALS * m.every(at)
const nothing = (from: number, to: number): EnergyOver => ({
  kwh: 0,
  covered: 0,
  expected: to - from,
  q: MISSING,
})

function plantMeter(d: Description): Meter {
  const every = (t: number) => (inForce(d.parameters, t)?.body.interval ?? 300) * 1000
  return { code: POWER, kind: 'instant', every, kw: (v) => v }
}

/** Power by a unit's own sensor or, without one, by the log. */
function unitMeter(d: Description, u: Version<GeneratingUnit>, kind: SeriesKind | undefined): Meter {
  const { powerSeries, powerUnit } = u.body
  if (!powerSeries) return { code: logCode(u.id), kind: 'step', every: () => Infinity, kw: (v) => v }
  const then = (t: number) =>
    inForce(
      d.units.filter((v) => v.id === u.id),
      t,
    )?.body
  return {
    code: powerSeries,
    kind: kind === 'step' || kind === 'mean' ? kind : 'instant',
    every: (t) => (kind === 'step' ? Infinity : (then(t)?.every ?? u.body.every) * 1000),
    kw: (v, t) => kilowatts(effectiveValue(d, powerSeries, t, v), then(t)?.powerUnit ?? powerUnit),
  }
}

/** Energy of the present day, from the readings themselves. */
function dayOf(meter: Meter, s: Series | undefined, from: number, now: number): EnergyOver {
  const every = meter.every(now)
  const lag = Number.isFinite(every) ? every : 0
  return energyOver(inKw(meter, s), from, now, meter.kind, { maxGap: gapOf(meter, now), lag })
}

const inKw = (meter: Meter, s: Series = emptySeries()): Series => ({
  ...s,
  v: s.v.map((v, i) => meter.kw(v, s.t[i])),
})

/** Energy before today, from a start on: from hour bins at present, else from the readings as known. */
async function pastOf(
  view: View,
  history: History,
  meters: readonly Meter[],
  { day, year }: Starts,
): Promise<(meter: Meter, from: number) => EnergyOver> {
  const codes = [...new Set(meters.map((m) => m.code))]
  if (!view.known) {
    const bins = await history.bins(view.hydro, codes, year, day)
    return (meter, from) => ofHours(bins.get(meter.code), meter, from, day)
  }
  const found = new Map<Meter, { from: number; energy: EnergyOver }[]>(meters.map((m) => [m, []]))
  // A month at a time: a year of readings need not be in memory at once, and every start begins one.
  for (const { start, end } of periods('month', year, day, view.plant.zone)) {
    const to = Math.min(end, day)
    const data = await view.read(view.hydro, codes, start, to, { carry: true })
    for (const [m, months] of found) {
      const power = inKw(m, data.get(m.code))
      months.push({ from: start, energy: energyOver(power, start, to, m.kind, { maxGap: gapOf(m, to) }) })
    }
  }
  return (meter, from) =>
    found
      .get(meter)!
      .filter((month) => month.from >= from)
      .reduce((sum, month) => joined(sum, month.energy), nothing(day, day))
}

function ofHours(b: Bins | undefined, meter: Meter, from: number, to: number): EnergyOver {
  if (!b) return nothing(from, to)
  return energyOfBins(b, from, to, { step: meter.every, bridged: STALE_INTERVALS - 1, kw: meter.kw })
}

function energyAnswer(e: EnergyOver, from: number, to: number, zone: string): contract.Energy {
  const { value, q, missing } = reportedEnergy(e)
  return {
    value: value === null ? null : round(value, 1),
    unit: 'kWh',
    quality: q,
    known: round(e.kwh, 1),
    missing: round(missing, 4),
    from,
    to,
    date_string: toLocal(to, zone),
  }
}
