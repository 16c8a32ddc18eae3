import { expect, test, type Browser, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { me } from '#contract/auth.ts'
import type { Figure, Indicators, Outlet } from '#contract/dashboard.ts'
import { changeOperator } from '#contract/shift-log.ts'
import { accessOf, call } from './call.ts'
import { meters, settled } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, fill, pagesAt } from './pages.ts'

let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
  await settled(plant)
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)
test.setTimeout(120_000)

/** The browser itself says so of a server that is not there, and of a call that is refused. */
const AWAY =
  /net::ERR_|Failed to load resource|Failed to fetch|NetworkError|Unable to preload|when fetching the script/

/** A browser in which nobody is signed in, as large as the screens of control rooms. */
async function bare(browser: Browser, viewport = { width: 1920, height: 1080 }) {
  const { page, watch } = await openPage(browser, null)
  await page.setViewportSize(viewport)
  return { page, watch }
}

/** An administrator makes a screen by hand: its address, and its short code. */
async function make(page: Page, name: string) {
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: vi.screens.make }).click()
  const form = dialog(page, vi.screens.make)
  await form.getByLabel(vi.screens.name, { exact: true }).fill(name)
  await form.getByRole('button', { name: vi.screens.makeAct, exact: true }).click()
  const made = dialog(page, fill(vi.screens.madeTitle, { name }))
  const address = await made.getByRole('group', { name: vi.screens.address }).locator('code').innerText()
  const code = await made
    .getByRole('group', { name: fill(vi.screens.code, { url: `${plant.url}/wall` }) })
    .locator('code')
    .innerText()
  await made.getByRole('button', { name: vi.tokens.done }).click()
  await made.getByRole('button', { name: vi.tokens.leaveSecret }).click()
  return { address, code }
}
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()
const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const level = (page: Page) => figure(page, vi.figure.level)

/** A screen that shows its figures. */
async function screenOf(browser: Browser, name: string) {
  const { page: admin } = await openPage(browser, 'admin')
  const made = await make(admin, name)
  const { page, watch } = await bare(browser)
  await page.goto(made.address)
  await expect(level(page)).toContainText(/\d{3}\.\d{2}/)
  return { page, watch, admin, made }
}

/** Font sizes of the texts that a part shows, px as they are on the screen. */
const sizes = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const found: { text: string; px: number }[] = []
    const walker = document.createTreeWalker(document.querySelector(selector)!, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent!.trim()
      const parent = walker.currentNode.parentElement!
      const box = parent.getBoundingClientRect()
      if (text === '' || box.width < 2 || parent.closest('.sr, [class*=unseen]')) continue
      // What is enlarged as a whole is as large as it is enlarged.
      const html = parent.closest('svg')?.parentElement ?? parent
      const grown = html.offsetWidth > 0 ? html.getBoundingClientRect().width / html.offsetWidth : 1
      found.push({ text, px: parseFloat(getComputedStyle(parent).fontSize) * grown })
    }
    return found
  }, selector)

