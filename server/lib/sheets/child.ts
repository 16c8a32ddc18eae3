/** Reads sheets of a workbook from stdin; writes a line of JSON for the workbook, one where each sheet begins, and one
 * for each row. Arguments: names of sheets as a list of JSON, [] for every visible one; and the most rows of each. A child process of its own: what a hostile file does to memory or time ends with it. */
import { read, streamXlsxRows } from 'hucre'
import { checkRow, checkSheets, sayError } from './limits.ts'
import { flush, readInput, say } from './lines.ts'

type Value = string | number | boolean | Date | null | undefined

const bytes = await readInput()
const wanted = JSON.parse(process.argv[2] ?? '[]') as string[]
const most = Number(process.argv[3] ?? Infinity)

/** Dates hold the wall clock as if it were UTC. */
const cell = (v: Value) => (v instanceof Date ? { d: v.getTime() } : (v ?? null))

function find(names: readonly string[], name: string): number {
  const exact = names.indexOf(name)
  if (exact >= 0) return exact
  const like = names.findIndex((n) => n.trim().toLowerCase() === name.trim().toLowerCase())
  if (like >= 0) return like
  throw new Error(`there is no sheet "${name}"; there are ${names.map((n) => `"${n}"`).join(', ')}`)
}

try {
  // Names first, without rows; then the rows of each sheet as a stream where the format allows it.
  const book = await read(bytes, { maxRows: 1 })
  const names = book.sheets.map((s) => s.name)
  checkSheets(book.sheets)
  if (names.length === 0) throw new Error('the workbook holds no sheet')
  const visible = book.sheets.flatMap((s, i) => (s.hidden || s.veryHidden ? [] : [i]))
  const chosen = wanted.length > 0 ? wanted.map((name) => find(names, name)) : visible
  const streams = bytes.readUInt32LE(0) === 0x04034b50 && bytes.includes('xl/workbook.xml')
  await say({ sheets: names, sheet: names[chosen[0]] })
  for (const sheet of chosen) {
    const merges = (book.sheets[sheet].merges ?? []).map((m) => ({
      fromRow: m.startRow + 1,
      toRow: m.endRow + 1,
      fromColumn: m.startCol,
      toColumn: m.endCol,
    }))
    await say({ begins: names[sheet], merges })
    let n = 0
    if (streams) {
      for await (const row of streamXlsxRows(bytes, { sheet })) {
        if (n++ === most) break
        const values = row.values as Value[]
        checkRow(row.index + 1, values)
        await say([row.index, ...values.map(cell)])
      }
    } else {
      const whole = await read(bytes, { sheets: [sheet], ...(most < Infinity ? { maxRows: most } : {}) })
      const { rows } = whole.sheets[0]
      for (let i = 0; i < rows.length && i < most; i++) {
        const values = rows[i] as Value[]
        checkRow(i + 1, values)
        await say([i, ...values.map(cell)])
      }
    }
  }
  await say({ end: true })
} catch (error) {
  await say(sayError(error))
}
await flush()
