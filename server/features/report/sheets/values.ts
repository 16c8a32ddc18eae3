import {
  PERIOD_ROWS,
  figuresOf,
  floodName,
  isMoneyFigure,
  isMoneySource,
  reportRows,
  reportSources,
  reportTotals,
  type Figure,
  type FigureCell,
  type ObjectSources,
  type ReportColumn,
  type ReportRow,
  type ReportTotal,
  type SheetPeriod,
} from '#core/report/index.ts'
import { inForce } from '#core/description/index.ts'
import { forecastInflow } from '#core/forecast/index.ts'
import { STALE_INTERVALS } from '#core/calculation/index.ts'
import { ESTIMATED, GOOD, MISSING, PARTIAL, grade, worst } from '#core/quality/index.ts'
import { HOUR, fromLocal, toLocal, toLocalDate } from '#core/time/index.ts'
import { text, type Language } from '#contract/messages.ts'
import { LOCALES, writeDate } from '#contract/locale.ts'
import { dutyOver } from '#server/features/shift-log/index.ts'
import { plannedIn } from '#server/features/statistics/index.ts'
import { volumeOf, type View } from '#server/features/dashboard/index.ts'
import { endOfSecond } from '#server/features/history/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { Database } from '#server/lib/database.ts'
import { closingsOf } from '../data.ts'
import { dayStartsOf, rowTables } from '../report.ts'
import { dayClock } from '../words.ts'

/** A date, a month or a year with its rows. */
export interface SheetSpan {
  period: SheetPeriod
  /** yyyy-MM-dd, yyyy-MM or yyyy. */
  date: string
  /** The whole as one row, and the row before it. */
  whole: ReportRow
  before: ReportRow
  /** All rows, also those that have not begun. */
  rows: ReportRow[]
}

/** What the values of a sheet are read from. */
export interface FigureSource {
  db: Database
  registry: Registry
  view: View
  language: Language
  objects: readonly ObjectSources[]
  figures: ReadonlyMap<string, Figure>
  madeBy: string | null
  madeAt: number
  demo: boolean
  review: string
}

export interface SheetValues {
  values: Map<string, FigureCell[]>
  totals: Map<string, ReportTotal>
}

/** The figures of a plant for sheets of a period, by name; those of money only for who may see it. */
export function figuresFor(
  view: View,
  period: SheetPeriod,
  series: Parameters<typeof reportSources>[1],
  withMoney: boolean,
): Pick<FigureSource, 'objects' | 'figures'> {
  const objects = reportSources(view.description, series).filter(
    (o) => withMoney || !o.sources.some((s) => isMoneySource(s, series)),
  )
  const floods = (view.plant.floods ?? []).map((f) => f.frequency)
  const figures = figuresOf(period, objects, floods).filter((f) => withMoney || !isMoneyFigure(f.name))
  return { objects, figures: new Map(figures.map((f) => [f.name, f])) }
}

/** The rows of a period; null where the zone has no such date. */
export function sheetSpanOf(view: View, period: SheetPeriod, date: string): SheetSpan | null {
  const { zone } = view.plant
  const first = `${date}${'-01'.repeat({ day: 0, month: 1, year: 2 }[period])}`
  const midnight = fromLocal(first, zone)
  if (midnight === null) return null
  const starts = dayStartsOf(view.description)
  const { kind, whole } = PERIOD_ROWS[period]
  const of = (of: typeof kind, from: number, to: number) =>
    reportRows({ kind: of, from, to }, zone, starts, Infinity)
  const [before, own] = of(whole, midnight - 1, midnight + 1)
  const { start, end } = period === 'day' ? own.spans.day : own.spans.calendar
  return { period, date, before, whole: own, rows: of(kind, start, end) }
}

const known = (v: number | string | null | undefined): FigureCell =>
  v === null || v === undefined || v === '' || Number.isNaN(v) ? { v: null, q: null } : { v, q: GOOD }
const missing: FigureCell = { v: null, q: MISSING }
const notDue: FigureCell = { v: null, q: null }

