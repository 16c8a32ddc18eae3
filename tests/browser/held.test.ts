import { expect, test } from '@playwright/test'
import type { Explanation } from '#contract/explain.ts'
import { typedTime } from '#client/lib/local-time.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { MINUTE } from '#core/time/index.ts'
import { demoDescription } from '#plant/index.ts'
import { fill, pagesAt } from './pages.ts'
import { settled, startPlant, type Plant } from './plant.ts'

const seed = demoDescription()
const gate = seed.gates.find((g) => g.body.leaves[0].openingSeries)!
const [leaf] = gate.body.leaves
const name = gate.body.leaves.length > 1 ? leaf.name : gate.body.name
/** One gate has been silent for three quarters of an hour. */
const SILENT_FOR = 45 * MINUTE

let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(240_000)
  const since = new Date(Date.now() - SILENT_FOR).toISOString()
  plant = await startPlant({ env: { PLANT_FAULTS: `silent:${leaf.openingSeries}@${since}/` } })
  await settled(plant)
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)
test.setTimeout(120_000)

/** The note beside the figures, up to the time, which is unknown here. */
const words = (text: string) => fill(text, { name, time: '' })

test('figures based on the last opening of a silent gate note that, and since when', async ({ browser }) => {
  const { page } = await openPage(browser, 'admin')
  await page.goto('/dashboard')
  for (const label of [vi.figure.inflow, vi.figure.outflow]) {
    const figure = page.getByRole('region', { name: label, exact: true })
    await expect(figure).toContainText(words(vi.figure.held))
    await expect(figure).toContainText(vi.quality.grades[1])
    await expect(figure).toContainText(/\d{1,2}:\d{2}/)
  }
  await expect(page.getByRole('table', { name: vi.dashboard.outlets })).toContainText(
    fill(vi.table.held, { time: '' }),
  )
  await expect(page.getByRole('group', { name: /^Mặt cắt đập: / })).toContainText(words(vi.figure.held))

  // The duration is a parameter with a field of its own.
  await page.goto('/settings/parameters')
  await expect(page.getByText(vi.fieldOf.parameters.holdSilent).first()).toBeVisible()
  await page
    .getByRole('button', { name: fill(vi.settingsPage.editOf, { what: vi.settingsPage.tab.calculation }) })
    .click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel(vi.fieldOf.parameters.holdSilent)).toBeVisible()
  await expect(form).toContainText(vi.settingsPage.holdSilentHint)

  await page.goto('/wall')
  for (const label of [vi.figure.inflow, vi.figure.outflow])
    await expect(page.getByRole('region', { name: label, exact: true })).toContainText(words(vi.figure.held))
})

test('a silent gate uses the opening written in the log, and its explanation notes that', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { page } = await openPage(browser, 'operator')
  await page.goto('/log/gates')
  await page.getByRole('button', { name: vi.gateLog.write, exact: true }).click()
  const form = page.getByRole('dialog', { name: vi.gateLog.write })
  const at = typedTime(Date.now() - 20 * MINUTE, 'Asia/Ho_Chi_Minh', 'vi')
  await form.getByLabel(vi.gateLog.form.at, { exact: true }).fill(at)
  await form.getByLabel(name).check()
  await form.getByLabel(vi.gateLog.form.opening).fill('0,75')
  await form.getByRole('button', { name: vi.gateLog.form.save, exact: true }).click()
  await expect(form).toHaveCount(0)
  const restsOn = async () => {
    await page.goto('/dashboard')
    const waiting = page.waitForResponse((r) => r.url().includes('/v1/calculation/explain') && r.ok())
    await page.getByRole('row').filter({ hasText: name }).getByTitle(vi.figure.why).last().click()
    const { data } = (await (await waiting).json()) as { data: Explanation }
    return data.inputs[0]?.series
  }
  await expect.poll(restsOn, { timeout: 100_000 }).toBe(`log.${leaf.id}`)
  const inputs = page
    .getByRole('dialog', { name: vi.figure.why })
    .getByRole('region', { name: vi.explain.inputs })
  await expect(inputs).toContainText(vi.explain.fromLog)
  await expect(inputs).toContainText('0.75')
})
