import {
  calibrations,
  computedSeries,
  logCode,
  NET_ENERGY,
  outletCodes,
  outletGateCode,
  PLANT_ENERGY,
  unitEnergyCode,
} from '../calculation/index.ts'
import { RATED, stationCode, unitCodes } from '../calculation/index.ts'
import { inForce, type Description, type Station, type Version } from '../description/index.ts'
import { isMoneyUnit, QUANTITIES, compatible, isUnit, type QuantityName } from '../quantities.ts'
import type { SeriesKind } from '../series/index.ts'
import type { CountedDay, Nature, Piece, ReportObject, Source, WaterRatio } from './types.ts'

/** What is known of a stored series. */
interface SeriesInfo {
  code: string
  unit: string
  kind: SeriesKind
  step_s: number | null
}

/** The series of a plant, by code. */
type SeriesByCode = ReadonlyMap<string, SeriesInfo>

/** The quantities of one object, in the order of their columns. */
export interface ObjectSources {
  object: ReportObject
  sources: Source[]
  /** Of a gate: its exhaust. */
  outlet?: string
}

/** Quantities of the whole plant, in the order of the tree. Increments of the balance are left out: volumes are columns. */
const GENERAL: Readonly<Record<string, { nature: Nature; as: QuantityName }>> = {
  'general.lake_level': { nature: 'level', as: 'level' },
  'general.total_capacity': { nature: 'storage', as: 'volume' },
  'general.total_discharge_lake': { nature: 'flow', as: 'inflow' },
  'general.inflow_moving_average': { nature: 'average', as: 'inflow' },
  'general.total_discharge_out': { nature: 'flow', as: 'discharge' },
  'general.total_discharge_turbine': { nature: 'flow', as: 'discharge' },
  'general.total_discharge_dam': { nature: 'flow', as: 'discharge' },
  'general.env_discharge': { nature: 'flow', as: 'discharge' },
  'general.upstream_water_level': { nature: 'level', as: 'level' },
  'general.downstream_water_level': { nature: 'level', as: 'level' },
  'general.seepage': { nature: 'flow', as: 'discharge' },
  'general.evaporation': { nature: 'flow', as: 'discharge' },
  'general.power': { nature: 'average', as: 'power' },
}
export const BASIN_RAIN = ['basin.rain', 'basin.rain_radar'] as const
/** Revenue of the plant, and of a unit after its prefix. */
export const REVENUE_PLANT = 'revenue.plant'
export const revenueCode = (unit: string): string => `revenue.unit.${unit}`
/** Whether a quantity of a report is revenue, by its id alone: it may be of what is sold no more. */
export const isRevenueCode = (id: string): boolean => id.startsWith('revenue.')
/** Water use and output coefficient of the plant (null) or of a unit. */
export const waterRatioCode = (of: WaterRatio['of'], unit: string | null): string =>
  unit === null ? `${of}.plant` : `${of}.unit.${unit}`
const RATIO_SHAPE = {
  water_use: { unit: 'm3/kWh', shown: 'm3/kWh', decimals: 3 },
  coefficient: { unit: 'kW/(m3/s m)', shown: 'kW/(m3/s m)', decimals: 3 },
} as const
/** Energy of the plant, or of a unit. */
const ENERGY = /^energy\./

/** What a series is taken for by its unit. */
const BY_UNIT: readonly [QuantityName, Nature][] = [
  ['discharge', 'flow'],
  ['volume', 'storage'],
  ['level', 'level'],
  ['power', 'average'],
  ['energy', 'amount'],
  ['velocity', 'average'],
  ['temperature', 'average'],
  ['voltage', 'average'],
  ['share', 'average'],
]

interface Shape {
  nature: Nature
  days: CountedDay
  shown: string
  decimals: number
}

/** How a series is shown. rain: a depth in mm, not a level. */
function shapeOf(unit: string, kind: SeriesKind, rain: boolean): Shape {
  const known = isUnit(unit) ? BY_UNIT.find(([name]) => compatible(unit, QUANTITIES[name].unit)) : undefined
  const quantity = rain ? QUANTITIES.rain : known && QUANTITIES[known[0]]
  const shown = quantity && isUnit(unit) && compatible(unit, quantity.shown) ? quantity.shown : unit
  return {
    nature: kind === 'total' ? 'amount' : (known?.[1] ?? 'average'),
    days: rain ? 'rain' : known?.[0] === 'energy' ? 'calendar' : 'day',
    shown,
    decimals: quantity?.decimals ?? 2,
  }
}

