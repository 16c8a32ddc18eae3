import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Log } from '../log.ts'
import type { Runner } from './runner.ts'

/** How this program connects to its server. Stored in DATA_DIR, 0600. */
export interface Access {
  port: number
  password: string
}

const USER = 'forebay'
export const DATABASE = 'forebay'
const FILE = 'postgres.json'

export function urlOf(access: Access): string {
  return `postgres://${USER}:${access.password}@127.0.0.1:${access.port}/${DATABASE}`
}

export function readAccess(dataDir: string): Access | null {
  const path = join(dataDir, FILE)
  if (!existsSync(path)) return null
  try {
    const { port, password } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Access>
    return typeof port === 'number' && typeof password === 'string' && password !== ''
      ? { port, password }
      : null
  } catch {
    return null
  }
}

export function writeAccess(dataDir: string, access: Access): void {
  const path = join(dataDir, FILE)
  writeFileSync(`${path}.new`, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  // root, starting once in another user's folder, must not lock that user out.
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0) chownSync(`${path}.new`, uid, gid)
  renameSync(`${path}.new`, path)
}

/**
 * The cluster of this folder, created where there is none. @throws Error with the reason where it is of another
 * version
 */
export async function ensureCluster(dataDir: string, runner: Runner, log: Log): Promise<Access> {
  const versionFile = join(runner.cluster, 'PG_VERSION')
  if (existsSync(versionFile)) {
    checkVersion(readFileSync(versionFile, 'utf8').trim(), runner)
    const access = readAccess(dataDir)
    if (access) return access
    log.warn(`${join(dataDir, FILE)} is missing or unreadable: the database gets a new password`)
    const fresh = await newAccess()
    await setPassword(runner, fresh.password)
    writeAccess(dataDir, fresh)
    return fresh
  }
  log.info({ cluster: runner.cluster }, 'making the database')
  const access = readAccess(dataDir) ?? (await newAccess())
  writeAccess(dataDir, access)
  await initdb(runner, access.password)
  return access
}

function checkVersion(found: string, { cluster, binaries }: Runner): void {
  if (found === String(binaries.major)) return
  throw new Error(
    `the database in ${cluster} was made by PostgreSQL ${found}, and this release carries PostgreSQL ${binaries.major}, ` +
      'which cannot open it. Make a backup with the release that made it (npm run backup), start this one with an ' +
      'empty DATA_DIR, and restore the backup (npm run restore).',
  )
}

/** Creates a cluster under another name and renames it, so that one with the final name is complete. */
async function initdb(runner: Runner, password: string): Promise<void> {
  const part = `${runner.cluster}.new`
  const secret = `${runner.cluster}.password`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  runner.give(part)
  rmSync(secret, { force: true })
  writeFileSync(secret, password, { mode: 0o600 })
  runner.give(secret)
  try {
    const args = ['-D', part, '-U', USER, `--pwfile=${secret}`, '--auth=scram-sha-256', '--encoding=UTF8']
    const locale = [
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--text-search-config=simple',
    ]
    await run(runner, 'initdb', [...args, ...locale, '--data-checksums'], null)
  } finally {
    rmSync(secret, { force: true })
  }
  renameSync(part, runner.cluster)
}

/** Sets the password in single-user mode, the only way without the old one. */
async function setPassword(runner: Runner, password: string): Promise<void> {
  const args = ['--single', '-D', runner.cluster, 'postgres']
  await run(runner, 'postgres', args, `ALTER ROLE ${USER} PASSWORD '${password}'\n`)
}

async function run(
  runner: Runner,
  name: 'initdb' | 'postgres',
  args: string[],
  input: string | null,
): Promise<void> {
  const child = runner.spawn(name, args, ['pipe', 'pipe', 'pipe'])
  const exit = once(child, 'exit')
  child.stdin!.on('error', () => {})
  child.stdin!.end(input ?? '')
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), exit])
  if (code !== 0 || (name === 'postgres' && /^(FATAL|PANIC|.*ERROR):/m.test(err)))
    throw new Error(`${name} failed (${code}): ${err.trim() || out.trim() || 'it said nothing'}`)
}

async function newAccess(): Promise<Access> {
  return { port: await freePort(), password: randomBytes(24).toString('base64url') }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
