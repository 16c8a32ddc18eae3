import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Distinguishes a process from a later one with the same number; null: there is none (a zombie does not count). */
export function birthOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (process.platform === 'linux') return birthInProc(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null
  }
  if (process.platform === 'win32') return 'alive'
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

function birthInProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain blanks and parentheses; field 3 follows it, field 22 is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${bootId()}:${fields[19]}`
  } catch {
    return null
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Postmaster and children of this cluster, which is the working directory of each. Linux only, elsewhere empty. */
export function serversIn(dir: string): number[] {
  if (process.platform !== 'linux') return []
  const real = realpathSync(dir)
  const found: number[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readlinkSync(`/proc/${name}/cwd`) !== real) continue
      // A shell may have this working directory too.
      if (readFileSync(`/proc/${name}/comm`, 'utf8').trim() === 'postgres') found.push(Number(name))
    } catch {
      // Ended meanwhile, a zombie, or another user's.
    }
  }
  return found
}

/** Sends a signal. Returns false where there was no process to receive it. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** Polls every few ms until `test` is true; false when `ms` passed first. */
export async function until(test: () => boolean, ms: number, every = 20): Promise<boolean> {
  const end = performance.now() + ms
  while (!test()) {
    if (performance.now() > end) return false
    await new Promise((done) => setTimeout(done, every))
  }
  return true
}
