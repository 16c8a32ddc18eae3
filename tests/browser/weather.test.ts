import { DAY } from '#core/time/units.ts'
import { getWeather, getWeatherSource, setWeatherSource } from '#contract/weather.ts'
import { startProvider, type FakeProvider } from '../weather/provider.ts'
import { choose, expect, signIn, test as base, vi, en, type Page } from './fixtures.ts'
import { changeTheme, checkPage } from './page-checks.ts'
import { startPlant } from './plant.ts'

/** /tools/#/weather: forecasts of the demo's own weather, and of a provider that answers and then does not. */

const WEATHER = '/tools/#/weather'
const SETTINGS = '/settings/parameters?tab=weather'
const words = vi.weatherPage
const table = (page: Page, name: string) => page.getByRole('table', { name })

const test = base.extend<object, { provider: FakeProvider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const provider = await startProvider(Math.floor(Date.now() / DAY) * DAY)
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  plant: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const plant = await startPlant({ env: { ALLOW_PRIVATE_TARGETS: '1' } })
      try {
        await expect
          .poll(async () => (await plant.ask(getWeather, {})).models.length, { timeout: 60_000 })
          .toBe(2)
        await use(plant)
      } finally {
        await plant.close()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** For who looks at the pages: pictures of all of one, where WEATHER_SHOTS names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.WEATHER_SHOTS
  if (!folder) return
  const before = page.viewportSize()!
  await page.setViewportSize({ ...before, height: 3600 })
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await page.setViewportSize(before)
}

test('a demo shows the weather of its own plant and says that it is not real', async ({
  operatorPage: page,
}) => {
  await page.goto(WEATHER)
  await expect(page.getByText(words.demoAbout)).toBeVisible()
  await expect(page.getByText(words.off)).toBeVisible()
  const models = table(page, words.models)
  for (const name of ['demo-local', 'demo-global'])
    await expect(models.getByRole('button', { name })).toBeVisible()
  const row = models.getByRole('row', { name: /demo-local/ })
  await expect(row).toContainText(words.sourceOf.ingest)
  await expect(row).toContainText(words.run)
  await expect(row).toContainText(/\d+\.\d °C/)
  await expect(row).toContainText(/\d+\.\d mm/)
  await expect(page.getByRole('figure', { name: words.chart })).toHaveAttribute('data-ready', 'true')
  await expect(table(page, words.days).getByRole('row')).toHaveCount(12)
  await expect(table(page, words.places).getByRole('row', { name: /Trạm mưa/ })).toHaveCount(6)

  // What is chosen is in the address.
  await models.getByRole('button', { name: 'demo-global' }).click()
  await page.getByRole('radiogroup', { name: words.span }).first().getByText(words.spanOf['240']).click()
  await expect(page).toHaveURL(/model=ingest%3Ademo-global.*span=240/)
  await page.reload()
  await expect(models.getByRole('button', { name: 'demo-global' })).toHaveAttribute('aria-pressed', 'true')
  await picture(page, 'demo-vi')
  await checkPage(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'demo-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await changeTheme(page)
  await picture(page, 'demo-dark')
})

test('who may not see the weather finds neither entry nor page', async ({ openPage, plant }) => {
  const page = await openPage(false)
  await page.goto(WEATHER)
  await signIn(page, { ...plant, username: 'viewer' })
  await expect(page.getByRole('heading', { name: vi.error.noPermission })).toBeVisible()
  await expect(page.getByRole('link', { name: vi.route.weather })).toHaveCount(0)
})

test('a provider is tested and set; when it fails, the last forecast stays with its age', async ({
  adminPage: page,
  plant,
  provider,
}) => {
  const form = words.settings
  await choose(page, { language: 'vi' }, true)
  await page.goto(SETTINGS)
  await page.getByRole('button', { name: vi.settingsPage.editOf.replace('{{what}}', form.title) }).click()
  const dialog = page.getByRole('dialog', { name: form.title })
  await expect(dialog.getByText(form.keyHint)).toBeVisible()
  await dialog.getByLabel(form.address, { exact: true }).fill(provider.url)
  await dialog.getByLabel(form.ensembleAddress).fill(provider.url)
  await dialog.getByLabel(form.previousAddress).fill(`${provider.url}/previous/`)
  await dialog.getByLabel(form.key, { exact: true }).fill('mot-khoa-bi-mat')
  provider.faults.set('v1/ensemble', 'key')
  await dialog.getByRole('button', { name: form.test }).click()
  const result = dialog.getByRole('region', { name: form.testing })
  await expect(result).toContainText('ecmwf_ifs025, gfs_global, icon_global')
  await expect(result).toContainText('401')
  await picture(page, 'settings-test')
  provider.faults.clear()
  await dialog.getByRole('switch', { name: form.enabled }).check()
  await dialog.getByRole('button', { name: vi.act.save }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('***-mat')).toBeVisible()
  await picture(page, 'settings')
  await checkPage(page)

  await expect.poll(async () => (await plant.ask(getWeather, {})).models.length).toBe(5)
  await page.goto(WEATHER)
  const row = table(page, words.models).getByRole('row', { name: /gfs_global/ })
  await expect(row).toContainText(words.sourceOf['open-meteo'])
  await expect(page.getByRole('link', { name: /Open-Meteo.com/ })).toBeVisible()
  await expect(table(page, words.models)).toContainText(words.spread)
  await picture(page, 'provider-vi')

  provider.faults.set('v1/forecast', 'status')
  const { key: _key, attribution: _a, link: _l, places: _p, ...held } = await plant.ask(getWeatherSource, {})
  const { version } = await plant.ask(setWeatherSource, { body: held })
  await expect.poll(async () => (await plant.ask(getWeather, {})).provider.state).toBe('failing')
  await choose(page, { language: 'en' }, true)
  await page.reload()
  await expect(page.getByText(/has given no forecast since .* The provider returned error 502/)).toBeVisible()
  await expect(page.getByText(en.weatherPage.failingKept)).toBeVisible()
  await expect(table(page, en.weatherPage.models).getByRole('row', { name: /gfs_global/ })).toContainText(
    'ago',
  )
  await picture(page, 'failing-en')
  await checkPage(page, 'the page while the provider fails')
  provider.faults.clear()
  // Asked just now: it is not asked again by hand, but when its settings are stored.
  await expect(page.getByRole('button', { name: en.weatherPage.retry })).toBeHidden()
  await plant.ask(setWeatherSource, { body: { ...held, version } })
  await expect.poll(async () => (await plant.ask(getWeather, {})).provider.state).toBe('answering')
})

test('a file is uploaded, and a wrong one is refused with its row', async ({ adminPage: page, watch }) => {
  watch.allow(/status of 422/)
  await page.goto(WEATHER)
  await page.getByRole('button', { name: words.uploadTitle }).click()
  const dialog = page.getByRole('dialog', { name: words.uploadTitle })
  await dialog.getByLabel(words.uploadModel, { exact: true }).fill('dai-kttv')
  const at = (h: number) =>
    new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + h * 3_600_000).toISOString()
  const file = (last: string) => ({
    name: 'ban-tin.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`time;basin\n${at(1)};1,5\n${at(2)};2,25\n${at(3)};${last}\n`),
  })
  await dialog.locator('input[type=file]').setInputFiles(file('nhiều'))
  await dialog.getByRole('button', { name: words.uploadAct, exact: true }).click()
  await expect(dialog).toContainText('Dòng 4, cột basin: nhiều không phải là số')
  await dialog.locator('input[type=file]').setInputFiles(file('3,5'))
  await picture(page, 'upload')
  await dialog.getByRole('button', { name: words.uploadAct, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(table(page, words.models).getByRole('row', { name: /dai-kttv/ })).toContainText(
    words.sourceOf.upload,
  )
})
