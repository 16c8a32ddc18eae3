import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { environment, probe, program, type Binaries } from './binaries.ts'

/** PostgreSQL refuses to run as root. How it runs instead, and where its cluster lies. */
export interface Runner {
  how: string
  cluster: string
  binaries: Binaries
  spawn(name: 'initdb' | 'postgres', args: string[], stdio: StdioOptions): ChildProcess
  /** Hands a file or folder that this process made to whoever runs the server. */
  give(path: string): void
}

interface Identity {
  uid: number
  gid: number
}

export type RunAs = 'namespace' | 'nobody'

/** Nothing else may be assumed to exist on a small box; this is where Debian lets services keep their state. */
const HOME = '/var/lib/forebay'

/** dataDir exists. only: take this way and no other (root only). Throws with words where no way is open. */
export function chooseRunner(dataDir: string, binaries: Binaries, only?: RunAs): Runner {
  const place = join(dataDir, 'postgres')
  const entry = lstatSync(place, { throwIfNoEntry: false })
  const cluster = entry?.isSymbolicLink() ? resolve(dataDir, readlinkSync(place)) : place
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const uid = process.getuid?.() ?? null
  if (uid !== 0) return own(cluster, binaries, uid, owner?.uid ?? null)
  if (cluster.startsWith(`${HOME}/`)) return asNobody(dataDir, cluster, binaries)
  if (owner && owner.uid !== 0)
    return asUser(`as user ${owner.uid}, whose files they are`, cluster, reachable(binaries, owner), owner)
  if (only !== 'nobody') {
    const namespace = inNamespace(dirname(cluster), cluster, binaries)
    if (namespace) return namespace
    if (owner || only === 'namespace')
      throw new Error(
        `${cluster} belongs to root, and PostgreSQL does not run as root. It ran in a user namespace, which this machine ` +
          'does not allow (any more): allow them, or give DATA_DIR to an ordinary user with chown -R and start as that user.',
      )
  }
  return asNobody(dataDir, null, binaries)
}

/** Every way runs in a process group of its own, so that Ctrl-C reaches this program and not the database first. */
function start(
  command: string,
  args: string[],
  stdio: StdioOptions,
  env: NodeJS.ProcessEnv,
  as?: Identity,
): ChildProcess {
  const child = spawn(command, args, { stdio, env, detached: true, cwd: '/', windowsHide: true, ...as })
  // Whoever ends this process in the middle of anything must not leave it running.
  const leave = () => child.kill('SIGINT')
  process.once('exit', leave)
  child.once('exit', () => process.off('exit', leave))
  return child
}

function own(cluster: string, binaries: Binaries, uid: number | null, owner: number | null): Runner {
  if (uid !== null && owner !== null && owner !== uid)
    throw new Error(
      `${cluster} belongs to user ${owner}, not to you (${uid}): start as that user, or choose another DATA_DIR`,
    )
  // initdb wants a number that has a name; containers often run under one that has none.
  if (uid !== null && !hasName()) {
    const namespace = inNamespace(dirname(cluster), cluster, binaries)
    if (namespace) return { ...namespace, how: 'as this user, named in a user namespace' }
  }
  const env = environment(binaries)
  return {
    how: 'as this user',
    cluster,
    binaries,
    spawn: (name, args, stdio) => start(program(binaries, name), args, stdio, env),
    give() {},
  }
}

/**
 * Root under another number in a user namespace: files stay root's, so no path is out of reach. initdb wants a number
 * that has a name, so it is one that /etc/passwd knows.
 */
function inNamespace(parent: string, cluster: string, binaries: Binaries): Runner | null {
  const id = accounts().get('nobody') ?? { uid: 65534, gid: 65534 }
  const before = ['--user', `--map-user=${id.uid}`, `--map-group=${id.gid}`, '--']
  const env = environment(binaries)
  const test = 'cd "$1" && test -w . && exec "$2" --version'
  try {
    const args = [...before, 'sh', '-c', test, 'sh', parent, program(binaries, 'postgres')]
    execFileSync('unshare', args, { env, stdio: 'pipe', cwd: '/' })
  } catch {
    return null
  }
  return {
    how: 'as root in a user namespace',
    cluster,
    binaries,
    spawn: (name, args, stdio) => start('unshare', [...before, program(binaries, name), ...args], stdio, env),
    give() {},
  }
}

/**
 * As nobody, who may reach neither a DATA_DIR nor programs under /root: both go to HOME, a link stays in DATA_DIR.
 * found: where the link of an earlier start leads.
 */
function asNobody(dataDir: string, found: string | null, binaries: Binaries): Runner {
  const id = accounts().get('nobody') ?? { uid: 65534, gid: 65534 }
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)
  const cluster = found ?? join(HOME, hash, 'postgres')
  if (found === null) {
    mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 })
    symlinkSync(cluster, join(dataDir, 'postgres'))
  } else if (!existsSync(dirname(found))) {
    const link = join(dataDir, 'postgres')
    throw new Error(
      `${link} leads to ${found}, which is gone: bring it back, or remove the link to start with nothing`,
    )
  }
  return asUser(`as nobody, in ${cluster}`, cluster, reachable(binaries, id), id)
}

function asUser(how: string, cluster: string, binaries: Binaries, id: Identity): Runner {
  const { uid, gid } = id
  const env = environment(binaries)
  return {
    how,
    cluster,
    binaries,
    spawn: (name, args, stdio) => start(program(binaries, name), args, stdio, env, { uid, gid }),
    give: (path) => chownSync(path, uid, gid),
  }
}

/** The programs where this user can run them: where they are, or a copy. */
function reachable(binaries: Binaries, id: Identity): Binaries {
  const env = environment(binaries)
  try {
    const { uid, gid } = id
    execFileSync(program(binaries, 'postgres'), ['--version'], { env, stdio: 'pipe', cwd: '/', uid, gid })
    return binaries
  } catch {
    const copy: Binaries = { ...binaries, dir: join(HOME, `postgresql-${binaries.version}`), libraries: null }
    if (!existsSync(copy.dir)) {
      const part = `${copy.dir}.${process.pid}`
      mkdirSync(HOME, { recursive: true, mode: 0o755 })
      cpSync(binaries.dir, part, { recursive: true, verbatimSymlinks: true })
      if (binaries.libraries)
        cpSync(binaries.libraries, join(part, 'lib'), { recursive: true, dereference: true })
      try {
        renameSync(part, copy.dir)
      } catch (error) {
        // Another start made it first.
        rmSync(part, { recursive: true })
        if (!existsSync(copy.dir)) throw error
      }
    }
    probe(copy)
    return copy
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function accounts(): Map<string, Identity> {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  return new Map(
    lines.map((line) => {
      const [name, , uid, gid] = line.split(':')
      return [name, { uid: Number(uid), gid: Number(gid) }]
    }),
  )
}
