import { kmlOf } from '#core/geo/fixtures.ts'
import type { XY } from '#core/geo/index.ts'
import { RING } from '#plant/basin/map.ts'
import { en, expect, test, vi, type Page } from './fixtures.ts'
import { checkPage, accessibilityViolations } from './page-checks.ts'

const PATH = '/settings/information?tab=basin'
const HALF = RING.map(([lon, lat]): XY => [108.486 + (lon - 108.486) * 0.7, 14.826 + (lat - 14.826) * 0.8])
const KML = kmlOf([...HALF, HALF[0]])

/** The panel as an administrator opens it, with its map drawn. */
async function open(page: Page) {
  await page.goto(PATH)
  await drawn(page)
  await expect(page.getByRole('table')).toBeVisible()
}

/** A map that has drawn its content. */
async function drawn(page: Page, within: Page | ReturnType<Page['getByRole']> = page) {
  const map = within.getByRole('application')
  // The map library loads with the first map.
  await expect(map).toHaveAttribute('data-ready', 'true', { timeout: 30_000 })
  return map
}

const outline = (page: Page) => page.getByRole('region', { name: vi.basin.outline })
const kml = (text: string, name = 'lưu vực.kml') => ({
  name,
  mimeType: 'application/vnd.google-earth.kml+xml',
  buffer: Buffer.from(text),
})

test('an outline is previewed with its warnings before it is saved; then it is in use, with its file', async ({
  adminPage: page,
  watch,
}) => {
  // Browsers log a refused file as an error of the page.
  watch.allow(/400 \(Bad Request\).*contour\/preview/)
  await open(page)
  await expect(outline(page).getByText('330.2 km²')).toBeVisible()
  await page.getByRole('button', { name: vi.basin.replace }).click()
  const form = page.getByRole('dialog', { name: vi.basin.replace })
  const save = form.getByRole('button', { name: vi.basin.save })
  const file = form.locator('input[type=file]')

  const broken = KML.replace(`${HALF[0][0]},${HALF[0][1]},0`, '')
  await file.setInputFiles(kml(broken))
  await expect(form.getByRole('alert')).toContainText('Ranh giới chưa khép kín')
  await expect(save).toBeDisabled()

  await file.setInputFiles(kml(KML))
  await expect(form.getByText('KML · WGS 84')).toBeVisible()
  await expect(form.getByText(/lệch 44 % so với diện tích lưu vực đã khai báo/)).toBeVisible()
  await drawn(page, form)
  await form.getByLabel(/Dùng 184.9 km² làm diện tích lưu vực/).check()
  await form.getByLabel(vi.field.reason).fill('Đo lại')
  await save.click()

  await expect(form).toHaveCount(0)
  await expect(outline(page).getByText('184.9 km²')).toHaveCount(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    outline(page)
      .getByRole('button', { name: /lưu vực\.kml/ })
      .click(),
  ])
  expect(download.suggestedFilename()).toBe('lưu vực.kml')
})

test('unsaved changes are asked about once', async ({ adminPage: page }) => {
  await open(page)
  await page.getByRole('button', { name: vi.basin.replace }).click()
  const form = page.getByRole('dialog', { name: vi.basin.replace })
  await form.locator('input[type=file]').setInputFiles(kml(KML))
  await expect(form.getByText('KML · WGS 84')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.getByText(vi.act.unsaved)).toBeVisible()
  await form.getByRole('button', { name: vi.act.leave }).click()
  await expect(form).toHaveCount(0)
})

