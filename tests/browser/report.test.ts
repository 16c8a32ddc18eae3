import { readFile } from 'node:fs/promises'
import { getReport, type ReportAnswer } from '#contract/report.ts'
import { SERIES_NAMES } from '#contract/series-names.ts'
import { date, dateTime, number } from '#client/lib/format.ts'
import { readBook } from '#server/lib/sheets/book.ts'
import { choose, en, expect, test, vi, type Page, type Text } from './fixtures.ts'
import { checkPage } from './page-checks.ts'

const table = (page: Page, text: Text = vi) =>
  page.getByRole('table').filter({ hasText: text.report.foot.mean })
const LEVEL = SERIES_NAMES.vi['general.lake_level']

/** The answer of the next report that the page reads. */
async function answerOf(page: Page, act: () => Promise<unknown>): Promise<ReportAnswer> {
  const waiting = page.waitForResponse((r) => r.url().includes(getReport.path) && r.ok())
  await act()
  return ((await (await waiting).json()) as { data: ReportAnswer }).data
}

test('a report of what was chosen: table, chart, copy, workbook; its address opens it again', async ({
  operatorPage: page,
  context,
}) => {
  const first = await answerOf(page, () => page.goto('/report/index'))
  const level = first.columns.findIndex((c) => c.name.startsWith(LEVEL))
  const row = first.v[level].findLastIndex((v) => v !== null)
  const at = dateTime(first.t[row], first.zone, 'vi')
  const shown = number(first.v[level][row] as number, 2)
  // The newest rows are at the end of the table.
  await page.getByRole('group', { name: vi.report.table }).evaluate((e) => e.scrollTo(0, e.scrollHeight))
  const line = table(page).getByRole('row', { name: at })
  await expect(line.getByRole('cell').nth(level)).toHaveText(shown)

  // Another quantity is added in the tree, found without diacritics.
  await page.getByLabel(vi.report.search).fill('dung tich ho')
  const more = await answerOf(page, () =>
    page.getByLabel(SERIES_NAMES.vi['general.total_capacity'], { exact: true }).click(),
  )
  expect(more.columns.length).toBeGreaterThan(first.columns.length)
  await page.getByLabel(vi.report.withChart).click({ force: true })
  await expect(page.getByRole('figure', { name: vi.report.chart })).toHaveAttribute('data-ready', 'true')

  const daily = await answerOf(page, () =>
    page.getByRole('radiogroup', { name: vi.report.kind }).getByText(vi.report.kinds.daily).click(),
  )
  expect(daily.kind).toBe('daily')
  const days = table(page).getByRole('rowheader')
  await expect(days.first()).toHaveText(date(daily.t[0], daily.zone, 'vi'))

  // The workbook has the figures of the page.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: vi.report.excel, exact: true }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  const book = await readBook(await readFile(await file.path()))
  const cells = book.flatMap((s) => s.rows.flatMap((r) => r.cells))
  const total = daily.totals![level]
  expect(cells.some((c) => typeof c === 'number' && Math.abs(c - total.max!) < 0.005)).toBe(true)

  // The address is the report.
  const other = await context.newPage()
  const again = await answerOf(other, () => other.goto(page.url()))
  expect(again.columns.map((c) => c.id)).toEqual(daily.columns.map((c) => c.id))
  await other.close()
})

test('a report of one day is refused before it is asked for, an empty choice says what to do', async ({
  operatorPage: page,
}) => {
  await page.goto('/report/index?from=2026-11-01&to=2026-11-01')
  await expect(page.getByText(vi.report.shortHint)).toBeVisible()
  await expect(page.getByRole('button', { name: vi.report.excel, exact: true })).toBeDisabled()
})

for (const [language, text] of [
  ['vi', vi],
  ['en', en],
] as const)
  test(`the page fits every window and is accessible in both themes: ${language}`, async ({ openPage }) => {
    const page = await openPage(true)
    await choose(page, { language }, true)
    await page.goto('/report/index?chart=1&detail=1')
    await expect(table(page, text)).toBeVisible()
    await checkPage(page)
  })

for (const [language, text] of [
  ['vi', vi],
  ['en', en],
] as const)
  test(`scheduled reports fit every window and are accessible in both themes: ${language}`, async ({
    openPage,
  }) => {
    const page = await openPage(true)
    await choose(page, { language }, true)
    await page.goto('/report/schedules')
    await expect(page.getByText(text.reportSchedules.none, { exact: true })).toBeVisible()
    await checkPage(page)
  })

test('on paper a report is a table with all rows: upright, or across where it is wide', async ({
  operatorPage: page,
}) => {
  const report = await answerOf(page, () => page.goto('/report/index'))
  await expect(table(page)).toBeVisible()
  const printed = async () => {
    await page.evaluate(() => {
      addEventListener(
        'beforeprint',
        () =>
          Object.assign(window, {
            lines: document.querySelectorAll('main table tbody:not([aria-hidden]) tr').length,
          }),
        { once: true },
      )
    })
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!
    return {
      across: Number(width) > Number(height),
      sheets: pdf.match(/\/Type \/Page\b/g)!.length,
      lines: await page.evaluate(() => (window as unknown as { lines: number }).lines),
    }
  }
  const upright = await printed()
  expect(upright).toMatchObject({ across: false, lines: report.t.length })
  // About forty lines to a sheet: as cards they took three to a sheet.
  expect(upright.sheets).toBeLessThanOrEqual(Math.ceil(report.t.length / 35) + 1)

  const wide = await answerOf(page, () => page.goto('/report/index?detail=1'))
  expect(wide.columns.length).toBeGreaterThan(7)
  await expect(table(page)).toBeVisible()
  expect(await printed()).toMatchObject({ across: true, lines: wide.t.length })
})