/** The values of the figures that are wanted, and the foot of those that are columns. */
export async function readFigures(
  source: FigureSource,
  span: SheetSpan,
  wanted: Iterable<string>,
): Promise<SheetValues> {
  const { view, figures } = source
  const values = new Map<string, FigureCell[]>()
  const totals = new Map<string, ReportTotal>()
  const named = [...new Set(wanted)].flatMap((name) => figures.get(name) ?? [])
  const isOver = (row: ReportRow) => row.spans.day.end <= view.at
  // An hour is told when it is over; of a day or a month under way what there is of it.
  const begun = span.rows.filter((row) =>
    span.period === 'day' ? isOver(row) : row.spans.day.start < view.at || row.spans.calendar.start < view.at,
  )

  const columns = async (list: readonly Figure[], rows: readonly ReportRow[], withTotals: boolean) => {
    if (list.length === 0) return
    const own = list.map((f) => f.column!)
    const gathered = withTotals ? reportTotals(own) : null
    const cells = list.map((): FigureCell[] => [])
    for await (const table of rowTables(view, source.registry, own, rows, gathered))
      list.forEach((_, c) =>
        table.v[c].forEach((v, k) =>
          cells[c].push(v === null && !isOver(rows[cells[c].length]) ? notDue : { v, q: table.q[c][k] }),
        ),
      )
    list.forEach((f, c) => {
      const blank = withTotals ? span.rows.length - rows.length : 0
      values.set(f.name, [...cells[c], ...Array.from({ length: blank }, () => notDue)])
    })
    gathered?.totals().forEach((total, c) => totals.set(list[c].name, total))
  }
  const ofColumns = named.filter((f) => f.column)
  await columns(
    ofColumns.filter((f) => f.many),
    begun,
    true,
  )
  await columns(
    ofColumns.filter((f) => !f.many && !f.before),
    [span.whole],
    false,
  )
  await columns(
    ofColumns.filter((f) => f.before),
    [span.before],
    false,
  )

  const others = new Set(named.filter((f) => !f.column).map((f) => f.name))
  const put = (name: string, make: () => FigureCell) => {
    if (others.has(name)) values.set(name, [make()])
  }
  describedFigures(source, span, put)
  const list = async (name: string, make: () => Promise<FigureCell[]>) => {
    if (others.has(name)) values.set(name, await make())
  }
  const each = (cell: (row: ReportRow, i: number) => FigureCell) =>
    span.rows.map((row, i) => (i < begun.length ? cell(row, i) : notDue))

  await list('hour.inflow_forecast', async () => {
    const forecasts = await forecastsOf(view, begun)
    return each((_, i) => forecasts[i])
  })
  if (others.has('hour.gates_open') || others.has('hour.gate_openings')) {
    const gates = await gatesOf(source, begun)
    values.set(
      'hour.gates_open',
      each((_, i) => gates[i].count),
    )
    values.set(
      'hour.gate_openings',
      each((_, i) => gates[i].openings),
    )
  }
  if (others.has('hour.recorder') || others.has('hour.shift_leader')) {
    const duty = await dutyOver(
      source.db,
      view.hydro,
      span.rows.map((row) => row.spans.day.end - 1),
      view.known ? endOfSecond(view.at) : null,
    )
    values.set(
      'hour.recorder',
      each((_, i) => known(duty[i]?.recorder)),
    )
    values.set(
      'hour.shift_leader',
      each((_, i) => known(duty[i]?.leader)),
    )
  }
  await list('whole.weather', async () => {
    const rain = await wholeRain(source, span)
    if (rain === null) return [missing]
    if (rain.v === null) return [rain]
    const mm = Number(rain.v)
    const words =
      mm === 0
        ? text('sheet_no_rain', source.language)
        : text('sheet_rain', source.language, { mm: decimal(mm, 1, source.language) })
    return [{ v: words, q: rain.q }]
  })
  await list('whole.rainy_days', async () => [await rainyDays(source, span)])
  if (others.has('whole.minimum_flow_days') || others.has('whole.minimum_flow_missed_days')) {
    const days = await minimumFlowDays(source, span)
    values.set('whole.minimum_flow_days', [days === null ? notDue : { v: days.kept, q: days.q }])
    values.set('whole.minimum_flow_missed_days', [days === null ? notDue : { v: days.missed, q: days.q }])
  }
  if (others.has('whole.energy.plan') || others.has('whole.revenue.plan')) {
    const planned = await plannedFor(source, span)
    values.set('whole.energy.plan', [known(planned?.kwh)])
    values.set('whole.revenue.plan', [known(planned?.vnd)])
  }
  await list('whole.balance_residual', async () => {
    const [closing] = await closingsOf(view, [span.whole])
    return [closing.residual === null ? missing : { v: closing.residual / 1e6, q: closing.q }]
  })
  return { values, totals }
}