const always = { from: -Infinity, to: Infinity }

/** How a series is read, and ms between its readings. */
function readingOf(series: SeriesByCode, code: string): Pick<Piece, 'kind' | 'step'> {
  const info = series.get(code)
  return { kind: info?.kind ?? 'instant', step: info?.step_s == null ? null : info.step_s * 1000 }
}

/** Parts of a record by versions that name its series, each split where its calibration changes. */
function calibrated(
  d: Description,
  series: SeriesByCode,
  parts: readonly { series: string; from: number; to: number; unit?: string }[],
): Piece[] {
  const sorted = [...parts].sort((a, b) => a.from - b.from)
  return sorted.flatMap((part) => {
    const unit = part.unit ?? series.get(part.series)?.unit ?? ''
    const own = { series: part.series, unit, ...readingOf(series, part.series) }
    return calibrations(d, part.series, part.from, part.to).map((c) => ({ ...c, ...own }))
  })
}

/** Neighbouring versions of the same series are one part. */
function partsOf<T>(
  versions: readonly Version<T>[],
  seriesOf: (body: T) => { series: string; unit?: string } | null,
): { series: string; from: number; to: number; unit?: string }[] {
  const out: { series: string; from: number; to: number; unit?: string }[] = []
  for (const v of [...versions].sort((a, b) => a.from - b.from)) {
    const own = seriesOf(v.body)
    if (!own) continue
    const before = out.at(-1)
    if (before && before.to === v.from && before.series === own.series && before.unit === own.unit)
      before.to = v.to ?? Infinity
    else out.push({ ...own, from: v.from, to: v.to ?? Infinity })
  }
  return out
}

function sourceOf(
  id: string,
  object: ReportObject,
  pieces: readonly Piece[],
  { rain = false, ...fixed }: Partial<Shape> & { rain?: boolean } = {},
): Source | null {
  const newest = pieces.at(-1)
  if (!newest) return null
  const { kind, step, unit } = newest
  return { id, object, kind, unit, pieces, step, ...shapeOf(unit, kind, rain), ...fixed }
}

/** Whether a quantity is of money: revenue, or readings of a series whose unit is money. series: those that exist. */
export const isMoneySource = (source: Source, series: SeriesByCode): boolean =>
  source.money !== undefined ||
  source.pieces.some((p) => isMoneyUnit(p.unit) || isMoneyUnit(series.get(p.series)?.unit ?? ''))

