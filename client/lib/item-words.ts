import type { FieldDifference, Printable } from '#core/description/difference.ts'
import type { Options } from './items.ts'
import { duration, number } from './format.ts'
import { language, texts, type Text } from './text/index.ts'
import { LOCALES, type Language } from './text/locale.ts'

type Words = { readonly [key: string]: string | Words }

/** Units of fields, as displayed. */
const UNITS: Record<string, string> = {
  'plant.basinArea': 'km²',
  'plant.meanAnnualFlow': 'm³/s',
  'plant.floods.frequency': '%',
  'plant.floods.flow': 'm³/s',
  'plant.catchments.area': 'km²',
  'plant.latitude': '°',
  'plant.longitude': '°',
  'plant.riverKm': 'km',
  'plant.joins.km': 'km',
  'plant.travelTime': 'min',
  'plant.dayStart': 'min',
  'plant.rainDayStart': 'min',
  'plant.seasonLimits.level': 'm',
  'position.offset': 'm',
  'unit.centreElevation': 'm',
  'unit.ratedPower': 'kW',
  'unit.qmax': 'm³/s',
  'unit.speedNoLoadFlow': 'm³/s',
  'gate.parameters.approachVelocity': 'm/s',
  'parameters.seepage': 'm³/s',
  'parameters.envFlow': 'm³/s',
  'parameters.evaporation': 'mm/d',
  'parameters.minimumFlows.flow': 'm³/s',
  'parameters.levelRate': 'm / 5 min',
  'parameters.interval': 's',
  'parameters.window': 's',
  'parameters.smoothing': 's',
  'parameters.holdSilent': 's',
  'parameters.energyStep': 's',
  'parameters.meterEvery': 's',
  'unit.meterEvery': 's',
  'settings.waterLevelMin': 'm',
  'settings.waterLevelMax': 'm',
  'settings.lateShown': 'h',
  'station.alarms': 'm',
  'check.limits.fiveMinutes': 'mm',
  'check.limits.hour': 'mm',
  'check.limits.day': 'mm',
  'calendar.energyStep': 'min',
  'tariff.price': 'VND/kWh',
  'tariff.prices.price': 'VND/kWh',
  'tariff.capacity.price': 'VND/kWh',
  'tariff.surplus.prices.price': 'VND/kWh',
  'tariff.surplus.power': 'kW',
  'tariff.contract.price': 'VND/kWh',
  'tariff.contract.power': 'kW',
  'deduction.amount': 'VND/kWh',
  'deduction.basePrice': 'VND/kWh',
}
const METRES = new Set(
  'width sill maxOpening designHead trunnion height diameter length inletInvert outletInvert'.split(' '),
)

/** The specification's list that names the numbers of a field. */
const LISTS: Record<string, keyof Options> = {
  'position.type': 'measure_positions',
  'position.method': 'measure_methods',
  'gate.type': 'gate_types',
  'unit.type': 'gate_types',
  'unit.axis': 'turbine_types',
  'unit.waterwayType': 'waterway_types',
  'station.type': 'station_types',
  'sensor.kind': 'sensor_types',
}

/** A wire unit that contains words: a rate per five minutes. */
export const unitInWords = (unit: string, of: Language): string =>
  unit.replace('/ 5 min', LOCALES[of].perFive)

/** Unit of a field by its path without list indices; empty: none. */
export function unitOfField(noun: string, path: string): string {
  if (path.startsWith('levels.') && noun === 'plant') return 'm'
  if (path.endsWith('.every') || path === 'every') return 's'
  const last = path.split('.').at(-1)!
  if (noun === 'gate' && path.startsWith('parameters.') && METRES.has(last)) return 'm'
  return unitInWords(UNITS[`${noun}.${path}`] ?? '', language())
}

/** Splits a path of a difference into its field and its list element. */
function split(path: readonly string[]): { field: string; element: string | null } {
  const marks = path.filter((p) => p.startsWith('#'))
  return {
    field: path.filter((p) => !p.startsWith('#')).join('.'),
    element: marks.length > 0 ? marks.map((p) => p.slice(1)).join(', ') : null,
  }
}

function wordOf(words: Words, path: string): string | null {
  let here: string | Words | undefined = words
  for (const key of path.split('.')) {
    if (typeof here !== 'object') return null
    here = here[key]
  }
  return typeof here === 'string' ? here : ((here?.self as string | undefined) ?? null)
}

/** Sort index of a field in reading order; unknown fields come last. */
export function fieldOrder(noun: string, path: readonly string[], all: Text = texts()): number {
  const fields = (all.fieldOf as unknown as Words)[noun]
  if (typeof fields !== 'object') return 0
  const order = orderOf(fields, '')
  // Keeps the fields of one list element together.
  const listed = path.some((p) => p.startsWith('#'))
  const found = listed
    ? order.findIndex((field) => field.split('.')[0] === path[0])
    : order.indexOf(split(path).field)
  return found < 0 ? order.length : found
}

