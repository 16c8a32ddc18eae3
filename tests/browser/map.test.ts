import { text } from '#contract/messages.ts'
import { choose, en, expect, meters, test, vi, type Page } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'

const words = vi.stationMap
const LAKE = 'Mực nước hồ An Vân'
const GAUGE = /^Trạm mưa Núi Sương, \d+\.\d\d mm/

/** The map once it is drawn. */
async function open(page: Page, search = '') {
  await page.goto(`/map/index${search}`)
  await expect(page.getByRole('application', { name: words.map })).toHaveAttribute('data-ready', 'true')
}
const spot = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
const popup = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const slider = (page: Page) => page.getByRole('slider', { name: words.time })
/** Text of the station in the list, at the displayed time. */
const levelInList = (page: Page) =>
  page.getByRole('row').filter({ hasText: 'Mực nước hạ lưu nhà máy' }).getByRole('cell').first().innerText()

test('a marker has its value; its popup opens with the day as a chart, and closes', async ({
  operatorPage: page,
}) => {
  await open(page)
  const marker = spot(page, GAUGE)
  await expect(marker).toBeVisible()
  await marker.click()
  const card = popup(page, 'Trạm mưa Núi Sương')
  await expect(card).toBeVisible()
  await expect(card.getByText('MUA_NUISUONG')).toBeVisible()
  await expect(card.getByText(words.previous)).toBeVisible()
  const chart = card.getByRole('figure')
  await expect(chart).toHaveAttribute('data-ready', 'true')
  await expect.poll(async () => Number(await chart.getAttribute('data-points'))).toBeGreaterThan(0)
  await expect(card.getByRole('link', { name: words.toStation })).toHaveAttribute(
    'href',
    '/station/manage?search=MUA_NUISUONG',
  )
  // A link reopens exactly this state.
  expect(new URL(page.url()).searchParams.get('station')).toBe('MUA_NUISUONG')
  await page.reload()
  await expect(popup(page, 'Trạm mưa Núi Sương')).toBeVisible()
  await page.getByRole('button', { name: words.close, exact: true }).click()
  await expect(popup(page, 'Trạm mưa Núi Sương')).toBeHidden()
})

test('a link to a station that is not in the settings is reported, and one click shows the others', async ({
  operatorPage: page,
}) => {
  await open(page, '?station=GONE')
  const notice = page.getByText(text('measuring_station_not_in_settings', 'vi'))
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: vi.act.clear }).click()
  await expect(notice).toBeHidden()
  expect(new URL(page.url()).searchParams.has('station')).toBe(false)
})

test('stations at one place are chosen in its popup', async ({ operatorPage: page }) => {
  await open(page)
  // Its neighbour downstream is close.
  await spot(page, new RegExp(`^${LAKE}`)).click({ position: { x: 5, y: 22 } })
  await expect(popup(page, LAKE)).toContainText(/\d{3}\.\d{2} m/)
  await page.getByRole('combobox', { name: words.here }).click()
  await page.getByRole('option', { name: 'Độ mở cống xả đáy' }).click()
  await expect(popup(page, 'Độ mở cống xả đáy')).toBeVisible()
})

test('the slider replays: values are those of that time, playing moves them on, and back to now', async ({
  operatorPage: page,
  plant,
}) => {
  // Yesterday is complete at any hour of the run.
  const yesterday = new Date(Date.now() + 7 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
  // The tailwater may be constant for a whole day: here it rises from 14:00 to 17:00.
  const begin = Date.parse(`${yesterday}T14:00:00+07:00`)
  const rising = (k: number) => ({ series: 'level.downstream', t: begin + k * 300_000, v: 268 + 0.02 * k })
  await plant.send(Array.from({ length: 37 }, (_, k) => rising(k)))
  await open(page, `?from=${yesterday}&to=${yesterday}`)
  await expect(page.getByText(words.replay)).toBeVisible()
  await page.getByText(words.viewList, { exact: true }).click()
  const end = await levelInList(page)
  await slider(page).focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowLeft')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', / 22:55$/)
  for (let i = 0; i < 8; i++) await page.keyboard.press('PageDown')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', / 14:55$/)
  await expect.poll(() => levelInList(page)).not.toBe(end)
  const before = await levelInList(page)
  // The address follows, and reopens exactly this time.
  await expect.poll(() => new URL(page.url()).searchParams.get('t')).toBe(`${yesterday}T14:55:00`)
  await page.reload()
  await expect.poll(() => levelInList(page)).toBe(before)
  await page.getByRole('button', { name: words.play, exact: true }).click()
  await expect(page.getByRole('button', { name: words.pause, exact: true })).toBeVisible()
  await expect(slider(page)).not.toHaveAttribute('aria-valuetext', / 14:/)
  await page.getByRole('button', { name: words.pause, exact: true }).click()
  const stopped = await slider(page).getAttribute('aria-valuetext')
  await expect.poll(() => levelInList(page)).not.toBe(before)
  expect(await slider(page).getAttribute('aria-valuetext')).toBe(stopped)
})