test('by its address a browser becomes a screen without a sign-in, with figures legible from four metres', async ({
  browser,
}) => {
  const { page, admin, made } = await screenOf(browser, 'Phòng điều khiển')
  // Neither the address bar nor what the browser keeps of it has the key any more.
  expect(page.url()).toBe(`${plant.url}/wall`)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(made.address.split('key=')[1])
  await expect(page).toHaveTitle(`Forebay · ${vi.route.wall}`)
  await expect(page.getByRole('navigation', { name: vi.shell.menu })).toHaveCount(0)

  // On a 55 inch screen a pixel is 0.63 mm: capitals of 37 mm for figures, of 10 mm for what is least.
  const texts = await sizes(page, 'section[data-pane]')
  const value = await level(page).locator('p span').first().innerText()
  expect(texts.find((x) => x.text === value)!.px).toBeGreaterThan(160)
  for (const name of [vi.figure.inflow, vi.figure.outflow, vi.wall.net, vi.figure.fill, vi.figure.power]) {
    const text = await figure(page, name).locator('p span').first().innerText()
    expect(texts.find((x) => x.text === text)!.px, name).toBeGreaterThan(80)
  }
  const words = texts.filter((x) => x.px < 22)
  expect(words.map((x) => `${x.text} ${x.px}`)).toEqual([])
  await expect.poll(() => overflow(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1080)

  // It is seen where it was made, and the address opens no second one.
  await admin.reload()
  await expect(row(admin, 'Phòng điều khiển')).toContainText(vi.tokens.inUse)
  const second = await bare(browser)
  second.watch.allow(AWAY)
  await second.page.goto(made.address)
  await expect(second.page.getByText(/đã được dùng/)).toBeVisible()
  await expect(second.page.getByLabel(vi.wall.door.code)).toBeVisible()
})

test('a short code is typed in any form, and a wrong one is reported', async ({ browser }) => {
  const { page: admin } = await openPage(browser, 'admin')
  const { code } = await make(admin, 'Sảnh')
  const { page, watch } = await bare(browser)
  watch.allow(AWAY)
  await page.goto('/wall')
  const field = page.getByLabel(vi.wall.door.code)
  await page.getByRole('button', { name: vi.wall.door.enter }).click()
  await expect(page.getByText(vi.wall.door.required)).toBeVisible()
  await field.fill('BCDFG-HJKMN')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/không đúng/)).toBeVisible()
  await field.fill(code.toLowerCase().replace('-', ' '))
  await page.keyboard.press('Enter')
  await expect(level(page)).toContainText(/\d{3}\.\d{2}/)
})

test('panes rotate by themselves and by keys, and stay while they are stopped', async ({ browser }) => {
  const { page } = await screenOf(browser, 'Xoay vòng')
  await page.clock.install()
  await page.reload()
  await expect(level(page)).toContainText(/\d{3}\.\d{2}/)
  const names = [vi.wall.pane.figures, vi.wall.pane.chart, vi.wall.pane.gates]
  await expect(pane(page, names[0])).toBeVisible()
  await page.clock.fastForward(21_000)
  await expect(pane(page, names[1])).toBeVisible()
  await expect(page.getByRole('figure', { name: names[1] })).toHaveAttribute('data-ready', 'true')
  await page.clock.fastForward(21_000)
  await expect(pane(page, names[2])).toBeVisible()
  await expect(page.getByRole('table', { name: vi.wall.gateName })).toBeVisible()
  // A screen has no map: round to the first again.
  await page.clock.fastForward(21_000)
  await expect(pane(page, names[0])).toBeVisible()

  await page.keyboard.press('ArrowLeft')
  await expect(pane(page, names[2])).toBeVisible()
  // What must always be seen is seen there too.
  await expect(level(page)).toContainText(/\d{3}\.\d{2}/)
  await page.keyboard.press('2')
  await expect(pane(page, names[1])).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: vi.wall.go })).toBeVisible()
  await page.clock.fastForward(120_000)
  await expect(pane(page, names[1])).toBeVisible()

  await page.getByLabel(vi.wall.pace).selectOption('60')
  await page.getByRole('button', { name: vi.wall.go }).click()
  await page.clock.fastForward(30_000)
  await expect(pane(page, names[1])).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(pane(page, names[2])).toBeVisible()
})

