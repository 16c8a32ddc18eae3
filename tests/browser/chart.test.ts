import { readFile } from 'node:fs/promises'
import { HOUR, toLocal } from '#core/time/index.ts'
import { getDataFromTo, getIndicators } from '#contract/dashboard.ts'
import { fullPath } from '#contract/endpoint.ts'
import { addShiftEntry } from '#contract/shift-log.ts'
import { drawn, en, expect, test, vi, type Page, type Plant } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'

/** Location of the demo. */
const ZONE = 'Asia/Ho_Chi_Minh'
/** Chromium's message about an error response. */
const REFUSED = /Failed to load resource: (net::ERR_|the server responded with a status of 50)/
const DATA = '**/v1/dashboard/data/fromto'
const tools = vi.chartTools
const more = vi.chartMore

const plot = (page: Page) => page.getByRole('slider', { name: vi.chart.cursor })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const table = (page: Page) => page.getByRole('table', { name: more.table })
const marks = (page: Page) => page.getByRole('group', { name: more.marks })
/** The range in the address, ms. */
function range(page: Page): { from: number; to: number } {
  const search = new URL(page.url()).searchParams
  const at = (name: string) => Date.parse(`${search.get(name)}+07:00`)
  return { from: at('from'), to: at('to') }
}
const length = (page: Page) => range(page).to - range(page).from

/** Six constant hours of the past, for which late readings have long arrived. */
function past(hours = 6): string {
  const to = Math.floor((Date.now() - HOUR / 4) / HOUR) * HOUR
  const [a, b] = [to - hours * HOUR, to].map((t) => toLocal(t, ZONE).replace(' ', 'T'))
  return `/dashboard?time=24&from=${a}&to=${b}`
}

async function open(page: Page, address: string) {
  await page.goto(address)
  return drawn(page)
}

/** The outflow in the legend, not one of its parts, whose names begin like it. */
const OUTFLOW = new RegExp(`^${vi.chart.outflow}(?! qua)`)

/** Centre of the plot, px from its corner. */
async function middle(page: Page) {
  const box = (await plot(page).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
}

test('the wheel zooms with Ctrl: one call for the detail of a burst, and the chart stays until it is loaded', async ({
  operatorPage: page,
}) => {
  const chart = await open(page, past())
  const { from, to } = range(page)
  let requests = 0
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route(DATA, async (route) => {
    requests++
    await held
    await route.continue()
  })
  const { x, y } = await middle(page)
  // One burst, however slowly a busy machine delivers the calls.
  await page.evaluate(
    ([clientX, clientY]) => {
      const under = document.elementFromPoint(clientX, clientY)!
      const step = { clientX, clientY, deltaY: -80, ctrlKey: true, bubbles: true, cancelable: true }
      for (let i = 0; i < 6; i++) under.dispatchEvent(new WheelEvent('wheel', step))
    },
    [x, y],
  )
  await expect.poll(() => length(page)).toBeLessThan((to - from) * 0.7)
  // While the detail loads, the previous lines are drawn denser.
  await expect(chart).toHaveAttribute('aria-busy', 'true')
  await expect(chart).toHaveAttribute('data-ready', 'true')
  expect(Number(await chart.getAttribute('data-points'))).toBeGreaterThan(20)
  release()
  await drawn(page)
  expect(requests).toBe(1)
  expect(range(page).from).toBeGreaterThan(from)
  expect(range(page).to).toBeLessThan(to)
})

test('the wheel scrolls past a chart without focus; after a click it zooms, and after leaving it scrolls again', async ({
  operatorPage: page,
}) => {
  await open(page, '/dashboard')
  const live = page.url()
  const { x, y } = await middle(page)
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -200)
  // Any change would be drawn with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const slider = plot(page)
  const span = async () =>
    Number(await slider.getAttribute('aria-valuemax')) - Number(await slider.getAttribute('aria-valuemin'))
  expect(await span()).toBe(24 * HOUR)
  expect(page.url()).toBe(live)
  await page.mouse.click(x, y)
  await page.mouse.wheel(0, -200)
  await expect.poll(span).toBeLessThan(20 * HOUR)
  await expect(page).toHaveURL(/[?&]from=/)
  await page.goto('/map/index')
  await open(page, '/dashboard')
  expect(new URL(page.url()).searchParams.get('from')).toBe(null)
  expect(await span()).toBe(24 * HOUR)
})