test('today is live; a step back is not, and one click returns', async ({ operatorPage: page }) => {
  await open(page)
  await expect(page.getByText(words.live, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Lùi/ }).click()
  await expect(page.getByText(words.replay)).toBeVisible()
  await page.getByRole('button', { name: words.goLive }).click()
  await expect(page.getByText(words.live, { exact: true })).toBeVisible()
  await expect.poll(() => new URL(page.url()).searchParams.get('t')).toBeNull()
})

test('a reading is on the map as it arrives', async ({ operatorPage: page, plant }) => {
  await open(page)
  const marker = spot(page, new RegExp(`^${LAKE}, `))
  await expect(marker).toHaveAttribute('aria-label', /, \d{3}\.\d{2} m/)
  const level = /, (\d{3}\.\d{2}) m/.exec((await marker.getAttribute('aria-label'))!)!
  const next = Number(level[1]) + 0.03
  await plant.sendLevel(next)
  await expect(marker).toHaveAttribute('aria-label', new RegExp(`^${LAKE}, ${meters(next)} m`))
})

test('types are filtered on the map and in the list, which is the same for those who cannot use a map', async ({
  operatorPage: page,
}) => {
  await open(page)
  const types = page.getByRole('group', { name: words.types })
  await types.getByRole('button', { name: /^Mưa/ }).click()
  await expect(spot(page, GAUGE)).toBeVisible()
  await expect(spot(page, new RegExp(LAKE))).toBeHidden()
  await page.getByText(words.viewList, { exact: true }).click()
  const rows = page.getByRole('table', { name: words.list }).getByRole('row')
  await expect(rows).toHaveCount(7)
  await page.getByRole('button', { name: 'Trạm mưa Núi Sương', exact: true }).click()
  await expect(popup(page, 'Trạm mưa Núi Sương').getByRole('figure')).toHaveAttribute('data-ready', 'true')
  await expect.poll(() => overflow(page)).toEqual([])
})

test('by keyboard: Tab reaches stations, Enter opens, Escape closes, arrows and plus move the map', async ({
  operatorPage: page,
}) => {
  await open(page)
  const marker = spot(page, GAUGE)
  await marker.focus()
  await page.keyboard.press('Enter')
  await expect(popup(page, 'Trạm mưa Núi Sương')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup(page, 'Trạm mưa Núi Sương')).toBeHidden()
  const place = async () => (await marker.boundingBox())!
  const start = await place()
  await page.getByRole('application', { name: words.map }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await place()).x).toBeLessThan(start.x - 20)
  const other = spot(page, /^Trạm mưa Nước Sim/)
  const apart = async () => (await other.boundingBox())!.x - (await place()).x
  const wide = await apart()
  await page.keyboard.press('+')
  await expect.poll(apart).toBeGreaterThan(wide * 1.5)
})

test('rain is drawn over the basin in three ways, with its scale and its mean', async ({
  operatorPage: page,
  plant,
}) => {
  // Independent of the simulated weather: without rain no line is drawn.
  expect(await plant.send([{ series: 'rain.nuisuong', t: Date.now(), v: 20 }])).toBe(1)
  await open(page)
  const blank = await picture(page)
  await expect(page.getByText(/^Mưa bình quân lưu vực 24 giờ: \d+\.\d\d mm/)).toBeVisible()
  const seen = new Set([blank])
  for (const kind of ['thiessen', 'isohyets', 'idw'] as const) {
    await page.getByText(words.surfaces[kind], { exact: true }).click()
    await expect.poll(async () => seen.has(await picture(page)), { message: kind }).toBe(false)
    seen.add(await picture(page))
    await expect(page.getByRole('list', { name: words.scale })).toBeVisible({ visible: kind !== 'isohyets' })
  }
  await page.getByText(words.sums['1h'], { exact: true }).click()
  await expect(page.getByText(/^Mưa bình quân lưu vực 1 giờ: \d+\.\d\d mm/)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('surface')).toBe('idw')
})

