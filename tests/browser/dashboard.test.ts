import { HOUR, toLocal } from '#core/time/index.ts'
import type { Output } from '#contract/endpoint.ts'
import type { getVolumes } from '#contract/volumes.ts'
import { drawn, en, expect, figure, levelOn, meters, test, vi, type Page } from './fixtures.ts'

/** Time from the receipt of a reading to its figure on an open page, ms. */
const SOON = 2000
/** A busy machine may delay a single one; even then only the feed can have brought it. */
const HELD_UP = 10_000
/** Chromium's message about an unreachable server. */
const AWAY =
  /Failed to load resource: (net::ERR_|the server responded with a status of 50)|error occurred when fetching the script/

/** Marks this load of the page: a reload would lose the mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { loadedOnce: true }))
const marked = (page: Page) => page.evaluate(() => 'loadedOnce' in window)

test('a new reading moves the level within two seconds, without a reload', async ({
  operatorPage: page,
  plant,
}) => {
  await page.goto('/dashboard')
  await drawn(page)
  await mark(page)
  let z = await levelOn(page)
  const took: number[] = []
  for (const step of [0.02, 0.02, -0.01, 0.01, -0.02]) {
    z += step
    await plant.sendLevel(z)
    const taken = performance.now()
    await expect(figure(page, vi.figure.level)).toContainText(meters(z))
    took.push(performance.now() - taken)
  }
  const [, , middle] = took.toSorted((a, b) => a - b)
  expect(middle, `ms, of ${took.map(Math.round)}`).toBeLessThan(SOON)
  expect(await marked(page)).toBe(true)
})

test('a reading that arrives just after the figures were requested is shown as soon', async ({
  operatorPage: page,
  plant,
}) => {
  await page.goto('/dashboard')
  await drawn(page)
  const z = (await levelOn(page)) + 0.02
  await plant.figures()
  await plant.sendLevel(z)
  await expect(figure(page, vi.figure.level)).toContainText(meters(z), { timeout: HELD_UP })
})

test('storage follows the level, and the last update is that of the reading', async ({
  operatorPage: page,
  plant,
}) => {
  await page.goto('/dashboard')
  const z = (await levelOn(page)) + 0.02
  await plant.sendLevel(z)
  await expect(figure(page, vi.figure.level)).toContainText(meters(z), { timeout: HELD_UP })
  const { total_capacity: storage } = await plant.figures()
  await expect(figure(page, vi.figure.storage)).toContainText(storage.value!.toFixed(1))
  const update = page.getByRole('group', { name: vi.update.label })
  await expect(update).toContainText(vi.update.updated)
  await expect(update).toContainText(/\([0-9] giây\)/)
})

test('the volume under the chart is the water balance of a named span, with its residual', async ({
  operatorPage: page,
}) => {
  const hour = Math.floor(Date.now() / HOUR) * HOUR
  const [from, to] = [hour - 8 * HOUR, hour - 2 * HOUR].map((t) => toLocal(t, 'Asia/Ho_Chi_Minh'))
  const answered = page.waitForResponse((r) => r.url().endsWith('/v1/dashboard/volumes'))
  await page.goto(`/dashboard?time=24&from=${from.replace(' ', 'T')}&to=${to.replace(' ', 'T')}`)
  const { data } = (await (await answered).json()) as { data: Output<typeof getVolumes> }
  expect(data.periods).toHaveLength(1)
  const [water] = data.periods
  expect([water.from, water.to]).toEqual([hour - 8 * HOUR, hour - 2 * HOUR])
  expect(water.inflow! - water.storage! - water.outflow! - water.losses!).toBeCloseTo(water.residual!, 5)
  const total = page.getByRole('group', { name: vi.dashboard.inflowTotal })
  await expect(total).toContainText('6 giờ tới')
  await expect(total).toContainText(water.inflow!.toFixed(3))
  await expect(total).toContainText('sai số khép')
})

test('another range is in the address, is drawn, and stays after a reload', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  const chart = await drawn(page)
  const day = await chart.getAttribute('data-points')
  const picture = await chart.screenshot()
  await page.getByRole('button', { name: vi.dashboard.time.h3 }).click()
  await expect(page).toHaveURL(/[?&]time=3(&|$)/)
  await expect(page.getByRole('button', { name: vi.dashboard.time.h3, pressed: true })).toBeVisible()
  await expect(chart).not.toHaveAttribute('data-points', day!)
  await drawn(page)
  expect(Number(await chart.getAttribute('data-points'))).toBeGreaterThan(0)
  expect((await chart.screenshot()).equals(picture)).toBe(false)

  await page.reload()
  await drawn(page)
  await expect(page).toHaveURL(/[?&]time=3(&|$)/)
  await expect(page.getByRole('button', { name: vi.dashboard.time.h3, pressed: true })).toBeVisible()
})

test('a fixed range is read from the address and leads back to the present', async ({
  operatorPage: page,
  plant,
}) => {
  const { date_string: at } = (await plant.figures()).inflow
  const day = at!.slice(0, 10)
  await page.goto(`/dashboard?time=24&from=${day}T00:00:00&to=${at!.replace(' ', 'T')}`)
  await drawn(page)
  const back = page.getByRole('button', { name: vi.dashboard.live })
  await expect(back).toBeVisible()
  await back.click()
  await expect(page).toHaveURL(/\/dashboard\?time=24$/)
  await expect(back).toHaveCount(0)
  await drawn(page)
})

test('English is shown at once, everywhere, and after a reload', async ({ operatorPage: page }) => {
  await page.goto('/dashboard')
  await drawn(page)
  await mark(page)
  await page.getByText('ENG', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  for (const name of [en.figure.level, en.figure.outflow, en.figure.storage, en.figure.power])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: en.dashboard.outlets })).toBeVisible()
  await expect(page).toHaveTitle(`Forebay · ${en.route.dashboard}`)
  await drawn(page, en)
  expect(await marked(page)).toBe(true)
  await page.reload()
  await drawn(page, en)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the dark theme stays after a reload, from the first paint', async ({ operatorPage: page }) => {
  await page.goto('/dashboard')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: vi.shell.toDark }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // Every colour scheme that the page ever has: a white flash blinds in a dark room.
  await page.addInitScript(() => {
    const had: string[] = []
    Object.assign(window, { schemesHad: had })
    const name = 'data-mantine-color-scheme'
    new MutationObserver(() => had.push(document.documentElement.getAttribute(name)!)).observe(document, {
      subtree: true,
      attributeFilter: [name],
      attributeOldValue: true,
    })
  })
  await page.reload()
  await drawn(page)
  const had = await page.evaluate(() => (window as unknown as { schemesHad: string[] }).schemesHad)
  expect([...new Set(had)]).toEqual(['dark'])
  await page.getByRole('button', { name: vi.shell.toLight }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('an answer requested before a reading and received after it is replaced', async ({
  operatorPage: page,
  plant,
}) => {
  // As displayed: half a centimetre more or less is another text.
  const before = Number(meters((await plant.figures()).lake_level.value!))
  let send = () => {}
  const sent = new Promise<void>((done) => (send = done))
  let held = () => {}
  const requested = new Promise<void>((done) => (held = done))
  // The first answer is held until the reading has been accepted.
  await page.route(
    '**/dashboard/data/indicator',
    async (route) => {
      const answer = await route.fetch()
      held()
      await sent
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  await page.goto('/dashboard')
  await requested
  await plant.sendLevel(before + 0.02)
  send()
  await expect(figure(page, vi.figure.level)).toContainText(meters(before + 0.02), { timeout: HELD_UP })
})

