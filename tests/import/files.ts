import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder of files for a test. */
export function folder() {
  const dir = mkdtempSync(join(tmpdir(), 'forebay-import-'))
  return {
    dir,
    write(name: string, content: string | Buffer): string {
      const path = join(dir, name)
      writeFileSync(path, content)
      return path
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

export interface Grid {
  /** Local time of the first row, yyyy-MM-dd HH:mm:ss as if in UTC. */
  from: number
  /** ms */
  step: number
  rows: number
  columns: number
}

/** A CSV of plausible invented levels: column k at row i has the same value in every call. */
export function levels({ from, step, rows, columns }: Grid): string {
  const lines = [`time,${Array.from({ length: columns }, (_, k) => `z${k}`).join(',')}`]
  for (let i = 0; i < rows; i++) {
    const cells = Array.from({ length: columns }, (_, k) => levelOf(i, k))
    lines.push(`${new Date(from + i * step).toISOString().slice(0, 19).replace('T', ' ')},${cells.join(',')}`)
  }
  return lines.join('\n') + '\n'
}

export const levelOf = (i: number, k: number) => (400 + 3 * Math.sin(i / 50 + k)).toFixed(2)
