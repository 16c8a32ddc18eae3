import { MINUTE } from '#core/time/units.ts'
import { readFile } from 'node:fs/promises'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { scrollableBeyondEnd, WINDOWS } from './page-checks.ts'
import { openOffice, type Office } from './office.ts'
import { pagesAt } from './pages.ts'

/** The chart page of expert accounts with its saved views, and an account's settings of the dashboard's chart. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

const HOVIDU = { code: 'HOVIDU', name: 'Hồ Ví Dụ' }
let office: Office

test.beforeAll(async () => {
  office = await openOffice()
  await office.start({ EDITION: 'ADVANCE', EXPERT_ACCOUNTS: 'chuyengia,dongnghiep' })
  await office.addReservoirs([HOVIDU])
  await office.addAccount('vanhanh', 'operator')
  await office.addAccount('chuyengia', 'viewer')
  await office.addAccount('dongnghiep', 'viewer')
  await sendDay()
})
test.afterAll(() => office.close())

/** A day of readings: the lake oscillates by half a metre, and the release follows it. */
async function sendDay() {
  const end = Math.floor(Date.now() / (5 * MINUTE)) * 5 * MINUTE
  const readings = Array.from({ length: 288 }, (_, i) => end - (287 - i) * 5 * MINUTE).flatMap((t, i) => {
    const swing = Math.sin((2 * Math.PI * i) / 288)
    return [
      { series: 'level.reservoir.1', t, v: 401 + swing / 2 },
      { series: 'release.total', t, v: 100 + 40 * swing },
    ]
  })
  await office.sendReadings(HOVIDU.code, readings)
}

const pageOf = pagesAt(() => office)
async function openPage(browser: Browser, username: string): Promise<Page> {
  const { page } = await pageOf(browser, username)
  page.setDefaultTimeout(30_000)
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: vi.shell.menu })).toBeVisible()
  return page
}

const text = vi.charts
const inMenu = (page: Page) =>
  page.getByRole('navigation', { name: vi.shell.menu }).getByRole('link', { name: vi.route.charts })
const figure = (page: Page) => page.getByRole('figure', { name: text.chart })
const pane = (page: Page, n: number) =>
  page.getByRole('listitem', { name: text.pane.replace('{{n}}', String(n)), exact: true })
const views = (page: Page) => page.getByRole('button', { name: new RegExp(`^${vi.views.open}`) })

/** Drawn, with nothing loading. */
async function drawn(page: Page) {
  await expect(figure(page)).toHaveAttribute('data-ready', 'true')
  await expect(figure(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(figure(page)).not.toHaveAttribute('data-points', '0')
}

async function pick(page: Page, search: string, name: RegExp) {
  await page.getByRole('textbox', { name: text.search }).fill(search)
  await page.getByRole('option', { name }).first().click()
}

test('nobody else has the page: not in the menu, not by its address, not by its calls', async ({
  browser,
}) => {
  const { page, watch } = await pageOf(browser, 'vanhanh')
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: vi.shell.menu })).toBeVisible()
  await expect(inMenu(page)).toHaveCount(0)
  await page.goto('/chart/index')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('heading', { name: text.title })).toHaveCount(0)
  const status = await page.evaluate(async () => {
    const cookie = document.cookie.split('; ').find((c) => /token/i.test(c) && /ey/.test(c)) ?? ''
    const found = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(decodeURIComponent(cookie))?.[0] ?? ''
    const answer = await fetch('/api/renew/v1/chart/view/getall', {
      headers: { authorization: `Bearer ${found}` },
    })
    return [found !== '', answer.status]
  })
  watch.allow(/403/)
  expect(status).toEqual([true, 403])
})

test('an expert reaches the calculators, whatever the role', async ({ browser }) => {
  const page = await openPage(browser, 'chuyengia')
  await page.getByRole('complementary').getByRole('button', { name: vi.calculator.group }).hover()
  await page.getByRole('menuitem', { name: vi.calculator.title.catchment }).click()
  const panel = page.getByRole('dialog', { name: vi.calculator.title.catchment })
  await panel.getByLabel(vi.calculator.field.R).fill('100')
  await panel.getByLabel(vi.calculator.field.C, { exact: true }).fill('0.7')
  await panel.getByLabel(vi.calculator.field.CA).fill('250')
  await panel.getByRole('button', { name: vi.calculator.run, exact: true }).click()
  await expect(panel.getByRole('definition').filter({ hasText: vi.calculator.unit.mcm })).toHaveText(/^17\.5/)
})