test('tabs share one stream', async ({ operatorPage: page, context, plant }) => {
  const streams = async () => {
    const text = await (await fetch(`${plant.url}/metrics`)).text()
    return Number(/^forebay_feed_streams (\d+)$/m.exec(text)?.[1])
  }
  const others = [await context.newPage(), await context.newPage()]
  // One after the other: a tab that waits too long for the shared stream opens its own.
  for (const one of [page, ...others]) {
    await one.bringToFront()
    await one.goto('/dashboard')
    await drawn(one)
  }
  const z = (await levelOn(page)) + 0.02
  await plant.sendLevel(z)
  for (const one of [page, ...others])
    await expect(figure(one, vi.figure.level)).toContainText(meters(z), { timeout: HELD_UP })
  await expect.poll(streams).toBe(1)
})

test('a broken connection is shown, and what arrived meanwhile is caught up', async ({
  operatorPage: page,
  plant,
  watch,
}) => {
  watch.allow(AWAY)
  test.setTimeout(90_000)
  await page.goto('/dashboard')
  await drawn(page)
  await mark(page)
  const z = (await levelOn(page)) + 0.02
  await plant.kill()
  const update = page.getByRole('group', { name: vi.update.label })
  await expect(update).toContainText(vi.update.reconnecting)
  await plant.start()
  await plant.sendLevel(z)
  // The longest wait between two attempts is 15 s, and a quarter of it.
  await expect(figure(page, vi.figure.level)).toContainText(meters(z), { timeout: 30_000 })
  await expect(update).toContainText(vi.update.updated)
  expect(await marked(page)).toBe(true)
})

