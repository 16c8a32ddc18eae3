import {
  ENERGY_STEP,
  METER_EVERY,
  inForce,
  type Description,
  type GeneratingUnit,
  type Parameters,
  type Version,
} from '#core/description/index.ts'
import {
  energyHole,
  energyOver,
  joined,
  meterOver,
  noEnergy,
  plusEnergy,
  reportedEnergy,
  shareOfEnergy,
  type EnergyMeter,
  type EnergyOver,
  type EnergyWithHoles,
  type MeteredEnergy,
} from '#core/energy/index.ts'
import { kilowatts } from '#core/hydraulics/index.ts'
import { compatible, convert, isUnit } from '#core/quantities.ts'
import { ESTIMATED, MISSING, worst } from '#core/quality/index.ts'
import {
  fromEntries,
  holesOf,
  indexAt,
  isUsable,
  MISSING_ABOVE,
  slice,
  type Entry,
  type Series,
} from '#core/series/index.ts'
import { HOUR, type TimeSpan } from '#core/time/index.ts'
import { calibratedInputs } from './calibrated.ts'
import {
  NET_ENERGY,
  OWN_USE,
  PLANT_ENERGY,
  loggedOutlets,
  meterDifferenceCode,
  unitEnergyCode,
} from './codes.ts'
import type { Inputs } from './inputs.ts'
import { parametersAt, unknownEvery } from './parameters.ts'
import { STALE_INTERVALS } from './reach.ts'
import { cutsOf, gridOf } from './segments.ts'

/** Every longer step ends where a shorter one does, so the step before an instant begins within this long, ms. */
const LOOK_BACK = 2 * HOUR

/** Where the power of a unit comes from while one version of it is in force. */
interface PowerSource {
  version: Version<GeneratingUnit>
  sensor: Series | null
  kind: 'instant' | 'mean' | 'step'
  /** kW of a value of the sensor. */
  scale: number
  log: Series | null
}

interface UnitSources {
  id: string
  versions: readonly Version<GeneratingUnit>[]
  sources: ReadonlyMap<Version<GeneratingUnit>, PowerSource>
}

/** The power of a unit over a part of a step, as it was integrated. */
interface PowerPart extends TimeSpan {
  version: Version<GeneratingUnit>
  energy: EnergyWithHoles
  /** Parts of it for which the sensor does not speak, and of what the log says in its place. */
  holes: TimeSpan[]
  logged: EnergyWithHoles
}

/** An energy: by its meter where that has data, else as computed. */
interface Combined {
  energy: EnergyWithHoles
  metered: MeteredEnergy | null
  /** What is computed of the whole span, beside a meter that covers all of it; else null. */
  computed: EnergyOver | null
}

/** The energies of one step, for what is stored and for its explanation. */
export interface EnergyStep extends TimeSpan {
  parameters: Parameters
  units: (Combined & { id: string; version: Version<GeneratingUnit> | undefined })[]
  /** null: neither unit nor meter. */
  plant: Combined | null
  /** null: not described. */
  ownUse: Combined | null
  net: Combined | null
}

/**
 * Energies (kWh) of a plant and its units in the steps that end within [from, to], by code (codes.ts), each stamped at
 * the end of its step: trapezoids of the power split at the ends of steps, readings of a meter where it has some. Two
 * readings in a row that are missing are bridged, longer holes count nothing: with more than a tenth of a step unknown
 * it is PARTIAL, with more than half NaN and MISSING. Steps begin where the one before ended, whatever their length
 * became in between. Sources: domain rules 2.7 and 5.4, case TUR-E-01, decision 0102.
 */
