import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BUDGET } from '../../bench/first-load.ts'
import { en, expect, test, vi } from './fixtures.ts'
import { recordScripts, isLast } from './opened.ts'

const DIST = join(import.meta.dirname, '../../dist')
const size = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0)
const named = (files: Iterable<string>) => [...files].map((file) => file.slice('assets/'.length))

test('the dashboard with its chart is within the budget of a first load, in one language', async ({
  operatorPage: page,
}) => {
  const files = recordScripts(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: vi.figure.level })).toBeVisible()
  await expect(page.getByRole('figure', { name: vi.dashboard.chart })).toBeVisible()
  await expect.poll(() => [...files].some(isLast)).toBe(true)
  expect(size(files)).toBeLessThanOrEqual(BUDGET.all)
  expect(named(files).filter((file) => /^(shell|dashboard|more)-(vi|en)-|^messages-/.test(file))).toEqual([
    expect.stringMatching(/^shell-vi-/),
    expect.stringMatching(/^dashboard-vi-/),
  ])
})

test('the other language is loaded when it is chosen, all at once; a remembered one is loaded first', async ({
  page,
}) => {
  const files = recordScripts(page)
  await page.goto('/account/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vi.login.title)
  expect(named(files).filter((file) => /-en-/.test(file))).toEqual([])
  await page.getByText('ENG', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.login.title)
  await expect(page.getByRole('button', { name: en.login.submit, exact: true })).toBeVisible()

  // As an expert account leaves it.
  await page.evaluate(() =>
    localStorage.setItem('forebay.language', JSON.stringify({ value: 'en', keep: true })),
  )
  const again = recordScripts(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.login.title)
  expect(named(again).filter((file) => file.startsWith('shell-'))).toEqual([
    expect.stringMatching(/^shell-en-/),
  ])
})

test.describe('a language that does not load', () => {
  // Requests of its worker are not visible to the test.
  test.use({ serviceWorkers: 'block' })

  test('is reported, the page stays complete in the present language, and choosing it again is enough', async ({
    page,
    watch,
  }) => {
    watch.allow(/Failed to load resource: net::ERR_FAILED .*\/shell-en-/)
    await page.route(/\/shell-en-/, (route) => route.abort())
    await page.goto('/account/login')
    await page.getByText('ENG', { exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(/\S/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(vi.login.title)

    // Not reloaded.
    await page.getByLabel(vi.login.username).fill('giữ lại')
    await page.unroute(/\/shell-en-/)
    await page.getByText('ENG', { exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.login.title)
    await expect(page.getByLabel(en.login.username)).toHaveValue('giữ lại')
  })
})
