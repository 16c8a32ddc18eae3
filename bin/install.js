import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { NEEDED, NODE_PACKAGE, ROOT, nodeOf, readJson, run, say } from './project.js'

/** Version of npm to install with where the machine's own is older than 10, which silently leaves packages out. */
const NPM = '11.21.2'
const OLDEST_NPM = 10

/** ms after which waiting for the registry is explained. */
const PATIENCE = 7000

const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Package a package in a lock file */
/** @typedef {{ os: string, cpu: string, libc: string }} Platform */

/**
 * Installs what package-lock.json names and node_modules lacks. Install scripts are left out: nothing depends on them.
 * @param {{ development: boolean }} what development: what testing and measuring need too.
 */
export async function ensureInstalled({ development }) {
  const wanted = readJson('package-lock.json').packages
  const before = installed()
  const left = () => missing(wanted, installed(), { development, platform: platform() })
  if (left().length === 0) return
  const registry = registryUrl()
  say(`installing packages from ${registry} (the first time this takes a minute or two) ...`)
  const started = Date.now()
  // Installed test packages stay.
  const all = development || Object.keys(before).some((name) => wanted[name]?.dev)
  const unreachable = whyUnreachable(registry)
  if (unreachable) say(`${unreachable} Trying what npm has kept of an earlier installation ...`)
  const flags = [
    `${all ? '--include' : '--omit'}=dev`,
    '--include=optional',
    ...FLAGS,
    // Without a network, npm's cache of an earlier installation may be enough.
    ...(unreachable ? ['--offline'] : []),
  ]
  const options = unreachable ? { stdio: /** @type {const} */ ('ignore') } : {}
  const { command, remove } = await installer(flags, options).catch((error) => {
    throw unreachable ? new Error(unreachable) : error
  })
  try {
    const npm = (/** @type {string[]} */ ...args) =>
      run(command[0], [...command.slice(1), ...args, ...flags], options)
    // ci begins by removing everything, even from under a server that runs here.
    let code = Object.keys(before).length === 0 ? await npm('ci') : 1
    // Where the registry lacks another platform's package, ci refuses a lock file that install accepts.
    if (code !== 0 && code < 128) code = await npm('install', '--no-save')
    if (code !== 0)
      throw new Error(
        unreachable ?? `npm could not install the packages (exit code ${code}); its message is above`,
      )
  } finally {
    remove()
  }
  const lacking = left()
  if (lacking.length > 0)
    throw new Error(`after installing, these are still missing: ${lacking.slice(0, 5).join(', ')}`)
  say(`packages installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

/**
 * Names of packages that are not there as the lock wants them. A package that only fits other platforms may be absent;
 * one that is made for this platform may not, although the lock calls it optional.
 * @param {Record<string, Package>} wanted
 * @param {Record<string, Package>} present
 * @param {{ development: boolean, platform: Platform }} where
 */
export function missing(wanted, present, { development, platform: { os, cpu, libc } }) {
  return Object.keys(wanted).filter((name) => {
    const entry = wanted[name]
    if (name === '' || (entry.dev && !development)) return false
    if (present[name]) return present[name].version !== entry.version
    if (!entry.optional && !entry.devOptional) return true
    // Without a platform of its own, it belongs to an optional package of another platform.
    return (
      Boolean(entry.os || entry.cpu) && fits(entry.os, os) && fits(entry.cpu, cpu) && fits(entry.libc, libc)
    )
  })
}

/**
 * @param {string | string[] | undefined} wanted names, or names that are excluded with an exclamation mark
 * @param {string} value
 */
function fits(wanted, value) {
  if (!wanted || value === '') return true
  const list = [wanted].flat()
  const names = list.filter((name) => !name.startsWith('!'))
  return !list.includes(`!${value}`) && (names.length === 0 || names.includes(value))
}

/** @returns {Record<string, Package>} */
function installed() {
  const path = 'node_modules/.package-lock.json'
  return existsSync(join(ROOT, path)) ? readJson(path).packages : {}
}

/** @returns {Platform} */
function platform() {
  const report = /** @type {any} */ (process.report?.getReport())
  const libc = process.platform === 'linux' ? (report?.header?.glibcVersionRuntime ? 'glibc' : 'musl') : ''
  return { os: process.platform, cpu: process.arch, libc }
}

/** The command of this machine's npm: the one that runs this script, or the one on the path. */
function npm() {
  const script = process.env.npm_execpath
  if (script && /\.c?js$/.test(script)) return [process.execPath, script]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/**
 * @param {string[]} args
 * @param {number} [timeout] milliseconds
 */
function ask(args, timeout) {
  const [command, ...rest] = npm()
  return execFileSync(command, [...rest, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
    shell: process.platform === 'win32',
  }).trim()
}

/** The address of the registry that npm is set to. */
function registryUrl() {
  try {
    return ask(['config', 'get', 'registry'])
  } catch {
    throw new Error('npm is needed to install the packages, and cannot be run: install it beside Node')
  }
}

const ADVICE =
  'is this machine connected? Behind a proxy: npm config set proxy http://HOST:PORT, and https-proxy likewise. ' +
  'With a registry of your own: npm config set registry URL.'

/**
 * Why the registry cannot be reached, in words; null where it can be, or may be: a line so slow that nothing is known
 * yet is no reason to give up, so the wait is only explained.
 * @param {string} registry its address
 */
function whyUnreachable(registry) {
  try {
    ask(['view', 'react', 'version', '--fetch-retries=0', `--fetch-timeout=${PATIENCE}`], PATIENCE)
    return null
  } catch (error) {
    const { stderr = '' } = /** @type {{ stderr?: string }} */ (error)
    const code = /\bE(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|NETDOWN)\b/.exec(stderr)
    if (code) return `the registry of packages, ${registry}, cannot be reached (${code[0]}): ${ADVICE}`
    // An error status is an answer: not every registry knows this package, or admits this machine.
    if (!/\bcode E\d{3}\b/.test(stderr))
      say(`${registry} has not answered for ${PATIENCE / 1000} s; still trying: ${ADVICE}`)
    return null
  }
}

/**
 * The command that installs: npm under the Node that runs everything else here. An older Node leaves out the packages
 * that need a newer one, so it only brings that Node, and where needed a newer npm, into a folder that is removed
 * afterwards.
 * @param {string[]} flags
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ command: string[], remove(): void }>}
 */
async function installer(flags, options) {
  const own = npm()
  const oldNode = Number(process.versions.node.split('.')[0]) < NEEDED
  const oldNpm = Number.parseInt(ask(['--version']), 10) < OLDEST_NPM
  if (!oldNode && !oldNpm) return { command: own, remove() {} }

  const dir = join(ROOT, 'tmp', `installer-${process.pid}`)
  const remove = () => rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const { version } = readJson('package-lock.json').packages[`node_modules/${NODE_PACKAGE}`] ?? {}
  const packages = [
    ...(oldNode && version ? [`${NODE_PACKAGE}@${version}`] : []),
    ...(oldNpm ? [`npm@${NPM}`] : []),
  ]
  const args = ['install', '--prefix', dir, '--no-save', '--no-package-lock', ...flags, ...packages]
  const code =
    packages.length === 0 ? 0 : await run(own[0], [...own.slice(1), ...args], { ...options, cwd: dir })
  if (code !== 0) {
    remove()
    throw new Error(`npm could not fetch ${packages.join(' and ')} (exit code ${code}); its message is above`)
  }
  const node = oldNode && version ? nodeOf(dir) : process.execPath
  const script = oldNpm ? join(dir, 'node_modules', 'npm', 'bin', 'npm-cli.js') : scriptOfNpm()
  // Programs that npm starts run under that Node too.
  process.env.PATH = [dirname(node), process.env.PATH].join(delimiter)
  return { command: script ? [node, script] : own, remove }
}

/** The file of this machine's npm, which another Node can run; null where only its command is known. */
function scriptOfNpm() {
  const [, script] = npm()
  if (script) return script
  try {
    const root = ask(['root', '--global'])
    const path = join(root, 'npm', 'bin', 'npm-cli.js')
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}
