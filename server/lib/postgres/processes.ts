import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** What tells a process from a later one with the same number; null: there is none (a zombie is none). */
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
    // The name in parentheses may hold blanks and parentheses; field 3 follows it, field 22 is the start.
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

/** Postmaster and children that work in this cluster: it is the working directory of each. Linux only, else empty. */
export function serversIn(dir: string): number[] {
  if (process.platform !== 'linux') return []
  const real = realpathSync(dir)
  const found: number[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readlinkSync(`/proc/${name}/cwd`) !== real) continue
      // Somebody's shell may stand there too.
      if (readFileSync(`/proc/${name}/comm`, 'utf8').trim() === 'postgres') found.push(Number(name))
    } catch {
      // Gone meanwhile, a zombie, or somebody else's.
    }
  }
  return found
}

/** True where it went, false where there was none to take it. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** Looks every few ms until `test` holds; false where `ms` passed first. */
export async function until(test: () => boolean, ms: number, every = 20): Promise<boolean> {
  const end = performance.now() + ms
  while (!test()) {
    if (performance.now() > end) return false
    await new Promise((done) => setTimeout(done, every))
  }
  return true
}
