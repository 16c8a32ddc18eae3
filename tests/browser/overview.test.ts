import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { MINUTE } from '#core/time/units.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { getOverview } from '#contract/overview.ts'
import { getSetup } from '#contract/setup.ts'
import { fullPath } from '#contract/endpoint.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { storageTable } from '../setup/flood.ts'
import { choose, figure, meters } from './fixtures.ts'
import { accessibilityViolations, overflow, scrollableBeyondEnd, WINDOWS } from './page-checks.ts'
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
  // A late level stays, greyed, with its time and age.
  const level = figure(page, vi.figure.level)
  await expect(level).toContainText(meters(402.5))
  await expect(level.locator('[data-late]').filter({ hasText: meters(402.5) })).toHaveText(
    /lúc \d\d:\d\d \(1 giờ/,
  )
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
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height })
        await expect.poll(() => overflow(page), { message: `${tab} at ${width}` }).toEqual([])
        await expect.poll(() => scrollableBeyondEnd(page), { message: `${tab} at ${width}` }).toEqual([])
      }
      expect(await accessibilityViolations(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(await accessibilityViolations(page)).toEqual([])
    }
  }
})

test('a further reservoir is set up beside the others through the page', async ({ browser }) => {
  const NEW = { code: 'HOTHEM', name: 'Hồ Thêm' }
  const { page, watch } = await openPage(browser)
  await enter(page, 'admin')
  await expect(rowOf(page, HERE.name)).toBeVisible()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const step = (name: keyof typeof vi.setup.step) =>
    page.getByRole('heading', { level: 2, name: vi.setup.step[name], exact: true })
  const next = () => button(vi.setup.next).click()
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${vi.shell.account}: `) })
    .click()
  await page.getByRole('menuitem', { name: vi.shell.setUpAnother }).click()
  await expect(page).toHaveURL(/\/setup\?new=1/)

  // A code of one that is there already: found when the reservoir is made, and led back to its field.
  await page.getByLabel(vi.fieldOf.plant.name).fill(NEW.name)
  await expect(page.getByLabel(vi.setup.code)).toHaveValue(NEW.code)
  await page.getByLabel(vi.setup.code).fill(SILENT.code)
  await page.getByLabel(vi.fieldOf.plant.river).fill('Sông Ví Dụ')
  await next()
  await expect(step('place')).toBeVisible()
  await page.getByLabel(vi.fieldOf.plant.latitude).fill('14.97')
  await page.getByLabel(vi.fieldOf.plant.longitude).fill('108.33')
  await page.getByLabel(vi.fieldOf.plant.basinArea).fill('420')
  await next()
  for (const [name, value] of Object.entries({
    maxPossible: '414.88',
    designedFlood: '411.5',
    normal: '410',
    dead: '375',
    minPossible: '320.5',
  }))
    await page.getByLabel(vi.fieldOf.plant.levels[name as 'normal']).fill(value)
  await next()
  const buffer = Buffer.from(storageTable())
  await page.locator('input[type=file]').setInputFiles({ name: 'zv.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('20 dòng được nhận')).toBeVisible()
  await next()
  await expect(step('positions')).toBeVisible()
  await next()
  await page.getByLabel(vi.setup.release.none, { exact: true }).check()
  await next()
  await expect(step('units')).toBeVisible()
  await next()
  await expect(step('stations')).toBeVisible()
  await next()
  await expect(step('review')).toBeVisible()
  watch.allow(/status of 400/)
  await button(vi.setup.create).click()
  const refused = page.getByRole('alert').filter({ hasText: vi.setup.wrong })
  await expect(refused).toContainText(SILENT.code)
  await refused.getByRole('button', { name: vi.setup.step.identity }).click()
  await page.getByLabel(vi.setup.code).fill(NEW.code)
  await page
    .getByRole('navigation', { name: vi.setup.steps })
    .getByRole('button', { name: vi.setup.step.review })
    .click()
  await expect(step('review')).toBeVisible()
  await button(vi.setup.create).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(NEW.name) })).toBeVisible()
  // The page is at the new one, and its token is one of the new one.
  await expect(page).toHaveURL(/\/setup$/)
  await expect(switcher(page)).toContainText(NEW.name)
  await expect(button(vi.setup.makeToken)).toBeVisible()

  await switcher(page).click()
  for (const { name } of [NEW, HERE, SILENT, OTHER])
    await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: vi.shell.menu }).locator('a[href="/overview"]').click()
  await expect(rowOf(page, NEW.name)).toContainText(vi.overview.state.silent)
  await report(NEW.code, 400.5)
  await expect(rowOf(page, NEW.name)).toContainText(meters(400.5))

  // The next one begins with empty fields.
  const { draft, may_create } = await office.ask(getSetup, {}, NEW.code)
  expect([draft, may_create]).toEqual([null, true])
  await page.goto('/setup?new=1')
  await expect(page.getByLabel(vi.fieldOf.plant.name)).toHaveValue('')
})