/** A number as a language writes it. */
const decimal = (v: number, decimals: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  }).format(v)

/** A local time in words: a date, or a date with its time. */
export function timeWords(t: number, zone: string, language: Language, withTime: boolean): string {
  const local = toLocal(t, zone)
  const [y, m, d] = local.slice(0, 10).split('-')
  const date = writeDate(LOCALES[language].date, y, m, d)
  return withTime ? `${local.slice(11, 16)} ${date}` : date
}

/** A local time without its date, or without its year. */
export function shortTime(t: number, zone: string, language: Language, without: 'date' | 'year'): string {
  const [clock, date] = timeWords(t, zone, language, true).split(' ')
  return without === 'date' ? clock : `${clock} ${date.replace(/[-./]?\d{4}[-./]?/, '')}`
}

/** The end of an hour as its sheet has it: the last one of a day from midnight on is 24:00. */
function hourWords(row: ReportRow, midnight: number, zone: string): string {
  const clock = toLocal(row.spans.day.end, zone).slice(11, 16)
  return clock === '00:00' && row.spans.day.end > midnight ? '24:00' : clock
}

/** Figures of the description and of the sheet itself. */
function describedFigures(
  { view, language, madeBy, madeAt, demo, review }: FigureSource,
  span: SheetSpan,
  put: (name: string, make: () => FigureCell) => void,
): void {
  const end = Math.min(span.whole.spans.calendar.end, view.at)
  const plant = (inForce(view.description.plant, end) ?? view.description.plant.at(-1))!.body
  const { zone, levels } = plant
  put('plant.name', () => known(plant.name))
  put('plant.code', () => known(view.hydro))
  put('plant.company', () => known(plant.company))
  put('plant.phone', () => known(plant.phone))
  put('plant.river', () => known(plant.river))
  put('plant.province', () => known(plant.province))
  put('plant.address', () => known(plant.address))
  put('plant.installed_capacity', () => {
    const units = [...Map.groupBy(view.description.units, (u) => u.id).values()].flatMap(
      (versions) => inForce(versions, end) ?? [],
    )
    return known(units.length === 0 ? null : units.reduce((sum, u) => sum + u.body.ratedPower, 0) / 1000)
  })
  put('plant.normal_level', () => known(levels.normal))
  put('plant.dead_level', () => known(levels.dead))
  put('plant.crest_level', () => known(levels.crest))
  put('plant.design_flood_level', () => known(levels.designedFlood))
  put('plant.check_flood_level', () => known(levels.checkFlood))
  const storage = (level: number) => volumeOf(view.description, end, zone)(level)?.v ?? null
  put('plant.whole_storage', () => {
    const v = storage(levels.normal)
    return known(v === null ? null : v / 1e6)
  })
  put('plant.useful_storage', () => {
    const [v, dead] = [storage(levels.normal), storage(levels.dead)]
    return known(v === null || dead === null ? null : (v - dead) / 1e6)
  })
  put('plant.basin_area', () => known(plant.basinArea))
  put('plant.mean_annual_flow', () => known(plant.meanAnnualFlow))
  for (const { frequency, flow } of plant.floods ?? []) put(floodName(frequency), () => known(flow))

  const { calendar, day } = span.whole.spans
  const [year, month] = toLocalDate(calendar.start, zone).split('-')
  const monthWords = () => text('sheet_month', language, { month: String(Number(month)), year })
  const yearWords = () => text('sheet_year', language, { year })
  put('sheet.date', () => known(calendar.start))
  put('sheet.month', () => known(monthWords()))
  put('sheet.year', () => known(yearWords()))
  put('sheet.period', () =>
    known(
      span.period === 'day'
        ? timeWords(calendar.start, zone, language, false)
        : span.period === 'month'
          ? monthWords()
          : yearWords(),
    ),
  )
  put('sheet.from', () => known(day.start))
  put('sheet.to', () => known(day.end))
  const starts = dayStartsOf(view.description)
  const clock = (start: (typeof starts)['day']) =>
    known(dayClock(typeof start === 'number' ? start : start(calendar.start)))
  put('sheet.day_start', () => clock(starts.day))
  put('sheet.rain_day_start', () => clock(starts.rain))
  put('sheet.known_at', () => known(view.known ? timeWords(view.at, zone, language, true) : null))
  put('sheet.review', () => known(review))
  put('sheet.made_by', () => known(madeBy))
  put('sheet.made_at', () => known(madeAt))
  put('sheet.demo', () => known(demo ? 'DEMO' : null))
}

