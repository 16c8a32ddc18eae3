import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { MINUTE } from '#core/time/units.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { getOverview } from '#contract/overview.ts'
import { fullPath } from '#contract/endpoint.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { choose, figure, meters } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'
import { openOffice, type Office } from './office.ts'
import { pagesAt, signIn } from './pages.ts'

/**
 * A central office of three reservoirs: one reports, one below it has been silent for an hour, and one on a tributary
 * between them is nobody's here.
 */
test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

const HERE = { code: 'HOVIDU', name: 'Hồ Ví Dụ' }
const SILENT = { code: 'IMLANG', name: 'Hồ Im Lặng' }
const OTHER = { code: 'KHAC', name: 'Hồ Của Người Khác' }
/** Where each is on the river of the example. */
const PLACES: Record<string, object> = {
  [HERE.code]: { riverKm: 50, travelTime: 60 },
  [SILENT.code]: { riverKm: 20 },
  [OTHER.code]: { river: 'Sông Nhánh', riverKm: 5, joins: { river: 'Sông Ví Dụ', km: 30 }, travelTime: 30 },
}
const EXAMPLE = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/example-plant.json'), 'utf8'),
) as DescriptionSeed
/** Between two calculations: a level is late after three of them. */
const INTERVAL = 5 * MINUTE
/** The silent one sent its last level so long ago. */
const HOUR_AGO = 60 * MINUTE

let office: Office
test.beforeAll(async () => {
  office = await openOffice()
  await office.start({ EDITION: 'SERVER', UI_THEME_TOGGLE: 'always' })
  for (const { code, name } of [HERE, SILENT, OTHER])
    await office.addDescribed({
      ...EXAMPLE,
      hydroCode: code,
      plant: { ...EXAMPLE.plant, name, ...PLACES[code] },
      parameters: { ...EXAMPLE.parameters, interval: INTERVAL / 1000 },
    })
  await office.addAccount('haiho', { [HERE.code]: 'operator', [SILENT.code]: 'operator' })
  await office.addAccount('motho', { [HERE.code]: 'operator' })
  await report(HERE.code, 401.25)
  await report(SILENT.code, 402.5, HOUR_AGO)
  await report(OTHER.code, 403.75)
})
test.afterAll(() => office.close())

/** Levels of two intervals up to an age, as a logger sends them. */
async function report(hydro: string, v: number, age = 0) {
  const last = Math.floor((Date.now() - age) / INTERVAL) * INTERVAL
  const readings = [2, 1, 0].map((n) => ({ series: 'level.reservoir.1', t: last - n * INTERVAL, v }))
  await office.sendReadings(hydro, readings)
}

const pageOf = pagesAt(() => office)
const openPage = (browser: Browser) => pageOf(browser, null)

async function enter(page: Page, username: string) {
  await page.goto('/account/login')
  await signIn(page, { username, password: office.password })
  await expect(page.getByRole('banner')).toBeVisible()
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const switcher = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^(Hồ chứa|Reservoir): / })

test('two reservoirs are both in the list, the silent one in words, live by one stream, and a row opens its dashboard', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  const streams: string[] = []
  page.on('request', (r) => r.url().includes('/v1/overview/feed') && streams.push(r.url()))
  await enter(page, 'haiho')
  await expect(page).toHaveURL(/\/overview$/)
  const menu = page.getByRole('navigation', { name: vi.shell.menu })
  await expect(menu.getByRole('link').first()).toHaveAttribute('href', '/overview')

  await expect(rowOf(page, HERE.name)).toContainText(meters(401.25))
  const silent = rowOf(page, SILENT.name)
  await expect(silent).toContainText(vi.overview.state.silent)
  await expect(silent).toContainText(vi.overview.reason.level_late.replace('{{time}}', '').trim())
  await expect(silent).toContainText(meters(402.5))
  await expect(page.getByText(OTHER.name)).toHaveCount(0)

  await report(HERE.code, 401.75)
  await expect(rowOf(page, HERE.name)).toContainText(meters(401.75))
  expect(streams).toHaveLength(1)

  const states = page.getByRole('group', { name: vi.overview.states })
  await states.getByRole('button', { name: new RegExp(vi.overview.state.silent) }).click()
  await expect(page).toHaveURL(/state=silent/)
  await expect(rowOf(page, HERE.name)).toHaveCount(0)
  await page.reload()
  await expect(silent).toBeVisible()
  await expect(rowOf(page, HERE.name)).toHaveCount(0)
  await page.getByRole('button', { name: vi.act.clear }).click()
  await page.getByLabel(vi.overview.search).fill('im lang')
  await expect(rowOf(page, HERE.name)).toHaveCount(0)

  await silent.getByRole('button', { name: SILENT.name }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(switcher(page)).toContainText(SILENT.name)
  await expect(figure(page, vi.figure.level)).toContainText(meters(402.5))
})

