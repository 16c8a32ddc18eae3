import { planKey, planPeriod, planPlace, type PlanGrain } from '#core/output/index.ts'
import { fromLocal, localParts, MINUTE, startOf } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import type { MessageCode } from '#contract/messages.ts'
import { MOST_PLAN_ROWS } from '#contract/output-plan.ts'
import { MOST_ENERGY } from '#contract/seed/price.ts'
import { asProblem, checkFile, onDisk } from '#server/features/file-import/index.ts'
import { badRequest, unprocessable, type Params } from '#server/lib/errors.ts'
import { openSource, statedUnit, type RowSource, type SourceRow } from '#server/lib/read/index.ts'
import { AmbiguousTime, InstantReader } from '#server/lib/read/local-instant.ts'

const HALF_HOUR = 30 * MINUTE
/** VND of a year of the largest plant. */
const MOST_VND = 1e18

/** A period of a file. */
interface PlanRow {
  row: number
  start: number
  end: number
  kwh: number | null
  vnd: number | null
}

/** A fault of a row, at the head of its column. */
interface PlanFault {
  row: number
  column: string
  code: MessageCode
  params?: Params
}

export interface PlanFile {
  grain: PlanGrain
  columns: { period: string; kwh: string | null; vnd: string | null }
  unit: string | null
  rows: PlanRow[]
  faults: PlanFault[]
}

interface Wanted {
  name: string
  grain?: PlanGrain
  stamp: 'start' | 'end'
  zone: string
}

/**
 * Reads a plan from a file of any kind that history is imported from. Faults of rows are listed. @throws Problem for a
 * file that is no table, or has no columns of a plan
 */
export async function readPlanFile(bytes: Buffer, wanted: Wanted): Promise<PlanFile> {
  const { name } = wanted
  checkFile(bytes, name)
  try {
    return await onDisk([bytes], async (path) => {
      const source = await openSource(path, { one: true })
      try {
        return planOf(source, await rowsOf(source), wanted)
      } finally {
        await source.close()
      }
    })
  } catch (error) {
    throw asProblem(error, name)
  }
}

/** The rows with anything in them; a source uses one row for all. */
async function rowsOf(source: RowSource): Promise<SourceRow[]> {
  const out: SourceRow[] = []
  while (await source.fill())
    for (let row = source.next(); row; row = source.next()) {
      const cells = Array.from({ length: row.length }, (_, c) => ({
        empty: row!.isEmpty(c),
        text: row!.text(c),
        value: row!.value(c),
        local: row!.local(c),
      }))
      if (cells.every((c) => c.empty)) continue
      if (out.length === MOST_PLAN_ROWS) throw unprocessable('plan_too_long', { most: MOST_PLAN_ROWS })
      out.push({
        line: row.line,
        length: cells.length,
        isEmpty: (c) => cells[c]?.empty ?? true,
        text: (c) => cells[c]?.text ?? '',
        value: (c) => cells[c]?.value ?? NaN,
        local: (c) => cells[c]?.local ?? null,
      })
    }
  return out
}

/** Lower case without diacritics, with single blanks. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const has = (name: string, words: string) => new RegExp(`(^| )(${words})( |$)`).test(plain(name))

const PERIOD = 'ngay|date|day|thoi gian|time|chu ky|period|thang|month|nam|year|tu|from'
const CLOCK = 'gio|hour|time|chu ky|clock'
const ENERGY = 'san luong|dien nang|dien luong|energy|output|generation|cong suat|power|kwh|mwh|gwh|kw|mw'
const MONEY = 'vnd|dong|doanh thu|revenue|tien|money'
const KWH = { kWh: 1, MWh: 1000, GWh: 1e6 } as const
/** kWh of a half-hour. */
const KW = { kW: 0.5, MW: 500 } as const

interface Columns {
  period: number[]
  kwh: number | null
  vnd: number | null
}

