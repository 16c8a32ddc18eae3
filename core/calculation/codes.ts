import { METER_EVERY, type Description, type GeneratingUnit, type Version } from '#core/description/index.ts'
import type { SeriesKind } from '#core/series/types.ts'

/** Type of a station whose discharge comes from its level by a rating (ZQ). */
export const RATED = 4

/** A series that the calculation writes. */
interface ComputedSeries {
  code: string
  name: string
  unit: string
  kind: SeriesKind
}

/** Quantities of the general record. Storage in m3, power in kW. */
const GENERAL_SERIES: readonly ComputedSeries[] = [
  { code: 'general.lake_level', name: 'Lake level', unit: 'm', kind: 'instant' },
  { code: 'general.upstream_water_level', name: 'Upstream water level', unit: 'm', kind: 'instant' },
  { code: 'general.downstream_water_level', name: 'Downstream water level', unit: 'm', kind: 'instant' },
  { code: 'general.total_capacity', name: 'Storage', unit: 'm3', kind: 'instant' },
  { code: 'general.total_discharge_lake', name: 'Inflow', unit: 'm3/s', kind: 'instant' },
  { code: 'general.inflow_sigma', name: 'Inflow, standard error', unit: 'm3/s', kind: 'instant' },
  { code: 'general.inflow_window', name: 'Inflow, window', unit: 's', kind: 'step' },
  { code: 'general.inflow_moving_average', name: 'Inflow, moving average', unit: 'm3/s', kind: 'instant' },
  { code: 'general.total_discharge_out', name: 'Outflow', unit: 'm3/s', kind: 'instant' },
  { code: 'general.total_discharge_dam', name: 'Discharge at the dam', unit: 'm3/s', kind: 'instant' },
  { code: 'general.total_discharge_turbine', name: 'Turbine discharge', unit: 'm3/s', kind: 'instant' },
  { code: 'general.env_discharge', name: 'Environmental release', unit: 'm3/s', kind: 'instant' },
  { code: 'general.seepage', name: 'Seepage', unit: 'm3/s', kind: 'instant' },
  { code: 'general.evaporation', name: 'Evaporation', unit: 'm3/s', kind: 'instant' },
  { code: 'general.power', name: 'Power', unit: 'kW', kind: 'instant' },
  { code: 'general.inflow_volume', name: 'Inflow volume', unit: 'm3', kind: 'total' },
  { code: 'general.outflow_volume', name: 'Outflow volume', unit: 'm3', kind: 'total' },
  { code: 'general.balance_residual', name: 'Residual of the water balance', unit: 'm3', kind: 'total' },
]

const RAIN_SERIES: readonly ComputedSeries[] = [
  { code: 'basin.rain', name: 'Basin rain, gauges', unit: 'mm', kind: 'total' },
  { code: 'basin.rain_radar', name: 'Basin rain, radar', unit: 'mm', kind: 'total' },
]

/** Series codes of an outlet: discharge (m3/s) and method. */
export const outletCodes = (id: string) => ({ q: `outlet.${id}.q`, method: `outlet.${id}.method` })
/** Series code of the discharge of one gate of an outlet, m3/s. */
export const outletGateCode = (id: string) => `leaf.${id}.q`
/** Series code of the discharge of a rated station, m3/s. */
export const stationCode = (id: string) => `station.${id}.q`
/** Series codes of a generating unit: discharge (m3/s) and method. */
export const unitCodes = (id: string) => ({ q: `unit.${id}.q`, method: `unit.${id}.method` })
/** Energy of the plant, kWh: generated, used by itself, and sold. */
export const PLANT_ENERGY = 'energy.plant'
export const OWN_USE = 'energy.own_use'
export const NET_ENERGY = 'energy.net'
const OF_PLANT: ReadonlySet<string> = new Set([PLANT_ENERGY, OWN_USE, NET_ENERGY])
/** Series code of the energy of a generating unit, kWh; null: its id is the name of an energy of the plant. */
export const unitEnergyCode = (id: string): string | null =>
  OF_PLANT.has(`energy.${id}`) ? null : `energy.${id}`
/** Series code of what a meter counted more than the power gives, kWh. */
export const meterDifferenceCode = (code: string): string => `${code}.difference`
/** Whether the energy of a unit, or what its meter differs by, has the code of one of the plant or of other units. */
export function sharesEnergyCode(id: string, others: readonly string[]): boolean {
  const codesOf = (code: string | null) => (code === null ? [] : [code, meterDifferenceCode(code)])
  const taken = new Set([...OF_PLANT, ...others.map(unitEnergyCode)].flatMap(codesOf))
  return codesOf(unitEnergyCode(id)).some((code) => taken.has(code))
}
/** Whether a code is that of an energy, in steps of its own. */
export const isEnergyCode = (code: string): boolean => code.startsWith('energy.')
const TOTALS = new Set(
  [...GENERAL_SERIES, ...RAIN_SERIES].flatMap(({ code, kind }) => (kind === 'total' ? [code] : [])),
)
/** Whether a computed series is one of totals, each of the time before its stamp: energy, rain, volumes. */
export const isTotalCode = (code: string): boolean => isEnergyCode(code) || TOTALS.has(code)
/** Log of a gate (its opening, m) or a unit (its power, kW): a step, held until the next entry. */
export const logCode = (id: string) => `log.${id}`

/** Whether a code is one that only the calculation writes, of any plant: no source may take it. */
export function isComputedCode(code: string): boolean {
  return (
    /^(general|basin|energy|what-if)\./.test(code) ||
    /^(outlet|unit)\..+\.(q|method)$/.test(code) ||
    /^(leaf|station)\..+\.q$/.test(code)
  )
}

/** Whether a code is one that only the log of gates and units writes, of any plant. */
export const isLogCode = (code: string): boolean => code.startsWith('log.')

