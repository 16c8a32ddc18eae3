import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { totalmem } from 'node:os'
import { spawnSync } from 'node:child_process'
import type { Log } from '../log.ts'
import { environment, program } from './binaries.ts'
import { clearOrphans, readPidFile } from './orphan.ts'
import { signal } from './processes.ts'
import type { Runner } from './runner.ts'

/** One run of the server. */
export interface Postmaster {
  pid: number
  /** Resolves with the reason when it ends. */
  ended: Promise<string>
  /** Disconnects clients, writes what is committed, and ends. */
  stop(): Promise<void>
}

export type ServerSettings = Readonly<Record<string, string>>

const MB = 2 ** 20

/**
 * Settings for a small machine that does other things too. Passed at each start, so that a new release may change them.
 */
function defaultSettings(memory = totalmem()): ServerSettings {
  const large = memory >= 4096 * MB
  return {
    listen_addresses: '127.0.0.1',
    // No socket file: its path may be too long, and TCP needs no folder.
    unix_socket_directories: '',
    max_connections: '80',
    shared_buffers: large ? '256MB' : '128MB',
    effective_cache_size: `${Math.max(256, Math.floor(memory / MB / 3))}MB`,
    work_mem: large ? '16MB' : '4MB',
    maintenance_work_mem: large ? '128MB' : '64MB',
    wal_compression: 'on',
    // Stays on disk after a burst: a small machine has better uses for a gigabyte.
    max_wal_size: '192MB',
    // Space of packed rows is reused by rows that arrive meanwhile.
    autovacuum_naptime: '20s',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Callers report refused statements; this keeps messages about the server itself.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
  }
}

/** Starts the server. Recovery may take long. @throws Error with the server's output where it does not come up */
export async function startPostmaster(
  runner: Runner,
  port: number,
  settings: ServerSettings,
  log: Log,
): Promise<Postmaster> {
  await clearOrphans(runner.cluster, runner.binaries, log)
  const options = Object.entries({ ...defaultSettings(), ...settings, port: String(port) })
  const args = ['-D', runner.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = runner.spawn('postgres', args, ['ignore', 'ignore', 'pipe'])
  const output = listen(child, log)
  let end: string | null = null
  const ended = new Promise<string>((resolve) => {
    const over = (words: string) => resolve((end = words))
    child.once('error', (error) => over(error.message))
    // close, not exit: by then all of its output has been read.
    child.once('close', (code, name) => over(`it ended with ${name ?? `code ${code}`}`))
  })

  const beginning = performance.now()
  let logged = 0
  while (!isReady(runner.cluster, child.pid)) {
    if (end !== null)
      throw new Error(
        `the database did not start: ${end}${output()
          .map((line) => `\n  ${line}`)
          .join('')}`,
      )
    const seconds = Math.floor((performance.now() - beginning) / 1000)
    if (seconds >= logged + 5) log.info({ seconds: (logged = seconds) }, 'the database is recovering')
    await Promise.race([ended, new Promise((done) => setTimeout(done, 10))])
  }

  return {
    pid: child.pid!,
    ended: ended.then((words) => [words, ...output()].join('\n  ')),
    async stop() {
      if (end !== null) return
      if (process.platform === 'win32') stopOnWindows(runner)
      else signal(child.pid!, 'SIGINT')
      const last = setTimeout(() => signal(child.pid!, 'SIGQUIT'), 60_000)
      await ended
      clearTimeout(last)
    },
  }
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const file = readPidFile(cluster)
  return file !== null && file.pid === pid && file.status === 'ready'
}

/** Logs the server's output, and keeps its last lines. */
function listen(child: ChildProcess, log: Log): () => string[] {
  const last: string[] = []
  const lines = createInterface({ input: child.stderr! })
  lines.on('line', (line) => {
    last.push(line)
    if (last.length > 20) last.shift()
    if (/^(FATAL|PANIC):(?!.*due to administrator command)/.test(line))
      log.error({ postgres: line }, 'the database says')
    else if (/^WARNING:|terminated by signal|not properly shut down/.test(line))
      log.warn({ postgres: line }, 'the database says')
    else log.debug({ postgres: line }, 'the database says')
  })
  return () => [...last]
}

function stopOnWindows({ binaries, cluster }: Runner): void {
  const args = ['stop', '-D', cluster, '-m', 'fast', '-W']
  spawnSync(program(binaries, 'pg_ctl'), args, { env: environment(binaries), stdio: 'ignore' })
}
