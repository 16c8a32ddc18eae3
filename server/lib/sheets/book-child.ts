/** Reads every visible sheet of a workbook from stdin; writes a line of JSON for each sheet and each row that is not
 * empty. A child process of its own: what a hostile file does to memory or time ends with it. */
import { read } from 'hucre'
import { checkRow, checkSheets, sayError } from './limits.ts'
import { flush, readInput, say } from './lines.ts'

type Value = string | number | boolean | Date | null | undefined

/** Dates hold the wall clock as if it were UTC. */
function plain(value: Value): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ')
  return typeof value === 'boolean' ? String(value).toUpperCase() : value
}

try {
  const book = await read(await readInput())
  checkSheets(book.sheets)
  for (const sheet of book.sheets) {
    if (sheet.hidden || sheet.veryHidden) continue
    const merges = (sheet.merges ?? []).map((m) => ({
      fromRow: m.startRow + 1,
      toRow: m.endRow + 1,
      fromColumn: m.startCol,
      toColumn: m.endCol,
    }))
    await say({ name: sheet.name, merges })
    const formulas = new Map<number, number[]>()
    for (const [at, cell] of sheet.cells ?? []) {
      if (cell.type !== 'formula') continue
      const [row, column] = at.split(',').map(Number)
      const list = formulas.get(row)
      if (list) list.push(column)
      else formulas.set(row, [column])
    }
    for (let i = 0; i < sheet.rows.length; i++) {
      const cells = Array.from(sheet.rows[i] as Value[], plain)
      while (cells.length > 0 && cells.at(-1) === null) cells.pop()
      const computed = formulas.get(i) ?? []
      if (cells.length === 0 && computed.length === 0) continue
      checkRow(i + 1, cells)
      await say([i + 1, cells, computed, computed.filter((c) => (cells[c] ?? null) === null)])
    }
  }
  await say({ end: true })
} catch (error) {
  await say(sayError(error))
}
await flush()