export function energyOf(
  d: Description,
  inputs: Inputs,
  from: number,
  to: number,
  zone: string,
): Map<string, Series> {
  const entries = new Map<string, Entry[]>()
  const put = (code: string, t: number, { value, q }: { value: number | null; q: number }) => {
    const list = entries.get(code)
    if (list) list.push([t, value, q])
    else entries.set(code, [[t, value, q]])
  }
  const plant = plantOf(d, inputs)
  if (!plant) return new Map()
  for (const step of energySteps(d, from, to, zone)) {
    const found = plant.over(step)
    const add = (code: string, one: Combined | null) => {
      if (!one) return
      put(code, step.to, reportedEnergy(one.energy))
      if (one.metered) put(meterDifferenceCode(code), step.to, meterDifferenceOf(one))
    }
    if (!found.plant) continue
    add(PLANT_ENERGY, found.plant)
    add(OWN_USE, found.ownUse && { ...found.ownUse, metered: null })
    add(NET_ENERGY, found.net && { ...found.net, metered: null })
    for (const unit of found.units) {
      const code = unitEnergyCode(unit.id)
      if (code) add(code, unit)
    }
  }
  return new Map([...entries].map(([code, list]) => [code, fromEntries(list)]))
}

/** The same from readings as sent, for nothing but energy. */
export function computeEnergy(
  d: Description,
  raw: Inputs,
  from: number,
  to: number,
  zone: string,
): Map<string, Series> {
  return energyOf(d, calibratedInputs(d, raw), from, to, zone)
}

/** The step that ends at an instant; null: none does, or nothing is described then. */
export function energyStepAt(d: Description, inputs: Inputs, at: number, zone: string): EnergyStep | null {
  const plant = plantOf(d, inputs)
  const [step] = plant ? energySteps(d, at, at, zone) : []
  return plant && step ? plant.over(step) : null
}

/**
 * The known share, 0-1, of steps by their end: of net energy, or of what a unit generates.
 * It is at least one half: of a step of which less is known no energy is stored (domain rule 5.4).
 */
export function energyShares(
  d: Description,
  raw: Inputs,
  steps: readonly TimeSpan[],
  unit: string | null,
): Map<number, number> {
  const out = new Map<number, number>()
  const plant = plantOf(d, calibratedInputs(d, raw))
  if (!plant) return out
  for (const step of steps) {
    const found = plant.over(step)
    const energy = (unit === null ? found.net : found.units.find((u) => u.id === unit))?.energy
    if (!energy || energy.expected === 0) continue
    out.set(step.to, Math.min(1, Math.max(1 - MISSING_ABOVE, energy.covered / energy.expected)))
  }
  return out
}

/** What a meter counted more than the power gives, kWh; null unless both are known of the whole step. */
export function meterDifferenceOf({ metered, computed }: Combined): { value: number | null; q: number } {
  const own = computed && reportedEnergy(computed)
  if (!metered?.whole || !own || own.value === null) return { value: null, q: MISSING }
  return { value: metered.energy.kwh - own.value, q: worst(metered.energy.q, own.q) }
}

/** The steps of energy that end within [from, to], epoch ms; an end is one of the grid that is in force then. */
export function energySteps(d: Description, from: number, to: number, zone: string): TimeSpan[] {
  const out: TimeSpan[] = []
  let begin = NaN
  for (const s of cutsOf([d.parameters], from - LOOK_BACK, to + 1)) {
    const every = energyStepOf(d, s.from)
    for (const end of gridOf(s.from, s.to, every, zone)) {
      if (end >= from && begin === begin) out.push({ from: begin, to: end })
      begin = end
    }
  }
  return out
}

/** ms of a step of energy by the parameters in force at t. */
export function energyStepOf(d: Description, t: number): number {
  return (inForce(d.parameters, t)?.body.energyStep ?? ENERGY_STEP) * 1000
}

