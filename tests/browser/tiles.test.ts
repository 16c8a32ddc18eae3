import { createServer, type Server } from 'node:http'
import { Transformer } from '@napi-rs/image'
import { setSettingInterface } from '#contract/settings.ts'
import { expect, signIn, test as base, vi, type Page } from './fixtures.ts'
import { startPlant, type Plant } from './plant.ts'
import { pmtilesOf, PNG, VECTOR } from './pmtiles.ts'
import { vectorTile } from './vector-tile.ts'

/** A colour used nowhere on the page: where it is visible, a tile was drawn. */
const MAGENTA = [255, 0, 255, 255]
const words = vi.stationMap
/** Water west of this meridian, which runs through the basin, land east of it. */
const SHORE = 108.4
const CORNERS = { north: 20, south: 10, west: 100, east: 115 }

/** Tiles of one colour, and a file of them, as a tile host serves them. */
async function tileHost(): Promise<{ origin: string; asked: string[]; server: Server }> {
  const pixels = new Uint8Array(256 * 256 * 4).map((_, i) => MAGENTA[i % 4])
  const tile = await Transformer.fromRgbaPixels(pixels, 256, 256).png()
  const { north, south, west, east } = CORNERS
  const box = (a: number, b: number) =>
    [
      [a, north],
      [b, north],
      [b, south],
      [a, south],
    ] as const
  const files: Record<string, Buffer> = {
    '/base.pmtiles': pmtilesOf(tile, PNG),
    '/vector.pmtiles': pmtilesOf(vectorTile({ water: [box(west, SHORE)], land: [box(SHORE, east)] }), VECTOR),
  }
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://tiles')
    requests.push(pathname)
    response.setHeader('access-control-allow-origin', '*')
    if (/^\/\d+\/\d+\/\d+\.png$/.test(pathname)) response.setHeader('content-type', 'image/png').end(tile)
    else if (files[pathname]) {
      const file = files[pathname]
      const [, from = '0', to = String(file.length - 1)] =
        /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      const part = file.subarray(Number(from), Number(to) + 1)
      response.writeHead(206, {
        'content-length': part.length,
        'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${file.length}`,
      })
      response.end(part)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { origin: `http://127.0.0.1:${port}`, asked: requests, server }
}

interface Shared {
  tiles: Awaited<ReturnType<typeof tileHost>>
  plant: Plant
}
/** A plant that allows browsers to load tiles from the host of this test. */
const test = base.extend<object, Shared>({
  tiles: [
    // Playwright reads the first argument's pattern: an empty one asks for nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const host = await tileHost()
      await use(host)
      host.server.closeAllConnections()
      host.server.close()
    },
    { scope: 'worker' },
  ],
  plant: [
    async ({ tiles }, use) => {
      const plant = await startPlant({ env: { MAP_TILE_HOSTS: tiles.origin } })
      await use(plant)
      await plant.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function setTiles(plant: Plant, map_tiles: string): Promise<void> {
  await plant.ask(setSettingInterface, { body: { map_tiles, map_credit: '© Đo đạc' } })
}

/** The screen's colour where the map has no content of its own. */
async function ground(page: Page): Promise<number[]> {
  const map = (await page.getByRole('application', { name: words.map }).boundingBox())!
  const clip = { x: map.x + map.width - 120, y: map.y + map.height - 130, width: 4, height: 4 }
  const shot = await page.screenshot({ clip })
  const pixels = await new Transformer(shot).rawPixels()
  return [...pixels.subarray(0, 3)]
}

for (const [kind, path, request] of [
  ['an address of tiles', '/{z}/{x}/{y}.png', /^\/\d+\/\d+\/\d+\.png$/],
  ['a PMTiles file', '/base.pmtiles', /^\/base\.pmtiles$/],
] as const)
  test(`${kind} is drawn under the map`, async ({ page, plant, tiles, watch }) => {
    watch.allow(new RegExp(`a call to another origin: ${tiles.origin}/`))
    // Where the previous test left it.
    watch.allow(/status of 404.*\/none\//)
    await page.goto('/account/login')
    await signIn(page, plant)
    await expect(page).toHaveURL(/\/dashboard/)
    await page.goto('/map/index')
    await expect(page.getByRole('application', { name: words.map })).toHaveAttribute('data-ready', 'true')
    const [red, green] = await ground(page)
    expect(red - green, 'before').toBeLessThan(20)

    await setTiles(plant, `${tiles.origin}${path}`)
    tiles.asked.length = 0
    await page.goto('/map/index')
    await expect
      .poll(async () => {
        const [r, g, b] = await ground(page)
        return r > 200 && b > 200 && g < 140
      })
      .toBe(true)
    expect(tiles.asked.some((one) => request.test(one))).toBe(true)
    await expect(page.getByText(words.tilesFailed)).toBeHidden()
    await setTiles(plant, '/none/{z}/{x}/{y}.png')
  })

/** The most frequent colour of a strip of the screen, which excludes lines and letters. */
async function colour(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const pixels = await new Transformer(await page.screenshot({ clip })).rawPixels()
  const size = clip.width * clip.height
  const middle = (of: number) =>
    Array.from({ length: size }, (_, i) => pixels[(i * pixels.length) / size + of]).sort((a, b) => a - b)[
      size >> 1
    ]
  return [middle(0), middle(1), middle(2)]
}

test('the water of a PMTiles file of vectors is drawn where it is, and nothing beside it', async ({
  page,
  plant,
  tiles,
  watch,
}) => {
  watch.allow(new RegExp(`a call to another origin: ${tiles.origin}/`))
  // The previous tiles, which no server has.
  watch.allow(/status of 404.*\/none\//)
  await page.goto('/account/login')
  await signIn(page, plant)
  await expect(page).toHaveURL(/\/dashboard/)
  // Few names, and no content of the map below them.
  const path = '/map/index?type=1&hide=lakes,borders,rivers'
  const strips = async () => {
    await page.goto(path)
    const map = page.getByRole('application', { name: words.map })
    await expect(map).toHaveAttribute('data-ready', 'true')
    const { x, y, width, height } = (await map.boundingBox())!
    const strip = (from: number) => ({ x: x + from, y: y + height - 40, width: 60, height: 12 })
    return { west: strip(80), east: strip(width - 260) }
  }
  const { west, east } = await strips()
  const [water, land] = [await colour(page, west), await colour(page, east)]
  expect(water).toEqual(land)

  await setTiles(plant, `${tiles.origin}/vector.pmtiles`)
  await strips()
  const wanted = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.color = 'var(--water)'
    const parts = getComputedStyle(probe)
      .color.match(/[\d.]+/g)!
      .map(Number)
    probe.remove()
    return parts
  })
  const off = async () => Math.max(...(await colour(page, west)).map((c, i) => Math.abs(c - wanted[i])))
  await expect.poll(off).toBeLessThan(3)
  expect(Math.max(...wanted.map((c, i) => Math.abs(c - water[i])))).toBeGreaterThan(15)
  expect(await colour(page, east)).toEqual(land)
  await expect(page.getByText(words.tilesFailed)).toBeHidden()
  await setTiles(plant, '/none/{z}/{x}/{y}.png')
})
