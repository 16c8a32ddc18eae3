import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
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
import { mountPointOf } from './mounts.ts'
import { environment, probe, program, type Binaries } from './binaries.ts'

/** How PostgreSQL, which refuses to run as root, is run, and where its cluster is. */
export interface Runner {
  how: string
  cluster: string
  binaries: Binaries
  spawn(name: 'initdb' | 'postgres', args: string[], stdio: StdioOptions): ChildProcess
  /** Gives a file or folder of this process to the user who runs the server. */
  give(path: string): void
}

interface Identity {
  uid: number
  gid: number
}

export type RunAs = 'namespace' | 'nobody'

/**
 * Parent of clusters outside DATA_DIR: where Debian lets services keep their state; nothing else can be assumed to
 * exist.
 */
const HOME = '/var/lib/forebay'

interface RunnerOptions {
  /** Uses this way only (root only). */
  only?: RunAs
  /** Name of the account that PostgreSQL runs as when this program is root; created where there is none. */
  user?: string | null
}

/** Chooses how to run PostgreSQL. dataDir must exist. @throws Error with the reason where there is no way */
export function chooseRunner(
  dataDir: string,
  binaries: Binaries,
  { only, user = null }: RunnerOptions = {},
): Runner {
  const place = join(dataDir, 'postgres')
  const entry = lstatSync(place, { throwIfNoEntry: false })
  const cluster = entry?.isSymbolicLink() ? resolve(dataDir, readlinkSync(place)) : place
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const uid = process.getuid?.() ?? null
  if (uid !== 0) {
    if (user !== null && userInfo().username !== user)
      throw new Error(`DATA_USER=${user} is for a start as root: start as ${user}, or leave DATA_USER out`)
    return own(cluster, binaries, uid, owner?.uid ?? null)
  }
  if (user !== null && !cluster.startsWith(`${HOME}/`))
    return asNamed(user, dataDir, cluster, binaries, owner?.uid ?? null)
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

/** Starts a program in a process group of its own, so that Ctrl-C reaches this program and not the database first. */
function start(
  command: string,
  args: string[],
  stdio: StdioOptions,
  env: NodeJS.ProcessEnv,
  as?: Identity,
): ChildProcess {
  const child = spawn(command, args, { stdio, env, detached: true, cwd: '/', windowsHide: true, ...as })
  // If this process ends at any point, the child must not be left running.
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
  // initdb needs a number with a name; containers often run under one without.
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
 * Runs as root under another number in a user namespace: files stay root's, so every path can be reached. initdb needs
 * a number with a name, so it is one of /etc/passwd.
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
 * Runs as nobody, who can reach neither a DATA_DIR nor programs under /root: both go to HOME, and a link stays in
 * DATA_DIR. found: target of the link of an earlier start.
 */
function asNobody(dataDir: string, found: string | null, binaries: Binaries): Runner {
  const id = accounts().get('nobody') ?? { uid: 65534, gid: 65534 }
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)
  const cluster = found ?? join(HOME, hash, 'postgres')
  if (found === null) {
    refuseVolume(dataDir, cluster)
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

/** Runs as an ordinary account, with the cluster in dataDir: every folder above must let that account pass. */
function asNamed(
  user: string,
  dataDir: string,
  cluster: string,
  binaries: Binaries,
  owner: number | null,
): Runner {
  const id = accounts().get(user) ?? addAccount(user)
  if (id.uid === 0) throw new Error(`DATA_USER=${user} is root, and PostgreSQL does not run as root`)
  if (owner !== null && owner !== id.uid)
    throw new Error(
      `${cluster} belongs to user ${owner}, not to ${user} (${id.uid}): chown -R ${user} ${cluster}, or leave DATA_USER out`,
    )
  chownSync(dataDir, 0, id.gid)
  chmodSync(dataDir, 0o710)
  try {
    execFileSync('sh', ['-c', 'cd "$1"', 'sh', dataDir], { stdio: 'pipe', cwd: '/', ...id })
  } catch {
    throw new Error(
      `${user} cannot reach ${dataDir}: a folder above it is closed to that account. Choose a DATA_DIR elsewhere, such as /srv/forebay.`,
    )
  }
  return asUser(`as ${user}`, cluster, reachable(binaries, id), id)
}

function addAccount(user: string): Identity {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  try {
    execFileSync('useradd', [...flags, '--shell', '/usr/sbin/nologin', user], { stdio: 'pipe' })
  } catch (error) {
    const { stderr = '' } = error as { stderr?: Buffer | string }
    throw new Error(`the account ${user} of DATA_USER cannot be made: ${String(stderr).trim() || error}`)
  }
  const id = accounts().get(user)
  if (!id) throw new Error(`the account ${user} of DATA_USER was made, and /etc/passwd does not have it`)
  return id
}

/** Refuses a cluster outside a volume, which would not outlive its container. */
function refuseVolume(dataDir: string, cluster: string): void {
  const volume = mountPointOf(dataDir, readFileSync('/proc/self/mountinfo', 'utf8'))
  if (volume === null) return
  throw new Error(
    `${dataDir} is on a volume of its own (${volume}). As root, without user namespaces, the database would be in ` +
      `${dirname(cluster)}, outside it, and lost with the container. Start with DATA_USER=forebay (PostgreSQL runs as ` +
      'that account, which is made where there is none, and its files stay in DATA_DIR), or start as an ordinary user.',
  )
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

/** The programs where this user can run them: in place, or a copy. */
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
        // Another start created it first.
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
