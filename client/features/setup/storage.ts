import { validateTable, type Cell, type Issue } from '#core/tables/index.ts'
import type { SetupGrid } from '#contract/setup.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { plain } from '../../lib/plain.ts'

export type VolumeUnit = 'm3' | '10^6 m3'

/** Form values of the storage table in the set-up. */
export interface StorageEntry {
  way: 'file' | 'typed'
  unit: VolumeUnit
  /** Name of the file of the rows; empty: typed. */
  fileName: string
  /** Accepted rows, level and volume; empty: none yet. */
  rows: number[][]
  /** Typed or pasted text. */
  typed: string
}

export const NO_STORAGE: StorageEntry = { way: 'file', unit: '10^6 m3', fileName: '', rows: [], typed: '' }

/** No reservoir's volume in million m3 is above this. */
const MILLIONS = 50_000

export interface Read {
  rows: number[][]
  issues: (Issue & { line: number | null })[]
}

/** Checks two columns of a file; issues refer to the file's own lines. */
export function readColumns(grid: SetupGrid, z: number, v: number, unit: VolumeUnit): Read {
  const cells = grid.rows.map((r): Cell[] => [r[z] ?? null, r[v] ?? null])
  return check(cells, grid.lines, unit)
}

/** Known levels of the lake, m: they decide what 410,335 means in a table of it. */
interface KnownLevels {
  minPossible?: number
  maxPossible?: number
}

/** A number with one separator before three digits: decimal or thousands. */
const EITHER = /^[+-]?[1-9]\d{0,2},\d{3}$/
/** How far a table extends beyond the levels of its lake, m. */
const BELOW = 200
const ABOVE = 100

/** Whether commas in a table are decimal, judged by the levels in it; null: undecidable. */
function commaByLevels(cells: readonly string[], { minPossible, maxPossible }: KnownLevels): boolean | null {
  const unsure = cells.filter((c) => EITHER.test(c))
  if (unsure.length === 0 || minPossible === undefined || maxPossible === undefined) return null
  const isLevel = (v: number) => v >= minPossible - BELOW && v <= maxPossible + ABOVE
  const as = (by: string) => unsure.filter((c) => isLevel(Number(c.replace(',', by)))).length
  return as('.') === as('') ? null : as('.') > as('')
}

/**
 * Parses lines of a level and a volume, separated by blanks, a tab or a semicolon. An ambiguous comma is resolved by
 * the levels of the lake.
 */
export function readText(text: string, unit: VolumeUnit, levels: KnownLevels = {}): Read {
  const rows = text.split('\n').map((line) => line.trim().split(/[\t;\s]+/))
  const comma = commaByLevels(
    rows.map(([z]) => z ?? ''),
    levels,
  )
  const numberOf = (cell: string) =>
    comma !== null && EITHER.test(cell) ? Number(cell.replace(',', comma ? '.' : '')) : parseDecimal(cell)
  const cells: Cell[][] = []
  const lines: number[] = []
  rows.forEach((line, i) => {
    const parts = line.filter((p) => p !== '')
    if (parts.length === 0) return
    // A header that was copied with its table.
    if (cells.length === 0 && parts.every((p) => typeof numberOf(p) !== 'number')) return
    lines.push(i + 1)
    cells.push(
      parts.map((p) => {
        const value = numberOf(p)
        // One interpretation must hold for all lines.
        return typeof value === 'number' ? value : `? ${p}`
      }),
    )
  })
  if (cells.length === 0) return { rows: [], issues: [] }
  const width = cells.map((c) => (c.length >= 2 ? c.slice(0, 2) : [c[0] ?? null, null]))
  return check(width, lines, unit)
}

function check(cells: Cell[][], lines: readonly number[], unit: VolumeUnit): Read {
  const { rows, issues } = validateTable('ZV', ['z', 'v'], cells, { units: { v: unit } })
  return {
    rows: rows ? [...rows].sort((a, b) => a[0] - b[0]) : [],
    issues: issues.map((i) => ({ ...i, line: i.row === null ? null : (lines[i.row - 1] ?? null) })),
  }
}

/** The unit stated by a header. */
function unitOfName(name: string): VolumeUnit | null {
  const folded = plain(name.normalize('NFKC'))
  if (/10\s*\^?\s*6|trieu|million|\bhm3|\bmcm|\btr\.? ?m3/.test(folded)) return '10^6 m3'
  return /[([]\s*m\^?3\s*[)\]]|[\s_]m3$/.test(folded) ? 'm3' : null
}

/** Finds the columns of level and volume by name, else takes the first two. */
export function guessColumns(grid: SetupGrid): { z: number; v: number; unit: VolumeUnit } {
  const find = (words: RegExp, not: number) =>
    grid.columns.findIndex((name, i) => i !== not && words.test(plain(name)))
  const v0 = find(/storage|volume|dung tich|capacity|^\s*[vw]\b/, -1)
  const z0 = find(/level|muc nuoc|elev|cao trinh|cao do|^\s*[zh]\b/, v0)
  const z = z0 >= 0 ? z0 : v0 === 0 ? 1 : 0
  const v = v0 >= 0 ? v0 : z === 0 ? 1 : 0
  const written = unitOfName(grid.columns[v] ?? '')
  if (written) return { z, v, unit: written }
  const most = grid.rows.reduce((m, r) => Math.max(m, typeof r[v] === 'number' ? (r[v] as number) : 0), 0)
  return { z, v, unit: most >= MILLIONS ? 'm3' : '10^6 m3' }
}
