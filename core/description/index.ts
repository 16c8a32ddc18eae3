import type { MapLayerKind, MapShape } from '../geo/shapes.ts'
import type { Deduction, PriceCalendar, Tariff } from '../price/types.ts'

/**
 * The description of a plant: everything that calculation reads, as versioned items. One item (a gate, a table, the
 * parameters ...) has versions, each in force over [from, to). Ids are stable over versions.
 */
export interface Version<T> {
  id: string
  /** Id of this version; an update names the version from which it was made. */
  version: string
  /** Epoch ms, in force from (inclusive); -Infinity when always. */
  from: number
  /** Epoch ms, in force until (exclusive); null when open. */
  to: number | null
  body: T
}

/** Levels in m above the project datum. */
export interface CharacteristicLevels {
  minPossible: number
  dead: number
  normal: number
  designedFlood: number
  maxPossible: number
  checkFlood?: number | null
  crest?: number | null
}

/** The characteristic levels from the highest on down, as they lie at most dams. */
export const LEVEL_NAMES = [
  'crest',
  'maxPossible',
  'checkFlood',
  'designedFlood',
  'normal',
  'dead',
  'minPossible',
] as const satisfies readonly (keyof CharacteristicLevels)[]

interface Catchment {
  code: string
  name: string
  /** km2 */
  area: number
}

/** The highest level that the licence allows within a part of the year. */
interface SeasonLimit {
  /** MM-DD, local, both ends included; a season may pass the end of the year. */
  from: string
  to: string
  /** m */
  level: number
}

export interface Plant {
  name: string
  river: string
  /** The river basin; absent: by the rivers that its river joins. */
  riverBasin?: string | null
  /** Distance of the dam from the mouth of its river along the river, km. */
  riverKm?: number | null
  /** The river into which its river flows, and at which of its kilometres. */
  joins?: { river: string; km: number } | null
  /** Travel time of water to the next reservoir downstream, min. */
  travelTime?: number | null
  /** Who owns or operates it. */
  company?: string | null
  /** Telephone of its control room, as sheets for authorities have it. */
  phone?: string | null
  province: string
  address?: string
  /** IANA zone of everything local of this plant. */
  zone: string
  latitude: number
  longitude: number
  levels: CharacteristicLevels
  /** km2 */
  basinArea: number
  /** Mean flow of the river at the dam over many years, m3/s. */
  meanAnnualFlow?: number | null
  /** Peak discharges of floods by the frequency with which they are exceeded in a year. */
  floods?: FrequentFlood[]
  /** [longitude, latitude] ring, first point not repeated. */
  basin?: [number, number][]
  mapBounds?: { startLongitude: number; startLatitude: number; endLongitude: number; endLatitude: number }
  /** Minutes after local midnight at which a day of the dashboard and of reports begins. */
  dayStart: number
  rainDayStart: number
  /** yyyy-MM-dd, local: earlier readings are refused, since a clock or a unit must be wrong. Empty or absent: 1900. */
  recordsFrom?: string
  catchments: Catchment[]
  /** Seasonal limits, which take precedence over the normal level. */
  seasonLimits?: SeasonLimit[]
  /** The file of the contour, as uploaded. */
  basinFile?: string | null
  /** Layers that maps draw below the stations. */
  mapLayers?: Partial<Record<MapLayerKind, MapLayer>>
}

interface FrequentFlood {
  /** Chance of exceedance in a year, %. */
  frequency: number
  /** Peak discharge, m3/s. */
  flow: number
}

interface MapLayer {
  /** Its file, as uploaded. */
  fileId?: string | null
  shapes: MapShape[]
}

/** Where a level is measured. type 1 reservoir, 2 upstream, 3 downstream. level = gain * raw + offset (m). */
export interface Position {
  name: string
  type: 1 | 2 | 3
  series: string
  gain: number
  offset: number
  /** 1 sensor, 2 staff read by hand, 3 computed */
  method: 1 | 2 | 3
  /** Whether it is part of the mean level of its type. */
  average: boolean
  /** Seconds between its readings; older than twice this is stale. */
  every: number
}

/**
 * Exhaust types: 1 free overflow, 2 radial gate, 3 flat gate, 4 sand flush (bottom outlet), 5 round culvert.
 * Parameters in SI; see core/hydraulics for the formula of each. Absent means the default there.
 */
