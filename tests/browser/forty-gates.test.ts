import { expect, test, type Page } from '@playwright/test'
import { vi } from '#client/lib/text/vi/index.ts'
import { drawn } from './fixtures.ts'
import { FORTY, fortyGates, fortyReadings, GATES, UNITS } from './forty.ts'
import { overflow } from './page-checks.ts'
import { openOffice, type Office } from './office.ts'
import { dialog, fill, pagesAt } from './pages.ts'

/** A plant with forty gates on three outlets, a free overflow and six units: every page stays legible. */
let office: Office
test.beforeAll(async () => {
  test.setTimeout(120_000)
  office = await openOffice()
  await office.start({ EDITION: 'ADVANCE' })
  await office.addDescribed(fortyGates())
  // A running server does not look for reservoirs that another program set up.
  await office.start({ EDITION: 'ADVANCE' })
  await office.sendReadings(FORTY, fortyReadings(Date.now()))
})
test.afterAll(() => office.close())
const openPage = pagesAt(() => office)
test.setTimeout(120_000)

/** One more row: the overflow, which nobody moves. */
const ROWS = GATES + 1 + UNITS
const SIZES = [
  [1440, 900],
  [1000, 768],
  [390, 844],
] as const
const rows = (page: Page) =>
  page
    .getByRole('table', { name: vi.dashboard.outlets })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .filter({ has: page.getByRole('cell') })

for (const [width, height] of SIZES)
  test(`dashboard at ${width} px: forty gates overflow no edge, and the open ones can be filtered`, async ({
    browser,
  }) => {
    const { page } = await openPage(browser)
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard')
    await drawn(page)
    const open = GATES / 2 + UNITS - 1
    const choice = page.getByRole('radiogroup', { name: vi.outletFilter.label })
    const active = choice.getByText(fill(vi.outletFilter.active, { n: open }), { exact: true })
    await expect(active).toBeVisible({ timeout: 60_000 })
    await expect(rows(page)).toHaveCount(ROWS)
    await expect.poll(() => overflow(page)).toEqual([])
    const tall = await rows(page).evaluateAll((all) => all.filter((r) => r.clientHeight > 26).length)
    expect(tall, 'one line each').toBe(0)
    await active.click()
    await expect(rows(page)).toHaveCount(open)
    await expect.poll(() => overflow(page)).toEqual([])
    if (width < 1440) return
    const main = page.getByRole('main')
    expect(await main.evaluate((e) => e.scrollHeight - e.clientHeight)).toBe(0)
    // The picture of the dam shows the same totals as the rows.
    await expect(page.getByRole('group', { name: vi.dashboard.dam, exact: true })).toContainText(/17\/35/)
  })

test('calculation has forty openings, tries them, and fits its panel', async ({ browser }) => {
  const { page } = await openPage(browser)
  const words = vi.calculation
  await page.goto('/dashboard')
  await drawn(page)
  await page.getByRole('button', { name: words.open, exact: true }).click()
  const panel = dialog(page, words.title)
  const openings = panel.getByRole('group', { name: words.gates }).getByRole('textbox')
  await expect(openings).toHaveCount(GATES)
  await openings.last().fill('0.5')
  await panel.getByRole('button', { name: words.try, exact: true }).click()
  await expect(panel.getByText(words.notStored)).toBeVisible()
  await expect.poll(() => overflow(page)).toEqual([])
  expect(await panel.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0)
})

for (const [width, height] of SIZES)
  test(`gate log at ${width} px: its form selects a whole outlet at once, and fits`, async ({ browser }) => {
    const { page } = await openPage(browser)
    const { gateLog } = vi
    await page.setViewportSize({ width, height })
    await page.goto('/log/gates')
    await page.getByRole('button', { name: gateLog.write, exact: true }).click()
    const form = dialog(page, gateLog.write)
    const outlet = fortyGates().gates[0].body
    await form.getByLabel(fill(gateLog.form.all, { gate: outlet.name })).check()
    const save = form.getByRole('button', {
      name: fill(gateLog.form.saveN, { n: outlet.leaves.length }),
    })
    await expect(save).toBeVisible()
    // The link below stays visible however long the list is.
    await expect(save).toBeInViewport()
    await expect.poll(() => overflow(page)).toEqual([])
  })

test('the wall shows forty gates without a scroll bar', async ({ browser }) => {
  const { page } = await openPage(browser)
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto('/wall')
    const names = vi.wall.pane
    for (const name of [names.chart, names.gates])
      await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeAttached()
    for (const [key, name] of [
      ['1', names.figures],
      ['3', names.gates],
    ]) {
      await page.keyboard.press(key)
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect.poll(() => overflow(page), name).toEqual([])
      const over = await page.evaluate(() => [
        document.documentElement.scrollHeight - innerHeight,
        ...[...document.querySelectorAll('section[data-pane], section[data-pane] *')]
          .filter((e) => getComputedStyle(e).overflowY === 'auto')
          .map((e) => e.scrollHeight - e.clientHeight),
      ])
      expect(Math.max(...over), name).toBeLessThanOrEqual(0)
    }
  }
})

test('gates are described in the information of the reservoir, each with its outlet', async ({ browser }) => {
  const { page } = await openPage(browser)
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await page.goto('/settings/information?tab=gates')
    for (const { body } of fortyGates().gates)
      await expect(page.getByText(body.name, { exact: true }).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect.poll(() => overflow(page)).toEqual([])
  }
})
