import { readFile } from 'node:fs/promises'
import { toLocal } from '#core/time/index.ts'
import { ITEMS } from '#contract/items.ts'
import { getOutput, type OutputAnswer } from '#contract/statistics.ts'
import { getWaterValue, type WaterValue } from '#contract/water-value.ts'
import { number } from '#client/lib/format.ts'
import { readBook } from '#server/lib/sheets/book.ts'
import { accessOf, call } from './call.ts'
import { choose, en, expect, test, vi, type Page, type Plant, type Text } from './fixtures.ts'
import { checkPage } from './page-checks.ts'
import { dialog, expectNotice } from './pages.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const monthOf = (t: number) => toLocal(t, ZONE).slice(0, 7)

/** Sells what the plant generates at three prices, from the beginning on. */
async function sell({ url, password }: Plant): Promise<void> {
  const bearer = await accessOf(url, 'admin', password)
  const listed = await call(url, ITEMS.tariff.list, {} as never, { bearer })
  if ((listed as unknown[]).length > 0) return
  const prices = Object.entries({ peak: 2800, normal: 1400, off: 850 }).map(([code, price]) => ({
    class: code,
    price,
  }))
  const body = { name: 'Giá bán', kind: 'table', calendar: 'EVN-2014', currency: 'VND', prices }
  await call(url, ITEMS.tariff.add, { body: { id: 'sold', body, from: null } } as never, { bearer })
}

test.beforeEach(({ plant }) => sell(plant))

/** The answer of the next call for statistics. */
async function answerOf(page: Page, act: () => Promise<unknown>): Promise<OutputAnswer> {
  const waiting = page.waitForResponse((r) => r.url().includes(`${getOutput.path}?`) && r.ok())
  await act()
  return ((await (await waiting).json()) as { data: OutputAnswer }).data
}

const planTable = (page: Page) => page.getByRole('table', { name: vi.statistics.tab.plan, exact: true })
const table = (page: Page, text: Text = vi) => page.getByRole('table', { name: text.statistics.tab.output })

test('output and revenue of the days: table, chart, workbook; the address opens the same', async ({
  adminPage: page,
  context,
}) => {
  await page.goto('/statistical/output')
  await expect(table(page)).toBeVisible()
  const daily = await answerOf(page, () =>
    page
      .getByRole('radiogroup', { name: vi.statistics.group })
      .getByText(vi.statistics.groups.day, { exact: true })
      .click(),
  )
  // A day that is over: its figures stay as they are.
  const { used } = daily.rows.findLast((r) => r.over && r.used.vnd !== null)!
  await expect(table(page)).toContainText(number(used.kwh, 0))
  await expect(table(page)).toContainText(number(used.vnd, 0))
  await expect(page.getByText(vi.statistics.madeOf.computed)).toBeVisible()
  await page.getByLabel(vi.statistics.chart, { exact: true }).click({ force: true })
  await expect(page.getByRole('figure', { name: vi.statistics.chartOf })).toHaveAttribute(
    'data-ready',
    'true',
  )

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: vi.statistics.excel, exact: true }).click()
  const file = await saving
  const book = await readBook(await readFile(await file.path()))
  const cells = book.flatMap((s) => s.rows.flatMap((r) => r.cells))
  expect(cells).toContain(used.vnd)

  const other = await context.newPage()
  const again = await answerOf(other, () => other.goto(page.url()))
  expect([again.group, again.rows.length]).toEqual(['day', daily.rows.length])
  await other.close()
})

