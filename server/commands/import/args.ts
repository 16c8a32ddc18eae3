import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { GROUPS, type Group } from '#core/description/index.ts'
import { LANGUAGES, isLanguage, type Language } from '#contract/locale.ts'
import type { HistoryRequest } from '#server/history-import/history.ts'
import { mappingSchema, parseMap } from '#server/history-import/mapping.ts'
import { problemsOf } from '#server/history-import/plant.ts'
import type { TableRequest } from '#server/history-import/table.ts'
import type { RowSourceOptions } from '#server/lib/read/index.ts'

export const USAGE = `npm run import -- --plant CODE --file FILE --time COLUMN --map COLUMN=SERIES:UNIT[:KIND[:STEP]] ...
npm run import -- --mapping MAPPING.json --file FILE
npm run import -- --plant CODE --table GROUP --file FILE [--columns a,b] [--unit m3] [--from yyyy-MM-dd | always]
npm run import -- --new-plant PLANT.json
npm run import -- --plant CODE --suggest --file FILE
npm run import -- --plant CODE --runs
npm run import -- --plant CODE --undo RUN

History (CSV, TSV, XLSX, XLS, ODS, TOA5):
  --map COLUMN=SERIES:UNIT   what a column is; COLUMN by name or #place. KIND (instant, mean, total, step) and STEP
                             (seconds, or -) create a series that is not there
  --mapping FILE             the same and more as JSON: noData, min, max, stamp, quantity per column
  --time COLUMN              of the time; twice: date, then time of day
  --time-format FORMAT       auto, dmy or mdy (day or month first), epoch_ms, epoch_s, excel, or such as dd/MM/yyyy HH:mm
  --zone ZONE                of times without an offset; else the plant's
  --no-data -990,-9999       values that mean "no data"; COLUMN=-990 for one column
  --dry-run                  only the report
  --replace                  overwrite stored readings that differ; else they stay
  --strict                   write nothing when anything is refused
  --calculate                compute what the import changed, now (else the running server does, or at its next start)
Files:
  --delimiter , --decimal .  --header LINE (0: none)  --sheet NAME (else every sheet with the names of the first)
Tables:
  --table ZV --columns level_m,storage_m3 --unit m3 --head net --object ID --item ID --name NAME
  --lang vi|en  --json (the report as JSON)

An import that is stopped goes on when the same command is run again.`

export class Usage extends Error {
  override name = 'Usage'
}

export type Action =
  | { act: 'history'; request: HistoryRequest; calculate: boolean }
  | { act: 'table'; request: TableRequest; calculate: boolean }
  | { act: 'plant'; file: string }
  | { act: 'suggest'; plant: string; file: string; options: RowSourceOptions }
  | { act: 'runs'; plant: string }
  | { act: 'undo'; plant: string; run: string; calculate: boolean }

export interface Command {
  action: Action
  language: Language
  json: boolean
}

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

const OPTIONS = {
  plant: text,
  file: text,
  mapping: text,
  map: texts,
  time: texts,
  'time-format': text,
  zone: text,
  'no-data': texts,
  delimiter: text,
  decimal: text,
  header: text,
  sheet: text,
  'dry-run': flag,
  replace: flag,
  strict: flag,
  calculate: flag,
  table: text,
  columns: text,
  unit: text,
  head: text,
  object: text,
  item: text,
  name: text,
  from: text,
  'new-plant': text,
  suggest: flag,
  runs: flag,
  undo: text,
  lang: text,
  json: flag,
} as const

/** Parses the command line. Throws Usage, or ImportError for a faulty mapping. */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Command {
  const v = parse(args)
  const language = v.lang ?? (/^vi/i.test(env.LC_ALL ?? env.LANG ?? '') ? 'vi' : 'en')
  if (!isLanguage(language)) throw new Usage(`--lang ${LANGUAGES.join(' or ')}`)
  return { action: actionOf(v), language, json: v.json ?? false }
}

type Values = ReturnType<typeof parse>

function parse(args: readonly string[]) {
  // -990 after --no-data is a value, not an option.
  const joined: string[] = []
  for (const arg of args) {
    const before = joined.at(-1)
    if (before === '--no-data' && arg.startsWith('-')) joined[joined.length - 1] = `${before}=${arg}`
    else joined.push(arg)
  }
  try {
    return parseArgs({ args: joined, options: OPTIONS }).values
  } catch (error) {
    throw new Usage((error as Error).message)
  }
}