function plantOf(d: Description, inputs: Inputs): { over(step: TimeSpan): EnergyStep } | null {
  if (d.units.length === 0 && !d.parameters.some((p) => p.body.meterSeries)) return null
  const units = unitsOf(d, inputs)
  const meters = new Map<string, EnergyMeter | null>()
  const meter = (series: string | null | undefined, every: number | undefined, p: Parameters) => {
    if (!series) return null
    const key = `${series} ${every} ${p.allowSuspect}`
    if (!meters.has(key)) meters.set(key, meterOf(inputs, series, every ?? METER_EVERY, p.allowSuspect))
    return meters.get(key)!
  }
  return {
    over(step) {
      // What changes at the end of a step is not yet true of it: the last reading of a meter is stamped there.
      const p = parametersAt(d, step.to - 1)
      const bodies = units.map((u) => inForce(u.versions, step.to - 1)?.body)
      const unitOver = (k: number, x: number, y: number) => {
        const one = bodies[k]
        const power = (a: number, b: number) => powerOver(units[k], a, b, p)
        return combined(meter(one?.meterSeries, one?.meterEvery, p), x, y, power)
      }
      // What all units make is known while each of them is.
      const unitsOver = (x: number, y: number) => {
        const there = units.flatMap((_, k) => {
          const { energy } = unitOver(k, x, y)
          return energy.expected > 0 ? [energy] : []
        })
        return there.length === 0 ? energyHole(x, y) : there.reduce(plusEnergy)
      }
      const generated = meter(p.meterSeries, p.meterEvery, p)
      const plantOver = (x: number, y: number) => combined(generated, x, y, unitsOver)
      const used = meter(p.ownUseSeries, p.meterEvery, p)
      const usedOver = (x: number, y: number) =>
        combined(used, x, y, (a, b) =>
          typeof p.ownUse === 'number' ? shareOfEnergy(plantOver(a, b).energy, p.ownUse) : energyHole(a, b),
        )
      const describesUse = used !== null || typeof p.ownUse === 'number'
      const sold = meter(p.netSeries, p.meterEvery, p)
      const netOver = (x: number, y: number) =>
        combined(sold, x, y, (a, b) => {
          const { energy } = plantOver(a, b)
          return describesUse ? plusEnergy(energy, shareOfEnergy(usedOver(a, b).energy, -1)) : energy
        })
      const { from, to } = step
      const own = units
        .map(({ id, versions }, k) => ({ ...unitOver(k, from, to), id, version: inForce(versions, to - 1) }))
        .filter((u) => u.energy.expected > 0)
      const there = own.length > 0 || generated !== null
      return {
        ...step,
        parameters: p,
        units: own,
        plant: there ? plantOver(from, to) : null,
        ownUse: there && describesUse ? usedOver(from, to) : null,
        net: there ? netOver(from, to) : null,
      }
    },
  }
}

/** By the meter where it has data, by `rest` elsewhere. */
function combined(
  meter: EnergyMeter | null,
  from: number,
  to: number,
  rest: (from: number, to: number) => EnergyWithHoles,
): Combined {
  if (!meter) return { energy: rest(from, to), metered: null, computed: null }
  const metered = meterOver(meter, from, to, rest)
  const computed = rest(from, to)
  const expected = metered.energy.covered > 0 ? to - from : computed.expected
  const energy = metered.uncovered.reduce(
    (sum, x) => {
      const other = rest(x.from, x.to)
      // Beside a meter's readings the time is unknown also before a unit was there.
      const holes = metered.energy.covered > 0 && other.covered === 0 ? [x] : other.holes
      return { ...joined(sum, other), expected, holes: [...sum.holes, ...holes] }
    },
    { ...metered.energy, expected, holes: [] as readonly TimeSpan[] },
  )
  return { energy, metered, computed }
}

function meterOf(inputs: Inputs, code: string, every: number, allowSuspect: boolean): EnergyMeter | null {
  const input = inputs(code)
  const unit = input?.unit ?? 'kWh'
  if (!isUnit(unit) || !compatible(unit, 'kWh')) return null
  return {
    series: input?.series ?? null,
    every: every * 1000,
    scale: convert(1, unit, 'kWh'),
    allowSuspect,
  }
}

function unitsOf(d: Description, inputs: Inputs): UnitSources[] {
  const logs = new Map(loggedOutlets(d).flatMap((o) => (o.kind === 'unit' ? [[o.id, o.log] as const] : [])))
  const ids = [...new Set(d.units.map((u) => u.id))]
  return ids.map((id) => {
    const versions = d.units.filter((u) => u.id === id)
    const code = logs.get(id)
    const log = (code && inputs(code)?.series) || null
    const sources = versions.map((version): PowerSource => {
      const { powerSeries, powerUnit } = version.body
      const input = powerSeries ? inputs(powerSeries) : undefined
      const kind = input?.kind === 'total' ? 'mean' : (input?.kind ?? 'instant')
      const sensor = input && input.series.t.length > 0 ? input.series : null
      return { version, sensor, kind, scale: kilowatts(1, powerUnit), log: log?.t.length ? log : null }
    })
    return { id, versions, sources: new Map(sources.map((s) => [s.version, s])) }
  })
}

