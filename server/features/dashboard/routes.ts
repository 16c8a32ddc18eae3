import {
  LEVEL_CHECKED,
  liveLevel,
  parametersAt,
  rainEvery,
  windowLength,
  type LiveLevel,
} from '#core/calculation/index.ts'
import { LATE_SHOWN, allInForce, inForce, type Description } from '#core/description/index.ts'
import type { Horizon, Model, Outcome } from '#core/forecast/index.ts'
import { limitOn } from '#core/description/season.ts'
import { GOOD, MISSING } from '#core/quality/index.ts'
import { indexAt, type Series } from '#core/series/index.ts'
import { DAY, HOUR, fromLocal, toLocal, toLocalDate } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import { GENERAL_FIELDS } from '#contract/dashboard.ts'
import { round } from '#contract/fields.ts'
import { operationOf, activeSavesIn } from '#server/features/calculation/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { badRequest } from '#server/lib/errors.ts'
import { JsonText, type Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { text, type Language } from '#contract/messages.ts'
import type { FigureReading } from './figures.ts'
import { columnsOf, forecastRows, readRecords } from './range.ts'
import { indicators, indicatorsFrom, INDICATOR_SERIES, type IndicatorData } from './indicators.ts'
import { categoryOf, options } from './options.ts'
import { enteredOf } from './entered.ts'
import { heldOf } from './held.ts'
import { outletsOf, shownLevels, waterdepthsOf } from './outlets.ts'
import type { ShownSpans } from './outlooks.ts'
import { GENERAL, generalRecord, type LastOf } from './records.ts'
import { readAllProvinces, reservoirCodesOf } from './store.ts'
import { createViews, lastValues, type View } from './view.ts'
import { storageSpan, volumeOf } from './storage.ts'

/** Longest span of one call, ms: ten years with leap days. */
const LONGEST = 3660 * DAY
/** Longest span of a call as of the past, days: without hour bins, readings themselves are read. */
const LONGEST_KNOWN = 400
/** How long figures are cached for all callers, ms. */
const FIGURES_FRESH = 400

interface Deps {
  plants: Plants
  history: History
  /** The forecast inflow of a view. */
  ahead: (view: View, model: Model, hours: Horizon) => Promise<Outcome>
}

export function serveDashboard(serve: Serve, deps: Services & Deps): void {
  const s: Services = deps
  const { plants, history } = deps
  const now = () => s.clock.now()
  const viewOf = createViews(deps)
  const described = (hydro: string) => viewOf({ hydro, language: 'vi' })

  serve(contract.getGeneralLast, async ({ query, caller }) => {
    const view = await viewOf(caller, query.known_at)
    const { plant } = view
    const last = await lastValues(view)
    const newest = Math.max(...GENERAL_FIELDS.map((f) => last(GENERAL(f))?.t ?? -Infinity))
    const t = Number.isFinite(newest) ? newest : null
    const record = generalRecord(t, plant.zone, (field) => {
      const r = last(GENERAL(field))
      return r && r.t === t ? r : null
    })
    return view.answer(record)
  })

  serve(contract.getDataFromTo, async ({ body, caller }) => {
    const view = await viewOf(caller, body.known_at)
    const { plant } = view
    const from = local(body.from, plant.zone, 'from')
    const to = local(body.to, plant.zone, 'to')
    checkSpan(from, to, caller.language, view.known)
    const span = { from, to, zone: plant.zone }
    const outcome = body.forecast && (await deps.ahead(view, body.forecast.model, body.forecast.hours))
    const ahead = forecastRows(outcome?.forecast ?? null, plant.zone)
    if (body.layout === 'columns')
      return view.answer(new JsonText(await columnsOf(view, span, body.px, ahead)))
    const { step_s, general, rain } = await readRecords(view, span, body.max_rows)
    return view.answer({
      from: toLocal(from, plant.zone),
      to: toLocal(to, plant.zone),
      step_s,
      general_datas: general,
      rain_datas: rain,
      rain_forecast_datas: [],
      flow_forecast_datas: ahead,
      columns: {},
    })
  })

  serve(contract.getOutlets, async ({ query, caller }) => {
    const view = await viewOf(caller, query.known_at)
    const last = await lastValues(view)
    const given = await enteredOf(s.db, view, last)
    const held = await heldOf(view, last)
    return view.answer(outletsOf(view.description, view.at, view.plant.zone, last, given, held))
  })

  serve(contract.getWaterdepths, async ({ query, caller }) => {
    const view = await viewOf(caller, query.known_at)
    const last = await shownLevels(view)
    return view.answer(waterdepthsOf(view.description, view.at, view.plant.zone, last))
  })

  serve(contract.getCatchments, async ({ query, caller }) => {
    const view = await viewOf(caller, query.known_at)
    const { plant } = view
    const list = plant.catchments.map((c) => ({
      catchment_code: c.code,
      catchment_name: c.name,
      area: c.area,
    }))
    return view.answer(list)
  })

  serve(contract.getHydros, async ({ query, caller }) => {
    // As of the past, only the reservoir of the call.
    if (query.known_at !== undefined) {
      const view = await viewOf(caller, query.known_at)
      return view.answer([hydroOf(view)])
    }
    // An account with a role at all reservoirs sees all; a device sees its own.
    const granted = new Set([caller.hydro, ...(await reservoirCodesOf(s.db, caller.accountId))])
    // A reservoir that was created a moment ago may be missing in the cached list, yet the call is about it.
    const known = new Set([...(await plants.codes()), caller.hydro])
    const codes = [...known].filter((code) => code !== '' && (granted.has('*') || granted.has(code)))
    return Promise.all(codes.map(async (code) => hydroOf(await described(code))))
  })

  function hydroOf({ hydro: code, at, description, plant }: View): contract.Hydro {
    const parameters = inForce(description.parameters, at)?.body
    const volume = volumeOf(description, at, plant.zone)
    // Levels of the dam only within the table: beyond its end only the present lake is estimated, and marked so.
    const millions = (z: number | null | undefined) => {
      const found = z === null || z === undefined ? null : volume(z)
      return found === null || found.q !== GOOD ? null : round(found.v / 1e6)
    }
    return {
      hydro_code: code,
      hydro_name: plant.name,
      river: plant.river,
      province: plant.province,
      latitude: plant.latitude,
      longitude: plant.longitude,
      time_zone: plant.zone,
      min_possible_water_level: plant.levels.minPossible,
      max_possible_water_level: plant.levels.maxPossible,
      dead_water_level: plant.levels.dead,
      normal_water_level: plant.levels.normal,
      designed_flood_water_level: plant.levels.designedFlood,
      season_water_level:
        limitOn(plant.seasonLimits ?? [], toLocalDate(at, plant.zone).slice(5))?.level ?? null,
      check_flood_water_level: plant.levels.checkFlood ?? null,
      crest_level: plant.levels.crest ?? null,
      basin_area: plant.basinArea,
      dead_capacity: millions(plant.levels.dead),
      normal_capacity: millions(plant.levels.normal),
      flood_capacity: millions(plant.levels.designedFlood),
      check_flood_capacity: millions(plant.levels.checkFlood),
      crest_capacity: millions(plant.levels.crest),
      min_possible_capacity: millions(plant.levels.minPossible),
      max_possible_capacity: millions(plant.levels.maxPossible),
      storage_table: storageSpan(description, at, plant.zone),
      day_start: plant.dayStart,
      interval: parameters?.interval ?? 300,
      moving_points: parameters?.movingPoints ?? 5,
    }
  }

  serve(contract.getOptions, async ({ caller }) => {
    const { plant } = await described(caller.hydro)
    const provinces = await readAllProvinces(s.db)
    const list = (name: Parameters<typeof options>[0]) => options(name, caller.language)
    return {
      outlet_types: list('outlet_types'),
      gate_types: list('gate_types').map((g) => ({ ...g, category: categoryOf(g.id) })),
      sensor_types: list('sensor_types'),
      discharge_methods: list('discharge_methods'),
      turbine_types: list('turbine_types'),
      waterway_types: list('waterway_types'),
      catchments: plant.catchments.map((c) => ({
        catchment_code: c.code,
        catchment_name: c.name,
        area: c.area,
      })),
      measure_methods: list('measure_methods'),
      measure_positions: list('measure_positions'),
      station_types: list('station_types'),
      provinces,
    }
  })

  /** Shown spans by reservoir; not as of the past. */
  const shownSpans = new Map<string, ShownSpans>()
  const figures = new Map<string, { at: number; data: Promise<IndicatorData> }>()
  // A page that a reading has woken must not get the figures from before it.
  history.onChange((changes) => changes.forEach((c) => figures.delete(c.hydroCode)))
  serve(contract.getIndicators, async ({ query, caller }) => {
    if (query.known_at === undefined) return present(caller.hydro)
    const view = await viewOf(caller, query.known_at)
    return view.answer(await makeIndicators(view))
  })

  function present(hydro: string): Promise<IndicatorData> {
    const had = figures.get(hydro)
    const at = now()
    if (!shownSpans.has(hydro)) shownSpans.set(hydro, new Map())
    if (had && Math.abs(at - had.at) < FIGURES_FRESH) return had.data
    const data = described(hydro).then(makeIndicators)
    const entry = { at, data }
    data.catch(() => figures.get(hydro) === entry && figures.delete(hydro))
    figures.set(hydro, entry)
    return data
  }

  async function makeIndicators(view: View): Promise<IndicatorData> {
    const { hydro, at: t, description, plant } = view
    const keep = (inForce(description.settings, t)?.body.lateShown ?? LATE_SHOWN) * HOUR
    const positions = allInForce(description.positions, t).filter((p) => p.body.type === 1)
    const levelCodes = positions.map((p) => p.body.series)
    const slowest = Math.max(0, ...positions.map((p) => p.body.every * 1000))
    // Reads the level of an hour ago, and what it is checked by.
    const checked = (LEVEL_CHECKED + 1) * slowest
    const read = (back: number) => view.read(hydro, levelCodes, t - back - checked, t)
    const [data, recent, last] = await Promise.all([
      view.read(hydro, INDICATOR_SERIES, Math.min(indicatorsFrom(t, plant.zone), t - keep), t),
      read(2 * HOUR),
      lastValues(view),
    ])
    const levelIn = (levels: Map<string, Series>, at: number, span: number) =>
      shown(
        liveLevel(
          description,
          (code) => {
            const series = levels.get(code)
            return series && { series, kind: 'instant' as const }
          },
          at,
          span,
        ),
      )
    // If the sensors are silent, reads as far back as a late level is shown.
    const found = levelIn(recent, t, HOUR)
    const known = found?.v == null && keep > HOUR ? levelIn(await read(keep), t, keep) : found
    const level = known && t - known.t > keep ? { ...known, v: null, q: MISSING } : known
    const before = level && levelIn(recent, level.t - HOUR, HOUR)
    const newest = newestInput(description, last, t)
    const [operated, saved] = view.known
      ? [null, []]
      : await Promise.all([operationOf(s, deps, hydro), activeSavesIn(s.db.pool, hydro, t - HOUR, t)])
    const figures = indicators({
      now: t,
      zone: plant.zone,
      level,
      levelBefore: before,
      volume: volumeOf(description, t, plant.zone),
      levels: plant.levels,
      data,
      whole: allInForce(description.gates, t).some((g) => g.body.total),
      interval: (inForce(description.parameters, t)?.body.interval ?? 300) * 1000,
      window: (instant) => windowAt(description, data.get('general.inflow_window')!, instant),
      saved,
      allowSuspect: inForce(description.parameters, t)?.body.allowSuspect ?? false,
      keep,
      shown: view.known ? new Map() : (shownSpans.get(hydro) ?? new Map()),
      rainEvery: (from, to) => rainEvery(description, from, to),
      lastReading: newest,
      lastCalculation: last('general.total_discharge_out')?.t ?? null,
    })
    if (operated === null) return { ...figures, operation: null }
    const { method, since, by_name, overdue } = operated
    return { ...figures, operation: { method, since, by_name, overdue } }
  }
}

const shown = (l: LiveLevel | null): FigureReading | null =>
  l && { t: l.t, v: Number.isNaN(l.v) ? null : l.v, q: l.q }

/** T2 - T1 of the inflow of an instant, ms: as stored with it, else by the parameters. */
export function windowAt(d: Description, windows: Series, instant: number): number {
  const i = indexAt(windows, instant)
  const seconds = i >= 0 && windows.t[i] === instant ? windows.v[i] : NaN
  return seconds > 0 ? seconds * 1000 : windowLength(parametersAt(d, instant))
}

/** Series of the sensors of the description by which one sees whether anything comes. */
export function inputsOf(d: Description, at: number): string[] {
  return [
    ...allInForce(d.positions, at).map((p) => p.body.series),
    ...allInForce(d.units, at).map((u) => u.body.powerSeries),
    ...allInForce(d.stations, at).map((x) => x.body.series),
  ]
}

/** Newest reading of any sensor of the description. */
function newestInput(d: Description, last: LastOf, at: number): number | null {
  const times = inputsOf(d, at)
    .map((c): FigureReading | null => last(c))
    .flatMap((r) => (r ? [r.t] : []))
  return times.length === 0 ? null : Math.max(...times)
}

function local(text: string, zone: string, path: string): number {
  const t = fromLocal(text, zone)
  if (t === null)
    throw badRequest('invalid_time', { value: text }, [{ path, message: text, code: 'invalid_time' }])
  return t
}

function checkSpan(from: number, to: number, language: Language, known: boolean): void {
  const refuse = (path: string, code: string, detail: string) =>
    badRequest('invalid_range', { detail }, [{ path, message: detail, code }])
  if (from > to) throw refuse('from', 'from_after_to', text('from_after_to', language))
  if (known && to - from > LONGEST_KNOWN * DAY)
    throw refuse('to', 'known_too_long', text('known_too_long', language, { days: LONGEST_KNOWN }))
  if (to - from > LONGEST) throw refuse('to', 'too_long', `> ${LONGEST / DAY} d`)
}