/** Labels of rows. They are there also of rows that have not begun. */
export function rowLabels(span: SheetSpan, zone: string, language: Language): Map<string, FigureCell[]> {
  const { rows, whole } = span
  const labels = (name: string, of: (row: ReportRow) => number | string) =>
    [name, rows.map((row): FigureCell => ({ v: of(row), q: GOOD }))] as const
  return new Map([
    labels('hour.time', (row) => hourWords(row, whole.spans.calendar.start, zone)),
    labels('day.date', (row) => row.t),
    labels('month.name', (row) =>
      text('sheet_month_name', language, { month: Number(toLocalDate(row.t, zone).slice(5, 7)) }),
    ),
  ])
}

const SMOOTHED = 'general.inflow_moving_average'
const LOOK_BACK = 48 * HOUR

/** The inflow of the next hour as it was forecast at the end of each row, by the trend up to there. */
async function forecastsOf(view: View, rows: readonly ReportRow[]): Promise<FigureCell[]> {
  if (rows.length === 0) return []
  const parameters = inForce(view.description.parameters, view.at)?.body
  const interval = (parameters?.interval ?? 300) * 1000
  const last = rows[rows.length - 1].spans.day.end
  const data = await view.read(
    view.hydro,
    [SMOOTHED],
    rows[0].spans.day.end - LOOK_BACK,
    Math.min(view.at, last),
  )
  return rows.map(({ spans }) => {
    const { forecast } = forecastInflow(data.get(SMOOTHED)!, {
      model: 'trend',
      hours: 1,
      now: spans.day.end,
      interval,
      maxAge: STALE_INTERVALS * interval,
      allowSuspect: parameters?.allowSuspect ?? false,
    })
    const v = forecast?.v.at(-1)
    return forecast && v !== undefined ? { v, q: worst(forecast.q, ESTIMATED) } : missing
  })
}

/** Openings of gates, such as "Radial gate 1: 0.50; 2: 0.70": words that a name shares with the one before are left out. */
function openingWords(open: readonly (readonly [name: string, opening: number])[]): string {
  return open
    .map(([name, opening], i) => {
      const words = name.split(' ')
      const before = i === 0 ? [] : open[i - 1][0].split(' ')
      const own = words.findIndex((word, k) => word !== before[k])
      return `${words.slice(Math.max(0, own)).join(' ')}: ${opening.toFixed(2)}`
    })
    .join('; ')
}

/** How many gates are open at the end of each row, and how far. Unknown where the opening of any is. */
async function gatesOf(
  { view, registry, objects }: FigureSource,
  rows: readonly ReportRow[],
): Promise<{ count: FigureCell; openings: FigureCell }[]> {
  const leaves = objects.flatMap(({ object, sources }) =>
    object.kind === 'leaf' ? sources.filter((s) => s.id.endsWith('.opening')) : [],
  )
  const names = new Map(
    view.description.gates.flatMap((v) => v.body.leaves.map((leaf) => [leaf.id, leaf.name] as const)),
  )
  const columns = leaves.map((source): ReportColumn => ({
    id: `${source.id}/end`,
    object: source.object,
    source,
    measure: 'end',
    unit: 'm',
    decimals: 2,
  }))
  if (columns.length === 0) return rows.map(() => ({ count: notDue, openings: notDue }))
  const out: { count: FigureCell; openings: FigureCell }[] = []
  for await (const table of rowTables(view, registry, columns, rows, null))
    table.t.forEach((_, k) => {
      const cells = leaves.map((leaf, c) => ({ leaf, v: table.v[c][k], q: table.q[c][k] ?? MISSING }))
      const q = cells.reduce((worse, cell) => worst(worse, cell.v === null ? MISSING : cell.q), GOOD)
      const open = cells.filter((cell) => typeof cell.v === 'number' && cell.v > 0)
      const words = openingWords(
        open.map(({ leaf, v }) => [names.get(leaf.object.id) ?? leaf.object.id, Number(v)]),
      )
      const isKnown = cells.every((cell) => cell.v !== null)
      out.push({
        count: isKnown ? { v: open.length, q } : missing,
        openings: isKnown ? { v: words || '0', q } : missing,
      })
    })
  return out
}