test('series are searched, added, put on axes, hidden; the address restores all of it', async ({
  browser,
}) => {
  const page = await openPage(browser, 'chuyengia')
  await page.getByRole('button', { name: vi.shell.expand }).click()
  await inMenu(page).click()
  await expect(page).toHaveURL(/\/chart\/index/)
  await expect(page.getByText(text.none)).toBeVisible()

  await page
    .getByRole('region', { name: text.chart })
    .getByRole('button', { name: text.add, exact: true })
    .click()
  // Typed without diacritics.
  await pick(page, 'muc nuoc ho', /level\.reservoir\.1/)
  await pick(page, 'release', /release\.total/)
  await page.keyboard.press('Escape')
  await drawn(page)
  await expect(pane(page, 1).getByRole('listitem')).toHaveCount(2)
  await expect(figure(page)).toContainText('m³/s')

  // Another unit took the other side; it can be moved elsewhere, and hidden.
  const right = pane(page, 1).getByRole('radio', { name: text.right })
  await expect(right.nth(1)).toBeChecked()
  await pane(page, 1)
    .getByRole('button', { name: new RegExp(`^${text.hide.replace('{{name}}', '')}`) })
    .first()
    .click()
  await expect(page).toHaveURL(/-hidden/)

  // A second pane for the same series alone; then an X-Y pane.
  await page.getByRole('button', { name: text.addPane, exact: true }).click()
  await pane(page, 2)
    .getByRole('button', { name: text.addTo.replace('{{n}}', '2') })
    .click()
  await pick(page, 'level.reservoir', /level\.reservoir\.1/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: text.addPair, exact: true }).click()
  await pane(page, 3)
    .getByRole('button', { name: new RegExp(text.x.slice(0, 7)) })
    .click()
  await pick(page, 'level.reservoir', /level\.reservoir\.1/)
  await pane(page, 3)
    .getByRole('button', { name: new RegExp(text.y.slice(0, 7)) })
    .click()
  await pick(page, 'release', /release\.total/)
  const scatter = page.getByRole('figure', { name: / theo / })
  await expect(scatter).toHaveAttribute('data-points', /^2[78]\d$/)

  // The same address shows the same in another tab.
  const address = page.url()
  const again = await page.context().newPage()
  await again.goto(address)
  await drawn(again)
  await expect(again.getByRole('figure', { name: / theo / })).toHaveAttribute('data-points', /^2[78]\d$/)
  await expect(pane(again, 1).getByRole('listitem')).toHaveCount(2)
  await expect(
    pane(again, 1).getByRole('button', { name: new RegExp(`^${text.show.replace('{{name}}', '')}`) }),
  ).toHaveCount(1)
  expect(new URL(again.url()).searchParams.getAll('p')).toEqual(new URL(address).searchParams.getAll('p'))
})