const orderOf = (words: Words, before: string): string[] =>
  Object.entries(words).flatMap(([key, v]) => {
    const path = before === '' ? key : `${before}.${key}`
    return typeof v === 'string' ? [key === 'self' ? before : path] : orderOf(v, path)
  })

/** Name of a field with its list element; an unknown field by its own name. */
export function fieldWords(noun: string, path: readonly string[], all: Text = texts()): string {
  const { field, element } = split(path)
  const fields = (all.fieldOf as unknown as Words)[noun]
  const own = typeof fields === 'object' ? wordOf(fields, field) : null
  const word = own ?? (field === '' ? '' : field)
  if (element === null) return word
  const list = typeof fields === 'object' ? wordOf(fields, field.split('.')[0]) : null
  return `${list ?? field.split('.')[0]} ${element}: ${word}`
}

/** Formats minutes after midnight as a time of day. */
export const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const clock = (v: Printable) => clockTime(Number(v))
const seconds = (v: Printable) => `${duration(Number(v) * 1000, language())} (${number(Number(v), 0)} s)`

/** Values with words of their own. */
const OWN_WORDS: Record<string, ((v: Printable, all: Text) => string) | undefined> = {
  'parameters.inflowMethod': (v, all) =>
    (all.inflowMethodOf as Record<number, string>)[Number(v)] ?? String(v),
  'parameters.interval': seconds,
  'parameters.window': seconds,
  'parameters.smoothing': seconds,
  'parameters.holdSilent': seconds,
  'parameters.energyStep': seconds,
  'parameters.meterEvery': seconds,
  'unit.meterEvery': seconds,
  'parameters.ownUse': (v) => `${number(100 * Number(v), 2)} %`,
  'parameters.sigmaLimit': (v) => `${number(100 * Number(v), 1)} %`,
  'parameters.minimumFlowTolerance': (v) => `${number(100 * Number(v), 1)} %`,
  'check.limits.duration': seconds,
  'deduction.rate': (v) => `${number(100 * Number(v), 2)} %`,
  // A rate of change has the same keyword.
  'deduction.kind': (v, all) => (v === 'rate' ? all.valueOf.of_revenue : all.valueOf.per_kwh),
  'settings.hiddenLines': (v, all) => (all.lineOf as Record<string, string>)[String(v)] ?? String(v),
  'plant.dayStart': clock,
  'plant.rainDayStart': clock,
}

/** A value of a difference in words, with its unit. */
export function itemValueWords(
  noun: string,
  path: readonly string[],
  value: Printable,
  options: Options | undefined,
  all: Text = texts(),
): string {
  const { field } = split(path)
  const words = all.valueOf as unknown as Record<string, string>
  const own = OWN_WORDS[`${noun}.${field}`]
  const one = (v: Printable): string => {
    if (v === null || v === '') return '-'
    if (own && !Array.isArray(v)) return own(v, all)
    if (typeof v === 'boolean') return v ? all.valueOf.yes : all.valueOf.no
    if (Array.isArray(v)) return v.map(one).join(Array.isArray(v[0]) ? '; ' : ', ')
    if (typeof v === 'number') {
      const list = LISTS[`${noun}.${field}`]
      const named =
        list && (options?.[list] as { id: number; name: string }[] | undefined)?.find((o) => o.id === v)
      return named ? named.name : String(v)
    }
    return Object.hasOwn(words, v) && isWordField(field) ? words[v] : v
  }
  const unit =
    value === null || own || field.endsWith('count') || field.endsWith('changed')
      ? ''
      : unitOfField(noun, field)
  return unit === '' ? one(value) : `${one(value)} ${unit}`
}

/** Fields whose values are keywords; names chosen by people are never translated. */
const WORD_FIELDS = new Set([
  'method',
  'parameters.inlet',
  'state',
  'target.noun',
  'operation',
  'minimumFlows.reach',
  'grade',
  'kind',
  'bands.days',
  'surplus.rule',
  'dischargeOutChart',
  'thresholds',
])
const isWordField = (field: string) => WORD_FIELDS.has(field)

/** Lines of a difference in words. */
export function differenceWords(
  noun: string,
  d: FieldDifference,
  options: Options | undefined,
  all: Text = texts(),
) {
  return {
    field: fieldWords(noun, d.path, all),
    before: itemValueWords(noun, d.path, d.before, options, all),
    after: itemValueWords(noun, d.path, d.after, options, all),
  }
}
