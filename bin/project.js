// Plain JavaScript for any Node from 18 on, without packages: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

export const ROOMS = ['core', 'contract', 'server', 'client', 'plant', 'tests', 'bench']

/** Number of parallel jobs for this machine; the first releases of Node 18 lack availableParallelism. */
export const CORES = Math.max(2, os.availableParallelism?.() ?? os.cpus().length)

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** @param {string} path */
export function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}

/** The first release of Node that runs TypeScript directly. */
export const NEEDED = 24

const SYSTEM = process.platform === 'win32' ? 'win' : process.platform

/** The package with that Node for this platform. */
export const NODE_PACKAGE = `node-${SYSTEM}-${process.arch}`

/**
 * The program of that package.
 * @param {string} dir where it is installed
 */
export function nodeOf(dir) {
  return join(dir, 'node_modules', NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** A Node that runs TypeScript: this one, or the one that npm installed. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath
  const path = nodeOf(ROOT)
  if (existsSync(path)) return path
  throw new Error(
    `Node ${NEEDED} or newer is needed, this is ${process.versions.node}, and no package brings one for ` +
      `${process.platform} on ${process.arch}: install Node ${NEEDED} from nodejs.org.`,
  )
}

/**
 * The script behind a package's command.
 * @param {string} packageName
 * @param {string} [command]
 */
export function commandOf(packageName, command) {
  const { bin } = readJson(`node_modules/${packageName}/package.json`)
  return join(ROOT, 'node_modules', packageName, typeof bin === 'string' ? bin : bin[command ?? packageName])
}

/**
 * Runs a command to its end; answers its exit code. Ctrl-C reaches it by itself; here it only must not end the waiting.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
    const wait = () => {}
    const pass = () => child.kill('SIGTERM')
    process.on('SIGINT', wait)
    process.on('SIGTERM', pass)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('SIGINT', wait)
      process.off('SIGTERM', pass)
      resolve(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : (code ?? 1))
    })
  })
}

/**
 * A TypeScript or JavaScript file under Node 24.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function runNode(args, options) {
  return run(findNode(), args, options)
}