function columnsOf({ columns, form }: RowSource): Columns {
  if (form.headerLine === 0)
    return { period: [0], kwh: columns.length > 1 ? 1 : null, vnd: columns.length > 2 ? 2 : null }
  const find = (words: string, but: readonly (number | null)[] = []) => {
    const at = columns.findIndex((c, i) => !but.includes(i) && has(c, words))
    return at < 0 ? null : at
  }
  const vnd = find(MONEY)
  const kwh = find(ENERGY, [vnd])
  const period = find(PERIOD, [vnd, kwh]) ?? [0, 1, 2].find((c) => c !== vnd && c !== kwh)!
  const clock = has(columns[period], 'ngay|date|day') ? find(CLOCK, [vnd, kwh, period]) : null
  return { period: clock === null ? [period] : [period, clock], kwh, vnd }
}

function planOf(source: RowSource, rows: readonly SourceRow[], wanted: Wanted): PlanFile {
  const { columns, units, form } = source
  const at = columnsOf(source)
  if (at.kwh === null && at.vnd === null) throw unprocessable('plan_no_values', { name: wanted.name })
  if (rows.length === 0) throw unprocessable('plan_no_rows', { name: wanted.name })
  if (form.doubt !== undefined) throw unprocessable('plan_doubt', { value: form.doubt })
  const faults: PlanFault[] = []
  const head = (c: number) => columns[c] || String(c + 1)
  const { grain, startOfRow } = periodsOf(rows, at.period, wanted)
  const written = at.kwh === null ? '' : `${columns[at.kwh] ?? ''} ${units[at.kwh] ?? ''}`
  const stated = at.kwh === null ? null : statedUnit(columns[at.kwh] ?? '', units[at.kwh] ?? '')
  const energy = at.kwh === null ? 1 : kwhOf(written, stated, grain)
  const money = at.vnd === null ? 1 : vndOf(`${columns[at.vnd] ?? ''} ${units[at.vnd] ?? ''}`)

  const amount = (row: SourceRow, c: number | null, factor: number, most: number): number | null => {
    if (c === null || row.isEmpty(c)) return null
    const v = row.value(c)
    const fault = (code: MessageCode, params: Params = {}) => {
      faults.push({ row: row.line, column: head(c), code, params })
      return null
    }
    if (!Number.isFinite(v)) return fault('plan_bad_number', { value: row.text(c) })
    if (v < 0) return fault('too_low', { min: 0 })
    if (v * factor > most) return fault('too_high', { max: most })
    return round(v * factor)
  }
  const seen = new Map<string, number>()
  const found: PlanRow[] = []
  for (const row of rows) {
    const start = startOfRow(row)
    const column = head(at.period[0])
    if (typeof start === 'string') {
      const value = at.period.map((c) => row.text(c)).join(' ')
      faults.push({ row: row.line, column, code: start, params: { value } })
      continue
    }
    const kwh = amount(row, at.kwh, energy, MOST_ENERGY)
    const vnd = amount(row, at.vnd, money, MOST_VND)
    if (kwh === null && vnd === null) continue
    const { scope, index } = planPlace(grain, start, wanted.zone)
    const key = `${planKey(grain, scope)} ${index}`
    const before = seen.get(key)
    if (before !== undefined) {
      faults.push({ row: row.line, column, code: 'plan_twice', params: { row: before } })
      continue
    }
    seen.set(key, row.line)
    found.push({ row: row.line, ...planPeriod(grain, start, wanted.zone), kwh, vnd })
  }
  found.sort((a, b) => a.start - b.start)
  const named = (c: number | null) => (c === null ? null : head(c))
  return {
    grain,
    columns: {
      period: at.period.map(head).join(', '),
      kwh: named(at.kwh),
      vnd: named(at.vnd),
    },
    unit: at.kwh === null ? null : (stated?.text ?? 'kWh'),
    rows: found,
    faults,
  }
}

function kwhOf(written: string, stated: ReturnType<typeof statedUnit>, grain: PlanGrain): number {
  if (/(trieu|million|mil|tr) kwh/.test(plain(written))) return 1e6
  if (stated === null) return 1
  const { unit, text } = stated
  if (unit !== null && unit in KWH) return KWH[unit as keyof typeof KWH]
  if (unit !== null && unit in KW && grain === 'half_hour') return KW[unit as keyof typeof KW]
  throw unprocessable('plan_unit', { unit: text })
}

