import { parseDecimal } from '../../lib/decimal.ts'
import { parseLocalTime } from '../../lib/local-time.ts'

/** A period with its value, as calls take it. */
interface Period {
  from: string
  to: string
  value: number
}

/**
 * Periods of a text: each line has from, to and a value, between tabs or semicolons, as they are copied from a
 * spreadsheet. Empty lines are skipped. wrong: the lines that cannot be read, from 1 on.
 */
export function periodsOf(
  text: string,
  zone: string,
): { periods: Period[]; lines: number[]; wrong: number[] } {
  const periods: Period[] = []
  const lines: number[] = []
  const wrong: number[] = []
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '') return
    const cells = line.split(/[\t;]/).map((c) => c.trim())
    const [from, to] = cells.slice(0, 2).map((c) => parseLocalTime(c, zone))
    const value = cells.length === 3 && cells[2] !== '' ? parseDecimal(cells[2]) : null
    if (!from || !to || typeof value !== 'number') return void wrong.push(i + 1)
    periods.push({ from, to, value })
    lines.push(i + 1)
  })
  return { periods, lines, wrong }
}