/** Everything of a plant that a report can tell, by object. series: those that exist. */
export function reportSources(d: Description, series: SeriesByCode): ObjectSources[] {
  const out: ObjectSources[] = []
  const computedPieces = (code: string, unit: string): Piece[] => [
    { series: code, ...readingOf(series, code), ...always, gain: 1, offset: 0, unit },
  ]
  const computed = new Map(computedSeries(d).map((c) => [c.code, c]))
  const flow = (code: string, object: ReportObject) =>
    sourceOf(code, object, computedPieces(code, 'm3/s'), { nature: 'flow', decimals: 3 })
  const add = (object: ReportObject, list: readonly (Source | null)[], outlet?: string) => {
    const sources = list.filter((s) => s !== null)
    if (sources.length > 0) out.push({ object, sources, ...(outlet !== undefined && { outlet }) })
  }

  for (const [code, { nature, as }] of Object.entries(GENERAL)) {
    const object: ReportObject = { kind: 'general', id: code }
    const { unit, shown, decimals } = QUANTITIES[as]
    const own = { nature, shown, decimals, days: 'day' } as const
    add(object, [sourceOf(code, object, computedPieces(code, unit), own)])
  }
  for (const code of BASIN_RAIN) {
    const object: ReportObject = { kind: 'general', id: code }
    add(object, [sourceOf(code, object, computedPieces(code, 'mm'), { rain: true, nature: 'amount' })])
  }
  for (const { code, unit } of series.values()) {
    if (!ENERGY.test(code)) continue
    const object: ReportObject = { kind: 'general', id: code }
    add(object, [sourceOf(code, object, computedPieces(code, unit), { days: 'calendar' })])
  }

  if (d.tariffs.length > 0) {
    for (const unit of [null, ...new Set(d.units.map((u) => u.id))]) {
      const sold = unit === null ? NET_ENERGY : unitEnergyCode(unit)
      if (sold === null || !series.has(sold)) continue
      const id = unit === null ? REVENUE_PLANT : revenueCode(unit)
      const object: ReportObject = { kind: 'general', id }
      const own = { nature: 'amount', days: 'calendar', shown: 'VND', decimals: 0, unit: 'VND' } as const
      const source = sourceOf(id, object, computedPieces(sold, 'kWh'))
      add(object, [source && { ...source, ...own, money: { unit } }])
    }
  }

  const units = [...new Set(d.units.map((u) => u.id))]
  for (const what of ['water_use', 'coefficient'] as const)
    for (const unit of [null, ...units]) {
      const energy = unit === null ? PLANT_ENERGY : unitEnergyCode(unit)
      if (units.length === 0 || energy === null || !series.has(energy)) continue
      const id = waterRatioCode(what, unit)
      const object: ReportObject = { kind: 'general', id }
      const flows = (unit === null ? units : [unit]).map((u) => ({ unit: u, series: unitCodes(u).q }))
      const own = { nature: 'ratio', days: 'calendar', ...RATIO_SHAPE[what] } as const
      const source = sourceOf(id, object, computedPieces(energy, 'kWh'))
      add(object, [source && { ...source, ...own, ratio: { of: what, energy, flows } }])
    }

  for (const [id, versions] of Map.groupBy(d.stations, (v) => v.id)) {
    const object: ReportObject = { kind: 'station', id }
    const body = newestOf(versions).body
    const beside = (what: string, unit: string) => {
      const parts = partsOf(versions, (b: Station) => ({ series: `${b.series}.${what}` }))
      const known = parts.filter((p) => series.get(p.series)?.unit === unit)
      return sourceOf(`station.${id}.${what}`, object, calibrated(d, series, known))
    }
    const own = partsOf(versions, (b: Station) => (b.series ? { series: b.series } : null))
    const rated = body.type === RATED && computed.has(stationCode(id))
    add(object, [
      rated ? flow(stationCode(id), object) : null,
      sourceOf(`station.${id}`, object, calibrated(d, series, own), { rain: body.type === 1 }),
      beside('velocity', 'm/s'),
      beside('water_depth', 'm'),
    ])
  }

  for (const [id, versions] of Map.groupBy(d.gates, (v) => v.id)) {
    const object: ReportObject = { kind: 'outlet', id }
    add(object, [flow(outletCodes(id).q, object)])
    const leaves = new Set(versions.flatMap((v) => v.body.leaves.map((l) => l.id)))
    for (const leaf of leaves) {
      const gate: ReportObject = { kind: 'leaf', id: leaf }
      const openings = partsOf(versions, (b) => {
        const own = b.leaves.find((l) => l.id === leaf)
        if (!own || b.type === 1) return null
        return own.openingSeries
          ? { series: own.openingSeries, unit: own.openingUnit }
          : { series: logCode(leaf), unit: 'm' }
      })
      const pieces = calibrated(d, series, openings)
      const opening = sourceOf(`leaf.${leaf}.opening`, gate, pieces, { nature: 'level', decimals: 2 })
      add(gate, [opening, flow(outletGateCode(leaf), gate)], id)
    }
  }

  for (const [id, versions] of Map.groupBy(d.units, (v) => v.id)) {
    const object: ReportObject = { kind: 'unit', id }
    const power = partsOf(versions, (b) =>
      b.powerSeries ? { series: b.powerSeries, unit: b.powerUnit } : { series: logCode(id), unit: 'kW' },
    )
    add(object, [
      sourceOf(`unit.${id}.power`, object, calibrated(d, series, power)),
      flow(unitCodes(id).q, object),
    ])
  }
  return out
}

/** The version in force last: that of now, or the newest of what is no longer there. */
function newestOf<T>(versions: readonly Version<T>[]): Version<T> {
  return versions.reduce((a, b) => (b.from > a.from ? b : a))
}

/** The body of an item at an instant, else its newest. */
export const bodyOf = <T>(versions: readonly Version<T>[], at: number): T =>
  (inForce(versions, at) ?? newestOf(versions)).body