test('the switcher shows the state of the others, by keyboard', async ({ browser }) => {
  const { page } = await openPage(browser)
  await enter(page, 'haiho')
  await switcher(page).focus()
  await page.keyboard.press('Enter')
  const option = page.getByRole('option', { name: SILENT.name })
  await expect(option).toContainText(vi.overview.state.silent)
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(switcher(page)).toContainText(SILENT.name)
  await expect(switcher(page)).toBeFocused()
})

test('map, comparison and lateral inflow are tabs with addresses of their own', async ({ browser }) => {
  const { page } = await openPage(browser)
  await enter(page, 'haiho')
  await page.getByRole('tab', { name: vi.overview.tab.map }).click()
  await expect(page).toHaveURL(/tab=map/)
  await expect(page.getByRole('application', { name: vi.overview.mapTitle })).toHaveAttribute(
    'data-ready',
    'true',
  )
  await page.getByRole('tab', { name: vi.overview.tab.compare }).click()
  await page.getByRole('button', { name: vi.overview.compareWorst }).click()
  await expect(page).toHaveURL(new RegExp(`of=${SILENT.code}`))
  const chart = page.getByRole('figure', {
    name: vi.overview.compareChart.replace('{{what}}', vi.overview.quantity.level),
  })
  await expect(chart).not.toHaveAttribute('data-points', '0')
  await expect(chart).toContainText(HERE.name)
  await expect(chart).toContainText(SILENT.name)
  await page.goBack()
  await expect(page).toHaveURL(/tab=map/)
  await page.goto('/overview?tab=lateral')
  const pair = vi.overview.lateralBetween.replace('{{upper}}', HERE.name).replace('{{lower}}', SILENT.name)
  await expect(
    page.getByRole('figure', { name: vi.overview.lateralChart.replace('{{pair}}', pair) }),
  ).toBeVisible()
  await expect(page.getByText(vi.overview.lateralLag.replace('{{times}}', HERE.name))).toContainText('1 giờ')
  // What the reservoir on the tributary lets go is in it, which is said without its name.
  await expect(page.getByText(vi.overview.lateralHidden)).toBeVisible()
  await expect(page.getByText(OTHER.name)).toHaveCount(0)
})

test('an account of one reservoir finds neither the page nor another name', async ({ browser }) => {
  const { page } = await openPage(browser)
  const events: string[] = []
  page.on('response', async (r) => {
    if (r.url().includes('/api/') && !r.url().includes('/feed')) events.push(await r.text().catch(() => ''))
  })
  await enter(page, 'motho')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.locator('a[href="/overview"]')).toHaveCount(0)
  await expect(switcher(page)).toHaveCount(0)
  await page.goto('/overview')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(figure(page, vi.figure.level)).toContainText(meters(401.75))
  for (const { name, code } of [SILENT, OTHER])
    for (const text of [...events, await page.content()])
      expect(text.includes(name) || text.includes(code)).toBe(false)
})

test('a list that cannot be read is reported and read again on request', async ({ browser }) => {
  const { page, watch } = await openPage(browser)
  watch.allow(/status of 503/)
  await page.route(`**${fullPath(getOverview)}`, (route) =>
    route.fulfill({ status: 503, json: { status: 'error', code: 'unavailable', message: '', data: null } }),
  )
  await page.route(`**${fullPath(getOverview)}/feed*`, (route) => route.abort())
  watch.allow(/ERR_FAILED/)
  await enter(page, 'haiho')
  const alert = page.getByRole('alert').filter({ hasText: vi.overview.reservoirs })
  await expect(alert).toBeVisible()
  await page.unroute(`**${fullPath(getOverview)}`)
  await alert.getByRole('button', { name: vi.error.retry }).click()
  await expect(rowOf(page, HERE.name)).toBeVisible()
})

test('no accessibility violations and no overflow, in both languages and themes', async ({ browser }) => {
  test.setTimeout(240_000)
  const { page } = await openPage(browser)
  await enter(page, 'haiho')
  for (const [text, language, theme] of [
    [vi, 'vi', 'light'],
    [en, 'en', 'dark'],
  ] as const) {
    await choose(page, { language, theme }, true)
    for (const tab of ['list', 'map', 'compare', 'lateral'] as const) {
      await page.goto(`/overview?tab=${tab}&of=${HERE.code},${SILENT.code}`)
      await expect(page.getByRole('tab', { name: text.overview.tab[tab] })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      for (const [width, height] of [
        [1440, 900],
        [1000, 768],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height })
        await expect.poll(() => overflow(page), { message: `${tab} at ${width}` }).toEqual([])
      }
      expect(await accessibilityViolations(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(await accessibilityViolations(page)).toEqual([])
    }
  }
})
