import { expect, test, type Browser, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi, type Text } from '#client/lib/text/vi/index.ts'
import { messages } from '#contract/messages.ts'
import { PASSWORD, startDevice, USER, type Device } from '../camera/device.ts'
import { picture } from '../people/pictures.ts'
import { choose, drawn, figure, meters, settled } from './fixtures.ts'
import { changeTheme, overflow, accessibilityViolations } from './page-checks.ts'
import { startPlant, type Plant } from './plant.ts'
import { fill, pagesAt } from './pages.ts'

/** Other tests depend on what is changed here: a plant of its own, with a camera. */
let plant: Plant
let device: Device
test.beforeAll(async () => {
  test.setTimeout(120_000)
  device = await startDevice(await picture('jpeg', 320, 180))
  plant = await startPlant({ env: { ALLOW_PRIVATE_TARGETS: '1' } })
  await settled(plant)
})
test.afterAll(async () => {
  await plant.close()
  await device.close()
})
const openPage = pagesAt(() => plant)

type Key = keyof typeof vi.panels.name
const panel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Opens a panel from the menu of the dashboard, like a person. */
async function open(page: Page, key: Key, text: Text = vi) {
  await page.getByRole('button', { name: text.panels.open, exact: true }).click()
  await page.getByRole('menuitem', { name: text.panels.name[key], exact: true }).click()
  return page.getByRole('dialog')
}

async function dashboard(browser: Browser, account?: string) {
  const { page, watch } = await openPage(browser, account)
  await page.goto('/dashboard')
  await drawn(page)
  return { page, watch }
}

/** Unset parts have "add", set ones "edit". */
const SAVE = new RegExp(`^(${vi.act.save}|${vi.act.add})$`)

const credentials = () => `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`

/** Sets the address of the camera like an administrator: panel, edit, save. */
async function point(page: Page, address: string) {
  const edit = fill(vi.settingsPage.editOf, { what: vi.settingsPage.camera })
  await open(page, 'project')
  await page.getByRole('button', { name: edit }).click()
  const form = panel(page, vi.settingsPage.camera)
  await form.getByLabel(vi.fieldOf.settings.cameraPath).fill(address)
  await form.getByRole('button', { name: SAVE }).click()
  return form
}

for (const [language, text] of [
  ['vi', vi],
  ['en', en],
] as const)
  test(`every panel opens on a desktop and on a phone in ${language}, nothing overflows, without accessibility violations`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const { page } = await openPage(browser)
    await choose(page, { language }, true)
    await page.goto('/dashboard')
    await drawn(page, text)
    const judged = async (key: Key) => {
      await expect(page.locator('[role="dialog"] [aria-busy="true"]'), key).toHaveCount(0)
      await expect.poll(() => overflow(page), key).toEqual([])
      expect(await accessibilityViolations(page), key).toEqual([])
    }
    // The desktop is light, the phone dark. Panels are opened on one and viewed on the other in turn.
    let phone = false
    const change = async () => {
      phone = !phone
      if (phone) await changeTheme(page)
      await page.setViewportSize({ width: phone ? 390 : 1440, height: 900 })
      if (!phone) await changeTheme(page)
    }
    for (const key of Object.keys(text.panels.name) as Key[]) {
      await open(page, key, text)
      await expect(page.getByRole('dialog').first(), key).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`panel=${key}`))
      await judged(key)
      await change()
      await judged(key)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog'), key).toHaveCount(0)
      await expect(page).not.toHaveURL(/panel=/)
      // The focus returns to where it came from.
      await expect(page.getByRole('button', { name: text.panels.open, exact: true })).toBeFocused()
    }
  })