test('the reservoir and its dam are shown at a glance, by the Basic API with the session’s own token', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  await drawn(page)
  const requested = page.waitForRequest('**/api/GetHydroInformation')
  await page.getByRole('button', { name: vi.panels.open, exact: true }).click()
  await page.getByRole('menuitem', { name: vi.panels.name.reservoir }).click()
  expect((await requested).headers().token).toMatch(/^ey/)
  const panel = page.getByRole('dialog', { name: vi.reservoir.title })
  const normal = panel.getByRole('row', { name: vi.fieldOf.plant.levels.normal })
  await expect(normal.getByRole('cell')).toHaveText(['412.00', /^\d+\.\d$/])
  for (const name of ['crest', 'checkFlood', 'designedFlood'] as const) {
    const row = panel.getByRole('row', { name: vi.fieldOf.plant.levels[name] })
    await expect(row.getByRole('cell')).toHaveText([/^\d{3}\.\d{2}$/, /^\d+\.\d$/])
  }
  const now = panel.getByRole('row', { name: /^Mực nước hồ lúc \d\d:\d\d/ })
  await expect(now.getByRole('cell')).toHaveText([/^\d{3}\.\d{2}$/, /^\d+\.\d$/])
})

test.describe('a part of the program that is no longer served', () => {
  // Calls of the worker are not visible here.
  test.use({ serviceWorkers: 'block' })

  test('reloads the page, and reports where that does not help', async ({ operatorPage: page, watch }) => {
    watch.allow(/net::ERR_FAILED|Service Worker registration blocked|dynamically imported module|preload CSS/)
    const open = async () => {
      await page.getByRole('button', { name: vi.panels.open, exact: true }).click()
      await page.getByRole('menuitem', { name: vi.panels.name.capacity }).click()
    }
    await page.goto('/dashboard')
    await drawn(page)
    await mark(page)
    const PART = /\/assets\/capacity-.*\.js$/
    await page.route(PART, (route) => route.abort())
    await open()
    await expect.poll(() => marked(page).catch(() => true)).toBe(false)
    // Its address reopens it.
    await expect(page.getByRole('heading', { name: vi.error.notFetched })).toBeVisible()
    await page.unroute(PART)
    await page.getByRole('button', { name: vi.error.reload }).click()
    await expect(page.getByRole('dialog', { name: vi.panels.name.capacity })).toBeVisible()
    await drawn(page)
  })
})

test('a failed first call leaves no part loading: what failed is named, once, and is read again', async ({
  operatorPage: page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  let broken = true
  const parts = ['hydro/getall', 'data/indicator', 'outlet/getall', 'data/fromto']
  const refuse = (part: string) =>
    page.route(`**/v1/dashboard/${part}*`, (route) =>
      broken
        ? route.fulfill({
            status: 500,
            json: {
              status: 'error',
              code: 'internal',
              message: 'Lỗi máy chủ, mã sự cố abc-1',
              incident: 'abc-1',
            },
          })
        : route.continue(),
    )
  await refuse(parts[0])
  await page.goto('/dashboard')
  const failed = page.locator('main').getByRole('alert')
  await expect(failed).toContainText(`${vi.error.title}: ${vi.reservoir.title}`, { timeout: 60_000 })
  expect((await failed.innerText()).match(/abc-1/g)).toHaveLength(1)
  broken = false
  await failed.getByRole('button', { name: vi.error.retry }).click()
  await drawn(page)

  await page.unroute(`**/v1/dashboard/${parts[0]}*`)
  broken = true
  for (const part of parts.slice(1)) await refuse(part)
  await page.reload()
  for (const what of [vi.dashboard.figures, vi.dashboard.chart, vi.dashboard.dam])
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: `${vi.error.title}: ${what}` })
        .first(),
    ).toBeVisible({
      timeout: 60_000,
    })
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  broken = false
  for (const what of [vi.dashboard.figures, vi.dashboard.chart])
    await page
      .getByRole('alert')
      .filter({ hasText: `${vi.error.title}: ${what}` })
      .getByRole('button', { name: vi.error.retry })
      .click()
  await drawn(page)
  await expect(figure(page, vi.figure.level)).toContainText(/\d{3}\.\d{2}/)
})

for (const [width, height] of [
  [1440, 900],
  [1000, 800],
  [390, 844],
])
  test(`answers that come one after the other move nothing, ${width} px`, async ({ operatorPage: page }) => {
    await page.setViewportSize({ width, height })
    const parts = ['hydro/getall', 'data/indicator', 'outlet/getall', 'data/fromto', 'volumes']
    const release = new Map<string, () => void>()
    for (const part of parts) {
      const free = new Promise<void>((resolve) => release.set(part, resolve))
      await page.route(`**/v1/dashboard/${part}*`, async (route) => {
        await free
        await route.fallback()
      })
    }
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[])
          if (entry.value > 0.02)
            moved.push(`${entry.value.toFixed(3)} ${entry.sources.map((s) => s.node?.className)}`)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    interface LayoutShift {
      value: number
      sources: { node: Element | null }[]
    }
    await page.goto('/dashboard')
    await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible()
    for (const part of parts) {
      const answered = page.waitForResponse((r) => r.url().includes(`/v1/dashboard/${part}`))
      release.get(part)!()
      await answered
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    }
    await drawn(page)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
  })
