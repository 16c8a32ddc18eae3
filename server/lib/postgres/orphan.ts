import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import type { Log } from '../log.ts'
import { environment, program, type Binaries } from './binaries.ts'
import { serversIn, signal, until } from './processes.ts'

/** The content of postmaster.pid; null: there is none. */
export function readPidFile(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

/**
 * Stops a database that a killed program left running. We hold this folder's lock, so nobody uses that server: it is
 * shut down cleanly, and a pid file without a server is removed. Returns when nothing runs in the cluster any more.
 */
export async function clearOrphans(cluster: string, binaries: Binaries, log: Log): Promise<void> {
  if (!existsSync(cluster)) return
  if (process.platform !== 'linux') return stopElsewhere(cluster, binaries)
  const left = serversIn(cluster)
  if (left.length > 0) {
    const postmaster = readPidFile(cluster)?.pid ?? 0
    log.warn(
      { pid: postmaster, processes: left.length },
      'a killed program left its database running: stopping it',
    )
    if (left.includes(postmaster)) signal(postmaster, 'SIGINT')
    const gone = () => serversIn(cluster).length === 0
    // Children of a killed postmaster end by themselves when they notice.
    if (!(await until(gone, left.includes(postmaster) ? 60_000 : 5_000, 50))) {
      for (const pid of serversIn(cluster)) signal(pid, 'SIGQUIT')
      if (!(await until(gone, 10_000, 50)))
        throw new Error(
          `a database left behind in ${cluster} does not stop (processes ${serversIn(cluster).join(', ')})`,
        )
    }
  }
  // PostgreSQL checks the number only, and takes a zombie or a foreign process for its predecessor.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function stopElsewhere(cluster: string, binaries: Binaries): void {
  if (!existsSync(join(cluster, 'postmaster.pid'))) return
  const args = ['stop', '-D', cluster, '-m', 'fast', '-t', '60']
  spawnSync(program(binaries, 'pg_ctl'), args, { env: environment(binaries), stdio: 'ignore' })
}
