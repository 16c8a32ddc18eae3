import { choose, expect, test, en, vi, type Page, type Text } from './fixtures.ts'
import { checkPage } from './page-checks.ts'

const words = vi.calculator

/** Opens a calculator from the sidebar, wide or collapsed. */
async function open(page: Page, kind: keyof typeof words.title, t: Text = vi) {
  const side = page.getByRole('complementary')
  await side.getByRole('button', { name: t.shell.expand }).click()
  await side.getByRole('button', { name: t.calculator.group }).click()
  // Entries move while the group unfolds: a press that ends on another entry is not a click.
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))
  await side.getByRole('button', { name: t.calculator.title[kind] }).click()
  const panel = page.getByRole('dialog', { name: t.calculator.title[kind] })
  await expect(panel.getByRole('button', { name: t.calculator.run, exact: true })).toBeVisible()
  return panel
}

test('a calculator opens beside its item, begins with present values and answers', async ({
  operatorPage: page,
  plant,
}) => {
  await page.goto('/dashboard')
  const panel = await open(page, 'time')
  const item = page.getByRole('complementary').getByRole('button', { name: words.title.time })
  await expect.poll(async () => (await panel.boundingBox())!.width).toBe(500)
  const [beside, of] = [(await panel.boundingBox())!, (await item.boundingBox())!]
  expect(beside.x).toBeGreaterThanOrEqual(of.x + of.width)
  const z1 = Number(await panel.getByLabel(words.field.Z1now).inputValue())
  expect(Math.abs(z1 - (await plant.figures()).lake_level.value!)).toBeLessThan(0.2)
  await panel.getByLabel(words.field.Z2target).fill('411')
  await panel.getByLabel(words.field.QIN).fill('300')
  await panel.getByLabel(words.field.QPLANT).fill('50')
  await panel.getByRole('button', { name: words.run, exact: true }).click()
  const result = panel.getByRole('definition').filter({ hasText: words.unit.hour })
  await expect(result).toHaveText(/^\d+\.\d{2}giờ$/)
  // A result is shown only for its own input.
  await panel.getByLabel(words.field.Z2target).fill('411.5')
  await expect(result).toHaveText(/^-/)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(item).toBeFocused()
})

test('impossible input is reported at its field', async ({ operatorPage: page, watch }) => {
  watch.allow(/422/)
  await page.goto('/dashboard')
  const panel = await open(page, 'time')
  await panel.getByLabel(words.field.Z1now).fill('410')
  await panel.getByLabel(words.field.Z2target).fill('500')
  await panel.getByLabel(words.field.QIN).fill('10')
  await panel.getByLabel(words.field.QPLANT).fill('50')
  const run = panel.getByRole('button', { name: words.run, exact: true })
  await run.click()
  await expect(panel.getByLabel(words.field.Z2target)).toHaveAttribute('aria-invalid', 'true')
  await expect(panel.getByText(/Z2 = 500/)).toBeVisible()
  await panel.getByLabel(words.field.Z2target).fill('411')
  await run.click()
  await expect(panel.getByText(/không thể đạt mực nước 411 m/)).toBeVisible()
  await panel.getByLabel(words.field.QIN).fill('abc')
  await run.click()
  await expect(panel.getByLabel(words.field.QIN)).toHaveAttribute('aria-invalid', 'true')
})

test('a click is not lost to the error that appears above the button when a field loses focus', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  const panel = await open(page, 'volume')
  await panel.getByLabel(words.field.Z1).fill('abc')
  await panel.getByRole('button', { name: words.run, exact: true }).click()
  // Only submitting reports a field that was never focused.
  await expect(panel.getByLabel(words.field.Z2)).toHaveAttribute('aria-invalid', 'true')
  await expect(panel.getByLabel(words.field.Z1)).toHaveAttribute('aria-invalid', 'true')
})

test('with the small sidebar the calculators pop up; below 1019 px they are dialogs of 500 px', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  const side = page.getByRole('complementary')
  await side.getByRole('button', { name: words.group }).hover()
  await page.getByRole('menuitem', { name: words.title.catchment }).click()
  const panel = page.getByRole('dialog', { name: words.title.catchment })
  await panel.getByLabel(words.field.R).fill('100')
  await panel.getByLabel(words.field.C, { exact: true }).fill('0.7')
  await panel.getByLabel(words.field.CA).fill('250')
  await panel.getByRole('button', { name: words.run, exact: true }).click()
  await expect(panel.getByRole('definition').filter({ hasText: words.unit.mcm })).toHaveText(/^17\.5/)
  await page.setViewportSize({ width: 1018, height: 800 })
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 259, width: 500 })
})

test('forecast and target discharge have as many decimals as needed, at most six', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  const panel = await open(page, 'shortTerm')
  const result = panel.getByRole('definition').filter({ hasText: /^[\d.,]+m³\/s$/ })
  const ask = async (QIN: string, TANA: string, T: string) => {
    await panel.getByLabel(words.field.QIN).fill(QIN)
    await panel.getByLabel(words.field.TANA).fill(TANA)
    await panel.getByLabel(words.field.T, { exact: true }).fill(T)
    await panel.getByRole('button', { name: words.run, exact: true }).click()
  }
  await ask('150', '2.5', '0.5')
  await expect(result).toHaveText('151.25m³/s')
  await ask('150', '1', '0.3333333')
  await expect(result).toHaveText('150.333333m³/s')
})

test('a calculator fits every width, without accessibility violations in either theme', async ({
  operatorPage: page,
}) => {
  await choose(page, { language: 'en' }, true)
  await page.goto('/dashboard')
  const panel = await open(page, 'discharge', en)
  await panel.getByRole('button', { name: en.calculator.run, exact: true }).click()
  await expect(panel.getByRole('definition').filter({ hasText: /^\d/ })).toBeVisible()
  await checkPage(page)
  await expect(panel).toBeVisible()
})
