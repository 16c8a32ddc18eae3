import { readFile } from 'node:fs/promises'
import { expect, test, vi, type Page } from './fixtures.ts'

/** The kit's behaviour on every page (docs/kit.md), each part checked on one page, as an administrator. */

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('arrows, Home and End move from row to row in one column; an open menu keeps them', async ({
  adminPage: page,
}) => {
  await page.goto('/roles/manage')
  const names = table(page, vi.roles.title).getByRole('rowheader').getByRole('button')
  await expect(names.first()).toBeVisible()
  const all = await names.allTextContents()
  expect(all.length).toBeGreaterThan(2)
  await names.first().focus()
  for (const [key, row] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['End', -1],
    ['ArrowDown', -1],
    ['Home', 0],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(page)).toBe(all.at(row))
  }
  // The menus are in another column; an open one keeps its arrow keys.
  const menu = page.getByRole('button', { name: /^Thao tác với / }).first()
  await menu.focus()
  await page.keyboard.press('Enter')
  // It takes the keys once it has the focus.
  await expect(page.locator('[data-autofocus]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
})

test('Ctrl+C without a selection copies the rows as tab-separated text, without controls', async ({
  adminPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/roles/manage')
  const rows = table(page, vi.roles.title)
  await rows.getByRole('rowheader').getByRole('button').first().focus()
  await page.keyboard.press('Control+C')
  await expect(page.getByRole('status').filter({ hasText: /^Đã chép \d+ dòng$/ })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(lines[0]).toEqual([
    vi.roles.name,
    vi.roles.level,
    vi.roles.members,
    vi.roles.permissions,
    vi.roles.tree,
  ])
  const names = await rows.getByRole('rowheader').getByRole('button').allTextContents()
  expect(lines.slice(1).map(([name]) => name)).toEqual(names)
  expect(lines.slice(1).every((line) => /^\d+$/.test(line[1]) && line.length === 5)).toBe(true)
})

test('a table is saved as CSV, whose first column names the subject of each row', async ({
  adminPage: page,
}) => {
  await page.goto('/quality/index?tab=series')
  const rows = table(page, vi.qualityPage.tab.series).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: vi.rows.save, exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  // The byte order mark tells a spreadsheet that it is UTF-8.
  expect(lines[0].startsWith(`\uFEFF${vi.qualityPage.where},${vi.qualityPage.lastGood},`)).toBe(true)
  expect(lines).toHaveLength(await rows.count())
  expect(lines.some((line) => line.startsWith('level.reservoir.1,'))).toBe(true)
})

test('the address is the filter: it survives a reload, begins at the first page, and is cleared as a whole', async ({
  adminPage: page,
}) => {
  const shown = () => new URLSearchParams(new URL(page.url()).search)
  await page.goto('/audit/index?page=2&tab=x')
  await page.getByRole('searchbox', { name: vi.audit.search }).fill('hồ chứa')
  await expect.poll(() => shown().get('search')).toBe('hồ chứa')
  expect(shown().has('page')).toBe(false)
  // Parameters outside the filter stay in the address.
  expect(shown().get('tab')).toBe('x')
  await page.reload()
  await expect(page.getByRole('searchbox', { name: vi.audit.search })).toHaveValue('hồ chứa')
  await page.getByRole('button', { name: vi.act.clear, exact: true }).click()
  await expect.poll(() => page.url()).toMatch(/\/audit\/index\?tab=x$/)
  await expect(page.getByRole('searchbox', { name: vi.audit.search })).toHaveValue('')
  // Invalid values read as the default.
  await page.goto('/audit/index?page=-3&from=2026-13-01&to=x')
  await expect(page.getByRole('button', { name: vi.act.clear, exact: true })).toHaveCount(0)
})

test('a change of the filter adds no history entry: the back button goes to the previous page', async ({
  adminPage: page,
}) => {
  await page.goto('/log/handover')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/calculation/index')
  const box = page.getByRole('checkbox', { name: vi.runs.all })
  await box.click()
  await expect(page).toHaveURL(/all=1/)
  await page.goBack()
  await expect(page).toHaveURL(/\/log\/handover$/)
})
