import { readFile } from 'node:fs/promises'
import { makeSheet, type MadeSheetAnswer } from '#contract/sheets.ts'
import { number } from '#client/lib/format.ts'
import { readBook } from '#server/lib/sheets/book.ts'
import { book, SHEET_NAME } from '../report/template.ts'
import { choose, en, expect, test, vi, type Page } from './fixtures.ts'
import { checkPage } from './page-checks.ts'
import { fill } from './pages.ts'

const words = vi.sheets
const NATION = 'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM'

/** Opens a sheet, and answers what the page reads of it. */
async function openSheet(page: Page, path: string): Promise<MadeSheetAnswer> {
  const waiting = page.waitForResponse((r) => r.url().includes(makeSheet.path) && r.ok())
  await page.goto(path)
  return ((await (await waiting).json()) as { data: MadeSheetAnswer }).data
}

async function saved(page: Page, name: string) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  const file = await saving
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('the daily observation sheet on screen, as a workbook and on one sheet of paper', async ({
  adminPage: page,
}) => {
  await page.goto('/report/sheets')
  await page.getByRole('button', { name: 'Biểu quan trắc ngày', exact: true }).click()
  await expect(page.getByRole('article')).toContainText(NATION)
  const sheet = await openSheet(page, page.url())
  const row = sheet.rows.findLast((cells) => typeof cells[1].v === 'number')!
  const level = number(row[1].v as number, 2)
  await expect(page.getByRole('row', { name: `${row[0].v} ${level}` })).toBeVisible()
  const { name, bytes } = await saved(page, words.excel)
  expect(name).toMatch(/Bieu_quan_trac_ngay-\d{4}-\d{2}-\d{2}-DEMO\.xlsx$/)
  const cells = (await readBook(bytes)).flatMap((s) => s.rows.flatMap((r) => r.cells))
  expect(cells).toContain(NATION)
  expect(cells.some((c) => typeof c === 'number' && Math.abs(c - (row[1].v as number)) < 1e-6)).toBe(true)
  const paper = await page.pdf({ preferCSSPageSize: true })
  const pdf = paper.toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!
  expect(Number(width)).toBeLessThan(Number(height))
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('a sheet is copied, changed, restored and removed', async ({ adminPage: page, watch }) => {
  watch.allow(/status of 400/)
  await page.goto('/report/sheets')
  const menu = (name: string) => page.getByRole('row', { name }).getByRole('button').last()
  await menu('Biểu vận hành ngày').click()
  await page.getByRole('menuitem', { name: words.copy }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(fill(words.inVietnamese, { what: words.sheet }), { exact: true })
    .fill('Biểu gửi Sở')
  await dialog
    .getByLabel(fill(words.inVietnamese, { what: words.heading }), { exact: true })
    .fill('BÁO CÁO GỬI SỞ')
  await dialog.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(page.getByRole('article').getByRole('heading', { name: 'BÁO CÁO GỬI SỞ' })).toBeVisible()
  await page.getByRole('button', { name: words.back }).click()

  await menu('Biểu gửi Sở').click()
  await page.getByRole('menuitem', { name: words.edit, exact: true }).click()
  await dialog
    .getByLabel(fill(words.inVietnamese, { what: words.heading }), { exact: true })
    .fill('{plant.nam}')
  await dialog.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(dialog.getByText('plant.nam').first()).toBeVisible()
  await dialog
    .getByLabel(fill(words.inVietnamese, { what: words.heading }), { exact: true })
    .fill('{plant.name}')
  await dialog.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await menu('Biểu gửi Sở').click()
  await page.getByRole('menuitem', { name: words.history }).click()
  await dialog.getByRole('row', { name: /^1 / }).getByRole('button', { name: words.restore }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Biểu gửi Sở', exact: true }).click()
  await expect(page.getByRole('article').getByRole('heading', { name: 'BÁO CÁO GỬI SỞ' })).toBeVisible()
  await page.getByRole('button', { name: words.back }).click()
  await menu('Biểu gửi Sở').click()
  await page.getByRole('menuitem', { name: words.remove }).click()
  await page.getByRole('button', { name: words.remove, exact: true }).click()
  await expect(page.getByRole('row', { name: 'Biểu gửi Sở' })).toHaveCount(0)
})

test('a template is refused with its cells, then kept, filled and downloaded as it was', async ({
  adminPage: page,
  watch,
}) => {
  watch.allow(/status of 422/)
  const file = async (name: string) => ({
    name: 'Mẫu của tôi.xlsx',
    mimeType: '',
    buffer: await book({ [name]: `'${SHEET_NAME}'!$B$5:$B$28` }),
  })
  await page.goto('/report/sheets')
  await page.getByRole('button', { name: words.upload }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await file('hour.lake_levl'))
  await dialog.getByRole('button', { name: words.check }).click()
  await expect(dialog.getByText('Tên hour.lake_levl (trang Biểu ngày, ô B5:B28)')).toBeVisible()
  const good = await file('hour.lake_level')
  await dialog.locator('input[type=file]').setInputFiles(good)
  await dialog.getByRole('button', { name: words.check }).click()
  await expect(dialog.getByText(/^Đã lưu\. Thử với/)).toBeVisible()
  await dialog.getByRole('button', { name: vi.act.close, exact: true }).last().click()
  await page.getByRole('button', { name: 'Mẫu của tôi', exact: true }).click()
  const { bytes } = await saved(page, words.excel)
  const [own] = await readBook(bytes)
  expect(own.rows.filter((r) => r.row >= 5 && typeof r.cells[1] === 'number').length).toBeGreaterThan(0)
  await page.getByRole('button', { name: words.back }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('row', { name: 'Mẫu của tôi' }).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: words.original }).click()
  const original = await saving
  expect(original.suggestedFilename()).toBe('Mẫu của tôi.xlsx')
  expect((await readFile(await original.path())).equals(good.buffer)).toBe(true)
})

for (const [language, text] of [
  ['vi', vi],
  ['en', en],
] as const)
  test(`the pages fit every window and are accessible in both themes: ${language}`, async ({ openPage }) => {
    const page = await openPage(true, 'admin')
    await choose(page, { language }, true)
    await page.goto('/report/sheets')
    await expect(page.getByRole('table')).toBeVisible()
    await checkPage(page, 'the list')
    await page.goto('/report/sheets?tab=names&period=month')
    await expect(page.getByText('whole.lake_level.max_time')).toBeVisible()
    await checkPage(page, 'the names')
    await page.goto('/report/sheets?sheet=monthly-operation')
    await expect(page.getByRole('article')).toContainText(text.sheets.foot.mean)
    await checkPage(page, 'the sheet')
  })