test('at night it is dark without black or white, in either language, and stays so after a reload', async ({
  browser,
}) => {
  const { page } = await screenOf(browser, 'Ban đêm')
  const ground = () =>
    page
      .locator('main')
      .evaluate((e) =>
        [getComputedStyle(e).backgroundColor, getComputedStyle(e).color].map((c) =>
          c.match(/\d+/g)!.map(Number),
        ),
      )
  // Its progress would never come to rest.
  await page.getByRole('button', { name: vi.wall.pause }).click()
  const light = page.getByLabel(vi.wall.light)
  await light.selectOption('day')
  await expect.poll(async () => (await ground())[0][0]).toBeGreaterThan(200)
  expect(await accessibilityViolations(page)).toEqual([])
  await light.selectOption('night')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const [back, text] = await ground()
  expect(Math.max(...back)).toBeLessThan(40)
  expect(Math.min(...back)).toBeGreaterThan(0)
  expect(Math.max(...text)).toBeLessThan(240)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(vi.wall.language).selectOption('en')
  await expect(pane(page, en.wall.pane.figures)).toBeVisible()
  // Whatever is drawn from the first moment on is in that language.
  await page.addInitScript(() => {
    const languages = new Set<string>()
    Object.assign(window, { languages })
    new MutationObserver(() => {
      if (document.getElementById('root')?.innerText.trim()) languages.add(document.documentElement.lang)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(pane(page, en.wall.pane.figures)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const drawn = await page.evaluate(() => [...(window as unknown as { languages: Set<string> }).languages])
  expect(drawn).toEqual(['en'])
})

test('without a server it stays, shows since when, survives a reload, and goes live by itself', async ({
  browser,
}) => {
  const { page, watch, admin } = await screenOf(browser, 'Mất mạng')
  await admin.close()
  watch.allow(AWAY)
  // What it needs without a server is kept.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const there = (await indexedDB.databases()).some(({ name }) => name === 'keyval-store')
          if (!there || !(await caches.match('/', { cacheName: 'forebay-page' }))) return 0
          return new Promise<number>((resolve) => {
            const opening = indexedDB.open('keyval-store')
            opening.onsuccess = () => {
              const db = opening.result
              const asking = db.transaction('keyval').objectStore('keyval').get('seen-screen')
              asking.onsuccess = () => (db.close(), resolve(asking.result?.queries.queries.length ?? 0))
            }
          })
        }),
      { timeout: 60_000, message: 'a copy is kept' },
    )
    .toBeGreaterThan(3)
  const shown = /\d{3}\.\d{2}/.exec(await level(page).innerText())![0]
  const notice = page.getByRole('alert').filter({ hasText: /Mất kết nối từ \d{2}:\d{2} \(\d+ (giây|phút)\)/ })

  await plant.kill()
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await expect(level(page)).toContainText(shown)
  expect(
    await notice.locator('strong').evaluate((e) => parseFloat(getComputedStyle(e).fontSize)),
  ).toBeGreaterThan(50)
  expect(await page.locator('section[data-pane]').evaluate((e) => getComputedStyle(e).filter)).toContain(
    'grayscale',
  )

  // The words take room; no figure goes out of sight for them.
  const rain = figure(page, `${vi.figure.rainGauge} ${vi.figure.hour24}`)
  expect(await rain.evaluate((e) => e.getBoundingClientRect().bottom)).toBeLessThan(1030)

  await page.reload()
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await expect(level(page)).toContainText(shown)
  expect(page.url()).toBe(`${plant.url}/wall`)

  await plant.start()
  await expect(notice).toBeHidden({ timeout: 40_000 })
  // As a page writes it: half a centimetre more or less is another text.
  const now = Number(meters((await plant.figures()).lake_level.value!))
  await plant.sendLevel(now + 0.01)
  await expect(level(page)).toContainText(meters(now + 0.01))
  expect(page.url()).toBe(`${plant.url}/wall`)
})

test('a revoked screen reports it at once, and shows nothing any more', async ({ browser }) => {
  const { page, watch, admin } = await screenOf(browser, 'Sắp thu hồi')
  watch.allow(AWAY)
  await row(admin, 'Sắp thu hồi').getByRole('button', { name: vi.tokens.revoke }).click()
  await dialog(admin, fill(vi.screens.revokeTitle, { name: 'Sắp thu hồi' }))
    .getByRole('button', { name: vi.tokens.revoke, exact: true })
    .click()
  await expect(page.getByRole('alert')).toContainText('“Sắp thu hồi” đã bị thu hồi')
  await expect(page.getByText(/\d{3}\.\d{2}/)).toHaveCount(0)
  expect(page.url()).toBe(`${plant.url}/wall`)
  await page.reload()
  await expect(page.getByLabel(vi.wall.door.code)).toBeVisible()
  await expect(page.getByText(/\d{3}\.\d{2}/)).toHaveCount(0)
})

test('forty open gates are counted and summed, and hidden ones are counted', async ({ browser }) => {
  const { page } = await screenOf(browser, 'Bốn mươi cửa')
  // The real answer, of a dam that has many more gates.
  await page.route('**/dashboard/outlet/getall*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Outlet[] }
    const gates = body.data.filter((o) => o.category === 2 && !o.total)
    const many = Array.from({ length: 40 }, (_, i) => ({
      ...gates[i % gates.length],
      outlet_id: `many.${i}`,
      name: `Cửa van cung tràn mặt số ${i + 1}`,
      input_value: 2,
      input_unit: 'm' as const,
      input_max: 10,
      output_value: 100 + i,
      quality: 0,
      input_quality: 0,
    }))
    const data = [...body.data.filter((o) => !gates.includes(o)), ...many]
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
  await page.reload()
  await page.getByRole('button', { name: vi.wall.pane.gates }).click()
  const table = page.getByRole('table', { name: vi.wall.gateName })
  const summary = fill(vi.wall.fold.gates, { n: 40, flow: '4,780.0 m³/s' })
  await expect(table.locator('caption')).toContainText(summary)
  // Those that pass most have their names; the others are counted, with their discharge.
  await expect(table.getByRole('rowheader', { name: 'Cửa van cung tràn mặt số 40' })).toBeVisible()
  for (const viewport of [
    { width: 1920, height: 1080 },
    { width: 1280, height: 720 },
    { width: 1000, height: 600 },
  ]) {
    await page.setViewportSize(viewport)
    const names = table.locator('tbody tr')
    const rest = table.locator('tfoot')
    await expect(async () => {
      const shown = await names.count()
      expect(shown).toBeGreaterThanOrEqual(2)
      const flow = Array.from({ length: 40 - shown }, (_, i) => 100 + i).reduce((a, b) => a + b)
      const text = fill(vi.wall.fold.gates, {
        n: 40 - shown,
        flow: `${flow.toLocaleString('en', { minimumFractionDigits: 1 })} m³/s`,
      })
      await expect(rest).toContainText(text, { timeout: 1000 })
      const [inner, outer] = await Promise.all([
        rest.evaluate((e) => e.getBoundingClientRect().bottom),
        page.locator('section[data-pane]').evaluate((e) => e.getBoundingClientRect().bottom),
      ])
      expect(inner).toBeLessThanOrEqual(outer + 1)
    }).toPass({ timeout: 30_000 })
    await expect.poll(() => overflow(page)).toEqual([])
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('flows of five digits fit beside each other, in every pane and width', async ({ browser }) => {
  const { page } = await screenOf(browser, 'Lũ lớn')
  // The real answer, in the greatest flood.
  await page.route('**/dashboard/data/indicator*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Indicators }
    const of = (value: number): Figure => ({ ...body.data.inflow_moving_average, value, quality: 0 })
    const data = {
      ...body.data,
      inflow: of(23456.7),
      outflow: of(10999.9),
      outflow_mean: of(10888.8),
      spill: of(10788.8),
      net: of(12567.91),
    }
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
  await page.reload()
  await page.getByRole('button', { name: vi.wall.pause }).click()
  for (const viewport of [
    { width: 1920, height: 1080 },
    { width: 1440, height: 900 },
    { width: 1000, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    for (const name of [vi.wall.pane.figures, vi.wall.pane.gates]) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(figure(page, vi.figure.inflow)).toContainText('23,456.7')
      await expect(figure(page, vi.figure.outflow)).toContainText('10,888.8')
      if (name === vi.wall.pane.figures) await expect(figure(page, vi.wall.net)).toContainText('+12,567.9')
      await expect.poll(() => overflow(page)).toEqual([])
      // No figure lies under the next one of its row, or runs out of their frame.
      const over = () =>
        figure(page, vi.figure.inflow).evaluate((e) => {
          const frame = e.parentElement!.getBoundingClientRect()
          const lines = [...e.parentElement!.querySelectorAll('p')]
          const boxes = lines.map((line) => {
            const range = document.createRange()
            range.selectNodeContents(line)
            return range.getBoundingClientRect()
          })
          const hit = (a: DOMRect, b: DOMRect) =>
            a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
          return lines
            .filter((_, i) => boxes[i].right > frame.right || boxes.some((b, j) => j > i && hit(boxes[i], b)))
            .map((line) => line.textContent)
        })
      await expect.poll(over, `${name} ${viewport.width}`).toEqual([])
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the screen is kept on and shown full-screen where the browser allows it, and reported where not', async ({
  browser,
}) => {
  const { page } = await screenOf(browser, 'Giữ sáng')
  const refused = page.getByText(vi.wall.awakeRefused)
  await expect(refused).toBeVisible()

  const context = page.context()
  await context.grantPermissions(['screen-wake-lock'])
  // What the browser gave, to end it as a low battery does.
  await context.addInitScript(() => {
    const { wakeLock } = navigator
    const request = wakeLock.request.bind(wakeLock)
    wakeLock.request = async (type) => {
      const got = await request(type)
      Object.assign(window, { lock: got, locks: ((window as { locks?: number }).locks ?? 0) + 1 })
      return got
    }
  })
  await page.reload()
  await expect(level(page)).toContainText(/\d{3}\.\d{2}/)
  const locks = () => page.evaluate(() => (window as { locks?: number }).locks ?? 0)
  await expect.poll(locks).toBe(1)
  await expect(refused).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { lock: WakeLockSentinel }).lock.release())
  await expect(refused).toHaveCount(1)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(locks).toBe(2)
  await expect(refused).toHaveCount(0)

  await page.getByRole('button', { name: vi.wall.full }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')
  await page.getByRole('button', { name: vi.wall.leaveFull }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  // As in a frame that does not let it.
  await page.evaluate(() => {
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not allowed'))
  })
  await page.getByRole('button', { name: vi.wall.full }).click()
  await expect(page.getByText(vi.wall.fullRefused)).toBeVisible()
})

test('accounts that may see the shift log see on the wall who is on duty', async ({ browser }) => {
  const bearer = await accessOf(plant.url, 'operator', plant.password)
  const { account_id, full_name } = await call(plant.url, me, {}, { bearer })
  await call(plant.url, changeOperator, { body: { operator_id: account_id } }, { bearer })
  const { page } = await openPage(browser, 'operator')
  await page.goto('/wall')
  await expect(page.getByText(fill(vi.wall.duty, { name: full_name }))).toBeVisible()
})

test('another build that is served is loaded, once', async ({ browser }) => {
  const { page } = await screenOf(browser, 'Bản mới')
  let loads = 0
  page.on('load', () => loads++)
  // The real answer, of a build that this page is not.
  await page.route('**/api/renew/v1/config', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, build: '/assets/next.js' } },
    })
  })
  await page.reload()
  await expect(page.getByText(vi.wall.newBuild)).toBeVisible()
  await expect.poll(() => loads, { timeout: 30_000 }).toBe(2)
  // It came back the same: it is not tried again.
  await expect(level(page)).toContainText(/\d{3}\.\d{2}/)
  await expect(page.getByText(vi.wall.newBuild)).toHaveCount(0)
  expect(loads).toBe(2)
})

test('an account opens it from the menu, with the map where permitted, and goes back', async ({
  browser,
}) => {
  const { page } = await openPage(browser, 'operator')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: vi.route.wall }).first().click()
  await expect(page).toHaveURL(/\/wall$/)
  await expect(level(page)).toContainText(/\d{3}\.\d{2}/)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByRole('button', { name: vi.wall.pane.map }).click()
  const canvas = pane(page, vi.wall.pane.map).locator('canvas').first()
  await expect(canvas).toBeVisible()
  // Read from four metres like the other panes: what is written beside the map, and on it, where its least is 12 px.
  const least = await sizes(page, 'section[data-pane]')
  expect(least.filter((x) => x.px < 22).map((x) => `${x.text} ${x.px}`)).toEqual([])
  const map = pane(page, vi.wall.pane.map).getByRole('img', { name: vi.stationMap.map })
  const enlarged = () => map.evaluate((e: HTMLElement) => e.getBoundingClientRect().width / e.offsetWidth)
  await expect.poll(async () => (await enlarged()) * 12).toBeGreaterThanOrEqual(22)
  // As sharp as it is large, once it is drawn.
  const sharp = () => canvas.evaluate((e: HTMLCanvasElement) => e.width / e.getBoundingClientRect().width)
  await expect.poll(sharp).toBeGreaterThan(0.95)
  await expect.poll(() => overflow(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1080)
  await page.getByRole('link', { name: vi.wall.leave }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})
