import { choose, drawn, en, expect, figure, test, vi, type Page, type Text } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'

const number = (text: string | null) => Number(/-?[\d,]+(\.\d+)?/.exec(text ?? '')![0].replace(/,/g, ''))

async function open(page: Page, text: Text = vi) {
  await page.getByRole('button', { name: text.panels.open, exact: true }).click()
  await page.getByRole('menuitem', { name: text.panels.name.forecast, exact: true }).click()
  const panel = page.getByRole('dialog', { name: text.forecast.title })
  await expect(panel.getByText(text.forecast.mean, { exact: true })).toBeVisible()
  return panel
}

/** The value below a name of the panel. */
const valueBelow = (panel: ReturnType<Page['getByRole']>, name: string) =>
  panel.locator('dl > div', { has: panel.page().getByText(name, { exact: true }) }).locator('strong')

test('the inflow forecast is chosen in its panel, drawn on the chart, kept in the address, and removed again', async ({
  operatorPage: page,
  plant,
}) => {
  await page.goto('/dashboard')
  await drawn(page)
  let panel = await open(page)
  await expect(panel).toContainText(vi.forecast.baselineHint)
  await expect(panel).toContainText('±20 %')
  // A day of a linear forecast shows its warning; an hour of it does not.
  await expect(panel).toContainText('Quá 3 giờ')
  const chart = panel.getByRole('figure', { name: vi.forecast.chart })
  await expect(chart).toHaveAttribute('data-ready', 'true')

  await panel.getByText(vi.forecast.persistence, { exact: true }).click()
  await panel.getByText(vi.forecast.hour1, { exact: true }).click()
  await expect(panel).not.toContainText('Quá 3 giờ')
  // All of them change with each calculation.
  await expect
    .poll(async () => {
      const { inflow_moving_average: smooth } = await plant.figures()
      const smoothed = vi.figure.average.split('{{')[0]
      const group = figure(page, vi.figure.inflow).getByRole('group', { name: smoothed })
      const shown = group.getByText(/^\d/).first()
      const flows = [vi.forecast.mean, vi.forecast.max, vi.forecast.end].map((name) =>
        valueBelow(panel, name),
      )
      const far = await Promise.all(
        [shown, ...flows].map(async (text) => Math.abs(number(await text.textContent()) - smooth.value!)),
      )
      const volume = number(await valueBelow(panel, vi.forecast.volume).textContent())
      return [...far.map((m3s) => m3s < 0.05), Math.abs(volume - (smooth.value! * 3600) / 1e6) < 0.005]
    })
    .toEqual([true, true, true, true, true])

  await panel.getByRole('button', { name: vi.forecast.show }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/fc=persistence\.1(&|$)/)
  await expect(page).not.toHaveURL(/panel=/)
  const big = await drawn(page)
  await expect(big).toContainText(vi.chartTools.ahead)
  // The address shows the same to everybody.
  await page.reload()
  await expect(await drawn(page)).toContainText(vi.chartTools.ahead)

  panel = await open(page)
  await expect(panel.getByRole('radio', { name: vi.forecast.hour1 })).toBeChecked()
  await panel.getByRole('button', { name: vi.forecast.hide }).click()
  await expect(page).not.toHaveURL(/fc=/)
  await expect(await drawn(page)).not.toContainText(vi.chartTools.ahead)
})

test('the indicators show the energy of the plant and of its units, and when the lake reaches its limits', async ({
  operatorPage: page,
  plant,
}) => {
  await page.goto('/dashboard')
  const power = figure(page, vi.figure.power)
  await power.getByRole('button', { name: vi.indicators.open }).click()
  const panel = page.getByRole('dialog', { name: vi.indicators.title })
  const rows = panel.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(4)
  const whole = rows.filter({ hasText: vi.indicators.plant })
  // Both change with each calculation.
  const cells = async () => (await whole.getByRole('cell').allTextContents()).map((c) => c.trim())
  await expect
    .poll(async () => {
      const { energy_today: today, power: now, water_use: use } = await plant.figures()
      const [shownNow, shownToday, , , shownUse] = await cells()
      return [
        shownNow === now.value!.toFixed(1),
        shownToday === Math.round(today.value!).toLocaleString('en-US'),
        shownUse === (use.value === null ? '-' : use.value.toFixed(2)),
      ]
    })
    .toEqual([true, true, true])
  // Two days of a year: the known part is shown in place of the missing value.
  await expect(whole.getByRole('cell').nth(3)).toContainText(/^-có [\d,]+thiếu \d+ %$/)
  for (const name of [
    vi.indicators.usable,
    vi.indicators.left,
    vi.indicators.toNormal,
    vi.indicators.toFlood,
  ])
    await expect(panel.getByText(name, { exact: true })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

for (const [language, theme, width] of [
  ['vi', 'dark', 390],
  ['en', 'light', 1000],
] as const)
  test(`both panels fit and can be used by everybody: ${language}, ${theme}, ${width} px`, async ({
    operatorPage: page,
  }) => {
    const text = language === 'vi' ? vi : en
    await page.setViewportSize({ width, height: 844 })
    await choose(page, { language, theme }, true)
    await page.goto('/dashboard')
    await drawn(page, text)
    const panel = await open(page, text)
    await expect(panel.getByRole('figure', { name: text.forecast.chart })).toHaveAttribute(
      'data-ready',
      'true',
    )
    await expect.poll(() => overflow(page)).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await figure(page, text.figure.power).getByRole('button', { name: text.indicators.open }).click()
    const indicators = page.getByRole('dialog', { name: text.indicators.title })
    await expect(indicators.getByRole('table')).toBeVisible()
    await expect.poll(() => overflow(page)).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
  })
