import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { check } from './checks.js'
import { ROOT, commandOf, runNode, say } from './house.js'
import { ensureInstalled } from './install.js'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const OUT = join(ROOT, 'tmp', 'results')

/** With arguments: only the tests of those files. */
async function main() {
  const filters = process.argv.slice(2)
  await ensureInstalled({ development: true })
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  /** @type {Count[]} */
  const counts = []
  if (filters.length === 0) {
    const failed = await check()
    counts.push({ passed: 0, failed: failed.length, skipped: 0 })
    await ensureBuilt()
  }
  counts.push(await vitest(filters))
  if (filters.length === 0) counts.push(await playwright())

  const sum = (/** @type {keyof Count} */ key) => counts.reduce((n, count) => n + count[key], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  if (skipped > 0) say(`${skipped} skipped`)
  if (passed === 0) say('no test ran')
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

/**
 * @param {string[]} filters
 * @returns {Promise<Count>}
 */
async function vitest(filters) {
  const file = join(OUT, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters]
  const code = await runNode([commandOf('vitest'), ...args])
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const result = JSON.parse(readFileSync(file, 'utf8'))
  // A file that cannot be loaded has no tests to fail.
  const files = result.testResults.filter(
    (/** @type {any} */ one) =>
      one.status === 'failed' && !one.assertionResults.some((/** @type {any} */ t) => t.status === 'failed'),
  ).length
  const failed = result.numFailedTests + files
  const skipped = result.numPendingTests + result.numTodoTests
  return { passed: result.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

/** @returns {Promise<Count>} */
async function playwright() {
  const file = join(OUT, 'browser.json')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const args = ['test', '--config', 'tests/browser/playwright.config.ts', '--reporter=list,json']
  const code = await runNode([commandOf('@playwright/test', 'playwright'), ...args], { env })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'))
  // One that passed at the second try did not pass.
  const failed = stats.unexpected + stats.flaky + errors.length
  return { passed: stats.expected, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: stats.skipped }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  say('0 passed, 1 failed')
  process.exitCode = 1
}