const RAIN = 'basin.rain'
const columnOf = ({ objects }: FigureSource, id: string, measure: ReportColumn['measure']) => {
  const source = objects.flatMap((o) => o.sources).find((s) => s.id === id)
  return (
    source &&
    ({
      id: `${id}/${measure}`,
      object: source.object,
      source,
      measure,
      unit: '',
      decimals: 2,
    } as ReportColumn)
  )
}

/** Cells of a column over rows. */
async function cellsOf(
  { view, registry }: FigureSource,
  column: ReportColumn,
  rows: readonly ReportRow[],
): Promise<FigureCell[]> {
  const out: FigureCell[] = []
  for await (const table of rowTables(view, registry, [column], rows, null))
    table.v[0].forEach((v, k) => out.push({ v, q: table.q[0][k] }))
  return out
}

/** Rain over the basin of the whole period; null without a record of it. */
async function wholeRain(source: FigureSource, span: SheetSpan): Promise<FigureCell | null> {
  const column = columnOf(source, RAIN, 'sum')
  return column ? (await cellsOf(source, column, [span.whole]))[0] : null
}

/** The days of a period that have begun. */
function daysOf({ view }: FigureSource, span: SheetSpan): ReportRow[] {
  const { start, end } = span.whole.spans.calendar
  return reportRows(
    { kind: 'daily', from: start, to: end },
    view.plant.zone,
    dayStartsOf(view.description),
    view.at,
  )
}

/** From this rain on a day counts as rainy, mm. */
const RAINY = 0.1

async function rainyDays(source: FigureSource, span: SheetSpan): Promise<FigureCell> {
  const column = columnOf(source, RAIN, 'sum')
  if (!column) return missing
  const cells = await cellsOf(source, column, daysOf(source, span))
  const sums = cells.filter((cell) => typeof cell.v === 'number')
  if (sums.length === 0) return missing
  const q = cells.reduce((worse, cell) => worst(worse, cell.q ?? GOOD), GOOD)
  return { v: sums.filter((cell) => Number(cell.v) >= RAINY - 1e-9).length, q: partly(q) }
}

/** Of a count: days that are missing make it incomplete, they do not take it away. */
const partly = (q: number) => (grade(q) === MISSING ? PARTIAL : q)

/** Days on which the least flow that the licence demands was released, by the mean of the day; null: none is described. */
async function minimumFlowDays(
  source: FigureSource,
  span: SheetSpan,
): Promise<{ kept: number; missed: number; q: number } | null> {
  const { view } = source
  const days = daysOf(source, span).filter((row) => row.spans.day.end <= view.at)
  const demands = days.map((row) => {
    const p = inForce(view.description.parameters, row.spans.calendar.start)?.body
    const date = toLocalDate(row.t, view.plant.zone).slice(5)
    const tolerance = p?.minimumFlowTolerance ?? 0
    return (p?.minimumFlows ?? [])
      .filter(({ from, to }) => (from <= to ? date >= from && date <= to : date >= from || date <= to))
      .map(({ reach, flow }) => ({ reach, flow: flow * (1 - tolerance) }))
  })
  if (demands.every((list) => list.length === 0)) return null
  const dam = columnOf(source, 'general.total_discharge_dam', 'mean')
  const river = columnOf(source, 'general.total_discharge_out', 'mean')
  const flows = {
    dam: dam ? await cellsOf(source, dam, days) : null,
    river: river ? await cellsOf(source, river, days) : null,
  }
  let [kept, missed, q] = [0, 0, GOOD as number]
  demands.forEach((list, k) => {
    if (list.length === 0) return
    const cells = list.map(({ reach, flow }) => ({ cell: flows[reach]?.[k] ?? missing, flow }))
    for (const { cell } of cells) q = worst(q, partly(cell.q ?? GOOD))
    if (cells.some(({ cell, flow }) => typeof cell.v === 'number' && cell.v < flow)) missed++
    else if (cells.every(({ cell }) => typeof cell.v === 'number')) kept++
  })
  return { kept, missed, q }
}

/** The plan of the period. It keeps no record by when it was known: a sheet as known then has none. */
const plannedFor = ({ db, view }: FigureSource, { period, whole }: SheetSpan) =>
  view.known ? null : plannedIn(db, view.hydro, period, whole.spans.calendar, view.plant.zone)