export interface ExhaustParameters {
  /** Clear width of one gate or bay, m. */
  width?: number
  /** Crest or sill elevation, m. */
  sill?: number
  /** Weir coefficient m of Q = m b sqrt(2g) H^1.5. */
  m?: number
  /** Orifice coefficient, free flow. */
  c?: number
  /** Orifice coefficient, submerged. */
  cSub?: number
  /** Largest opening, m. */
  maxOpening?: number
  smoothSubmergence?: boolean
  /** Contraction: number of bays, abutment and pier shape coefficients. */
  bays?: number
  xiAbutment?: number
  xiPier?: number
  /** Ogee design head, m: with it, m is corrected by (H/Hd)^0.12. */
  designHead?: number
  /** Approach velocity, m/s (0: ignored). */
  approachVelocity?: number
  /** Radial gate: trunnion height above the sill, m, and exponents. */
  trunnion?: number
  te?: number
  be?: number
  he?: number
  /** Sand flush: height of the opening, m; loss coefficient mu. */
  height?: number
  mu?: number
  /** Culvert: diameter, length (m), Manning n, entrance loss, slope, inlet invert and outlet invert (m), inlet form. */
  diameter?: number
  length?: number
  n?: number
  ke?: number
  slope?: number
  inletInvert?: number
  outletInvert?: number
  inlet?: 'square' | 'groove' | 'projecting'
}

/** One gate (bay) of an outlet. */
export interface OutletGate {
  id: string
  name: string
  /** Series of its opening (step or instant). Absent for a free overflow. */
  openingSeries?: string
  /** Unit of that series: m, or the sensor's own unit when a ZAoAc table converts it to m. */
  openingUnit?: string
  /** Whether the series is the actual opening in m, as a person enters it: no table converts it. */
  opened?: boolean
  /** Series of directly measured discharge, m3/s. */
  dischargeSeries?: string
}

/** An outlet: gates of one kind, computed one by one and summed. */
export interface Outlet {
  name: string
  type: 1 | 2 | 3 | 4 | 5
  /** 'auto': table, else formula; 'measured': its discharge series. */
  method: 'auto' | 'measured'
  parameters: ExhaustParameters
  leaves: OutletGate[]
  /** Whether its discharge is the whole outflow of the lake; that of units and other outlets is then only shown. */
  total?: boolean
  /** Whether it passes the environmental release. */
  environmental?: boolean
  /** Seconds between opening reports (heartbeat); a step that is silent for longer than 3 of them is stale. */
  every: number
}

/** A generating unit. type 6 reaction, 7 impulse; axis 1 horizontal, 2 vertical, 3 inclined. */
export interface GeneratingUnit {
  name: string
  type: 6 | 7
  axis: 1 | 2 | 3
  /** Position in HPQ tables (n). */
  number: number
  /** m */
  centreElevation: number
  /** kW */
  ratedPower: number
  /** m3/s */
  qmax: number
  generatorEfficiency?: number
  /** Share of rated power below which the unit counts as stopped. */
  cutIn?: number
  /** m3/s passed at zero power when spinning. */
  speedNoLoadFlow?: number
  /** 1 own, 2 shared, 3 none (dam toe) */
  waterwayType: 1 | 2 | 3
  waterway: string
  powerSeries: string
  powerUnit: 'kW' | 'MW'
  dischargeSeries?: string
  method: 'auto' | 'measured'
  every: number
  /** Series of its meter: energy (kWh, MWh) of each interval, stamped at its end; absent: none. */
  meterSeries?: string | null
  /** Seconds of an interval of its meter; absent: METER_EVERY. */
  meterEvery?: number
}

/** Seconds of an interval of a meter where nothing else is described, and the longest that can be. */
export const METER_EVERY = 1800
export const LONGEST_METER_EVERY = 3600
/** Seconds of a step of energy where nothing else is described. */
export const ENERGY_STEP = 1800

/**
 * Station types 1 rain, 2 level, 3 discharge, 4 discharge from level, 5 Sommer, 6 gate opening, 7 capacity, 8 battery.
 */
export interface Station {
  code: string
  name: string
  type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  province: string
  address: string
  latitude: number
  longitude: number
  basin: string
  series: string
  radarSeries?: string
  sensorPort: string
  /** Share of the basin, 0-1; rain stations. */
  thiessen?: number | null
  every: number
  /** Alarm levels I, II, III of a level station, m; null: none. */
  alarms?: [number | null, number | null, number | null]
}

/** 1 rain, 2 level, 3 unit power, 4 unit inflow, 5 gate opening, 6 gate flow, 7 discharge direct, 8 indirect. */
type SensorKind = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/**
 * A measuring device. Its readings are stored as sent; the effective value is gain * raw + offset of the version in
 * force at the reading's instant. A level sensor of a position has its calibration there (gain 1, offset 0 here).
 */