test('a plan is uploaded, seen before it counts, compared with, and taken back', async ({
  adminPage: page,
}) => {
  await page.goto('/statistical/output?tab=plan')
  await page.getByRole('button', { name: vi.statistics.upload }).click()
  const form = dialog(page, vi.statistics.upload)
  const send = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await form
      .getByRole('button', { name: /./ })
      .filter({ hasText: vi.statistics.choose.slice(0, 8) })
      .click()
    await (
      await chooser
    ).setFiles({ name: 'ke-hoach.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  }
  const month = monthOf(Date.now())
  await send(`month,kWh,VND\n${month},nhiều,5\n`)
  await expect(form.getByText(/nhiều/)).toBeVisible()
  await expect(form.getByRole('button', { name: vi.statistics.putInForce })).toBeDisabled()
  await send(`month,kWh,VND\n${month},7654321,9876543210\n`)
  await expect(form.getByRole('row', { name: /7,654,321/ })).toBeVisible()
  await form.getByRole('button', { name: vi.statistics.putInForce }).click()
  await expectNotice(page, vi.statistics.planSaved)
  await expect(planTable(page)).toContainText('7,654,321')

  await page.getByRole('tab', { name: vi.statistics.tab.output }).click()
  await expect(table(page)).toContainText('9,876,543,210')

  await page.getByRole('tab', { name: vi.statistics.tab.plan }).click()
  const changes = page.getByRole('table', { name: vi.statistics.changes })
  await changes
    .getByRole('row', { name: /ke-hoach/ })
    .getByRole('button')
    .last()
    .click()
  await page.getByRole('menuitem', { name: vi.statistics.takeBack }).click()
  await dialog(page, vi.statistics.takeBack).getByRole('button', { name: vi.statistics.takeBack }).click()
  await expectNotice(page, vi.statistics.planSaved)
  await expect(planTable(page)).not.toContainText('7,654,321')
})

test('what people enter of a day stands beside what is computed', async ({ adminPage: page }) => {
  await page.goto('/statistical/output?tab=entered')
  const days = page.getByRole('table', { name: vi.statistics.tab.entered })
  const row = days.getByRole('row').nth(2)
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: vi.statistics.enter, exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(vi.statistics.e).fill('-5')
  await form.getByRole('button', { name: vi.act.save }).click()
  await expect(form.getByLabel(vi.statistics.e)).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel(vi.statistics.e).fill('123456')
  await form.getByLabel(vi.statistics.r).fill('200000000')
  await form.getByRole('button', { name: vi.act.save }).click()
  await expect(form).toBeHidden()
  await expect(row).toContainText('123,456')
  await expect(row).toContainText('200,000,000')
})

test('the panel of the dashboard says what water is worth, and what is assumed', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: vi.panels.open }).click()
  const waiting = page.waitForResponse((r) => r.url().includes(getWaterValue.path) && r.ok())
  await page.getByRole('menuitem', { name: vi.panels.name.waterValue }).click()
  const { data } = (await (await waiting).json()) as { data: WaterValue }
  const panel = dialog(page, vi.panels.name.waterValue)
  await expect(panel).toContainText(data.usable.assumed)
  await expect(panel).toContainText(`${number(data.usable.vnd, 0)} VND`)
  await expect(panel).toContainText(`${number(data.revenue.today.vnd, 0)} VND`)
})

test('who may not see money finds neither page nor panel', async ({ openPage }) => {
  const page = await openPage(true, 'viewer')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: vi.panels.open }).click()
  await expect(page.getByRole('menuitem', { name: vi.panels.name.volumes })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: vi.panels.name.waterValue })).toBeHidden()
  await expect(page.getByRole('link', { name: vi.route.statistics })).toBeHidden()
})

for (const [language, text] of [
  ['vi', vi],
  ['en', en],
] as const)
  test(`the page fits every window and is accessible in both themes: ${language}`, async ({ openPage }) => {
    const page = await openPage(true, 'admin')
    await choose(page, { language }, true)
    await page.goto('/statistical/output?group=day&chart=1&by=class')
    await expect(table(page, text)).toBeVisible()
    await checkPage(page)
    for (const tab of ['entered', 'plan'] as const) {
      await page.goto(`/statistical/output?tab=${tab}`)
      await expect(page.getByRole('table', { name: text.statistics.tab[tab], exact: true })).toBeVisible()
      await checkPage(page, tab)
    }
  })