test('the cursor of the chart over time marks the same instant among X and Y', async ({ browser }) => {
  const page = await openPage(browser, 'chuyengia')
  await page.goto('/chart/index?p=t*level.reservoir.1*R-level&p=xy*level.reservoir.1*release.total&time=24')
  await drawn(page)
  const scatter = page.getByRole('figure', { name: / theo / })
  await expect(scatter).toHaveAttribute('data-points', /^2[78]\d$/)
  const slider = scatter.getByRole('slider')
  const over = figure(page).getByRole('slider')
  await slider.focus()
  await slider.press('Home')
  const first = (await slider.getAttribute('aria-valuetext'))!.split(';')[0]
  await expect(over).toHaveAttribute('aria-valuetext', new RegExp(`^${first}`))
  await slider.press('End')
  const last = (await slider.getAttribute('aria-valuetext'))!.split(';')[0]
  expect(last).not.toBe(first)
  await expect(over).toHaveAttribute('aria-valuetext', new RegExp(`^${last}`))
  // And the other way round.
  const box = (await over.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
  await expect(slider).not.toHaveAttribute('aria-valuetext', new RegExp(`^${last}`))
})

test('several panes have one cursor and one range: zooming in one zooms all', async ({ browser }) => {
  const page = await openPage(browser, 'chuyengia')
  await page.goto(
    '/chart/index?p=t*level.reservoir.1*R-level&p=t*release.total*L-outflow&p=xy*level.reservoir.1*release.total&time=24',
  )
  await drawn(page)
  const scatter = page.getByRole('figure', { name: / theo / })
  await expect(scatter).toHaveAttribute('data-points', /^2[78]\d$/)
  const whole = Number(await scatter.getAttribute('data-points'))
  const over = figure(page).getByRole('slider')
  const box = (await over.boundingBox())!
  const levelAt = async (share: number) => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * share)
    await expect(over).toHaveAttribute('aria-valuetext', / m;.* m³\/s/)
    return over.getAttribute('aria-valuetext')
  }
  // In either pane the cursor reads the series of both.
  const upper = await levelAt(0.25)
  expect(await levelAt(0.75)).toBe(upper)
  // Over an unfocused chart the wheel scrolls the page.
  const before = page.url()
  await page.mouse.wheel(0, -150)
  expect(page.url()).toBe(before)
  await page.keyboard.down('Control')
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -150)
  await page.keyboard.up('Control')
  await expect(page).toHaveURL(/[?&]from=/)
  // The address follows when the wheel comes to rest: on a busy machine not with its first step.
  const length = () => {
    const address = new URL(page.url()).searchParams
    const [from, to] = ['from', 'to'].map((name) => Date.parse(`${address.get(name)}Z`))
    return to - from
  }
  await expect.poll(length).toBeLessThan(12 * 60 * MINUTE)
  await drawn(page)
  // Both panes show only that time, and so do the X-Y panes.
  const span = async (name: 'aria-valuemin' | 'aria-valuemax') => Number(await over.getAttribute(name))
  await expect
    .poll(async () => Math.abs((await span('aria-valuemax')) - (await span('aria-valuemin')) - length()))
    .toBeLessThan(2000)
  await expect.poll(async () => Number(await scatter.getAttribute('data-points'))).toBeLessThan(whole / 2)
})

test('the picture, the drawing and the numbers of X and Y are saved as files', async ({ browser }) => {
  const page = await openPage(browser, 'chuyengia')
  await page.goto('/chart/index?p=xy*level.reservoir.1*release.total&time=24')
  const scatter = page.getByRole('figure', { name: / theo / })
  await expect(scatter).toHaveAttribute('data-points', /^2[78]\d$/)
  const points = Number(await scatter.getAttribute('data-points'))
  const take = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      scatter.getByRole('button', { name, exact: true }).click(),
    ])
    return { name: file.suggestedFilename(), bytes: await readFile((await file.path())!) }
  }
  const csv = await take(vi.chart.saveCsv)
  expect(csv.name).toMatch(/\.csv$/)
  const rows = csv.bytes.toString('utf8').trim().split('\r\n')
  expect(rows).toHaveLength(points + 1)
  expect(rows[0]).toContain('(m³/s)')
  const svg = (await take(vi.chartMore.saveSvg)).bytes.toString('utf8')
  expect(svg).toMatch(/^<svg [^>]*xmlns/)
  expect(svg).not.toContain('var(--')
  const png = await take(vi.chart.savePng)
  expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
})