function actionOf(v: Values): Action {
  const calculate = v.calculate ?? false
  if (v['new-plant'] !== undefined) return { act: 'plant', file: resolve(v['new-plant']) }
  if (v.runs) return { act: 'runs', plant: need(v.plant, '--plant') }
  if (v.undo !== undefined) return { act: 'undo', plant: need(v.plant, '--plant'), run: v.undo, calculate }
  const file = resolve(need(v.file, '--file'))
  const options = sourceOptions(v)
  if (v.suggest) return { act: 'suggest', plant: need(v.plant, '--plant'), file, options }
  if (v.table !== undefined) return { act: 'table', request: tableOf(v, file, options), calculate }
  return { act: 'history', request: historyOf(v, file, options), calculate }
}

function need(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Usage(`${name} is needed`)
  return value
}

function sourceOptions(v: Values): RowSourceOptions {
  const delimiter = v.delimiter === 'tab' || v.delimiter === '\\t' ? '\t' : v.delimiter
  if (delimiter !== undefined && delimiter.length !== 1) throw new Usage('--delimiter is one sign, or tab')
  if (v.decimal !== undefined && v.decimal !== '.' && v.decimal !== ',') throw new Usage('--decimal . or ,')
  const header = v.header === undefined ? undefined : Number(v.header)
  if (header !== undefined && !(Number.isInteger(header) && header >= 0)) throw new Usage('--header LINE')
  return { delimiter, decimal: v.decimal, header, sheet: v.sheet }
}

function historyOf(v: Values, file: string, options: RowSourceOptions): HistoryRequest {
  const input = v.mapping === undefined ? {} : json(v.mapping)
  const flags: Record<string, unknown> = {
    plant: v.plant,
    time: v.time?.length === 1 ? v.time[0] : v.time,
    timeFormat: v['time-format'],
    zone: v.zone,
    ...options,
  }
  let columns: Record<string, unknown>[] | undefined
  try {
    columns = v.map?.map(parseMap)
  } catch (error) {
    throw new Usage((error as Error).message)
  }
  const merged: Record<string, unknown> = { ...input }
  for (const [key, value] of Object.entries(flags)) if (value !== undefined) merged[key] = value
  if (columns) merged.columns = [...((input.columns as unknown[] | undefined) ?? []), ...columns]
  addNoData(merged, v['no-data'] ?? [])
  if (merged.plant === undefined) throw new Usage('--plant is needed')
  if (merged.time === undefined) throw new Usage('--time is needed (or --suggest, to see a guess)')
  if (merged.columns === undefined)
    throw new Usage('--map or --mapping is needed (or --suggest, to see a guess)')
  const parsed = mappingSchema.safeParse(merged)
  if (!parsed.success) throw problemsOf(parsed.error, 'bad_mapping')
  return { file, mapping: parsed.data, dry: v['dry-run'], replace: v.replace, strict: v.strict }
}

/** `-990,-9999` for the file, `COLUMN=-990` for one column. */
function addNoData(mapping: Record<string, unknown>, input: readonly string[]): void {
  for (const one of input) {
    const at = one.lastIndexOf('=')
    const codes = one
      .slice(at + 1)
      .split(',')
      .map((c) => c.trim())
      .filter((c) => c !== '')
    if (at < 0) {
      mapping.noData = [...((mapping.noData as unknown[] | undefined) ?? []), ...codes]
      continue
    }
    const column = (mapping.columns as Record<string, unknown>[] | undefined)?.find(
      (c) => c.column === one.slice(0, at),
    )
    if (!column) throw new Usage(`--no-data ${one}: no such column is mapped`)
    column.noData = [...((column.noData as unknown[] | undefined) ?? []), ...codes]
  }
}

function tableOf(v: Values, file: string, options: RowSourceOptions): TableRequest {
  const group = GROUPS.find((g) => g.toLowerCase() === v.table!.toLowerCase()) as Group | undefined
  if (!group) throw new Usage(`--table is one of ${GROUPS.join(', ')}`)
  if (v.head !== undefined && v.head !== 'gross' && v.head !== 'net') throw new Usage('--head gross or net')
  return {
    ...options,
    plant: need(v.plant, '--plant'),
    group,
    file,
    columns: v.columns?.split(',').map((c) => c.trim()),
    unit: v.unit,
    headKind: v.head,
    object: v.object,
    name: v.name,
    item: v.item,
    from: v.from,
    dry: v['dry-run'],
  }
}

export function json(path: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Usage(`${path}: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Usage(`${path}: an object is needed`)
  return value as Record<string, unknown>
}
