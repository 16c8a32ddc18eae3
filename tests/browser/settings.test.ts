import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi, type Text } from '#client/lib/text/vi/index.ts'
import { messages } from '#contract/messages.ts'
import { choose, drawn } from './fixtures.ts'
import { checkPage } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { dialog, fill, pagesAt, expectNotice } from './pages.ts'

const PARAMETERS = '/settings/parameters'
const CHANGES = '/settings/changes'

/** Other tests depend on what is changed here: a plant of its own. */
let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)

type Tab = keyof typeof vi.settingsPage.tab
async function show(page: Page, tab: Tab, text: Text = vi) {
  await page.goto(`${PARAMETERS}?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 2, name: text.settingsPage.tab[tab] })).toBeVisible()
}
async function edit(page: Page, what: string, text: Text = vi) {
  await page.getByRole('button', { name: fill(text.settingsPage.editOf, { what }) }).click()
  await expect(dialog(page, what)).toBeVisible()
}
const save = (page: Page, what: string, text: Text = vi) =>
  dialog(page, what).getByRole('button', { name: text.act.save, exact: true }).click()
/** The value in force, by the name of its field. */
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
const fields = vi.fieldOf.parameters

test('a window is changed from now on: its scatter is shown while it is typed, a wrong number at its field', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser)
  watch.allow(/status of 400/)
  const what = vi.settingsPage.tab.calculation
  await show(page, 'calculation')
  await expect(fact(page, fields.window)).toHaveText('1 giờ (3,600 s)')
  await edit(page, what)
  const panel = dialog(page, what)
  const scatter = panel.getByRole('status')
  const sigma = async () =>
    Number(/±\s([\d.,]+)/.exec((await scatter.textContent()) ?? '')?.[1].replace(',', ''))
  await expect(scatter).toContainText('±')
  const before = await sigma()
  // A tenth of the window scatters ten times as much.
  await panel.getByLabel(fields.window).fill('360')
  await expect.poll(sigma).toBeGreaterThan(5 * before)

  await panel.getByLabel(fields.window).fill('1,200')
  await save(page, what)
  await expect(panel.getByLabel(fields.window)).toHaveAttribute('aria-invalid', 'true')
  await expect(
    panel.getByText(messages.vi.ambiguous_number.split('{')[0], { exact: false }).first(),
  ).toBeVisible()

  await panel.getByLabel(fields.window).fill('7200')
  await panel.getByLabel(vi.field.reason).fill('Lưu lượng đến dao động')
  await save(page, what)
  await expect(panel).toBeHidden()
  await expect(fact(page, fields.window)).toHaveText('2 giờ (7,200 s)')
})

test('the change is in the history, in both languages, and the version before is restored', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  await page.goto(`${CHANGES}?noun=parameters`)
  const table = page.getByRole('table', { name: vi.changesPage.tab.list })
  await expect(table.getByText('Lưu lượng đến dao động')).toBeVisible()
  await table
    .getByRole('button', { name: fill(vi.changesPage.show, { what: '' }) })
    .first()
    .click()
  const difference = page.getByRole('table', { name: vi.changesPage.what }).getByRole('row').nth(1)
  await expect(difference).toHaveText([fields.window, '1 giờ (3,600 s)', '2 giờ (7,200 s)'].join(''))

  await page.getByRole('button', { name: vi.changesPage.restoreBefore }).click()
  const title = fill(vi.changesPage.restoreTitle, { name: vi.nounOf.parameters })
  const panel = dialog(page, title)
  await expect(panel.getByRole('table', { name: vi.changesPage.what })).toContainText(fields.window)
  await panel.getByRole('button', { name: vi.changesPage.restore, exact: true }).click()
  await expect(panel.getByText(vi.changesPage.reasonNeeded)).toBeVisible()
  await expect(panel.getByLabel(vi.field.reason)).toHaveAttribute('required')
  await panel.getByLabel(vi.field.reason).fill('Trở lại như cũ')
  await panel.getByRole('button', { name: vi.changesPage.restore, exact: true }).click()
  await expect(panel).toBeHidden()
  await expect(table.getByText('Trở lại như cũ')).toBeVisible()
  await show(page, 'calculation')
  await expect(fact(page, fields.window)).toHaveText('1 giờ (3,600 s)')

  const { page: english } = await openPage(browser)
  await choose(english, { language: 'en' }, true)
  await english.goto(`${CHANGES}?noun=parameters`)
  await expect(english.getByRole('heading', { level: 1, name: en.route.changes })).toBeVisible()
  await english
    .getByRole('button', { name: fill(en.changesPage.show, { what: '' }) })
    .nth(1)
    .click()
  await expect(english.getByRole('table', { name: en.changesPage.what }).getByRole('row').nth(1)).toHaveText(
    [en.fieldOf.parameters.window, '1 h (3,600 s)', '2 h (7,200 s)'].join(''),
  )
})

test('the description of a day is shown, with what has changed since', async ({ browser }) => {
  const { page } = await openPage(browser)
  await page.goto(`${CHANGES}?tab=day`)
  const table = page.getByRole('table', { name: vi.changesPage.tab.day })
  await expect(table.getByText(vi.changesPage.dayPresent).first()).toBeVisible()
  await page.getByLabel(vi.changesPage.day).fill('31/31/2026')
  await page.getByRole('button', { name: vi.changesPage.showDay, exact: true }).click()
  await expect(page.getByLabel(vi.changesPage.day)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(vi.changesPage.day).fill('01/01/2026')
  await page.getByRole('button', { name: vi.changesPage.showDay, exact: true }).click()
  const line = table.getByRole('row').filter({ hasText: vi.nounOf.parameters })
  // The same numbers, from another version than the restored one.
  await expect(line).toContainText(fill(vi.changesPage.daySince, { n: 0 }))
})

test('a season of minimum flow and a limit of the flood season are entered in usual notations of days', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  const flows = vi.settingsPage.tab.flows
  await show(page, 'flows')
  await edit(page, flows)
  await page.getByRole('button', { name: vi.settingsPage.addSeason }).click()
  const season = page.getByRole('group', { name: `${fields.minimumFlows.self} 1` })
  await season.getByLabel(fields.minimumFlows.from).fill('1/9')
  await season.getByLabel(fields.minimumFlows.to).fill('31/11')
  await season.getByLabel(fields.minimumFlows.flow).fill('3,5')
  await save(page, flows)
  await expect(season.getByLabel(fields.minimumFlows.to)).toHaveAttribute('aria-invalid', 'true')
  await season.getByLabel(fields.minimumFlows.to).fill('30/11')
  await save(page, flows)
  await expect(dialog(page, flows)).toBeHidden()
  const table = page.getByRole('table', { name: fields.minimumFlows.self })
  await expect(table.getByRole('row').nth(1)).toHaveText(['01/09', '30/11', vi.valueOf.dam, '3.50'].join(''))

  const levels = vi.settingsPage.tab.levels
  await show(page, 'levels')
  await edit(page, levels)
  await page.getByRole('button', { name: vi.settingsPage.addSeason }).click()
  const words = vi.fieldOf.plant.seasonLimits
  const limit = page.getByRole('group', { name: `${words.self} 1` })
  await limit.getByLabel(words.from).fill('01/01')
  await limit.getByLabel(words.to).fill('31/12')
  await limit.getByLabel(words.level).fill('408')
  await save(page, levels)
  await expect(dialog(page, levels)).toBeHidden()
  await expect(page.getByRole('table', { name: words.self }).getByRole('row').nth(1)).toContainText('408.00')
})

test('the dashboard is drawn as configured: hidden lines, thresholds, and the camera of the reservoir', async ({
  browser,
}) => {
  const { page } = await openPage(browser)
  const look = vi.settingsPage.tab.look
  await show(page, 'look')
  await edit(page, look)
  const panel = dialog(page, look)
  await panel.getByLabel(vi.fieldOf.settings.waterLevelMin).fill('420')
  await panel.getByLabel(vi.fieldOf.settings.waterLevelMax).fill('400')
  await panel.getByLabel(vi.fieldOf.settings.waterLevelMax).press('Tab')
  await expect(panel.getByText(messages.vi.axis_order)).toBeVisible()
  await panel.getByLabel(vi.lineOf.total_discharge_turbine).check()
  await panel.getByLabel(vi.valueOf.season).check()
  await panel.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(panel.getByLabel(vi.fieldOf.settings.waterLevelMax)).toHaveAttribute('aria-invalid', 'true')
  await panel.getByLabel(vi.fieldOf.settings.waterLevelMin).fill('378')
  await panel.getByLabel(vi.fieldOf.settings.waterLevelMax).fill('420')
  await panel.getByRole('button', { name: vi.act.save, exact: true }).click()
  await expect(panel).toBeHidden()
  await expect(fact(page, vi.fieldOf.settings.waterLevelMin)).toHaveText('378.00 m')

  await show(page, 'project')
  const camera = vi.settingsPage.camera
  await edit(page, camera)
  await dialog(page, camera).getByLabel(vi.fieldOf.settings.cameraPath).fill('https://camera.example/dap')
  await save(page, camera)
  await expect(dialog(page, camera)).toBeHidden()

  await page.goto('/dashboard')
  const chart = await drawn(page)
  const turbine = chart.getByRole('button').filter({ hasText: vi.chart.turbine })
  await expect(turbine).toContainText(vi.chart.hidden)
  await expect(page.getByRole('link', { name: new RegExp(vi.menu.camera) })).toHaveAttribute(
    'href',
    '/dashboard?panel=camera',
  )
})

test('the configuration is downloaded as a file and imported again, whole or one item; a damaged one is refused', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser)
  watch.allow(/status of 400/)
  await page.goto(`${CHANGES}?tab=file`)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: vi.changesPage.exportAct }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^forebay-.+\.json$/)
  const bytes = await readFile(await saved.path())

  // Something changes after the file was made.
  const what = vi.settingsPage.tab.calculation
  await show(page, 'calculation')
  await edit(page, what)
  await dialog(page, what).getByLabel(fields.movingPoints).fill('9')
  await dialog(page, what)
    .getByLabel(fill(vi.items.whole, { period: '' }).replace(/ \(\)$/, ''), { exact: false })
    .check()
  await save(page, what)
  await expect(dialog(page, what)).toBeHidden()

  await page.goto(`${CHANGES}?tab=file`)
  const choosing = async (name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: vi.changesPage.choose }).click(),
    ])
    await chooser.setFiles({ name, mimeType: 'application/json', buffer })
  }
  await choosing('cắt cụt.json', bytes.subarray(0, bytes.length - 100))
  await expectNotice(page, vi.changesPage.notJson)
  await choosing(
    'sửa tay.json',
    Buffer.from(bytes.toString().replace('"movingPoints":5', '"movingPoints":6')),
  )
  await expectNotice(page, messages.vi.bundle_damaged)

  await choosing('cấu hình.json', bytes)
  const plan = page.getByRole('table', { name: vi.changesPage.importTitle })
  await expect(plan.getByRole('row')).toHaveCount(2)
  await expect(plan.getByRole('row').nth(1)).toContainText(vi.nounOf.parameters)
  await plan.getByRole('button', { name: fill(vi.changesPage.show, { what: '' }) }).click()
  await expect(page.getByRole('table', { name: vi.changesPage.what }).getByRole('row').nth(1)).toHaveText(
    [fields.movingPoints, '9', '5'].join(''),
  )
  await page
    .getByRole('button', { name: fill(vi.changesPage.importOne, { name: vi.nounOf.parameters }) })
    .click()
  const sure = dialog(page, vi.changesPage.importSure)
  await sure.getByLabel(vi.field.reason).fill('Khôi phục từ gói')
  await sure.getByRole('button', { name: vi.changesPage.importOneShort, exact: true }).click()
  await expect(sure).toBeHidden()
  await expect(page.getByText(vi.changesPage.planSame)).toBeVisible()
  await show(page, 'calculation')
  await expect(fact(page, fields.movingPoints)).toHaveText('5')
})

test('the second of two who change the parameters is warned', async ({ browser }) => {
  const { page: first } = await openPage(browser)
  const { page: second, watch } = await openPage(browser)
  watch.allow(/status of 409/)
  const what = vi.settingsPage.tab.calculation
  for (const page of [first, second]) {
    await show(page, 'calculation')
    await edit(page, what)
    await dialog(page, what)
      .getByLabel(fields.levelRate)
      .fill(page === first ? '0.8' : '0.7')
  }
  await save(first, what)
  await expect(dialog(first, what)).toBeHidden()
  await save(second, what)
  await expect(dialog(second, what).getByText(vi.items.conflict)).toBeVisible()
  await dialog(second, what).getByRole('button', { name: vi.act.reload }).click()
  await expect(dialog(second, what).getByLabel(fields.levelRate)).toHaveValue('0.8')
})

test('a viewer reads no settings without permission', async ({ browser }) => {
  const { page } = await openPage(browser, 'viewer')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('main'))).toBeVisible()
  await expect(page.getByRole('link', { name: vi.route.changes })).toHaveCount(0)
})

/** Opens every tab: the first by its page, the others by pressing, which loads only their content. */
async function eachTab(page: Page, check: (what: string) => Promise<void>): Promise<void> {
  const press = async (name: string) => {
    const tab = page.getByRole('tab', { name, exact: true })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
  await show(page, 'calculation')
  for (const tab of Object.keys(vi.settingsPage.tab) as Tab[]) {
    await press(vi.settingsPage.tab[tab])
    await expect(page.getByRole('heading', { level: 2, name: vi.settingsPage.tab[tab] })).toBeVisible()
    await check(tab)
  }
  await page.goto(CHANGES)
  for (const tab of Object.keys(vi.changesPage.tab) as (keyof typeof vi.changesPage.tab)[]) {
    await press(vi.changesPage.tab[tab])
    const more = page.getByRole('button', { name: fill(vi.changesPage.show, { what: '' }) })
    if (tab !== 'file') await more.first().click()
    await check(tab)
  }
}

test('every tab fits every width, without accessibility violations in either theme', async ({ browser }) => {
  test.setTimeout(180_000)
  const { page } = await openPage(browser)
  await eachTab(page, (what) => checkPage(page, what))
})
