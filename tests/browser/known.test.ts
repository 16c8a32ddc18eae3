import { toLocal } from '#core/time/index.ts'
import { drawn, expect, figure, levelOn, meters, test, vi, type Page } from './fixtures.ts'

const w = vi.asKnown
const ZONE = 'Asia/Ho_Chi_Minh'
/** The browser's message about an expected error response. */
const REFUSED = /Failed to load resource: the server responded with a status of 400/

const banner = (page: Page) => page.getByRole('region', { name: w.title })

test('the dashboard is shown as it was known, until somebody returns to the present', async ({
  operatorPage: page,
  plant,
}) => {
  await page.goto('/dashboard')
  await drawn(page)
  const z = await levelOn(page)
  const second = Math.floor(Date.now() / 1000) * 1000
  // Everything received within a second is known at its end.
  await expect.poll(() => Date.now()).toBeGreaterThan(second + 1000)
  await plant.sendLevel(z + 0.02)
  await expect(figure(page, vi.figure.level)).toContainText(meters(z + 0.02))

  const known = toLocal(second, ZONE)
  await page.goto(`/dashboard?time=24&known=${known.replace(' ', 'T')}`)
  const shown = async () => {
    await expect(banner(page)).toContainText(
      w.at.replace('{{time}}', known.replace(/^(\d+)-(\d+)-(\d+) (\d+:\d+).*$/, '$3/$2/$1 $4')),
    )
    await expect(banner(page)).toContainText(w.notPresent)
    await drawn(page)
    await expect(figure(page, vi.figure.level)).toContainText(meters(z))
    await expect(page.getByRole('group', { name: vi.update.label })).toContainText(vi.update.past)
  }
  await shown()
  // New readings do not change it, and a reload keeps it.
  await plant.sendLevel(z + 0.03)
  await page.reload()
  await shown()
  await page.getByRole('button', { name: vi.dashboard.time.h3 }).click()
  await expect(page).toHaveURL(/known=/)
  await shown()

  await page.getByRole('button', { name: w.toPresent }).click()
  await expect(banner(page)).toBeHidden()
  await expect(page).not.toHaveURL(/known=/)
  await expect(figure(page, vi.figure.level)).toContainText(meters(z + 0.03))
  // Coming back later opens the present.
  await page.goto('/dashboard')
  await drawn(page)
  await expect(banner(page)).toBeHidden()
})

test('a time is chosen beside the range; one before the reservoir is refused with the reason', async ({
  operatorPage: page,
  watch,
}) => {
  watch.allow(REFUSED)
  await page.goto('/dashboard')
  await drawn(page)
  await page.getByRole('button', { name: w.title }).click()
  await page.getByRole('dialog').getByRole('button', { name: vi.dashboard.apply }).click()
  await expect(banner(page)).toContainText(w.notPresent)
  await drawn(page)
  await page.goto('/dashboard?known=2024-01-01T00:00')
  await expect(page.getByText('Lúc đó hồ này chưa có trong hệ thống')).toBeVisible()
  await expect(banner(page)).toBeVisible()
  // The panel below it has its full height.
  const other = await page.getByRole('button', { name: w.title }).boundingBox()
  expect(other!.height).toBeGreaterThan(20)
})
