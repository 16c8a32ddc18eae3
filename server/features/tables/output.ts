import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Group } from '#core/description/index.ts'
import { groupInfo } from '#core/tables/index.ts'
import { text, type Language } from '#contract/messages.ts'
import { writeWorkbook, type SheetCell } from '#server/lib/sheets/workbook.ts'
import { EXAMPLE } from './blocks.ts'
import { columnsWithUnits } from './examine.ts'

/** The kind of a template: a group, or XA, the sensor travel of an outlet. */
type Template = Group | 'XA'

export const CSV = 'text/csv; charset=utf-8'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Side {
  group: Group
  name: string
  units: { v?: '10^6 m3' | 'm3'; p?: 'MW' | 'kW' }
  rows: readonly number[][]
  /** Whether it is sensor travel alone, without the level. */
  flat: boolean
}

const FLAT = ['x', 'a']

function headerAndRows({ group, rows, flat }: Side): {
  header: readonly string[]
  rows: readonly number[][]
} {
  return flat
    ? { header: FLAT, rows: rows.map((r) => r.slice(1)) }
    : { header: groupInfo(group).columns, rows }
}

/** Rows as a CSV file that can be uploaded again. */
export function tableCsvOf(table: Side): Buffer {
  const { header, rows } = headerAndRows(table)
  return Buffer.from([header.join(','), ...rows.map((r) => r.join(','))].join('\n') + '\n')
}

interface Sheet {
  name: string
  title?: string
  header: readonly string[]
  units?: readonly string[]
  rows: readonly (readonly SheetCell[])[]
}

/** Plain sheets: a header, and each number as it is. */
const workbookOf = (sheets: readonly Sheet[], language: Language): Readable =>
  writeWorkbook({
    language,
    zone: 'UTC',
    sheets: sheets.map(({ name, title, header, units, rows }) => ({
      kind: 'data',
      name,
      title,
      columns: header.map((h, i) => ({ head: [h], unit: units?.[i] ?? '', format: 'text' })),
      rows,
      frozen: 0,
    })),
  })

/** Rows as a workbook; a second sheet names the units. */
export function xlsxOf(table: Side, language: Language): Readable {
  const [first, ...rest] = unitRows(table)
  return workbookOf(
    [
      { name: table.group, ...headerAndRows(table) },
      { name: text('sheet_units', language), header: first, rows: rest },
    ],
    language,
  )
}

function unitRows({ group, rows, units, flat }: Omit<Side, 'name'>): string[][] {
  const columns = columnsWithUnits(group, rows, units).slice(flat ? 1 : 0)
  const header = flat ? FLAT : columns.map((c) => c.name)
  return columns.map((c, i) => [header[i], c.unit === '' ? '–' : c.unit])
}

/** Example rows of each template; every one passes its own check. */
const EXAMPLES: Record<Template, number[][]> = {
  ZV: [
    [380, 40],
    [390, 90],
    [400, 160],
  ],
  QZ: [
    [0, 250],
    [100, 251.2],
    [500, 253.1],
  ],
  FFZQ: [
    [410, 0],
    [411, 18.5],
    [412, 52.4],
  ],
  ZAQ: [
    [400, 0.5, 35.2],
    [400, 1, 69.8],
    [410, 0.5, 43.1],
    [410, 1, 85.9],
  ],
  HPQ: [
    [1, 60, 10, 19],
    [1, 60, 20, 37.5],
    [1, 70, 10, 16.4],
    [1, 70, 20, 32.1],
  ],
  nHPQ: [
    [1, 60, 20, 37.5],
    [1, 70, 20, 32.1],
    [1, 60, 10, 19],
    [1, 70, 10, 16.4],
    [2, 60, 20, 38],
    [2, 60, 40, 75.6],
    [2, 70, 20, 32.8],
    [2, 70, 40, 64.4],
  ],
  ZPQ: [
    [400, 10, 19],
    [400, 20, 37.5],
    [410, 10, 16.4],
    [410, 20, 32.1],
  ],
  ZAoAc: [
    [400, 0, 0],
    [400, 50, 1.02],
    [410, 0, 0],
    [410, 50, 1],
  ],
  QETA: [
    [0.4, 0.82],
    [0.8, 0.93],
    [1, 0.91],
  ],
  QHL: [
    [0, 0],
    [20, 0.6],
    [40, 2.4],
  ],
  ZQ: [
    [12.5, 0],
    [13, 8.2],
    [14, 45],
  ],
  XA: [
    [0, 0],
    [50, 1.02],
    [100, 2.05],
  ],
}

const groupOf = (template: Template): Group => (template === 'XA' ? 'ZAoAc' : template)
const headerOf = (template: Template) => (template === 'XA' ? FLAT : groupInfo(template).columns)

export const exampleOf = (template: Template): number[][] => EXAMPLES[template]

/** An empty table with its header; the workbook has an example and the units in a sheet that is never read. */
export function templateOf(template: Template, as: 'csv' | 'xlsx', language: Language): Buffer | Readable {
  const header = headerOf(template)
  if (as === 'csv') return Buffer.from(`${header.join(',')}\n`)
  const rows = EXAMPLES[template]
  const units = unitRows({
    group: groupOf(template),
    rows: template === 'XA' ? rows.map((r) => [0, ...r]) : rows,
    units: {},
    flat: template === 'XA',
  })
  const title = `${EXAMPLE}: ${text('sheet_example_note', language)}`
  return workbookOf(
    [
      { name: template, header, rows: [] },
      { name: text('sheet_example', language), title, header, units: units.map((u) => u[1]), rows },
    ],
    language,
  )
}

/** Sends a file as a download, under a name in any script. */
export async function sendTableFile(
  reply: FastifyReply,
  name: string,
  type: string,
  bytes: Buffer | Readable,
): Promise<null> {
  // oxlint-disable-next-line no-control-regex
  const plain = name.normalize('NFD').replace(/[^\x20-\x7e]|["\\%]/g, '')
  await reply
    .header('content-type', type)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    )
    .send(bytes)
  return null
}