export interface Sensor {
  name: string
  kind: SensorKind
  /** Port of its logger; empty: none. */
  port: string
  /** What it measures; null: nothing yet. leaf: `<gate id>/<leaf id>`. */
  target: { noun: 'station' | 'position' | 'leaf' | 'unit'; id: string } | null
  /** The series of its readings; null: not linked yet. */
  series: string | null
  state: 'not_installed' | 'installed' | 'uninstalled'
  gain: number
  offset: number
  /** Maker, model and number, as on its plate. */
  plate: string
}

/** Display settings of this plant; nothing is computed from them. */
export interface Settings {
  /** Axis of lake level, m; null: by the possible levels. */
  waterLevelMin: number | null
  waterLevelMax: number | null
  /** Ends of the axis of lake level: the limits above, or the data shown. Absent: the limits. */
  levelAxis?: 'limits' | 'data'
  /** How long a late value is still shown, greyed, h; absent: LATE_SHOWN. */
  lateShown?: number
  /** The axis of the outflow. */
  dischargeOutChart: 'left' | 'right'
  /** Lines of the operating chart that are hidden at first. */
  hiddenLines: string[]
  /** Levels drawn as labelled lines. */
  thresholds: ('dead' | 'normal' | 'designedFlood' | 'checkFlood' | 'crest' | 'season')[]
  /** Address of the camera; null: none. */
  cameraPath: string | null
  /**
   * Address of tiles under the map, with {z}/{x}/{y} or of a PMTiles file; null or absent: the map's own layers alone.
   */
  mapTiles?: string | null
  /** Attribution of these tiles, as their licence requires. */
  mapCredit?: string | null
}

/** A shift and a night: in the morning the last value is still shown, h. */
export const LATE_SHOWN = 24
/** The longest that can be set, h. */
export const MOST_LATE_SHOWN = 240

export const DEFAULT_SETTINGS: Settings = {
  waterLevelMin: null,
  waterLevelMax: null,
  dischargeOutChart: 'left',
  hiddenLines: [],
  thresholds: ['dead', 'normal', 'designedFlood'],
  cameraPath: null,
}

export const GROUPS = ['HPQ', 'nHPQ', 'ZPQ', 'ZAQ', 'ZV', 'QZ', 'FFZQ', 'ZAoAc', 'QETA', 'QHL'] as const
/**
 * The ten groups of a reservoir, and the rating of a measuring station (z -> q), which has separate pages and calls.
 */
export const ALL_GROUPS = [...GROUPS, 'ZQ'] as const
export type Group = (typeof ALL_GROUPS)[number]

export interface Table {
  group: Group
  name: string
  /** Id of the outlet, gate, unit, waterway or station it belongs to; null: the plant. */
  object: string | null
  fileName: string
  /** The file as uploaded, among the plant's files; absent: none. */
  fileId?: string | null
  uploadedAt: number
  active: boolean
  /** Compares month and day only, so a period serves every year. */
  loopByYear: boolean
  /** Rows in the column order of the group, as uploaded. */
  rows: number[][]
  units: { v?: '10^6 m3' | 'm3'; p?: 'MW' | 'kW' }
  headKind?: 'gross' | 'net'
  method?: 'linear'
  meaning?: string
}

/** Inflow methods: 1 end points, 2 end points on smoothed level, 3 regression, 4 measured series, 5 manual. */
export interface Parameters {
  /** Seconds between calculations. */
  interval: number
  /** T2 - T1, seconds. */
  window: number
  inflowMethod: 1 | 2 | 3 | 4 | 5
  /** Whether T2 - T1 stays the same in floods; otherwise it is shortened while the lake level changes fast. */
  holdWindow?: boolean
  /** Largest expected standard error, as a share of the inflow, to which it is shortened (absent: 0.05). */
  sigmaLimit?: number
  /**
   * Seconds after its last reading for which the opening of a gate, the power of a unit or a measured discharge is held
   * as an estimate once its sensor is silent; 0: not at all; absent: two hours.
   */
  holdSilent?: number
  movingPoints: number
  /** Half-width in seconds of the level smoothing of method 2. */
  smoothing: number
  operation: 'automatic' | 'manual'
  inflowSeries?: string | null
  allowSuspect: boolean
  /** mm/day, January first; empty: none. */
  evaporation: number[]
  /** m3/s, and whether it returns to the river (then it is part of the outflow). */
  seepage: number
  /** Seepage by level instead: [m, m3/s] rising in level; absent or empty: the constant. */
  seepageByLevel?: [number, number][]
  seepageReturns: boolean
  /** Environmental release at the dam, m3/s, when it is not through a listed outlet; null: none. */
  envFlow: number | null
  /** Series of it, when measured. */
  envSeries?: string | null
  /** Bounds of the level checks: m per 5 minutes. */
  levelRate: number
  /** Requirements of the licence below the dam, by season and reach; tolerance is a share (0.03). */
  minimumFlows?: MinimumFlow[]
  minimumFlowTolerance?: number
  /** Seconds of a step of energy, 900 or 1800; absent: ENERGY_STEP. Prices change within hours. */
  energyStep?: number
  /**
   * Series of meters: energy (kWh, MWh) of each interval, stamped at its end. Of what the plant generates, of its own
   * use, and of what it sells.
   */
  meterSeries?: string | null
  ownUseSeries?: string | null
  netSeries?: string | null
  /** Seconds of an interval of these meters; absent: METER_EVERY. */
  meterEvery?: number
  /** Share of the energy that the plant uses itself, 0-1, where no meter says it; absent or null: unknown. */
  ownUse?: number | null
}

