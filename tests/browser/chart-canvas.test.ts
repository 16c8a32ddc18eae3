import { readFile } from 'node:fs/promises'
import { expect, test, type Browser, type Locator } from '@playwright/test'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { openOffice, type Office } from './office.ts'
import { signIn } from './pages.ts'
import { Watch } from './watch.ts'

/** What the canvas of a chart shows of missing or doubtful readings: its pixels, not its geometry. */
const HOVIDU = { code: 'HOVIDU', name: 'Hồ Ví Dụ' }
const ZONE = 'Asia/Ho_Chi_Minh'
/** Twelve hours of constant readings. */
const FROM = Math.floor(Date.now() / (60 * MINUTE)) * 60 * MINUTE - 48 * 60 * MINUTE
const LENGTH = 12 * 60
/** Minutes from the start: reported as missing; nothing received. */
const UNKNOWN = { from: 120, to: 240 }
const SILENT = { from: 360, to: 600 }
const FLAGS = { EXTRAPOLATED: 30, SUSPECT: 75, STALE: 300 } as const

let office: Office
test.setTimeout(90_000)
test.beforeAll(async () => {
  test.setTimeout(120_000)
  office = await openOffice()
  await office.start({ EDITION: 'ADVANCE', EXPERT_ACCOUNTS: 'chuyengia' })
  await office.addReservoirs([HOVIDU])
  await office.addAccount('chuyengia', 'viewer')
  const graded = new Map(Object.entries(FLAGS).map(([q, minute]) => [minute as number, q]))
  const readings = Array.from({ length: LENGTH / 5 + 1 }, (_, i) => 5 * i)
    .filter((minute) => minute <= SILENT.from || minute >= SILENT.to)
    .map((minute) => ({
      series: 'level.reservoir.1',
      t: FROM + minute * MINUTE,
      v: minute > UNKNOWN.from && minute < UNKNOWN.to ? null : 400 + minute / 2000,
      q: graded.get(minute),
    }))
  await office.sendReadings(HOVIDU.code, readings)
})
test.afterAll(() => office.close())

/** For each column of the canvas, the rows with the series' colour. Everything else there is grey. */
function colouredIn(figure: Locator): Promise<number[][]> {
  return figure.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
    return Array.from({ length: width }, (_, x) =>
      Array.from({ length: height }, (_, y) => y).filter((y) => {
        const [r, g, b, a] = data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)
        return a > 127 && Math.max(r, g, b) - Math.min(r, g, b) > 60
      }),
    )
  })
}

const [from, to] = [FROM, FROM + LENGTH * MINUTE].map((t) => toLocal(t, ZONE).replace(' ', 'T'))
const address = (colour: string) => `/chart/index?p=t*level.reservoir.1*R-${colour}&from=${from}&to=${to}`

/** The level as a line in a colour, drawn. */
async function openChart(browser: Browser, colour: string) {
  const context = await browser.newContext({ baseURL: office.url })
  const watch = new Watch(context, office.url)
  const page = await context.newPage()
  await page.goto('/account/login')
  await signIn(page, { ...office, username: 'chuyengia' })
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(address(colour))
  const figure = page.getByRole('figure', { name: vi.charts.chart })
  await expect(figure).not.toHaveAttribute('aria-busy', 'true')
  await expect(figure).toHaveAttribute('data-points', /^[1-9]/)
  // Margins have their final width once the font has loaded.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
  return { context, watch, page, figure }
}

test('a gap is empty, and a flagged value has a hollow symbol where good ones are only a line', async ({
  browser,
}) => {
  const { context, watch, page, figure } = await openChart(browser, 'outflow')

  // Position of the plot, from the SVG saved of the same view.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name: vi.chartMore.saveSvg, exact: true }).click(),
  ])
  const svg = await readFile(await file.path(), 'utf8')
  const [left, wide] = /<clipPath[^>]*><rect x="([\d.]+)"[^>]* width="([\d.]+)"/
    .exec(svg)!
    .slice(1)
    .map(Number)
  const x = (minute: number) => left + (minute / LENGTH) * wide
  // Three hollow symbols, one per flagged value.
  expect(svg.match(/<polygon /g)).toHaveLength(Object.keys(FLAGS).length)

  const columns = await colouredIn(figure)
  const between = (a: number, b: number) => columns.slice(Math.ceil(x(a)) + 8, Math.floor(x(b)) - 8)
  for (const gap of [UNKNOWN, SILENT]) {
    expect(between(gap.from, gap.to).length).toBeGreaterThan(50)
    expect(between(gap.from, gap.to).flat()).toEqual([])
  }
  const stops = [0, ...Object.values(FLAGS), UNKNOWN.from, UNKNOWN.to, SILENT.from, SILENT.to, LENGTH]
  stops.sort((a, b) => a - b)
  const tall = (rows: number[]) => rows.at(-1)! - rows[0] + 1
  for (const [i, a] of stops.slice(0, -1).entries()) {
    if (a === UNKNOWN.from || a === SILENT.from) continue
    const good = between(a, stops[i + 1])
    expect(good.length).toBeGreaterThan(5)
    for (const rows of good) {
      expect(rows.length).toBeGreaterThan(0)
      expect(tall(rows)).toBeLessThan(5)
    }
  }
  for (const minute of Object.values(FLAGS)) {
    const rows = columns[Math.floor(x(minute))]
    expect(tall(rows)).toBeGreaterThan(6)
    // The symbol is transparent: the line ends at its edge.
    expect(rows).not.toContain(Math.round((rows[0] + rows.at(-1)!) / 2))
  }
  await context.close()
  expect(watch.seen(), 'the browser complained').toEqual([])
})

test('a colour that was added after the chart was opened is drawn', async ({ browser }) => {
  const { context, watch, page, figure } = await openChart(browser, 'outflow')
  const isGreen = () =>
    figure.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const sums = [0, 0, 0]
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b, a] = data.subarray(i, i + 4)
        // Everything but the line is grey.
        if (a > 127 && Math.max(r, g, b) - Math.min(r, g, b) > 60) [r, g, b].forEach((v, c) => (sums[c] += v))
      }
      return sums[1] > sums[0] && sums[1] > sums[2]
    })
  // Of the test itself, which reads the canvas until it is drawn.
  watch.allow(/Multiple readback operations/)
  expect(await isGreen()).toBe(false)
  await page.evaluate((next) => {
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address('inflow'))
  await expect.poll(isGreen).toBe(true)
  await context.close()
  expect(watch.seen(), 'the browser complained').toEqual([])
})
