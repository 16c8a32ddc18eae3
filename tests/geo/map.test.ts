import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getMap } from '#contract/geo.ts'
import { getSettingInterface, setSettingInterface } from '#contract/settings.ts'
import { demoDescription } from '#plant/describe.ts'
import { testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
let server: TestServer

beforeAll(async () => {
  server = await testServer({ env: { MAP_TILE_HOSTS: 'https://tiles.example.vn' } })
  await server.app.plants.create({ actor: 'system', address: null, hydro: seed.hydroCode }, seed)
})
afterAll(() => server.close())

const set = (body: object, language: 'vi' | 'en' = 'en') =>
  server.call(setSettingInterface, { body: body as never }, { account: 'admin', language })
const map = async () => (await server.call(getMap, {}, { account: 'viewer' })).body.data!

describe('the base of the station map', () => {
  test('the dam, the outline, the frame; no tiles of its own', async () => {
    expect(await map()).toMatchObject({
      name: seed.plant.name,
      dam: { longitude: seed.plant.longitude, latitude: seed.plant.latitude },
      basin: seed.plant.basin,
      tiles: null,
      tiles_refused: null,
    })
  })

  test('tiles of this origin and of allowed hosts are used, others are reported', async () => {
    const given = async (map_tiles: string | null) => {
      const a = await set({ map_tiles, map_credit: '© Cục Đo đạc' })
      expect(a.status, JSON.stringify(a.body)).toBe(200)
      const { tiles, tiles_refused } = await map()
      return [tiles?.kind ?? null, tiles_refused]
    }
    expect(await given('/tiles/{z}/{x}/{y}.png')).toEqual(['xyz', null])
    expect((await map()).tiles).toMatchObject({ url: '/tiles/{z}/{x}/{y}.png', attribution: '© Cục Đo đạc' })
    expect(await given('https://tiles.example.vn/vietnam.pmtiles')).toEqual(['pmtiles', null])
    expect(await given('https://{z}.example.org/{z}/{x}/{y}.png')).toEqual([null, 'https://z.example.org'])
    expect(await given('http://tiles.example.vn/a.pmtiles')).toEqual([null, 'http://tiles.example.vn'])
    expect((await server.call(getSettingInterface)).body.data!.map_tiles).toBe(
      'http://tiles.example.vn/a.pmtiles',
    )
    expect(await given(null)).toEqual([null, null])
  })

  test.each([
    'tiles.png',
    '//evil.example/{z}/{x}/{y}',
    'https://a.example/{z}.png',
    'javascript:{z}{x}{y}',
    'https:// a/b.pmtiles',
  ])('%s is no valid address of tiles', async (map_tiles) => {
    const a = await set({ map_tiles }, 'vi')
    expect(a.status).toBe(400)
    expect(a.body.errors![0]).toMatchObject({ code: 'map_tiles_format' })
    expect(a.body.errors![0].path).toContain('map_tiles')
    expect(a.body.errors![0].message).toContain('.pmtiles')
  })

  test('browsers may load from allowed hosts only', async () => {
    const { headers } = await server.raw({ method: 'GET', url: '/healthz' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.vn")
    expect(policy).toContain("connect-src 'self' https://tiles.example.vn")
    const plain = await testServer()
    try {
      const other = await plain.raw({ method: 'GET', url: '/healthz' })
      expect(String(other.headers['content-security-policy'])).toContain("img-src 'self' data: blob:;")
      expect(String(other.headers['content-security-policy'])).not.toContain('connect-src')
    } finally {
      await plain.close()
    }
  })
})