test('rivers are read from a file: faults name their feature; a valid file is shown, saved and downloaded', async ({
  adminPage: page,
  watch,
}) => {
  // Browsers log a refused file as an error of the page.
  watch.allow(/400 \(Bad Request\).*layer\/preview/)
  await open(page)
  const part = page.getByRole('region', { name: vi.basin.layers })
  const row = part.getByRole('listitem', { name: vi.map.rivers })
  await expect(row.getByText('9 nét vẽ, vẽ cùng hồ chứa')).toBeVisible()
  await row.getByRole('button', { name: /^Thay lớp/ }).click()
  const form = page.getByRole('dialog', { name: /Thay lớp: Sông suối/ })
  const save = form.getByRole('button', { name: vi.basin.layerSave })
  const river = (name: string, coordinates: number[][]) => ({
    type: 'Feature',
    properties: { name, rank: 1 },
    geometry: { type: 'LineString', coordinates },
  })
  const file = (...features: unknown[]) => ({
    name: 'sông suối.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
  })
  const line = RING.slice(0, 6)
  const input = form.locator('input[type=file]')
  await input.setInputFiles(
    file(
      river('A', line),
      river(
        'B',
        line.map(([x, y]) => [y, x]),
      ),
    ),
  )
  await expect(form.getByRole('alert')).toContainText(
    'Đối tượng thứ 2, điểm thứ 1 (14.826, 108.486) ghi vĩ độ trước',
  )
  await expect(save).toBeDisabled()

  await input.setInputFiles(file(river('Sông An Vân', line), river('Suối Mới', line.slice(2))))
  await expect(form.getByText('2 đối tượng, 10 điểm, vẽ 10 điểm · WGS 84')).toBeVisible()
  await drawn(page, form)
  expect(await accessibilityViolations(page)).toEqual([])
  await form.getByLabel(vi.field.reason).fill('Khảo sát mới')
  await save.click()
  await expect(form).toHaveCount(0)
  await expect(row.getByText(/^2 nét vẽ, tải lên/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /sông suối\.geojson/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('sông suối.geojson')

  await row.getByRole('button', { name: /^Xóa lớp/ }).click()
  await page
    .getByRole('dialog', { name: /Xóa lớp: Sông suối/ })
    .getByRole('button', { name: vi.basin.layerRemove, exact: true })
    .click()
  await expect(row.getByText(vi.basin.layerNone)).toBeVisible()
})

test('the frame of the map can be dragged by its edge, and typed', async ({ adminPage: page }) => {
  await open(page)
  await page.getByRole('button', { name: vi.basin.frameEdit }).click()
  const form = page.getByRole('dialog', { name: vi.basin.frame })
  const map = await drawn(page, form)
  const north = form.getByLabel(vi.map.corner.endLatitude)
  const before = Number(await north.inputValue())
  // The frame fills two thirds of the height within the margins (32 and 36 px), around the centre.
  const box = (await map.boundingBox())!
  const room = box.height - 68
  const [x, y] = [box.x + 48 + (box.width - 104) / 2, box.y + 32 + room / 2 - room / 3]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Number(await north.inputValue())).toBeGreaterThan(before + 0.005)

  const east = form.getByLabel(vi.map.corner.endLongitude)
  await east.fill('108')
  await expect(form.getByText(vi.map.notBeyond)).toBeVisible()
  await expect(form.getByRole('button', { name: vi.act.save })).toBeDisabled()
  await east.fill('108,75')
  await north.fill("14°54'N")
  await form.getByRole('button', { name: vi.act.save }).click()
  await expect(form).toHaveCount(0)
  const frame = page.getByRole('region', { name: vi.basin.frame })
  await expect(frame.getByText('108.75°')).toBeVisible()
  await expect(frame.getByText('14.9°')).toBeVisible()
  await frame.getByRole('button', { name: vi.basin.frameReset }).click()
  await expect(frame.getByText(vi.basin.frameAuto)).toBeVisible()
})

test('weights that do not sum to 1 are reported; the computed ones do', async ({ adminPage: page }) => {
  await open(page)
  const part = page.getByRole('region', { name: vi.basin.weights })
  const first = part.getByLabel(vi.basin.enteredOf.replace('{{name}}', 'Trạm mưa Ba Vân'))
  await first.fill('1,5')
  await expect(part.getByText(vi.basin.share)).toBeVisible()
  await first.fill('0.9')
  await expect(part.getByText(vi.basin.sumWrong)).toBeVisible()
  await part.getByRole('button', { name: vi.basin.useComputed }).click()
  await expect(part.getByText(vi.basin.sumGood)).toBeVisible()
  await part.getByRole('button', { name: vi.basin.weightsSave }).click()
  await expect(page.getByText(new RegExp(vi.basin.weightsSaved))).toBeVisible()
  await page.reload()
  await expect(first).toHaveValue('')
  await expect(part.getByText(vi.basin.sumGood)).toBeVisible()
})

test('the panel and the upload fit every width, without accessibility violations in either theme', async ({
  adminPage: page,
}) => {
  await open(page)
  await checkPage(page, 'the panel')
  await page.getByRole('button', { name: vi.basin.replace }).click()
  const form = page.getByRole('dialog', { name: vi.basin.replace })
  await form.locator('input[type=file]').setInputFiles(kml(KML))
  await drawn(page, form)
  await checkPage(page, 'the upload')
})

test('every text follows the language', async ({ adminPage: page }) => {
  await open(page)
  if (await page.getByText('ENG', { exact: true }).isVisible())
    await page.getByText('ENG', { exact: true }).click()
  await expect(page.getByRole('heading', { name: en.basin.weights })).toBeVisible()
  await expect(page.getByText(en.map.kind.rain, { exact: true })).toBeVisible()
})
