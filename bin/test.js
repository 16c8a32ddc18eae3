import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './build.js'
import { check } from './checks.js'
import { ROOT, commandOf, runNode, say } from './project.js'
import { ensureInstalled } from './install.js'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, names: string[] }} Count names: those of failed tests
 */

const OUT = join(ROOT, 'tmp', 'results')

/**
 * How long each part took.
 * @type {string[]}
 */
const durations = []

/** Runs all tests; with arguments, only those of these files. */
async function main() {
  const filters = process.argv.slice(2)
  await ensureInstalled({ development: true })
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  /** @type {Count[]} */
  const counts = []
  if (filters.length === 0) {
    const failed = await timed('checks', check)
    counts.push({ passed: 0, failed: failed.length, skipped: 0, names: failed })
    await timed('pages', ensureBuilt)
  }
  counts.push(await timed('vitest', () => vitest(filters)))
  if (filters.length === 0) counts.push(await timed('browser', playwright))

  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    counts.reduce((n, count) => n + count[key], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  // Repeated at the end, which people read first, and often keep alone.
  for (const name of counts.flatMap((count) => count.names)) say(`FAILED ${name}`)
  if (skipped > 0) say(`${skipped} skipped`)
  if (passed === 0) say('no test ran')
  say(durations.join(', '))
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

/**
 * Runs a part and notes its duration.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} part
 */
async function timed(name, part) {
  const started = performance.now()
  const result = await part()
  const s = Math.round((performance.now() - started) / 1000)
  durations.push(`${name} ${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')} min`)
  return result
}

/**
 * @param {string[]} filters
 * @returns {Promise<Count>}
 */
async function vitest(filters) {
  const file = join(OUT, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters]
  const code = await runNode([commandOf('vitest'), ...args])
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, names: [NOTHING('vitest')] }
  const result = JSON.parse(readFileSync(file, 'utf8'))
  // A file that cannot be loaded has no failing tests.
  /** @type {string[]} */
  const names = []
  let files = 0
  for (const { name, status, message, assertionResults } of result.testResults) {
    const of = relative(ROOT, name)
    const tests = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
    for (const test of tests) names.push(`${of} › ${test.fullName}: ${why(test.failureMessages?.[0])}`)
    if (status !== 'failed' || tests.length > 0) continue
    files++
    names.push(`${of}: ${why(message)}`)
  }
  const failed = result.numFailedTests + files
  const skipped = result.numPendingTests + result.numTodoTests
  return { passed: result.numPassedTests, ...ended('vitest', code, failed, names), skipped }
}

/** @returns {Promise<Count>} */
async function playwright() {
  const file = join(OUT, 'browser.json')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const args = ['test', '--config', 'tests/browser/playwright.config.ts', '--reporter=list,json']
  const code = await runNode([commandOf('@playwright/test', 'playwright'), ...args], { env })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, names: [NOTHING('playwright')] }
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'))
  // A test that passed at the second attempt did not pass.
  const failed = stats.unexpected + stats.flaky + errors.length
  const names = [
    ...suites.flatMap(unexpected),
    ...errors.map((/** @type {any} */ error) => why(error.message)),
  ]
  return { passed: stats.expected, ...ended('playwright', code, failed, names), skipped: stats.skipped }
}

const NOTHING = (/** @type {string} */ runner) => `${runner} left no results`

/**
 * A runner that ended badly without a test that failed has failed itself.
 * @param {string} runner
 * @param {number} code
 * @param {number} failed
 * @param {string[]} names
 */
function ended(runner, code, failed, names) {
  return code !== 0 && failed === 0
    ? { failed: 1, names: [`${runner} ended with ${code}`] }
    : { failed, names }
}

/**
 * The tests of a suite of Playwright's report, and of those within it, that did not pass.
 * @param {any} suite
 * @returns {string[]}
 */
function unexpected(suite) {
  const specs = suite.specs.filter((/** @type {any} */ spec) =>
    spec.tests.some((/** @type {any} */ test) => ['unexpected', 'flaky'].includes(test.status)),
  )
  return [
    ...specs.map((/** @type {any} */ spec) => {
      const results = spec.tests.flatMap((/** @type {any} */ test) => test.results)
      const message = results.find((/** @type {any} */ result) => result.error)?.error.message
      return `${spec.file}:${spec.line} › ${spec.title}: ${why(message)}`
    }),
    ...(suite.suites ?? []).flatMap(unexpected),
  ]
}

/**
 * The first lines that say something, in one.
 * @param {string | undefined} message
 */
function why(message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.includes('node_modules'))
    .slice(0, 6)
    .join(' | ')
    .slice(0, 400)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  say('0 passed, 1 failed')
  process.exitCode = 1
}