/** dam: between dam and powerhouse, where the powerhouse's flow does not count; river: below both. */
interface MinimumFlow {
  /** MM-DD, local, both ends included; a season may pass the end of the year. */
  from: string
  to: string
  reach: 'dam' | 'river'
  /** m3/s */
  flow: number
}

export const CHECK_KINDS = [
  'range',
  'rate',
  'spike',
  'stuck',
  'missing',
  'twin',
  'rain',
  'balance',
  'efficiency',
  'drift',
  'tailwater',
  'meter',
] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** Grades of readings for which a check fires, worst last. */
export const CHECK_GRADES = ['ESTIMATED', 'SUSPECT', 'REJECTED'] as const

/**
 * Limits of a quality check; which of them apply depends on its kind (core/quality/checks). In the unit of the
 * effective series (m above the datum for a level position), durations in seconds.
 */
export interface CheckLimits {
  /** range: below and above. efficiency: of K = P / (Q H), kW per m3/s and m. */
  min?: number
  max?: number
  /** rate: fastest true change in 5 minutes. */
  rate?: number
  /** rate, spike: smallest step of the device; up to three of them are never too fast or a spike. */
  resolution?: number
  /** stuck: no change for longer than this. tailwater: time within which it must respond. */
  duration?: number
  /** stuck: smaller changes do not count. */
  tolerance?: number
  /** stuck: only where a neighbour changed by more than this; of rain its total, mm. */
  neighbours?: number
  /** missing: reporting intervals without a reading. */
  steps?: number
  /** twin: largest difference. meter: the same, % of the energy. drift: beyond the band of the month, %. tailwater: rise or fall, m, that must have a cause. */
  difference?: number
  /** rain: depth, mm, in 5 minutes, 1 hour, 24 hours. */
  fiveMinutes?: number
  hour?: number
  day?: number
  /** balance: number of windows of inflow, and factor of its expected noise. */
  windows?: number
  sigmas?: number
}

/** A described quality check: it replaces the default of its kind and target. */
export interface Check {
  name: string
  kind: CheckKind
  /** The checked series; all of them for twin sensors; empty where it checks the plant or an object. */
  series: string[]
  /** efficiency, drift: the unit. meter: the unit; null: the plant. */
  object?: string | null
  /** Part of the year in which it applies; null: all of it. Outside of it the default applies. */
  season?: { from: string; to: string } | null
  enabled: boolean
  /** Grade of the readings for which it fires; null: it only reports. */
  grade: (typeof CHECK_GRADES)[number] | null
  limits: CheckLimits
}

/** The whole description, every version. */
export interface Description {
  hydroCode: string
  plant: Version<Plant>[]
  positions: Version<Position>[]
  gates: Version<Outlet>[]
  units: Version<GeneratingUnit>[]
  stations: Version<Station>[]
  sensors: Version<Sensor>[]
  tables: Version<Table>[]
  parameters: Version<Parameters>[]
  settings: Version<Settings>[]
  checks: Version<Check>[]
  calendars: Version<PriceCalendar>[]
  tariffs: Version<Tariff>[]
  deductions: Version<Deduction>[]
}

/** The version of one item in force at t, or undefined. Later `from` wins. */
export function inForce<T>(versions: readonly Version<T>[], t: number): Version<T> | undefined {
  let best: Version<T> | undefined
  for (const v of versions) {
    if (t < v.from || (v.to !== null && t >= v.to)) continue
    if (!best || v.from >= best.from) best = v
  }
  return best
}

/** Every item in force at t, one version each, in the order of first appearance. */
export function allInForce<T>(versions: readonly Version<T>[], t: number): Version<T>[] {
  const byId = new Map<string, Version<T>>()
  for (const v of versions) {
    if (t < v.from || (v.to !== null && t >= v.to)) continue
    const had = byId.get(v.id)
    if (!had || v.from >= had.from) byId.set(v.id, v)
  }
  return [...byId.values()]
}

export { withChange } from './change.ts'