test('Thiessen parts show their value and weight; the scale shows its unit, its sum and its time', async ({
  operatorPage: page,
}) => {
  await open(page, '?surface=thiessen')
  const scale = page.getByRole('group', { name: words.surface, exact: true })
  await expect(scale.getByText(/^Thang mưa, mm, mưa 24 giờ đến \d{2}:\d{2}$/)).toBeVisible()
  const swatches = scale.getByRole('list', { name: words.scale }).locator('span')
  const colors = await swatches.evaluateAll((all) => all.map((e) => getComputedStyle(e).backgroundColor))
  expect(colors).toHaveLength(10)
  expect(new Set(colors).size).toBe(10)
})

test('lake, rivers and borders are drawn, and can be switched off; a link keeps it', async ({
  operatorPage: page,
}) => {
  await open(page)
  const map = page.getByRole('figure', { name: words.map })
  for (const word of [vi.map.rivers, vi.map.lakes, vi.map.borders])
    await expect(map.getByText(word, { exact: true })).toBeVisible()
  const tool = page.getByRole('button', { name: words.layers })
  const seen = new Set([await picture(page)])
  for (const [layer, word] of [
    ['rivers', vi.map.rivers],
    ['lakes', vi.map.lakes],
    ['borders', vi.map.borders],
  ]) {
    await tool.click()
    // The address follows a moment later; the box shows its state at once.
    await page.getByRole('checkbox', { name: word }).uncheck()
    await expect(page.getByRole('checkbox', { name: word })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('checkbox', { name: word })).toHaveCount(0)
    await expect.poll(async () => seen.has(await picture(page)), { message: layer }).toBe(false)
    seen.add(await picture(page))
    expect(new URL(page.url()).searchParams.get('hide')).toContain(layer)
  }
  await page.reload()
  await tool.click()
  for (const word of [vi.map.rivers, vi.map.lakes, vi.map.borders])
    await expect(page.getByRole('checkbox', { name: word })).not.toBeChecked()
  await page.getByRole('checkbox', { name: vi.map.rivers }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('hide')).toBe('lakes,borders')
})

test('on a phone the card of a station is in view at once, with its place above it', async ({
  operatorPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await spot(page, GAUGE).focus()
  await page.keyboard.press('Enter')
  const card = popup(page, 'Trạm mưa Núi Sương')
  await expect(card).toBeVisible()
  const box = async () => (await card.boundingBox())!
  await expect.poll(async () => (await box()).y + (await box()).height).toBe(844)
  expect((await box()).y).toBeGreaterThan(300)
  await expect
    .poll(async () => {
      const place = (await spot(page, GAUGE).boundingBox())!
      return place.y > 0 && place.y + place.height < (await box()).y
    })
    .toBe(true)
  await expect.poll(() => overflow(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
})

/** Colours at the centre of the map, from its canvases. */
function picture(page: Page): Promise<string> {
  return page.getByRole('application', { name: words.map }).evaluate((map) => {
    const all = [...map.querySelectorAll('canvas')]
    return all.map((c) => c.toDataURL().length + ':' + c.toDataURL().slice(-4000)).join('|')
  })
}

test('a failed call leaves the map as it is, names what is missing and can be repeated', async ({
  operatorPage: page,
  watch,
}) => {
  watch.allow(/alldata-by-type/)
  const cut = '**/observe/station/alldata-by-type'
  await page.route(cut, (route) =>
    route.request().postDataJSON().type === 8 ? route.abort() : route.continue(),
  )
  await open(page)
  const failure = page.getByRole('alert').filter({ hasText: words.failedDays })
  await expect(failure).toBeVisible()
  await expect(spot(page, GAUGE)).toBeVisible()
  await page.unroute(cut)
  await failure.getByRole('button', { name: vi.error.retry }).click()
  await expect(failure).toBeHidden()
})

for (const [width, height] of [
  [390, 844],
  [1000, 800],
])
  test(`${width} px, dark and in English: nothing overflows, targets are large enough, no accessibility violations`, async ({
    operatorPage: page,
  }) => {
    await choose(page, { language: 'en', theme: 'dark' }, true)
    await page.setViewportSize({ width, height })
    await page.goto('/map/index?surface=idw&station=MUA_NUISUONG')
    await expect(page.getByRole('heading', { name: en.stationMap.title })).toBeVisible()
    await expect(popup(page, 'Trạm mưa Núi Sương').getByRole('figure')).toHaveAttribute('data-ready', 'true')
    await expect.poll(() => overflow(page)).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
  })