test('a view is saved, changed, shared with the other expert, who cannot change it, and deleted', async ({
  browser,
}) => {
  const page = await openPage(browser, 'chuyengia')
  await page.goto('/chart/index?p=t*level.reservoir.1*R-level&time=24')
  await drawn(page)
  await views(page).click()
  await page.getByRole('menuitem', { name: vi.views.saveAs }).click()
  const dialog = page.getByRole('dialog', { name: vi.views.saveAsTitle })
  await dialog.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(dialog.getByLabel(vi.views.name)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(vi.views.name).fill('Mực nước hôm nay')
  await dialog.getByRole('switch', { name: vi.views.share }).press('Space')
  await dialog.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(views(page)).toHaveText(`${vi.views.open}: Mực nước hôm nay`)
  await expect(page.getByText(vi.views.changed)).toHaveCount(0)

  // It notes unsaved changes, and their end.
  await pane(page, 1)
    .getByRole('button', { name: text.addTo.replace('{{n}}', '1') })
    .click()
  await pick(page, 'release', /release\.total/)
  await page.keyboard.press('Escape')
  await expect(page.getByText(vi.views.changed)).toBeVisible()
  await page.getByRole('button', { name: vi.views.save, exact: true }).click()
  await expect(page.getByText(vi.views.changed)).toHaveCount(0)

  const other = await openPage(browser, 'dongnghiep')
  await other.goto('/chart/index')
  await views(other).click()
  await other.getByRole('menuitem', { name: /Mực nước hôm nay/ }).click()
  await drawn(other)
  await expect(pane(other, 1).getByRole('listitem')).toHaveCount(2)
  await views(other).click()
  await expect(other.getByRole('menuitem', { name: vi.views.saveAs })).toBeVisible()
  await expect(other.getByRole('menuitem', { name: vi.views.edit })).toHaveCount(0)
  await expect(other.getByRole('menuitem', { name: vi.views.remove })).toHaveCount(0)

  await views(page).click()
  await page.getByRole('menuitem', { name: vi.views.remove }).click()
  await page
    .getByRole('dialog', { name: vi.views.removeTitle })
    .getByRole('button', { name: vi.views.removeAct })
    .click()
  await expect(views(page)).toHaveText(vi.views.open)
  await other.reload()
  await expect(other.getByText(vi.views.goneTitle)).toBeVisible()
  // Its state is in the address, and stays.
  await drawn(other)
})

test('an account configures its own dashboard chart; the chart belongs to the session’s account, and invalid settings are ignored', async ({
  browser,
}) => {
  const page = await openPage(browser, 'vanhanh')
  const words = vi.chartConfig
  await page.goto('/dashboard?panel=chart')
  const panel = page.getByRole('dialog', { name: words.title })
  const row = (name: string) => panel.getByRole('row', { name: new RegExp(name) })
  const level = row(vi.chart.level)
  await expect(level).toContainText(words.ofReservoir)
  await level.getByText(text.left, { exact: true }).click()
  await expect(level).toContainText(words.own)
  await level.getByRole('button', { name: new RegExp(text.color.split('{{')[0]) }).click()
  await page.getByRole('button', { name: text.colors.violet, exact: true }).click()
  await row(vi.chart.spill).getByRole('switch').press('Space')
  await expect(page).toHaveURL(/hide=/)
  await panel.getByRole('switch', { name: words.right }).press('Space')
  await expect(page.getByRole('complementary', { name: vi.dashboard.details })).toHaveCount(0)
  // One part always remains.
  await expect(panel.getByRole('switch', { name: words.left })).toBeDisabled()
  await panel.getByRole('button', { name: vi.act.close }).last().click()

  await page.reload()
  await expect(page.getByRole('complementary', { name: vi.dashboard.details })).toHaveCount(0)
  const kept = () => page.evaluate(() => localStorage.getItem('forebay.dashboard.settings'))
  expect(JSON.parse((await kept())!)).toMatchObject({
    right: false,
    series: { lake_level: { axis: 'left', color: 'violet' } },
  })

  await page.goto('/dashboard?panel=chart')
  await panel.getByRole('button', { name: words.reset }).click()
  await expect(row(vi.chart.level)).toContainText(words.ofReservoir)
  await expect(page.getByRole('complementary', { name: vi.dashboard.details })).toBeVisible()
  await panel.getByRole('button', { name: words.undo }).click()
  await expect(row(vi.chart.level)).toContainText(words.own)

  await page.evaluate(() =>
    localStorage.setItem('forebay.dashboard.settings', '{"left":0,"right":"x","series":{"lake_level":7}}'),
  )
  await page.goto('/dashboard')
  await expect(page.getByRole('complementary', { name: vi.dashboard.details })).toBeVisible()
  await expect(page.getByRole('figure', { name: vi.dashboard.chart })).toHaveAttribute('data-ready', 'true')

  await page.getByRole('button', { name: vi.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login$/)
  expect(await kept()).toBeNull()
})

test('in English, and on a phone, nothing is cut off', async ({ browser }) => {
  const page = await openPage(browser, 'chuyengia')
  await page.goto(
    '/chart/index?p=t*level.reservoir.1*R-level*release.total*L-outflow&p=xy*level.reservoir.1*release.total&time=24',
  )
  await page.getByText('ENG', { exact: true }).click()
  await expect(page.getByRole('heading', { name: en.charts.title })).toBeVisible()
  await expect(page.getByRole('figure', { name: en.charts.chart })).toHaveAttribute('data-ready', 'true')
  for (const width of [1000, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await expect(page.getByRole('heading', { name: en.charts.setUp })).toBeVisible()
  }
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => scrollableBeyondEnd(page)).toEqual([])
  }
})
