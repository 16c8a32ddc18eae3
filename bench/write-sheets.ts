/**
 * A program: writes a workbook of 100,000 rows of 12 cells to nowhere and reports what that took. Argument: `ours`, a
 * report with its cover, heads, flags, sums and chart; or `plain`, the same cells by the stream of the library.
 */
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream } from 'hucre'
import { writeWorkbook, type SheetCell, type SheetColumn } from '#server/lib/sheets/workbook.ts'
import { percentile } from './stats.ts'

export interface WriteResult {
  ms: number
  bytes: number
  /** More bytes resident than before. */
  added: number
  /** How late a timer was meanwhile, ms. */
  late: number
}

const ROWS = 100_000
const COLUMNS = 12
const FROM = Date.UTC(2026, 0, 1)
const STEP = 300_000
const TICK = 10

const valueOf = (row: number, column: number) =>
  Math.round((100 + Math.sin(row / 288 + column) * 50) * 1000) / 1000

function* cells(rows: number): Generator<SheetCell[]> {
  for (let i = 0; i < rows; i++) {
    const row: SheetCell[] = [{ at: FROM + i * STEP }]
    for (let c = 1; c < COLUMNS; c++) row.push(valueOf(i, c))
    yield row
  }
}

function* plainCells(rows: number): Generator<(Date | number)[]> {
  for (let i = 0; i < rows; i++) {
    const row: (Date | number)[] = [new Date(FROM + i * STEP)]
    for (let c = 1; c < COLUMNS; c++) row.push(valueOf(i, c))
    yield row
  }
}

const columns: SheetColumn[] = Array.from({ length: COLUMNS }, (_, c) =>
  c === 0
    ? { head: ['Time'], unit: '', format: 'time' }
    : {
        head: [`Outlet ${(c + 1) >> 1}`, c % 2 ? 'Opening' : 'Discharge'],
        unit: 'm³/s',
        format: { decimals: 3 },
      },
)

const report = (rows: number): Readable =>
  writeWorkbook({
    language: 'vi',
    zone: 'Asia/Ho_Chi_Minh',
    sheets: [
      { kind: 'cover', name: 'Cover', title: 'Report', lines: [{ label: 'Reservoir', value: 'A' }] },
      {
        kind: 'data',
        name: 'Data',
        columns,
        rows: cells(rows),
        foot: () => [{ label: 'Mean', cells: [null, 100] }],
        chart: { title: 'Chart', type: 'line', columns: [1, 2, 3] },
      },
    ],
  })

const plain = (rows: number): Readable =>
  Readable.fromWeb(
    writeXlsxStream(plainCells(rows), {
      name: 'Data',
      columns: columns.map((_, c) => ({
        header: `Column ${c}`,
        numFmt: c === 0 ? 'dd/mm/yyyy hh:mm' : '0.000',
      })),
      freezePane: { rows: 1, columns: 1 },
    }) as Parameters<typeof Readable.fromWeb>[0],
  )

async function writeTo(make: (rows: number) => Readable, rows: number): Promise<number> {
  let bytes = 0
  const nowhere = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length
      done()
    },
  })
  await pipeline(make(rows), nowhere)
  return bytes
}

const make = process.argv[2] === 'ours' ? report : plain
await writeTo(make, 1000)
const before = process.memoryUsage().rss
const late: number[] = []
let at = performance.now()
const timer = setInterval(() => {
  const now = performance.now()
  late.push(Math.max(0, now - at - TICK))
  at = now
}, TICK)
const started = performance.now()
const bytes = await writeTo(make, ROWS)
const ms = performance.now() - started
clearInterval(timer)
const result: WriteResult = {
  ms,
  bytes,
  added: process.resourceUsage().maxRSS * 1024 - before,
  late: percentile(late, 0.95),
}
process.send!(result)
