import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import {
  InUseError,
  runningUrl,
  startPostgres,
  type Postgres,
  type PostgresOptions,
} from '#server/lib/postgres/index.ts'
import { mountPointOf } from '#server/lib/postgres/mounts.ts'
import { birthOf, serversIn, signal, until } from '#server/lib/postgres/processes.ts'
import { copyCluster } from '#tests/cluster.ts'

const root = process.getuid?.() === 0
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** A path with characters that need quoting. */
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "forebay hồ 'a' "))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  return join(dir, 'var')
}

let template: Promise<string> | undefined
afterAll(async () => {
  if (template) rmSync(dirname(await template), { recursive: true })
})

/** The same with a cluster that was made, started and stopped before: made once, and copied. */
async function madeFolder(): Promise<string> {
  template ??= (async () => {
    const first = join(mkdtempSync(join(tmpdir(), 'forebay-made-')), 'var')
    await (await startPostgres({ dataDir: first, log: silentLog })).stop()
    return first
  })()
  const dir = folder()
  await copyCluster(await template, dir)
  return dir
}

async function start(dataDir: string, more: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log: silentLog, ...more })
  cleanups.push(() => postgres.stop())
  return postgres
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Another process that holds the folder. */
async function hold(dataDir: string): Promise<{ child: ChildProcess; word: string; rest: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'holder.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: join(import.meta.dirname, '..', '..'),
  })
  cleanups.push(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit')
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, word, rest] = /^(ready|failed) (.*)$/.exec(line) ?? []
    if (word) return { child, word, rest }
  }
  throw new Error('the holder ended without a word')
}

