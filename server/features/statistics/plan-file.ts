import { planKey, planPeriod, planPlace, type PlanGrain } from '#core/output/index.ts'
import { round } from '#contract/fields.ts'
import type { MessageCode } from '#contract/messages.ts'
import { MOST_PLAN_ROWS } from '#contract/output-plan.ts'
import { MOST_ENERGY } from '#contract/seed/price.ts'
import { asProblem, checkFile, onDisk } from '#server/features/file-import/index.ts'
import { badRequest, unprocessable, type Params } from '#server/lib/errors.ts'
import { openSource, type RowSource, type SourceRow } from '#server/lib/read/index.ts'
import { isPlanHead, periodColumns, valueColumn, valueColumns, type ValueColumn } from './plan-columns.ts'
import { isPeriodText, periodsOf } from './plan-periods.ts'

/** VND of a year of the largest plant. */
const MOST_VND = 1e18
/** Rows at the beginning of a file among which its heads are. */
const TOP = 60
/** Longest text of a row that is not read, in an answer. */
const LONGEST = 200

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
  vndUnit: string | null
  rows: PlanRow[]
  faults: PlanFault[]
  /** Rows above the heads that are not read, such as titles. */
  skipped: { row: number; text: string }[]
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
      const { source, top } = await openPlan(path)
      try {
        return planOf(source, await rowsOf(source), top, wanted)
      } finally {
        await source.close()
      }
    })
  } catch (error) {
    throw asProblem(error, name)
  }
}

/**
 * Opens a file at its heads: those that the reader finds where they are heads of a plan, else the row of known words
 * above the first period. top: the first rows of the file, whatever they are.
 */
async function openPlan(path: string): Promise<{ source: RowSource; top: SourceRow[] }> {
  const found = await openSource(path, { one: true })
  const sheet = found.form.sheet === undefined ? {} : { sheet: found.form.sheet }
  try {
    const whole = await openSource(path, { one: true, ...sheet, header: 0 })
    const top = await firstRows(whole).finally(() => whole.close())
    const texts = top.map((row) => textsOf(row))
    const end = texts.findIndex((cells) => cells.some(isPeriodText) && !isPlanHead(cells))
    const heads = texts.slice(0, end < 0 ? undefined : end).findLastIndex(isPlanHead)
    if (heads < 0 || isPlanHead(found.columns)) return { source: found, top }
    await found.close()
    return { source: await openSource(path, { one: true, ...sheet, header: top[heads].line }), top }
  } catch (error) {
    await found.close()
    throw error
  }
}

const textsOf = (row: SourceRow) => Array.from({ length: row.length }, (_, c) => row.text(c))

async function firstRows(source: RowSource): Promise<SourceRow[]> {
  const out: SourceRow[] = []
  while (out.length < TOP && (await source.fill()))
    for (let row; out.length < TOP && (row = source.next());) out.push(copyOf(row))
  return out
}

/** A row by itself: a source uses one for all. */
function copyOf(row: SourceRow): SourceRow {
  const cells = Array.from({ length: row.length }, (_, c) => ({
    empty: row.isEmpty(c),
    number: row.isNumber(c),
    text: row.text(c),
    value: row.value(c),
    local: row.local(c),
  }))
  return {
    line: row.line,
    length: cells.length,
    isEmpty: (c) => cells[c]?.empty ?? true,
    isNumber: (c) => cells[c]?.number ?? false,
    text: (c) => cells[c]?.text ?? '',
    value: (c) => cells[c]?.value ?? NaN,
    local: (c) => cells[c]?.local ?? null,
  }
}

/** The rows with anything in them. */
async function rowsOf(source: RowSource): Promise<SourceRow[]> {
  const out: SourceRow[] = []
  while (await source.fill())
    for (let row; (row = source.next());) {
      const copy = copyOf(row)
      if (Array.from({ length: copy.length }, (_, c) => c).every((c) => copy.isEmpty(c))) continue
      if (out.length === MOST_PLAN_ROWS) throw unprocessable('plan_too_long', { most: MOST_PLAN_ROWS })
      out.push(copy)
    }
  return out
}