/** A gate or unit whose log calculation reads: its code, and the series of its sensor where one is described. */
interface Logged {
  kind: 'leaf' | 'unit'
  id: string
  log: string
  sensors: string[]
}

/**
 * The gates and units, of all versions, whose openings and powers calculation uses: those of a free overflow or
 * of a measured discharge are not. A unit with the same id as a gate keeps no log: the gate has the series.
 */
export function loggedOutlets(d: Description): Logged[] {
  const byId = new Map<string, Logged>()
  const add = (kind: Logged['kind'], id: string, sensor: string | undefined) => {
    const had = byId.get(id) ?? { kind, id, log: logCode(id), sensors: [] }
    if (had.kind !== kind) return
    if (sensor && !had.sensors.includes(sensor)) had.sensors.push(sensor)
    byId.set(id, had)
  }
  for (const { body } of d.gates)
    if (body.type !== 1 && body.method === 'auto')
      for (const outletGate of body.leaves) add('leaf', outletGate.id, outletGate.openingSeries)
  for (const u of d.units) if (u.body.method === 'auto') add('unit', u.id, u.body.powerSeries)
  return [...byId.values()]
}

/** Every series that the calculation writes for a plant, of all versions of its outlets. */
export function computedSeries(d: Description): ComputedSeries[] {
  const list = [...GENERAL_SERIES, ...RAIN_SERIES]
  const flow = (code: string, name: string): ComputedSeries => ({ code, name, unit: 'm3/s', kind: 'instant' })
  const method = (code: string, name: string): ComputedSeries => ({ code, name, unit: '-', kind: 'step' })
  const listed = new Set<string>()
  const once = (code: string) => !listed.has(code) && Boolean(listed.add(code))
  // Of several versions the newest names an outlet.
  const newest = <T extends { from: number }>(list: readonly T[]) => [...list].sort((a, b) => b.from - a.from)
  for (const g of newest(d.gates)) {
    if (once(outletCodes(g.id).q)) {
      list.push(flow(outletCodes(g.id).q, g.body.name), method(outletCodes(g.id).method, g.body.name))
    }
    for (const outletGate of g.body.leaves)
      if (once(outletGateCode(outletGate.id))) list.push(flow(outletGateCode(outletGate.id), outletGate.name))
  }
  for (const u of newest(d.units)) {
    if (once(unitCodes(u.id).q))
      list.push(flow(unitCodes(u.id).q, u.body.name), method(unitCodes(u.id).method, u.body.name))
  }
  list.push(...energySeries(d, newest(d.units)))
  for (const s of newest(d.stations))
    if (s.body.type === RATED && once(stationCode(s.id))) list.push(flow(stationCode(s.id), s.body.name))
  return list
}

/** The series of energy that a plant has, of all versions. */
function energySeries(d: Description, units: readonly Version<GeneratingUnit>[]): ComputedSeries[] {
  const p = d.parameters.map((v) => v.body)
  const metered = p.some((b) => b.meterSeries)
  if (units.length === 0 && !metered) return []
  const list: ComputedSeries[] = []
  const add = (code: string, name: string, withMeter: boolean) => {
    list.push({ code, name, unit: 'kWh', kind: 'total' })
    if (withMeter) list.push({ code: meterDifferenceCode(code), name, unit: 'kWh', kind: 'total' })
  }
  add(PLANT_ENERGY, 'Energy', metered)
  if (p.some((b) => b.ownUseSeries || typeof b.ownUse === 'number')) add(OWN_USE, 'Own use', false)
  add(NET_ENERGY, 'Net energy', false)
  for (const id of new Set(units.map((u) => u.id))) {
    const versions = units.filter((u) => u.id === id)
    const code = unitEnergyCode(id)
    if (code)
      add(
        code,
        versions[0].body.name,
        versions.some((u) => u.body.meterSeries),
      )
  }
  return list
}

/** The series of meters, with seconds of their intervals, of all versions. */
export function meterSeries(d: Description): { series: string; every: number }[] {
  const all = [
    ...d.units.map(({ body: u }) => [u.meterSeries, u.meterEvery] as const),
    ...d.parameters.flatMap(({ body: p }) =>
      [p.meterSeries, p.ownUseSeries, p.netSeries].map((series) => [series, p.meterEvery] as const),
    ),
  ]
  return all.flatMap(([series, every]) => (series ? [{ series, every: every ?? METER_EVERY }] : []))
}

/** Every series that energy is computed from, of all versions. */
export function energyInputSeries(d: Description): string[] {
  const logs = loggedOutlets(d).flatMap((o) => (o.kind === 'unit' ? [o.log] : []))
  const powers = d.units.flatMap(({ body }) => (body.powerSeries ? [body.powerSeries] : []))
  return [...new Set([...powers, ...logs, ...meterSeries(d).map((m) => m.series)])]
}

/** Every series that the calculation reads, of all versions. */
export function inputSeries(d: Description): string[] {
  const codes = new Set<string | null | undefined>(meterSeries(d).map((m) => m.series))
  for (const p of d.positions) codes.add(p.body.series)
  for (const g of d.gates) for (const l of g.body.leaves) codes.add(l.openingSeries).add(l.dischargeSeries)
  for (const u of d.units) codes.add(u.body.powerSeries).add(u.body.dischargeSeries)
  for (const s of d.stations) {
    if (s.body.type === 1) codes.add(s.body.series).add(s.body.radarSeries)
    if (s.body.type === RATED) codes.add(s.body.series)
  }
  for (const p of d.parameters) codes.add(p.body.inflowSeries).add(p.body.envSeries)
  for (const { log } of loggedOutlets(d)) codes.add(log)
  return [...codes].filter((c): c is string => typeof c === 'string' && c !== '')
}
