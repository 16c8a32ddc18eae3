import { isPublishedCode } from '#core/published/index.ts'
import {
  allInForce,
  type Check,
  type Description,
  type Outlet,
  type Parameters,
  type Position,
  type Sensor,
  type Station,
  type GeneratingUnit,
  type Version,
} from '#core/description/index.ts'
import { isComputedCode, sharesEnergyCode } from '#core/calculation/index.ts'
import type { PriceCalendar, Tariff } from '#core/price/index.ts'
import { keyOf, targetsOf } from '#core/quality/checks/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import {
  calendarFaults,
  minutesOf,
  offStepBands,
  offStepCalendar,
  offStepTariff,
  retiredCalendarFaults,
  tariffFaults,
  type Period,
} from './price-checks.ts'
import type { Noun } from './store.ts'

/** What of the plant an item may name. */
export interface Known {
  /** Unit of a series; undefined: there is none of that code. */
  unitOf(code: string): string | undefined
  /** How a series is read between its readings; undefined: there is none of that code. */
  kindOf(code: string): string | undefined
  /** Seconds between values of a series; null or absent: not known. */
  stepOf?(code: string): number | null
  description: Description
  /** When the item comes into force, epoch ms. */
  at: number
  /** When it is in force; absent: from `at` on. */
  period?: Period
}

/** Units, kinds and steps of series by code, of a list of them. */
export function factsOf(
  series: Iterable<{ code: string; unit: string; kind: string; step_s?: number | null }>,
): Pick<Known, 'unitOf' | 'kindOf' | 'stepOf'> {
  const byCode = new Map(Array.from(series, (s) => [s.code, s]))
  return {
    unitOf: (code) => byCode.get(code)?.unit,
    kindOf: (code) => byCode.get(code)?.kind,
    stepOf: (code) => byCode.get(code)?.step_s ?? null,
  }
}

/** What meters may send; the calculation converts it. */
const METERED = 'kWh'
const METER_UNITS = ['kWh', 'MWh']
/** Units in which market prices may come. */
const PRICED = 'VND/kWh'
const PRICE_UNITS = ['VND/kWh', 'VND/MWh']
/** Longest time for which a market price or a contracted quantity holds, s. */
const PRICE_HOLDS = 86_400

/** Kind of a rain sensor. */
const RAIN = 1