function vndOf(written: string): number {
  const text = plain(written)
  if (/(^| )(ty|ti|billion|bn)( |$)/.test(text)) return 1e9
  if (/(^| )(trieu|tr|million|mil)( |$)/.test(text)) return 1e6
  return /(^| )(nghin|ngan|thousand|k)( |$)/.test(text) ? 1e3 : 1
}

const YEAR = /^(?:năm |nam |year )?(\d{4})$/i
const MONTH_FIRST = /^(?:t|tháng |thang )?\s*(\d{1,2})\s*(?:[-/.]|năm|nam)\s*(\d{4})$/i
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})$/

/** A year or a month as local time; null for other texts. */
function yearIn(text: string): string | null {
  const m = YEAR.exec(text)
  return m && `${m[1]}-01-01`
}
function monthIn(text: string): string | null {
  const [, month, year] = MONTH_FIRST.exec(text) ?? []
  const [, ownYear = year, ownMonth = month] = YEAR_FIRST.exec(text) ?? []
  return ownYear && ownMonth ? `${ownYear}-${ownMonth.padStart(2, '0')}-01` : null
}

/** The grain of a file, and the start of the period of each of its rows or what is wrong with it. */
function periodsOf(
  rows: readonly SourceRow[],
  columns: readonly number[],
  { grain: chosen, stamp, zone }: Wanted,
): { grain: PlanGrain; startOfRow: (row: SourceRow) => number | MessageCode } {
  const [first] = columns
  const texts = rows.map((row) => row.text(first))
  for (const [grain, localIn] of [
    ['year', yearIn],
    ['month', monthIn],
  ] as const) {
    const many = texts.filter((text) => localIn(text) !== null).length
    if (chosen === undefined ? many * 2 <= texts.length : chosen !== grain || many === 0) continue
    return {
      grain,
      startOfRow(row) {
        const local = localIn(row.text(first))
        const t = local === null ? null : fromLocal(local, zone)
        return t === null || !isPossible(t) ? 'plan_bad_period' : t
      },
    }
  }
  const sample = rows.slice(0, 200).map((row) => columns.map((c) => row.text(c)))
  const reader = instantsOf(zone, columns, sample)
  const times = rows.map((row) => reader.read(row))
  const known = times.filter((t): t is number => t !== null)
  const isMidnight = (t: number) => startOf('day', t, zone) === t
  const isFirst = (t: number) => isMidnight(t) && localParts(t, zone).day === 1
  const grain =
    chosen ??
    (known.some((t) => !isMidnight(t))
      ? 'half_hour'
      : known.length > 1 && known.every(isFirst)
        ? 'month'
        : 'day')
  const byRow = new Map(rows.map((row, i) => [row, times[i]]))
  return {
    grain,
    startOfRow(row) {
      const t = byRow.get(row) ?? null
      if (t === null || !isPossible(t)) return 'plan_bad_period'
      if (grain === 'half_hour') {
        const start = stamp === 'end' ? t - HALF_HOUR : t
        return (start - startOf('day', start, zone)) % HALF_HOUR === 0 ? start : 'plan_off_half_hour'
      }
      return startOf(grain, t, zone) === t ? t : 'plan_off_period'
    },
  }
}

const isPossible = (t: number) => t >= Date.UTC(1900, 0, 1) && t < Date.UTC(2200, 0, 1)

function instantsOf(
  zone: string,
  columns: readonly number[],
  sample: readonly (readonly string[])[],
): InstantReader {
  try {
    return new InstantReader('auto', zone, columns, sample)
  } catch (error) {
    // Where no date decides, the day comes first, as people write it here.
    if (error instanceof AmbiguousTime) return new InstantReader('dmy', zone, columns, sample)
    throw error
  }
}

/** The bytes of a raw body. @throws Problem 400 */
export function bytesOf(body: unknown, name: string): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw badRequest('empty_upload', { name })
}
