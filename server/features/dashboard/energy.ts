import { PLANT_ENERGY, STALE_INTERVALS, unitCodes } from '#core/calculation/index.ts'
import { allInForce, inForce } from '#core/description/index.ts'
import { energyOfHours, energyOfSteps, joined, reportedEnergy, type EnergyOver } from '#core/energy/index.ts'
import { MISSING, worst } from '#core/quality/index.ts'
import { startOf, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import { getElectricalEnergy, type ElectricalEnergy } from '#contract/dashboard.ts'
import { round } from '#contract/fields.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { aged, figure, lastBefore, type FigureReading } from './figures.ts'
import { noOutlook, useToday } from './outlooks.ts'
import { outletsOf } from './outlets.ts'
import { createViews, lastValues, type View } from './view.ts'

const POWER = 'general.power'
const TURBINE = 'general.total_discharge_turbine'

/** Starts of the present calendar day, month and year. */
interface Starts {
  day: number
  month: number
  year: number
}

interface Deps {
  plants: Plants
  history: History
}

export function serveElectricalEnergy(serve: Serve, deps: Services & Deps): void {
  const viewOf = createViews(deps)

  serve(getElectricalEnergy, async ({ query, caller }) => {
    const view = await viewOf(caller, query.known_at)
    return view.answer(await electricalEnergy(view))
  })
}

async function electricalEnergy(view: View): Promise<ElectricalEnergy> {
  const { hydro, at, description, plant } = view
  const { zone } = plant
  const units = allInForce(description.units, at)
  // A calendar day, month and year, whenever the dashboard's day begins.
  const starts: Starts = {
    day: startOf('day', at, zone),
    month: startOf('month', at, zone),
    year: startOf('year', at, zone),
  }
  const energies = units.map((u) => `energy.${u.id}`)
  const flows = [TURBINE, ...units.map((u) => unitCodes(u.id).q)]
  const codes = [PLANT_ENERGY, ...energies]
  const [past, today, last] = await Promise.all([
    view.bins(hydro, codes, starts.year, starts.day),
    view.read(hydro, [...codes, POWER, ...flows], starts.day, at, { carry: true }),
    lastValues(view),
  ])
  const interval = (inForce(description.parameters, at)?.body.interval ?? 300) * 1000
  const whole = allInForce(description.gates, at).some((g) => g.body.total)
  // Beside a total, units show what they generate; the flow through all of them is in the total.
  const generates = !whole || units.length > 0

  const of = (
    code: string,
    flow: string,
    power: FigureReading | null,
    known: boolean,
    flowKnown: boolean = known,
  ) => {
    const now = energyOfSteps(known ? today.get(code) : undefined, starts.day, at)
    const end = known ? (lastBefore(today.get(code), at)?.t ?? null) : null
    const answerOf = (from: number) => {
      const before = energyOfHours(known ? past.get(code) : undefined, from, starts.day)
      return energyAnswer(joined(before, now), from, Math.max(from, end ?? from), zone)
    }
    return {
      power: figure(power, 'MW', zone, { scale: 1e-3 }),
      today: answerOf(starts.day),
      month: answerOf(starts.month),
      year: answerOf(starts.year),
      water_use: flowKnown
        ? useToday(today.get(flow), now, starts.day, interval, zone)
        : noOutlook('m3/kWh', zone),
    }
  }

  const outlets = outletsOf(description, at, zone, last).filter((o) => o.category === 1)
  const present = aged(lastBefore(today.get(POWER), at), at, STALE_INTERVALS * interval)
  return {
    t: at,
    ...of(PLANT_ENERGY, TURBINE, generates ? present : null, generates, !whole),
    units: units.map((u, i) => {
      const o = outlets.find((x) => x.outlet_id === u.id)
      const sent = last(o?.series.input ?? u.body.powerSeries)
      const kw = o?.input_value == null ? null : o.input_value * 1000
      const power =
        sent && o
          ? { t: sent.t, v: kw, q: kw === null ? worst(o.input_quality, MISSING) : o.input_quality }
          : null
      return { unit_id: u.id, name: u.body.name, ...of(energies[i], unitCodes(u.id).q, power, true) }
    }),
  }
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