/** What is wrong with an item beyond its own shape: names of things that are not there, or are taken. */
export function checkItem(
  noun: Noun,
  itemId: string | null,
  body: unknown,
  known: Known,
  language: Language,
): FieldError[] {
  const errors: FieldError[] = []
  const report = (path: string, code: MessageCode, params: Record<string, string | number> = {}) =>
    errors.push({ path: `body.${path}`, code, message: text(code, language, params) })
  for (const [path, code] of seriesOf(noun, body))
    if (isPublishedCode(code)) report(path, 'published_series', { series: code })
    else if (known.unitOf(code) === undefined) report(path, 'unknown_series', { series: code })
  for (const { path, series, unit } of unitsOf(noun, body)) {
    const own = known.unitOf(series)
    const allowed = unit === METERED ? METER_UNITS : unit === PRICED ? PRICE_UNITS : [unit]
    if (own !== undefined && !allowed.includes(own) && !isCalibrated(series, known))
      report(path, 'unit_differs', { series, own, unit: allowed.join(', ') })
  }
  for (const { path, series } of metersOf(noun, body)) {
    const own = known.kindOf(series)
    if (own !== undefined && own !== 'total') report(path, 'meter_not_total', { series })
  }
  if (noun === 'position') {
    const { series, gain } = body as Position
    const own = known.unitOf(series)
    // A reading of 41,014 cm taken for metres would be a lake above the clouds.
    if (own !== undefined && own !== 'm' && gain === 1) report('gain', 'unit_needs_gain', { series, own })
  }
  if (noun === 'station') {
    const { code } = body as Station
    const other = inUse(known.description.stations, known.at, itemId).find((s) => s.body.code === code)
    if (other) report('code', 'code_taken', { code })
  }
  if (noun === 'gate') {
    // Tables and sensors name a leaf without its gate.
    const taken = new Set(
      inUse(known.description.gates, known.at, itemId).flatMap((g) => g.body.leaves.map((l) => l.id)),
    )
    ;(body as Outlet).leaves.forEach((leaf, i) => {
      if (taken.has(leaf.id)) report(`leaves.${i}.id`, 'code_taken', { code: leaf.id })
    })
  }
  if (noun === 'parameters') {
    const { inflowMethod, inflowSeries } = body as Parameters
    if (inflowMethod > 3 && !inflowSeries) report('inflowSeries', 'required')
  }
  if (noun === 'unit' && itemId !== null) {
    const others = inUse(known.description.units, known.at, itemId).map((u) => u.id)
    if (sharesEnergyCode(itemId, others))
      errors.push({
        path: 'id',
        code: 'code_taken',
        message: text('code_taken', language, { code: itemId }),
      })
  }
  if (noun === 'parameters' || noun === 'unit') meterOfComputed(body as Parameters, report)
  if (noun === 'sensor') {
    const { target, port, state, series, kind, gain, offset } = body as Sensor
    // An offset would turn no rain into some, or into less than none.
    if (kind === RAIN && offset !== 0) report('offset', 'rain_offset')
    if (kind === RAIN && gain < 0) report('gain', 'above_zero')
    if (target && !isThere(target, known)) report('target', 'unknown_target', { id: target.id })
    const others = inUse(known.description.sensors, known.at, itemId).filter(
      (o) => o.body.state === 'installed' && state === 'installed',
    )
    if (port !== '' && others.some((o) => o.body.port === port)) report('port', 'port_taken', { port })
    if (series !== null && others.some((o) => o.body.series === series))
      report('series', 'series_linked', { series })
  }
  if (noun === 'check') checkOfQuality(itemId, body as Check, known, report)
  const period = known.period ?? { from: known.at, to: null }
  if (noun === 'parameters') {
    const step = minutesOf(body as Parameters)
    const off = offStepTariff(step, period, known.description)
    if (off) report('energyStep', 'step_off_calendar', { ...off, step })
  }
  if (noun === 'tariff') {
    const tariff = body as Tariff
    errors.push(...tariffFaults(tariff, period, known.description, language))
    const off = offStepCalendar(tariff, period, known.description)
    if (off) report('calendar', 'calendar_off_step', off)
    for (const [path, series] of [
      ['series', tariff.series],
      ['contract.series', tariff.contract?.series],
    ] as const) {
      const step = (series && known.stepOf?.(series)) || 0
      if (step > PRICE_HOLDS) report(path, 'price_step_long', { series: series!, hours: step / 3600 })
    }
  }
  if (noun === 'calendar' && itemId !== null) {
    const calendar = body as PriceCalendar
    errors.push(...calendarFaults(itemId, calendar, period, known.description, language))
    for (const { path, value, step } of offStepBands(itemId, calendar, period, known.description))
      report(path.join('.'), 'band_off_plant_step', { value, step })
  }
  return errors
}

/** Why an item cannot be retired over a period: a tariff in force then needs its calendar. */
export function checkRetired(
  noun: Noun,
  itemId: string,
  description: Description,
  period: Period,
  language: Language,
): FieldError[] {
  return noun === 'calendar' ? retiredCalendarFaults(itemId, period, description, language) : []
}

type Report = (path: string, code: MessageCode, params?: Record<string, string | number>) => void

/** What a meter counts must be sent: an energy that is computed from itself would be true whatever it is. */
function meterOfComputed(body: Pick<Parameters, (typeof PLANT_METERS)[number]>, report: Report): void {
  for (const path of PLANT_METERS) {
    const series = body[path]
    if (series && isComputedCode(series)) report(path, 'computed_series', { series })
  }
}

/** A check must read readings that no other judges, and be the only one of its kind there in its season. */
function checkOfQuality(
  itemId: string | null,
  body: Check,
  { description: d, at, unitOf }: Known,
  report: Report,
): void {
  const levels = new Set(
    allInForce(d.positions, at).flatMap((p) =>
      p.body.average && p.body.method === 1 ? [p.body.series] : [],
    ),
  )
  body.series.forEach((series, i) => {
    if (isComputedCode(series)) report(`series.${i}`, 'check_computed', { series })
    else if (unitOf(series) === undefined) report(`series.${i}`, 'unknown_series', { series })
    else if (levels.has(series) && ['range', 'rate', 'spike'].includes(body.kind))
      report(`series.${i}`, 'check_by_calculation', { series })
  })
  if (body.object && !allInForce(d.units, at).some((u) => u.id === body.object))
    report('object', 'unknown_target', { id: body.object })
  const targets = new Set(targetsOf(body).map(keyOf))
  for (const other of inUse(d.checks, at, itemId)) {
    if (JSON.stringify(other.body.season ?? null) !== JSON.stringify(body.season ?? null)) continue
    const target = targetsOf(other.body).find((x) => targets.has(keyOf(x)))
    if (!target) continue
    const what = target.series.join(', ') || (target.object ?? body.kind)
    report(body.series.length > 0 ? 'series' : 'kind', 'check_taken', { what, name: other.body.name })
    return
  }
}