test('what an account may not do is absent, or read-only with the reason', async ({ browser }) => {
  const { page } = await dashboard(browser, 'viewer')
  await page.getByRole('button', { name: vi.panels.open, exact: true }).click()
  const names = await page.getByRole('menuitem').allTextContents()
  expect(names).toEqual(
    (['reservoir', 'rain', 'forecast', 'volumes', 'export', 'chart', 'levels'] as const).map(
      (key) => vi.panels.name[key],
    ),
  )
  await page.getByRole('menuitem', { name: vi.panels.name.levels }).click()
  const levels = panel(page, vi.panels.name.levels)
  await expect(levels.getByText(vi.panels.readOnly.plant)).toBeVisible()
  await expect(levels.getByRole('button', { name: vi.items.edit })).toHaveCount(0)
  // Nor does an address open what the menu lacks.
  await page.goto('/dashboard?panel=project')
  await drawn(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('level and capacity: the present lake, and either looked up by the other', async ({ browser }) => {
  const { page } = await openPage(browser, 'operator')
  // Some centimetres, which are physically possible.
  const z = Number(((await plant.figures()).lake_level.value! + 0.04).toFixed(2))
  await plant.sendLevel(z)
  await page.goto('/dashboard?panel=capacity')
  const held = panel(page, vi.panels.name.capacity)
  await expect(held.getByRole('figure')).toHaveAttribute('data-ready', 'true')
  await expect(held.getByRole('paragraph').first()).toContainText(meters(z))
  const level = held.getByLabel(vi.lookUp.level, { exact: true })
  const volume = held.getByLabel(vi.lookUp.volume, { exact: true })
  await level.fill('412')
  await expect(volume).toHaveValue(/^198\.\d{3}$/)
  const read = await volume.inputValue()
  await volume.fill('')
  await expect(level).toHaveValue('')
  await volume.fill(read)
  await expect(level).toHaveValue('412.00')
  await expect(held.getByRole('status')).toContainText('km²')
  await volume.fill('9999')
  await expect(volume).toHaveAttribute('aria-invalid', 'true')
  await expect(level).toHaveValue('')
})

test('catchment rain equals that of the dashboard, by each method, with its gauges', async ({ browser }) => {
  test.setTimeout(150_000)
  const { page } = await dashboard(browser, 'viewer')
  const rain = await open(page, 'rain')
  const row = rain.getByRole('row', { name: new RegExp(`^${vi.basinRain.of.thiessen}`) })
  // Both cover the day until now, which advances between the two.
  await expect
    .poll(
      async () => {
        const { value } = (await plant.figures()).rain_24h
        return (await row.getByRole('cell').last().innerText()).includes(value!.toFixed(2))
      },
      { timeout: 90_000, message: 'the panel says the dashboard’s rain' },
    )
    .toBe(true)
  const gauges = rain.getByRole('table', { name: vi.basinRain.gauges })
  await expect(gauges.getByRole('row')).toHaveCount(7)
  const weight = gauges.getByRole('row').nth(1).getByRole('cell').first()
  const thiessen = await weight.textContent()
  await rain.getByText(vi.basinRain.of.grid, { exact: true }).last().click()
  await expect(weight).not.toHaveText(thiessen!)
  const bars = rain.getByRole('table', { name: fill(vi.basinRain.hourly, { method: vi.basinRain.of.grid }) })
  await expect(bars.getByRole('row')).toHaveCount(25)
})

test('the dashboard follows what is saved in a panel at once', async ({ browser }) => {
  test.setTimeout(120_000)
  const { page } = await dashboard(browser)
  const chart = await drawn(page)
  const turbine = chart.getByRole('button').filter({ hasText: vi.chart.turbine })
  await expect(turbine).not.toContainText(vi.chart.hidden)
  await open(page, 'look')
  await page
    .getByRole('button', { name: fill(vi.settingsPage.editOf, { what: vi.settingsPage.tab.look }) })
    .click()
  const form = panel(page, vi.settingsPage.tab.look)
  await form.getByLabel(vi.valueOf.checkFlood, { exact: true }).check()
  await form.getByRole('button', { name: SAVE }).click()
  await expect(form).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The normal level, on which the figures depend.
  await open(page, 'levels')
  await page
    .getByRole('button', { name: fill(vi.settingsPage.editOf, { what: vi.settingsPage.tab.levels }) })
    .click()
  const levels = panel(page, vi.settingsPage.tab.levels)
  await levels.getByLabel(vi.fieldOf.plant.levels.normal, { exact: true }).fill('411.5')
  await levels.getByRole('button', { name: SAVE }).click()
  await expect(levels).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(figure(page, vi.figure.level)).toContainText('411.50')
})

test('the station to be replaced is chosen in the panel, with its port', async ({ browser }) => {
  const { page } = await dashboard(browser)
  const form = await open(page, 'replace')
  const port = form.getByLabel(vi.stations.oldPort)
  const before = await port.inputValue()
  await form.getByRole('combobox', { name: vi.stations.oldStation }).click()
  await page.getByRole('option').nth(1).click()
  await expect(port).not.toHaveValue(before)
  await form.getByRole('button', { name: vi.stations.replaceAct }).click()
  await expect(form.getByText(vi.stations.pickSeries)).toBeVisible()
})

test('the camera: RTSP is refused with advice; pictures are served from our own origin; a broken one is reported', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { page, watch } = await dashboard(browser)
  const outside: string[] = []
  page.on('request', (r) => {
    if (r.url().includes(String(device.port))) outside.push(r.url())
  })
  const form = await point(page, 'rtsp://admin:secret@10.1.1.1/1')
  await expect(form.getByText(messages.vi.camera_rtsp)).toBeVisible()
  await form.getByLabel(vi.fieldOf.settings.cameraPath).fill(device.at('/digest/video.mjpg', credentials()))
  await form.getByRole('button', { name: SAVE }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(device.at('/digest/video.mjpg', '***'))).toBeVisible()
  await page.keyboard.press('Escape')

  const look = await open(page, 'camera')
  const seenAt = fill(vi.cameraPanel.alt, { time: '' }).trim()
  const seen = look.getByRole('img', { name: seenAt })
  await expect(seen).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => seen.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBe(320)
  await expect(look.getByText(vi.cameraPanel.live)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  device.show(await picture('jpeg', 200, 100))
  await expect.poll(() => seen.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBe(200)

  // Somebody else looks too, from the menu's own address: the camera holds one line.
  const other = await openPage(browser, 'viewer')
  await other.page.goto('/dashboard?panel=camera')
  await expect(other.page.getByRole('img', { name: seenAt })).toBeVisible()
  expect(device.streams()).toBe(1)

  await page.keyboard.press('Escape')
  await point(page, device.at('/page'))
  await expect(panel(page, vi.settingsPage.camera)).toBeHidden()
  await page.keyboard.press('Escape')
  await open(page, 'camera')
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText(messages.vi.camera_web_page)
  await expect(alert).toContainText(/\d\d:\d\d/)
  await expect(other.page.getByRole('alert').filter({ hasText: messages.vi.camera_web_page })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(outside).toEqual([])
  expect(watch.seen()).toEqual([])
})