test('an opening dashboard requests its chart once, even after the first event of the feed', async ({
  openPage,
}) => {
  const page = await openPage(true)
  const requests = { chart: 0, figures: 0 }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === fullPath(getDataFromTo)) requests.chart++
    if (pathname === fullPath(getIndicators)) requests.figures++
  })
  // A past range does not change: only the feed's first event could cause a refetch.
  await page.goto(past())
  // It does for the figures.
  await expect.poll(() => requests.figures).toBeGreaterThan(1)
  const chart = await drawn(page)
  await expect(chart).not.toHaveAttribute('data-points', '0')
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  )
  expect(requests.chart).toBe(1)
})

test('a drag pans, shift and a drag choose a range, a reset returns', async ({ operatorPage: page }) => {
  await open(page, past())
  const before = range(page)
  const { x, y } = await middle(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 100, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => range(page).from).toBeLessThan(before.from)
  expect(Math.abs(length(page) - (before.to - before.from))).toBeLessThan(2000)
  await drawn(page)

  await page.keyboard.down('Shift')
  await page.mouse.move(x - 120, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect.poll(() => length(page)).toBeLessThan((before.to - before.from) * 0.5)
  await drawn(page)
  await button(page, vi.chart.reset).click()
  await expect.poll(() => range(page)).toEqual(before)
})

test('the keyboard chooses a range too: Enter sets its ends, Escape cancels', async ({
  operatorPage: page,
}) => {
  await open(page, past())
  const before = range(page)
  await plot(page).focus()
  await page.keyboard.press('Home')
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight')
  const first = Number(await plot(page).getAttribute('aria-valuenow'))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  const begun = Number(await plot(page).getAttribute('aria-valuenow'))
  expect(begun).toBeGreaterThan(first)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  const end = Number(await plot(page).getAttribute('aria-valuenow'))
  await page.keyboard.press('Enter')
  await expect.poll(() => range(page)).toEqual({ from: begun, to: end })
  await drawn(page)
  await page.keyboard.press('0')
  await expect.poll(() => range(page)).toEqual(before)
})

test('another period is drawn below the present one: in the strip, the table, the file and the address', async ({
  operatorPage: page,
}) => {
  const chart = await open(page, past())
  await button(page, tools.compare).click()
  await page.getByRole('menuitemradio', { name: tools.previous }).click()
  await expect(page).toHaveURL(/[?&]vs=before\.6(&|$)/)
  await page.keyboard.press('Escape')
  const { from, to } = range(page)
  const notice = page.getByRole('status').filter({ hasText: tools.against })
  await expect(notice).toContainText(shown(from - 6 * HOUR))
  await expect(notice).toContainText(shown(to - 6 * HOUR))
  await button(page, tools.table).first().click()
  await expect(table(page).getByRole('columnheader', { name: more.comparedAt })).toBeAttached()

  await plot(page).focus()
  await page.keyboard.press('Home')
  const at = Number(await plot(page).getAttribute('aria-valuenow'))
  await expect(chart.getByTitle(more.comparedAt)).toHaveText(shown(at - 6 * HOUR))
  await expect(plot(page)).toHaveAttribute('aria-valuetext', new RegExp(`${more.compared} \\d`))

  const { text } = await saved(page, vi.chart.saveCsv)
  const [head, ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const then = head.indexOf(`${more.comparedAt} (${ZONE})`)
  expect(then).toBeGreaterThan(2)
  const row = rows.find((r) => r[0] === toLocal(at, ZONE))!
  expect(row[then]).toBe(toLocal(at - 6 * HOUR, ZONE))
  const level = head.indexOf(`${vi.chart.level} ${more.compared} (m)`)
  expect(Number(row[level])).toBeGreaterThan(300)
  expect(row[level]).not.toBe(row[head.indexOf(`${vi.chart.level} (m)`)])

  // The previous lines are of another time, so the strip would show wrong values if they stayed.
  await notice.getByRole('button', { name: /So sánh/ }).click()
  await expect(notice).toHaveCount(0)
  await expect(page).not.toHaveURL(/vs=/)
})

test('a period without data is reported; one that failed to load is reported and read again', async ({
  operatorPage: page,
  watch,
}) => {
  await open(page, `${past()}&vs=days.3000`)
  await expect(page.getByRole('status').filter({ hasText: /không có số liệu/ })).toBeVisible()

  watch.allow(REFUSED)
  let broken = true
  await page.route(DATA, async (route) => {
    const body = route.request().postDataJSON() as { from: string }
    // The chart's own period begins slightly before its first bar, perhaps on the previous day.
    if (broken && Date.parse(`${body.from.replace(' ', 'T')}+07:00`) < range(page).from - 24 * HOUR)
      await route.fulfill({ status: 503, json: { status: 'error', message: 'x', data: null } })
    else await route.continue()
  })
  await page.goto(`${past()}&vs=year`)
  const notice = page.getByRole('status').filter({ hasText: tools.failed })
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await drawn(page)
  broken = false
  await notice.getByRole('button', { name: tools.retry }).click()
  await expect(notice).toHaveCount(0)
})

test('events are shown along the axis, are reached by the keyboard and open their page', async ({
  operatorPage: page,
  plant,
}) => {
  const order = `Lệnh xả thử ${Date.now()}`
  // Gates and units report every minute: between two reports, in a range too short for anything else.
  const at = Math.floor((Date.now() - HOUR / 2) / 60_000) * 60_000 + 30_000
  await write(plant, { kind: 'order', text: order, party: 'Ban chỉ huy', at })
  const [from, to] = [at - 300_000, at + 300_000].map((t) => toLocal(t, ZONE).replace(' ', 'T'))
  await open(page, `/dashboard?time=1&from=${from}&to=${to}`)
  const mark = marks(page).locator(`[data-mark][aria-label*="${order}"]`)
  await expect(mark).toBeAttached()
  // One tab stop for all of them; arrows move between them.
  expect(await marks(page).locator('[tabindex="0"]').count()).toBe(1)
  const all = marks(page).locator('[data-mark]')
  await marks(page).locator('[tabindex="0"]').focus()
  for (let i = 0, n = await all.count(); i < n; i++) {
    if (await mark.evaluate((e) => e === document.activeElement)) break
    await page.keyboard.press('ArrowLeft')
  }
  await expect(mark).toBeFocused()
  const card = marks(page).getByRole('list')
  await expect(card).toContainText(order)
  await expect(card).toContainText(more.kinds.order)

  // Off in the menu of what is seen, and on again.
  await button(page, vi.dashboard.view).click()
  await page.getByRole('menuitemcheckbox', { name: tools.marks }).click()
  await expect(mark).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]marks=0/)
  await page.getByRole('menuitemcheckbox', { name: tools.marks }).click()
  await page.keyboard.press('Escape')
  await mark.click()
  await expect(page).toHaveURL(/\/log\/index\?.*entry=/)
})