function inUse<T>(versions: readonly Version<T>[], at: number, but: string | null) {
  return allInForce(versions, at).filter((v) => v.id !== but)
}

function isThere({ noun, id }: NonNullable<Sensor['target']>, { description: d, at }: Known): boolean {
  if (noun === 'leaf') {
    const [gate, leaf] = id.split('/')
    return allInForce(d.gates, at).some((g) => g.id === gate && g.body.leaves.some((l) => l.id === leaf))
  }
  const all = { station: d.stations, position: d.positions, unit: d.units }[noun]
  return allInForce<unknown>(all, at).some((v) => v.id === id)
}

/** Series that must have a certain unit, with the path that names them. */
function unitsOf(noun: Noun, body: unknown): { path: string; series: string; unit: string }[] {
  const found: { path: string; series: string; unit: string }[] = []
  const add = (path: string, series: string | null | undefined, unit: string) => {
    if (series) found.push({ path, series, unit })
  }
  if (noun === 'gate')
    (body as Outlet).leaves.forEach((leaf, i) => {
      // A table converts the sensor's own unit to metres.
      const unit = leaf.openingUnit ?? 'm'
      if (unit === 'm') add(`leaves.${i}.openingSeries`, leaf.openingSeries, 'm')
      add(`leaves.${i}.dischargeSeries`, leaf.dischargeSeries, 'm3/s')
    })
  if (noun === 'unit') {
    const unit = body as GeneratingUnit
    add('powerSeries', unit.powerSeries, unit.powerUnit)
    add('dischargeSeries', unit.dischargeSeries, 'm3/s')
    add('meterSeries', unit.meterSeries, METERED)
  }
  if (noun === 'parameters') {
    const parameters = body as Parameters
    add('inflowSeries', parameters.inflowSeries, 'm3/s')
    add('envSeries', parameters.envSeries, 'm3/s')
    for (const path of PLANT_METERS) add(path, parameters[path], METERED)
  }
  if (noun === 'station' && (body as Station).type === 1) add('series', (body as Station).series, 'mm')
  if (noun === 'tariff') {
    const tariff = body as Tariff
    add('series', tariff.series, PRICED)
    add('contract.series', tariff.contract?.series, METERED)
  }
  return found
}

/** Series of meters: the energy of each interval, which only a total is. */
function metersOf(noun: Noun, body: unknown): { path: string; series: string }[] {
  const paths = noun === 'unit' ? ['meterSeries'] : noun === 'parameters' ? PLANT_METERS : []
  return paths.flatMap((path) => {
    const series = (body as Record<string, string | null | undefined>)[path]
    return series ? [{ path, series }] : []
  })
}

/** Whether a sensor in force calibrates the series. */
function isCalibrated(series: string, { description, at }: Known): boolean {
  return allInForce(description.sensors, at).some(
    ({ body }) => body.series === series && body.target?.noun !== 'position' && body.gain !== 1,
  )
}

const SERIES_FIELDS = ['series', 'radarSeries', 'powerSeries', 'dischargeSeries', 'inflowSeries', 'envSeries']
const PLANT_METERS = ['meterSeries', 'ownUseSeries', 'netSeries'] as const

/** Paths of the body that name a series, with the series. */
function seriesOf(noun: Noun, body: unknown): [string, string][] {
  const found: [string, string][] = []
  const add = (path: string, code: unknown) => {
    if (typeof code === 'string' && code !== '') found.push([path, code])
  }
  const b = body as Record<string, unknown>
  for (const key of [...SERIES_FIELDS, ...PLANT_METERS]) if (noun !== 'check') add(key, b[key])
  if (noun === 'gate')
    (b as unknown as Outlet).leaves.forEach((leaf, i) => {
      add(`leaves.${i}.openingSeries`, leaf.openingSeries)
      add(`leaves.${i}.dischargeSeries`, leaf.dischargeSeries)
    })
  if (noun === 'tariff') add('contract.series', (b as unknown as Tariff).contract?.series)
  return found
}
