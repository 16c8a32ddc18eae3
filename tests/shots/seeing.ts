import type { Page } from '@playwright/test'
import { startDevice, type Device } from '../camera/device.ts'
import { picture } from '../people/pictures.ts'
import { repair, setCamera, writeNight } from './night.ts'
import { drawn, expect, loaded, plain, TEXTS, type Screen } from './wait.ts'
import type { World } from './world.ts'

/** The pages that show a plant: panels with each state of the camera, charts, the wall, the shift. */

let device: Promise<Device> | null = null
export const closeCamera = async () => (await device)?.close()
const point = async (world: World, path: string) => {
  const camera = await (device ??= picture('jpeg', 640, 360).then((first) => startDevice(first)))
  await setCamera(world, camera.at(path))
}

const camera = (name: string, path: string, shown: (page: Page) => Promise<unknown>): Screen => ({
  ...plain(name, '/dashboard?panel=camera'),
  prepare: (world) => point(world, path),
  async shown(page, language) {
    await drawn(page, language)
    await shown(page)
  },
})

const LINES = 't*general.lake_level*R-level*general.total_discharge_out*L-outflow'
const PAIR = 'xy*general.lake_level*general.total_discharge_out'
const SENSORS = 't*level.reservoir.1*R-level*unit.2.power*L-turbine*basin.rain*L-rain'
const MENDED = 't*level.reservoir.1*R-level&p=t*level.downstream*R-turbine'

const wall = (pane: 'figures' | 'chart' | 'gates' | 'map', key: string): Screen => ({
  ...plain(`wall-${pane}`, '/wall'),
  widths: [1920, 1440, 1000],
  async shown(page, language) {
    const { pane: names } = TEXTS[language].wall
    await expect(page.getByRole('region', { name: names.figures, exact: true })).toBeVisible()
    // Options that load later join the row, which keys then count.
    for (const name of [names.chart, names.map])
      await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeAttached()
    await page.keyboard.press(key)
    const shown = page.getByRole('region', { name: names[pane], exact: true })
    await expect(shown).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    // Charts and maps report once they are drawn.
    if (pane === 'chart' || pane === 'map')
      await expect(shown.locator('[data-ready="true"]').first()).toBeAttached()
  },
})

export const SEEING: Screen[] = [
  camera('camera-live', '/video.mjpg', (page) =>
    expect(page.getByRole('dialog').locator('img[src^="blob:"]')).toBeVisible(),
  ),
  camera('camera-dead', '/page', (page) =>
    expect(page.getByRole('dialog').getByRole('alert')).toContainText(/\d\d:\d\d/),
  ),
  {
    ...plain('camera-refused', '/dashboard?panel=project'),
    async shown(page, language) {
      const t = TEXTS[language]
      await drawn(page, language)
      const name = t.settingsPage.editOf.replace('{{what}}', t.settingsPage.camera)
      await page.getByRole('button', { name }).click()
      const form = page.getByRole('dialog', { name: t.settingsPage.camera, exact: true })
      const field = form.getByLabel(t.fieldOf.settings.cameraPath)
      await field.fill('rtsp://admin:secret@10.1.1.1/1')
      await form.getByRole('button', { name: new RegExp(`^(${t.act.save}|${t.act.add})$`) }).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    },
  },
  plain('charts-empty', '/chart/index'),
  ...[
    { name: 'charts', path: `/chart/index?p=${LINES}&p=${PAIR}&time=24` },
    { name: 'charts-table', path: `/chart/index?p=${LINES}&time=72&table=1` },
    { name: 'charts-compare', path: `/chart/index?p=${LINES}&time=24&vs=before.24` },
    // Sensors that fall silent, one after the other; values that are flagged, replaced and removed.
    { name: 'charts-gaps', path: `/chart/index?p=${SENSORS}&time=14`, world: 'faults' as const },
    {
      name: 'charts-flags',
      path: `/chart/index?p=${MENDED}&from=2026-11-19T08:20:00&to=2026-11-19T09:40:00`,
      world: 'faults' as const,
      prepare: repair,
    },
  ].map(({ name, path, ...more }): Screen => ({
    ...plain(name, path),
    ...more,
    async shown(page, language) {
      await loaded(page)
      await expect(page.getByRole('figure').first()).toHaveAttribute('data-ready', 'true')
      await expect(page.getByText(TEXTS[language].chart.loading, { exact: true })).toHaveCount(0)
    },
  })),
  {
    ...plain('chart-span', '/dashboard?time=24'),
    async shown(page, language) {
      await drawn(page, language)
      const plot = page.getByRole('slider', { name: TEXTS[language].chart.cursor })
      await plot.focus()
      for (const key of ['Home', ...Array<string>(5).fill('Shift+ArrowRight'), 'Enter'])
        await page.keyboard.press(key)
      for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowRight')
    },
  },
  wall('figures', '1'),
  wall('chart', '2'),
  wall('gates', '3'),
  wall('map', '4'),
  { ...plain('shift-log', '/log/index'), prepare: writeNight },
  { ...plain('handovers', '/log/handover'), prepare: writeNight },
  {
    ...plain('sheet', '/log/handover'),
    prepare: writeNight,
    async shown(page) {
      await loaded(page)
      await page.getByRole('rowheader').getByRole('button').first().click()
      await expect(page).toHaveURL(/sheet=/)
      await loaded(page)
    },
  },
  { ...plain('gate-log', '/log/gates'), prepare: writeNight },
  { ...plain('tokens', '/settings/tokens'), prepare: writeNight },
]