/** Energy of a unit by its power over [from, to), in the parts of it in which the unit was there. */
function powerOver(unit: UnitSources, from: number, to: number, p: Parameters): EnergyWithHoles {
  const { versions } = unit
  const [only] = versions
  if (versions.length === 1 && only.from <= from && (only.to === null || only.to >= to))
    return sourceOver(unit.sources.get(only)!, from, to, p).energy
  let sum = energyHole(from, from)
  for (const part of powerParts(unit, from, to, p)) sum = joinedTo(sum, part.energy)
  return sum
}

function powerParts(unit: UnitSources, from: number, to: number, p: Parameters): PowerPart[] {
  return cutsOf([unit.versions], from, to).flatMap((s) => {
    const version = inForce(unit.versions, s.from)
    return version ? [sourceOver(unit.sources.get(version)!, s.from, s.to, p)] : []
  })
}

/** The power of a unit behind its energy over a span, for the explanation. */
export function powerPartsOf(
  d: Description,
  inputs: Inputs,
  id: string,
  { from, to }: TimeSpan,
): PowerPart[] {
  const unit = unitsOf(d, inputs).find((u) => u.id === id)
  return unit ? powerParts(unit, from, to, parametersAt(d, to - 1)) : []
}

/** Joins the energies of two spans that do not overlap, in their order. */
const joinedTo = (a: EnergyWithHoles, b: EnergyWithHoles): EnergyWithHoles => ({
  ...joined(a, b),
  holes: [...a.holes, ...b.holes],
})

function sourceOver(source: PowerSource, from: number, to: number, p: Parameters): PowerPart {
  const { version, sensor, kind, scale, log } = source
  const options = { maxGap: longestGap(source, p), allowSuspect: p.allowSuspect }
  const own = sensor ? energyOver(sensor, from, to, kind, options) : noEnergy(from, to)
  const whole = own.covered >= to - from
  const holes = whole ? [] : sensor ? holesOf(sensor, from, to, kind, options) : [{ from, to }]
  const energy = { ...own, kwh: own.kwh * scale, holes }
  const logged = whole || !log ? energyHole(from, from) : logOver(source, log, holes, p.allowSuspect)
  return {
    from,
    to,
    version,
    holes,
    logged,
    energy:
      logged.covered > 0
        ? { ...joined(energy, logged), expected: energy.expected, holes: logged.holes }
        : energy,
  }
}

/** ms between readings that are joined, or for which a reading holds. */
function longestGap({ kind, version }: PowerSource, p: Parameters): number {
  const { every } = version.body
  if (every > 0) return STALE_INTERVALS * every * 1000
  return kind === 'step' ? Infinity : STALE_INTERVALS * unknownEvery(p.interval * 1000)
}

/**
 * What the log says of the parts for which the sensor is silent, if it was written since the sensor's last reading.
 * holes: those of these parts of which it says nothing either.
 */
function logOver(
  { sensor }: PowerSource,
  log: Series,
  holes: readonly TimeSpan[],
  allowSuspect: boolean,
): EnergyWithHoles {
  let sum = energyHole(0, 0)
  const options = { maxGap: Infinity, allowSuspect }
  for (const { from, to } of holes) {
    let i = sensor ? indexAt(sensor, from) : -1
    while (i >= 0 && !isUsable(sensor!, i, allowSuspect)) i--
    const since = i < 0 ? -Infinity : sensor!.t[i]
    const said = slice(log, since, to)
    const e = energyOver(said, from, to, 'step', options)
    const silent = sensor !== null && sensor.t[0] <= to
    sum = joinedTo(sum, {
      ...e,
      q: silent ? worst(e.q, ESTIMATED) : e.q,
      holes: e.covered >= to - from ? [] : holesOf(said, from, to, 'step', options),
    })
  }
  return sum
}