test('crowded marks are merged into one that shows how many and which', async ({
  operatorPage: page,
  plant,
}) => {
  const stamp = Date.now()
  const at = stamp - 26 * HOUR
  for (const i of [0, 1, 2])
    await write(plant, { kind: 'note', text: `Ghi chú ${stamp} ${i}`, at: at + i * 60_000 })
  const [from, to] = [at - 12 * HOUR, at + 12 * HOUR].map((t) => toLocal(t, ZONE).replace(' ', 'T'))
  await open(page, `/dashboard?time=24&from=${from}&to=${to}`)
  const fold = marks(page).getByRole('button', { name: /\d+ thao tác/ })
  await expect
    .poll(async () => {
      for (let i = 0; i < (await fold.count()); i++) {
        await fold.nth(i).focus()
        const listed = await marks(page).getByRole('list').innerText()
        if ([0, 1, 2].every((k) => listed.includes(`Ghi chú ${stamp} ${k}`))) return true
      }
      return false
    })
    .toBe(true)
})

test('the table is beside the chart and each highlights the other; it is copied as text', async ({
  operatorPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `${past()}&table=1`)
  const last = table(page).getByRole('row').last()
  const marked = table(page).locator('[aria-current="true"]')
  await last.hover()
  await expect(last).toHaveAttribute('aria-current', 'true')
  const time = await last.getByRole('rowheader').first().innerText()
  await expect(plot(page)).toHaveAttribute('aria-valuetext', new RegExp(`^${time.trim()}`))
  const index = Number(await last.getAttribute('aria-rowindex'))
  await table(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(marked).toHaveAttribute('aria-rowindex', String(index - 1))

  // The cursor moves to the start, and the table with it; its header stays.
  await plot(page).focus()
  await page.keyboard.press('Home')
  await expect(marked).toHaveAttribute('aria-rowindex', '2')
  await expect(marked).toBeInViewport()
  await expect(table(page).getByRole('columnheader').first()).toBeInViewport()

  await button(page, more.copyTsv).click()
  await expect(page.getByRole('status').filter({ hasText: /Đã chép/ })).toBeVisible()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n')
  const count = Number(await table(page).getAttribute('aria-rowcount'))
  expect(lines).toHaveLength(count)
  expect(lines[0].split('\t')[0]).toBe(`${vi.chart.time} (${ZONE})`)
  expect(lines[1].split('\t')).toHaveLength(lines[0].split('\t').length)
})

test('for a thinned range the table shows whole days, each with its mean, minimum and maximum', async ({
  operatorPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `${past(400 * 24)}&table=1`)
  const side = page.locator('div', { has: table(page) }).last()
  await expect(side).toContainText(more.stepRows.day)
  await expect(page.getByTitle(more.stepAbout)).toBeVisible()
  const rows = table(page).getByRole('row')
  const head = await rows.first().getByRole('columnheader').allInnerTexts()
  const level = head.findIndex((h) => h.startsWith(vi.chart.level)) - 1
  expect(level).toBeGreaterThanOrEqual(0)
  const days = await rows.evaluateAll((all) =>
    all
      .slice(1)
      .map((row) =>
        [...row.querySelectorAll('[role=rowheader], [role=cell]')].map((c) => c.textContent ?? ''),
      ),
  )
  expect(days.length).toBeGreaterThanOrEqual(2)
  for (const [time, ...cells] of days) {
    expect(time).toMatch(/00:00$/)
    const [mean, least, greatest] = cells[level].match(/\d+\.\d\d/g)!.map(Number)
    expect(least).toBeLessThanOrEqual(mean)
    expect(mean).toBeLessThanOrEqual(greatest)
  }
  await button(page, more.copyTsv).click()
  await expect(page.getByRole('status').filter({ hasText: /Đã chép/ })).toBeVisible()
  const [names, ...lines] = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n')
  expect(lines).toHaveLength(days.length)
  expect(names.split('\t')).toContain(`${vi.chart.level} ${vi.chart.maximum} (m)`)
})

test('the chart is saved as picture, drawing and values', async ({ operatorPage: page }) => {
  await open(page, `${past()}&fc=persistence.1`)
  const png = await saved(page, vi.chart.savePng)
  expect(png.name).toMatch(/^Biểu-đồ-vận-hành-.*\.png$/)
  expect([...png.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(1000)

  const svg = await saved(page, more.saveSvg)
  expect(svg.name).toMatch(/\.svg$/)
  // It opens alone in another window: drawn, with its font and title, and without bitmaps.
  const seen = await page.evaluate(async (text) => {
    const doc = new DOMParser().parseFromString(text, 'image/svg+xml')
    const image = new Image()
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
    await image.decode()
    return {
      broken: doc.querySelector('parsererror') !== null,
      title: doc.querySelector('title')?.textContent,
      faces: doc.querySelector('style')?.textContent?.match(/@font-face/g)?.length ?? 0,
      lines: [...doc.querySelectorAll('path[d]')].filter((p) => p.getAttribute('d')!.length > 500).length,
      words: [...doc.querySelectorAll('text')].map((t) => t.textContent),
      pictures: doc.querySelectorAll('image').length,
      size: [image.width, image.height],
    }
  }, svg.text)
  expect(seen).toMatchObject({ broken: false, pictures: 0 })
  expect(seen.title).toContain(vi.dashboard.chart)
  expect(seen.faces).toBeGreaterThanOrEqual(2)
  expect(seen.lines).toBeGreaterThanOrEqual(4)
  expect(seen.words).toContain(`${vi.chart.level} (m)`)
  expect(seen.size[0]).toBeGreaterThan(500)

  const csv = await saved(page, vi.chart.saveCsv)
  expect(csv.text.charCodeAt(0)).toBe(0xfeff)
  const [head, first] = csv.text.slice(1).split('\r\n')
  expect(head).toContain(`${vi.chart.level} (m)`)
  expect(first.slice(0, 19)).toBe(toLocal(range(page).from, ZONE))
})

test('the chart of the forecast and that of the dashboard share their cursor', async ({
  operatorPage: page,
}) => {
  await open(page, '/dashboard?time=24&panel=forecast')
  const own = page
    .getByRole('figure', { name: vi.forecast.chart })
    .getByRole('slider', { name: vi.chart.cursor, includeHidden: true })
  // Behind the open panel it is visible but not accessible.
  const behind = page
    .getByRole('figure', { name: vi.dashboard.chart, includeHidden: true })
    .getByRole('slider', { name: vi.chart.cursor, includeHidden: true })
  const ahead = page.getByRole('figure', { name: vi.forecast.chart })
  await expect(ahead).toHaveAttribute('data-ready', 'true')
  // Until the observed inflow is loaded it begins at the present, where the other one ends.
  await expect(ahead).not.toHaveAttribute('aria-busy', 'true')
  const instants: (string | null)[] = []
  await own.focus()
  await own.press('Home')
  for (const keys of ['Shift+ArrowRight', 'ArrowRight']) {
    await own.press(keys)
    const at = await own.getAttribute('aria-valuenow')
    instants.push(at)
    await expect(behind).toHaveAttribute('aria-valuenow', at!)
  }
  expect(new Set(instants).size).toBe(2)
})

test('a forecast continues beyond the present, with the ends of its band in the file', async ({
  operatorPage: page,
}) => {
  const chart = await open(page, '/dashboard?time=6&fc=persistence.24')
  await expect(chart.getByRole('button', { name: new RegExp(tools.ahead) })).toContainText(/\d – \d/)
  const { text } = await saved(page, vi.chart.saveCsv)
  const [head, ...rows] = text
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const [value, lower, upper] = ['', ` ${more.lower}`, ` ${more.upper}`].map((w) =>
    head.indexOf(`${tools.ahead}${w} (m³/s)`),
  )
  expect(rows.at(-1)![0] > toLocal(Date.now() + 22 * HOUR, ZONE)).toBe(true)
  const last = rows.at(-1)!.map(Number)
  expect(last[lower]).toBeLessThan(last[value])
  expect(last[upper]).toBeGreaterThan(last[value])
  await button(page, vi.dashboard.time.h3).click()
  await expect(page).toHaveURL(/fc=persistence\.24/)
})

test('a link opens exactly this view in a browser that had another one', async ({
  operatorPage: page,
  context,
}) => {
  const chart = await open(page, past())
  await chart.getByRole('button', { name: OUTFLOW }).click()
  await expect(page).toHaveURL(/hide=.*total_discharge_out/)
  await button(page, tools.table).first().click()
  await button(page, tools.compare).click()
  await page.getByRole('menuitemradio', { name: tools.year }).click()
  await page.keyboard.press('Escape')
  await button(page, vi.dashboard.view).click()
  await page.getByRole('menuitemcheckbox', { name: tools.marks }).click()
  await page.getByRole('menuitemradio', { name: vi.chart.tops[2] }).click()
  await page.keyboard.press('Escape')
  // The demo's level axis follows the data; its limits are one press away.
  await button(page, `${vi.chart.levelAxis}: ${vi.chart.byData}`).click()
  await expect(page).toHaveURL(/top=2.*vs=year.*table=1.*marks=0.*hide=.*total_discharge_out.*full=1/)
  await drawn(page)
  const link = page.url()
  // State left by another tab since.
  await page.goto('/dashboard?time=72&rain=1')
  await drawn(page)
  const other = await context.newPage()
  await other.goto(link)
  const again = await drawn(other)
  expect(other.url()).toBe(link)
  await expect(again.getByRole('button', { name: OUTFLOW })).toHaveAttribute('aria-pressed', 'false')
  await expect(table(other)).toBeVisible()
  await expect(marks(other)).toHaveCount(0)
  await expect(again.getByRole('button', { name: new RegExp(`^${vi.chart.storage}`) })).toBeVisible()
  await expect(button(other, `${vi.chart.levelAxis}: ${vi.chart.toLimits}`)).toBeVisible()
})

test('an empty range is reported; a failed part is named and read again', async ({
  operatorPage: page,
  watch,
}) => {
  const chart = await open(page, '/dashboard?time=24&from=1999-01-01T00:00:00&to=1999-01-02T00:00:00')
  await expect(chart).toHaveAttribute('data-points', '0')
  await expect(chart.getByText(/Số liệu mới nhất lúc \d/)).toBeVisible()
  await expect(button(page, vi.chart.saveCsv)).toBeDisabled()

  watch.allow(REFUSED)
  let broken = true
  await page.route(DATA, (route) =>
    broken
      ? route.fulfill({ status: 503, json: { status: 'error', message: 'x', data: null } })
      : route.continue(),
  )
  await page.goto(past(5))
  const retry = page
    .getByRole('region', { name: vi.dashboard.chart })
    .getByRole('button', { name: vi.error.retry })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  broken = false
  await retry.click()
  await drawn(page)
})

test('on a phone everything fits, without accessibility violations', async ({ operatorPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${past()}&table=1&vs=before.6&fc=persistence.1`)
  await expect(table(page)).toBeVisible()
  await expect.poll(() => overflow(page)).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])
  const [above, below] = [await plot(page).boundingBox(), await table(page).boundingBox()]
  expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
  expect(above!.height).toBeGreaterThanOrEqual(240)
  // Nothing of it is clipped by the panel around it.
  const panel = (await page.getByRole('region', { name: vi.dashboard.chart }).boundingBox())!
  expect(below!.y + below!.height).toBeLessThanOrEqual(panel.y + panel.height)
  // Nor is it stretched by its content.
  expect(below!.height).toBeLessThan(600)
})

test('all texts are in English', async ({ operatorPage: page }) => {
  await page.goto(`${past()}&table=1&vs=before.6`)
  await page.getByText('ENG', { exact: true }).click()
  await drawn(page, en)
  await expect(page.getByRole('table', { name: en.chartMore.table })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: en.chartTools.against })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

/** '20/11/2026 14:35', as the page writes it in Vietnamese. */
function shown(t: number): string {
  const local = toLocal(t, ZONE)
  return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 16)}`
}

/** Presses a save button and returns the download. */
async function saved(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') }
}

/** Writes into the shift log as its operator. */
async function write(
  plant: Plant,
  entry: { kind: 'note' | 'order'; text: string; party?: string; at: number },
): Promise<void> {
  await plant.ask(addShiftEntry, { body: { ...entry, at: toLocal(entry.at, ZONE) } })
}
