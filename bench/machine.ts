import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { median, ms } from './stats.ts'

export interface Machine {
  /** Lines for the head of the results. */
  lines: string[]
  /** Whether other processes used the machine: absolute numbers are then lower bounds. */
  busy: boolean
}

export function describeMachine(postgres: string): Machine {
  const cores = cpus()
  const [load] = loadavg()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return {
    busy: load > cores.length / 2,
    lines: [
      `machine: ${cores.length} x ${cores[0]?.model.trim() || process.arch}, ${memory}, ${process.platform} ${release()}`,
      `Node ${process.version}, PostgreSQL ${postgres} (embedded, fsync on), load ${load.toFixed(1)} at the start`,
      `one write and fsync of 8 kB: ${ms(fsync())} (median of 50)`,
    ],
  }
}

/** Time of an fsync on this disk, ms: a commit cannot be faster. */
function fsync(): number {
  const dir = mkdtempSync(join(tmpdir(), 'forebay-fsync-'))
  const file = openSync(join(dir, 'x'), 'w')
  const page = Buffer.alloc(8192, 1)
  try {
    const times = Array.from({ length: 50 }, () => {
      const started = performance.now()
      writeSync(file, page)
      fsyncSync(file)
      return performance.now() - started
    })
    return median(times)
  } finally {
    closeSync(file)
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The measured commit, and whether the tree differs from it. */
export function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    const id = git('rev-parse', '--short', 'HEAD')
    return git('status', '--porcelain', '--untracked-files=no') === '' ? id : `${id} and changes`
  } catch {
    return 'unknown'
  }
}
