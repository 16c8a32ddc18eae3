import { expect, test } from '@playwright/test'
import { vi } from '#client/lib/text/vi/index.ts'
import { MINUTE } from '#core/time/index.ts'
import { demoDescription } from '#plant/index.ts'
import { fill, seatsAt } from './seats.ts'
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
const seat = seatsAt(() => plant)
test.setTimeout(120_000)

/** The words beside the figures, up to the time that is not known here. */
const words = (text: string) => fill(text, { name, time: '' })

test('figures that rest on the last opening of a silent gate say so, and since when', async ({ browser }) => {
  const { page } = await seat(browser, 'admin')
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

  // For how long is a parameter with a field of its own.
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
