import { validateTable, type Cell, type Issue } from '#core/tables/index.ts'
import type { SetupGrid } from '#contract/setup.ts'
import { parseDecimal } from '../../lib/decimal.ts'

export type VolumeUnit = 'm3' | '10^6 m3'

/** The storage table as it is entered in the set-up. */
export interface StorageEntry {
  way: 'file' | 'typed'
  unit: VolumeUnit
  /** Of the file that the rows came from; empty: typed. */
  fileName: string
  /** Taken rows, level and volume; empty: none yet. */
  rows: number[][]
  /** What was typed or pasted. */
  typed: string
}

export const NO_STORAGE: StorageEntry = { way: 'file', unit: '10^6 m3', fileName: '', rows: [], typed: '' }

/** Above this no reservoir's volume is in million m3. */
const MILLIONS = 50_000

export interface Read {
  rows: number[][]
  issues: (Issue & { line: number | null })[]
}

/** Checks two columns of a file; issues carry the file's own lines. */
export function readColumns(grid: SetupGrid, z: number, v: number, unit: VolumeUnit): Read {
  const cells = grid.rows.map((r): Cell[] => [r[z] ?? null, r[v] ?? null])
  return check(cells, grid.lines, unit)
}

/** Rows of a text: a level and a volume on each line, apart by blanks, a tab or a semicolon. */
export function readText(text: string, unit: VolumeUnit): Read {
  const cells: Cell[][] = []
  const lines: number[] = []
  text.split('\n').forEach((line, i) => {
    const parts = line
      .trim()
      .split(/[\t;\s]+/)
      .filter((p) => p !== '')
    if (parts.length === 0) return
    // A heading that was copied with its table.
    if (cells.length === 0 && parts.every((p) => typeof parseDecimal(p) !== 'number')) return
    lines.push(i + 1)
    cells.push(
      parts.map((p) => {
        const value = parseDecimal(p)
        // What may be read in two ways must not be read in one of them further on.
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

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()

/** Which columns of a file are level and volume, from their names, else the first two. */
export function guessColumns(grid: SetupGrid): { z: number; v: number; unit: VolumeUnit } {
  const find = (words: RegExp, not: number) =>
    grid.columns.findIndex((name, i) => i !== not && words.test(fold(name)))
  const v0 = find(/storage|volume|dung tich|capacity|^\s*[vw]\b/, -1)
  const z0 = find(/level|muc nuoc|elev|cao trinh|cao do|^\s*[zh]\b/, v0)
  const z = z0 >= 0 ? z0 : v0 === 0 ? 1 : 0
  const v = v0 >= 0 ? v0 : z === 0 ? 1 : 0
  const most = grid.rows.reduce((m, r) => Math.max(m, typeof r[v] === 'number' ? (r[v] as number) : 0), 0)
  return { z, v, unit: most >= MILLIONS ? 'm3' : '10^6 m3' }
}
