import { networkInterfaces } from 'node:os'
import { expect, test } from '@playwright/test'
import { drawn, en, figure, levelOn, meters, settled, signIn, vi } from './fixtures.ts'
import { startPlant } from './plant.ts'
import { Watch } from './watch.ts'

/** A non-loopback address of this machine, as typed in a control room. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((a) => a && a.family === 'IPv4' && !a.internal && !a.address.startsWith('169.254.'))?.address

test.skip(address === undefined, 'this machine has no address besides loopback')
test.setTimeout(150_000)

test(`works over plain http at an address of the plant’s network`, async ({ browser }) => {
  const plant = await startPlant({ host: address, env: { HOST: '0.0.0.0' } })
  const context = await browser.newContext({ baseURL: plant.url })
  const watch = new Watch(context, plant.url)
  try {
    await settled(plant)
    const page = await context.newPage()
    await page.goto('/dashboard')
    // Without service worker, locks, clipboard and randomUUID: the product has to work nevertheless.
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await signIn(page, plant)
    await expect(page).toHaveURL(/\/dashboard/)
    await drawn(page)

    const z = (await levelOn(page)) + 0.02
    await plant.sendLevel(z)
    await expect(figure(page, vi.figure.level)).toContainText(meters(z), { timeout: 10_000 })

    await page.getByRole('button', { name: vi.dashboard.time.h6 }).click()
    await expect(page).toHaveURL(/[?&]time=6(&|$)/)
    await drawn(page)
    await page.getByText('ENG', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en.chart.saveCsv }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    await page.reload()
    await drawn(page, en)
    await expect(figure(page, en.figure.level)).toContainText(meters(z))

    await page.getByRole('button', { name: en.shell.logout }).first().click()
    await expect(page).toHaveURL(/\/account\/login$/)
    expect(watch.seen()).toEqual([])
  } finally {
    await context.close()
    await plant.close()
  }
})