function planOf(
  source: RowSource,
  rows: readonly SourceRow[],
  top: readonly SourceRow[],
  wanted: Wanted,
): PlanFile {
  const { columns: names, units, form } = source
  // Without heads nobody knows what a number is.
  if (form.headerLine === 0) throw unprocessable('plan_no_heads', { name: wanted.name })
  const { energy, money } = valueColumns(names, units, rows)
  if (energy === null && money === null) throw unprocessable('plan_no_values', { name: wanted.name })
  if (rows.length === 0) throw unprocessable('plan_no_rows', { name: wanted.name })
  const periods = periodColumns(names, [energy, money], rows)
  const head = (c: number) => names[c] || String(c + 1)
  const column = head(periods.period[0])
  const { grain, startOfRow } = periodsOf(rows, periods, wanted)
  const table = { names, units, decimal: form.decimal ?? '.' }
  const kwhColumn = energy === null ? null : valueColumn(energy, table, rows, grain, 'energy')
  const vndColumn = money === null ? null : valueColumn(money, table, rows, grain, 'money')

  const { skipped, faults } = notRead(top, form, (row) => ({
    row: row.line,
    column,
    code: 'plan_row_skipped' as const,
    params: { value: textsOf(row).join(' ').trim().slice(0, LONGEST) },
  }))
  const amount = (row: SourceRow, of: ValueColumn | null, most: number): number | null => {
    if (of === null || row.isEmpty(of.at)) return null
    const fault = (code: MessageCode, params: Params = {}) => {
      faults.push({ row: row.line, column: of.head, code, params })
      return null
    }
    const text = row.text(of.at)
    if (!row.isNumber(of.at) && of.isAmbiguous(text)) return fault('plan_doubt', { value: text })
    const v = row.value(of.at)
    if (!Number.isFinite(v)) return fault('plan_bad_number', { value: text })
    if (v < 0) return fault('too_low', { min: 0 })
    if (v * of.factor > most) return fault('too_high', { max: most })
    return round(v * of.factor)
  }
  const seen = new Map<string, number>()
  const found: PlanRow[] = []
  for (const row of rows) {
    const start = startOfRow(row)
    if (typeof start === 'string') {
      const value = periods.period.map((c) => row.text(c)).join(' ')
      faults.push({ row: row.line, column, code: start, params: { value } })
      continue
    }
    const kwh = amount(row, kwhColumn, MOST_ENERGY)
    const vnd = amount(row, vndColumn, MOST_VND)
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
  return {
    grain,
    columns: {
      period: periods.period.map(head).join(', '),
      kwh: kwhColumn?.head ?? null,
      vnd: vndColumn?.head ?? null,
    },
    unit: kwhColumn?.unit ?? null,
    vndUnit: vndColumn?.unit ?? null,
    rows: found,
    faults,
    skipped,
  }
}

/** What is above the first row of data: titles, and rows that are data all the same, which are faults. */
function notRead(
  top: readonly SourceRow[],
  { headerLine, firstLine }: RowSource['form'],
  faultOf: (row: SourceRow) => PlanFault,
): Pick<PlanFile, 'skipped' | 'faults'> {
  const skipped: PlanFile['skipped'] = []
  const faults: PlanFault[] = []
  for (const row of top) {
    if (row.line >= firstLine) break
    const texts = textsOf(row).filter((text) => text !== '')
    if (texts.length > 1 && isPeriodText(texts[0])) faults.push(faultOf(row))
    else if (row.line < headerLine) skipped.push({ row: row.line, text: texts.join(' ').slice(0, LONGEST) })
  }
  return { skipped, faults }
}

/** The bytes of a raw body. @throws Problem 400 */
export function bytesOf(body: unknown, name: string): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw badRequest('empty_upload', { name })
}