describe('the embedded server', () => {
  test('is created, stopped and opened again; nothing is left running', async () => {
    const dir = folder()
    const first = await start(dir)
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    expect(first.ready).toBe(true)
    expect(statSync(join(dir, 'postgres.json')).mode & 0o777).toBe(0o600)
    await first.stop()
    expect(first.pid).toBeNull()
    expect(serversIn(join(dir, 'postgres'))).toEqual([])
    expect(existsSync(join(dir, 'server.lock'))).toBe(false)

    const second = await start(dir)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  test('keeps committed rows, sorts independently of the operating system, and lets no stranger in', async () => {
    const { url } = await start(await madeFolder())
    const [row] = await query(
      url,
      `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS fpw,
              current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
              current_setting('wal_compression') AS wal, current_setting('listen_addresses') AS listen,
              (SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = 'forebay') AS locale`,
    )
    expect(row).toEqual({
      fsync: 'on',
      fpw: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      wal: 'pglz',
      listen: '127.0.0.1',
      locale: 'bC.UTF-8',
    })
    const wrong = new URL(url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  })

  test('replaces a port that was taken meanwhile', async () => {
    const dir = await madeFolder()
    const first = await start(dir)
    await first.stop()
    const port = Number(new URL(first.url).port)
    const thief = createServer().listen(port, '127.0.0.1')
    await once(thief, 'listening')
    cleanups.push(() => thief.close())
    const second = await start(dir)
    expect(new URL(second.url).port).not.toBe(String(port))
    expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  test('starts after a lost password file', async () => {
    const dir = await madeFolder()
    const first = await start(dir)
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    await first.stop()
    rmSync(join(dir, 'postgres.json'))
    const second = await start(dir)
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  test('is created anew after an interrupted creation', async () => {
    const dir = folder()
    mkdirSync(join(dir, 'postgres.new'), { recursive: true })
    writeFileSync(join(dir, 'postgres.new', 'PG_VERSION'), '18\n')
    const { url } = await start(dir)
    expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  test('of another major version is refused with the reason', async () => {
    const dir = await madeFolder()
    await (await start(dir)).stop()
    writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start(dir)).rejects.toThrow(/made by PostgreSQL 17.*carries PostgreSQL 18.*npm run backup/s)
    // The refusal leaves no lock behind.
    writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '18\n')
    await start(dir)
  })

  test('that does not start reports why', async () => {
    await expect(start(folder(), { settings: { shared_buffers: 'much' } })).rejects.toThrow(
      /did not start.*invalid value for parameter "shared_buffers": "much"/s,
    )
  })
})

describe('one folder, one program', () => {
  test('a second instance in the same process is refused', async () => {
    const dir = await madeFolder()
    await start(dir)
    await expect(start(dir)).rejects.toThrow(InUseError)
  })

  test('a second process is refused with the first one named, and the first goes on', async () => {
    const dir = await madeFolder()
    const first = await start(dir)
    const second = await hold(dir)
    expect(second.word).toBe('failed')
    expect(second.rest).toContain(`in use by another Forebay (process ${process.pid}, since `)
    expect(await query(first.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(runningUrl(dir)).toBe(first.url)
  })

  test('one of many that start at once after a crash gets it', async () => {
    const dir = await madeFolder()
    const { child } = await hold(dir)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const all = await Promise.all([hold(dir), hold(dir), hold(dir)])
    expect(all.map((one) => one.word).sort()).toEqual(['failed', 'failed', 'ready'])
    for (const one of all.filter((o) => o.word === 'failed')) expect(one.rest).toContain('in use')
  })

  test('a lock whose number now belongs to another process does not bind', async () => {
    const dir = await madeFolder()
    mkdirSync(dir, { recursive: true })
    const lock = { pid: process.pid, birth: 'an earlier boot:1', since: '2026-01-01T00:00:00.000Z' }
    writeFileSync(join(dir, 'server.lock'), JSON.stringify(lock))
    expect(runningUrl(dir)).toBeNull()
    await start(dir)
    expect(JSON.parse(readFileSync(join(dir, 'server.lock'), 'utf8'))).toMatchObject({
      birth: birthOf(process.pid),
    })
  })

  test('a half-written lock does not bind', async () => {
    const dir = await madeFolder()
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'server.lock'), '{"pid":')
    await start(dir)
  })
})

describe('kills', () => {
  test('a killed program leaves a server behind: the next start stops it and opens committed data', async () => {
    const dir = await madeFolder()
    const { child, rest } = await hold(dir)
    const [url, pid] = rest.split(' ')
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS n')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(birthOf(Number(pid))).not.toBeNull()
    const next = await start(dir)
    expect(birthOf(Number(pid))).toBeNull()
    expect(next.pid).not.toBe(Number(pid))
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  test('both killed at once', async () => {
    const dir = await madeFolder()
    const { child, rest } = await hold(dir)
    const [url, pid] = rest.split(' ')
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS n')
    child.kill('SIGKILL')
    signal(Number(pid), 'SIGKILL')
    await once(child, 'exit')
    const next = await start(dir)
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  test('a pid file that names a stranger does not prevent a start', async () => {
    const dir = await madeFolder()
    await (await start(dir)).stop()
    // The parent process is the stranger: PostgreSQL alone refuses while that process id is alive.
    writeFileSync(
      join(dir, 'postgres', 'postmaster.pid'),
      `${process.ppid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n0 0\nready\n`,
    )
    await start(dir)
  })

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'a server that gets %s is restarted at the same address',
    async (name) => {
      const postgres = await start(await madeFolder())
      const db = openDatabase(postgres.url, silentLog)
      cleanups.push(() => db.close())
      await db.query('CREATE TABLE kept AS SELECT 7 AS n')
      const before = postgres.pid!
      signal(before, name)
      expect(await until(() => postgres.pid !== before, 20_000)).toBe(true)
      expect(await until(() => postgres.ready, 20_000)).toBe(true)
      expect(await db.query('SELECT n FROM kept')).toEqual([{ n: 7 }])
    },
  )

  test('stop during a restart leaves nothing', async () => {
    const dir = await madeFolder()
    const postgres = await start(dir)
    signal(postgres.pid!, 'SIGKILL')
    await postgres.stop()
    expect(serversIn(join(dir, 'postgres'))).toEqual([])
  })
})

/** Location of a cluster outside the folder. */
function readLink(dir: string): string {
  return dirname(readlinkSync(join(dir, 'postgres')))
}

describe.runIf(root)('root without user namespaces', () => {
  test('runs as nobody, from a copy of files that nobody may not read', async () => {
    const dir = folder()
    cleanups.push(() => rmSync(readLink(dir), { recursive: true }))
    const first = await start(dir, { runAs: 'nobody' })
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    await first.stop()
    expect(first.elsewhere).toBe(readlinkSync(join(dir, 'postgres')))
    expect(readLink(dir)).toMatch(/^\/var\/lib\/forebay\/[0-9a-f]{12}$/)
    // From then on the link decides.
    const second = await start(dir)
    expect(statSync(`/proc/${second.pid}`).uid).not.toBe(0)
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    await second.stop()
    // A copied folder refers to the same cluster, which only one can use at a time.
    const third = await start(dir)
    const copy = `${dir} copied`
    mkdirSync(copy)
    symlinkSync(readlinkSync(join(dir, 'postgres')), join(copy, 'postgres'))
    await expect(start(copy)).rejects.toThrow(InUseError)
    await third.stop()
  })

  test('runs as the account of DATA_USER, with its files in the folder', async () => {
    const dir = folder()
    await expect(start(dir, { user: 'nobody' })).rejects.toThrow('nobody cannot reach')
    chmodSync(dirname(dir), 0o711)
    const first = await start(dir, { user: 'nobody' })
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    expect(first.elsewhere).toBeNull()
    expect(statSync(`/proc/${first.pid}`).uid).not.toBe(0)
    expect(lstatSync(join(dir, 'postgres')).isDirectory()).toBe(true)
    expect(statSync(dir).mode & 0o777).toBe(0o710)
    await first.stop()
    // The owner of the files decides from then on, even if the account has lost its name.
    const second = await start(dir)
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    await second.stop()
    await expect(start(dir, { user: 'root' })).rejects.toThrow('is root')
  })

  test('a broken link is not taken for an empty folder', async () => {
    const dir = folder()
    cleanups.push(() => existsSync(gone) && rmSync(gone, { recursive: true }))
    await (await start(dir, { runAs: 'nobody' })).stop()
    const home = readLink(dir)
    const gone = `${home}.gone`
    renameSync(home, gone)
    await expect(start(dir)).rejects.toThrow('which is gone')
  })
})

describe('a volume', () => {
  const root = (type: string) => `22 1 0:21 / / rw,relatime shared:1 - ${type} none rw`
  const at = (point: string) => `40 22 0:30 / ${point} rw - ext4 /dev/sdb rw`
  const mounts = (...lines: string[]) => `${lines.join('\n')}\n`

  test('is the folder that is a mount point, even with blanks in its name', () => {
    expect(mountPointOf('/srv/fb/var', mounts(root('ext4'), at('/srv/fb/var')))).toBe('/srv/fb/var')
    expect(mountPointOf('/srv/f b/var', mounts(root('ext4'), at('/srv/f\\040b/var')))).toBe('/srv/f b/var')
  })

  test('is a folder above it in a container only', () => {
    expect(mountPointOf('/data/var', mounts(root('overlay'), at('/data'), at('/dat')))).toBe('/data')
    expect(mountPointOf('/home/op/var', mounts(root('ext4'), at('/home')))).toBeNull()
    expect(mountPointOf('/app/var', mounts(root('overlay'), at('/proc')))).toBeNull()
  })
})
