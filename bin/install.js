import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readJson, run, say } from './project.js'

/**
 * Installs what package-lock.json names and node_modules lacks. Install scripts are left out: nothing depends on them.
 * @param {{ development: boolean }} what development: what building and testing need too.
 */
export async function ensureInstalled({ development }) {
  if (missing(development).length === 0) return
  say('installing packages (the first time this takes a minute or two) ...')
  const started = Date.now()
  const flags = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  let code = await npm(['ci', ...flags])
  // A registry that lacks another platform's package makes ci refuse a lock that install takes.
  if (code !== 0 && code < 128) code = await npm(['install', '--no-save', ...flags])
  if (code !== 0)
    throw new Error(`npm could not install the packages (exit code ${code}); its words are above`)
  const left = missing(development)
  if (left.length > 0)
    throw new Error(`after installing, these are still missing: ${left.slice(0, 5).join(', ')}`)
  say(`packages installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

/**
 * Paths of packages that are not as the lock wants them. What is optional may be absent: it is another platform's.
 * @param {boolean} development
 */
export function missing(development) {
  const wanted = readJson('package-lock.json').packages
  const path = 'node_modules/.package-lock.json'
  const present = existsSync(join(ROOT, path)) ? readJson(path).packages : {}
  return Object.keys(wanted).filter((name) => {
    const { version, optional, devOptional, dev } = wanted[name]
    if (name === '' || present[name]?.version === version) return false
    if (present[name]) return true
    return !optional && !devOptional && (development || !dev)
  })
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env.npm_execpath
  if (script && /\.c?js$/.test(script)) return run(process.execPath, [script, ...args])
  return run('npm', args, { shell: process.platform === 'win32' })
}
