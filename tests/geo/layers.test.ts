import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crsOfEpsg, type XY } from '#core/geo/index.ts'
import { exportBundle, listChanges } from '#contract/changes.ts'
import { fullPath } from '#contract/endpoint.ts'
import * as contract from '#contract/geo.ts'
import { ITEMS } from '#contract/items.ts'
import { fixture, seed, type Fixture } from '../people/fixture.ts'
import type { TestServer } from '../server.ts'
import { upload } from './upload.ts'

let home: Fixture
let server: TestServer
const RIVER: XY[] = [
  [108.3, 14.7],
  [108.4, 14.75],
  [108.486, 14.826],
]
const line = (coordinates: unknown, properties: object = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
})
const all = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
const GOOD = all(
  line(RIVER, { name: 'Sông An Vân', rank: 1 }),
  line(RIVER.slice(0, 2), { ten: 'Suối Nước Sim' }),
)

beforeAll(async () => {
  home = await fixture()
  server = home.server
})
afterAll(() => home.close())

const preview = (payload: string | Buffer, query = {}, how = {}) =>
  upload(server, contract.previewLayer, { layer: 'rivers', ...query }, payload, how)
const basin = async () => (await server.call(contract.getBasin)).body.data!
const map = async () => (await server.call(contract.getMap)).body.data!
const files = async () => (await server.app.services.db.query('SELECT file_id FROM file')).length

describe('the base map of the demo', () => {
  test('has its own rivers, lake and borders, with permission for the map', async () => {
    const seer = await home.account(await home.role(5, ['map']))
    const a = await server.call(contract.getMap, {}, { token: await server.signIn(seer.username) })
    expect(a.status).toBe(200)
    const { layers } = a.body.data!
    expect(layers.rivers[0]).toMatchObject({ name: 'Sông An Vân', rank: 1 })
    expect(layers.lakes.map((s) => s.name)).toEqual(['Hồ An Vân'])
    expect(layers.borders[0].name).toBe('Ranh giới tỉnh Quảng Ngãi')
    expect(layers).toEqual({
      rivers: seed.plant.mapLayers!.rivers!.shapes,
      lakes: seed.plant.mapLayers!.lakes!.shapes,
      borders: seed.plant.mapLayers!.borders!.shapes,
    })
    const file = await server.call(contract.getLayerFile, { query: { layer: 'rivers' } })
    expect([file.status, file.body.code]).toEqual([404, 'not_found'])
  })
})

describe('a layer from a file', () => {
  test('is previewed without being stored', async () => {
    const before = await basin()
    const a = await preview(GOOD)
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    expect(a.body.data).toMatchObject({ layer: 'rivers', crs: 'WGS 84', features: 2, points: 5, kept: 5 })
    expect((a.body.data as unknown as contract.LayerPreview).shapes.map((s) => [s.name, s.rank])).toEqual([
      ['Sông An Vân', 1],
      ['Suối Nước Sim', 2],
    ])
    expect(await basin()).toEqual(before)
    expect(await files()).toBe(0)
  })

  test.each([
    ['no JSON', 'rivers', 'xin chào', 'geo_not_geojson', 'The file is not GeoJSON'],
    ['nothing', 'rivers', '', 'geo_empty', 'The file is empty'],
    [
      'its axes the wrong way round',
      'rivers',
      all(line(RIVER), line(RIVER.map(([x, y]) => [y, x]))),
      'geo_feature_swapped',
      'Feature 2, point 1 (14.7, 108.3) has latitude first',
    ],
    [
      'metres without a system',
      'rivers',
      all(
        line([
          [850_000, 1_640_000],
          [851_000, 1_641_000],
        ]),
      ),
      'geo_feature_no_crs',
      'Feature 1, point 1 (850000, 1640000)',
    ],
    [
      'an area among rivers',
      'rivers',
      all({ ...line(RIVER), geometry: { type: 'Polygon', coordinates: [] } }),
      'geo_feature_area',
      'Feature 1 is an area',
    ],
    ['a line for a lake', 'lakes', GOOD, 'geo_feature_line', 'Feature 1 is a line'],
    [
      'a point for a border',
      'borders',
      JSON.stringify({ type: 'Point', coordinates: [108, 14] }),
      'geo_feature_kind',
      'Feature 1 is a Point',
    ],
    [
      'one point',
      'rivers',
      all(line(RIVER), line([RIVER[0]])),
      'geo_feature_few',
      'Feature 2 has 1 different point',
    ],
    [
      'too many points',
      'rivers',
      all(line(Array.from({ length: 200_001 }, (_, i) => [108 + i / 1e6, 14]))),
      'geo_layer_too_many_points',
      'at most 200000',
    ],
    [
      'too many lines',
      'rivers',
      all(...Array.from({ length: 501 }, () => line(RIVER))),
      'geo_too_many_features',
      'at most 500',
    ],
  ])('of %s (%s) is refused, with the reason', async (_, layer, file, code, message) => {
    const before = await basin()
    const [a, saved] = [
      await preview(file, { layer }),
      await upload(server, contract.saveLayer, { layer, version: before.version, name: 'a.geojson' }, file),
    ]
    for (const answer of [a, saved]) {
      expect([answer.status, answer.body.code]).toEqual([400, code])
      expect(answer.body.message).toContain(message)
    }
    expect(await basin()).toEqual(before)
    expect(await files()).toBe(0)
  })

  test('larger than the limit, of an unknown system or layer, or in another form is refused', async () => {
    const big = Buffer.alloc(33 * 1024 * 1024, ' ')
    expect((await preview(big)).body.code).toBe('geo_too_large')
    expect((await preview(GOOD, { epsg: '2326' })).body.code).toBe('geo_unknown_crs')
    expect(crsOfEpsg(2326)).toBeNull()
    expect((await preview(GOOD, { layer: 'roads' })).status).toBe(400)
    const json = await server.call(contract.previewLayer, { query: { layer: 'rivers' }, body: {} as never })
    expect(json.status).toBe(415)
  })

  test('is refused in the language of the caller', async () => {
    const turned = all(line(RIVER.map(([x, y]) => [y, x])))
    const a = await preview(turned, {}, { language: 'vi' })
    expect(a.body.message).toContain('Đối tượng thứ 1, điểm thứ 1 (14.7, 108.3) ghi vĩ độ trước')
  })

  test('needs the permission for settings', async () => {
    const viewer = await home.account(await home.role(5, ['settings.view', 'map']))
    const { version } = await basin()
    const how = { account: viewer.username }
    expect((await preview(GOOD, {}, how)).status).toBe(403)
    const query = { layer: 'rivers', version, name: 'a' }
    expect((await upload(server, contract.saveLayer, query, GOOD, how)).status).toBe(403)
    const token = await server.signIn(viewer.username)
    const gone = await server.call(contract.removeLayer, { body: { layer: 'rivers', version } }, { token })
    expect(gone.status).toBe(403)
  })
})

describe('saving a layer', () => {
  test('keeps its shapes and file, leaves a record, and returns the file unchanged', async () => {
    const before = await basin()
    const query = { layer: 'rivers', version: before.version, name: 'sông suối.geojson', reason: 'đo lại' }
    const a = await upload(server, contract.saveLayer, query, GOOD)
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const after = await basin()
    expect(after.version).toBe((a.body.data as unknown as { version: string }).version)
    expect(after.layer_files).toMatchObject({
      rivers: { name: 'sông suối.geojson', size: Buffer.byteLength(GOOD) },
      lakes: null,
      borders: null,
    })
    const { layers } = await map()
    expect(layers.rivers.map((s) => s.parts)).toEqual([[RIVER], [RIVER.slice(0, 2)]])
    expect(layers.lakes).toEqual(before.layers.lakes)
    const [act] = await home.audit('update')
    expect(act).toMatchObject({ noun: 'plant', item: 'plant', reason: 'đo lại' })
    const token = await server.signIn('admin')
    const back = await server.app.web.inject({
      method: 'GET',
      url: `${fullPath(contract.getLayerFile)}?layer=rivers`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(back.body).toBe(GOOD)
    expect(back.headers['content-type']).toBe('application/geo+json')
    expect(back.headers['content-disposition']).toContain('attachment')
  })

  test('is counted in the audit log, not stored there again; other lines with the same count have another digest', async () => {
    const saved = async (file: string) => {
      server.clock.advance(1000)
      const { version } = await basin()
      const a = await upload(
        server,
        contract.saveLayer,
        { layer: 'rivers', version, name: 'sông suối.geojson' },
        file,
      )
      expect(a.status, JSON.stringify(a.body)).toBe(200)
      const [{ before, after }] = await server.app.services.db.query<{ before: unknown; after: unknown }>(
        `SELECT before, after FROM audit WHERE noun = 'plant' ORDER BY at DESC, audit_id DESC LIMIT 1`,
      )
      expect(JSON.stringify([before, after])).not.toContain('"parts"')
      expect(after).toMatchObject({
        body: {
          name: seed.plant.name,
          mapLayers: { rivers: { shapes: { count: 2 } }, lakes: { shapes: { count: 1 } } },
        },
      })
      const [change] = (await server.call(listChanges, { query: {} } as never)).body.data!.changes
      // It refers to the version that was made, which holds every line.
      expect(change.version).toBe((a.body.data as unknown as { version: string }).version)
      return change.replaced.flatMap((r) => r.differences.map((d) => d.path.join('.')))
    }
    const moved = GOOD.replace('14.75', '14.76')
    expect(moved).not.toBe(GOOD)
    expect(await saved(moved)).toEqual(['mapLayers.rivers.fileId', 'mapLayers.rivers.shapes.digest'])
    expect(await saved(GOOD)).toEqual(['mapLayers.rivers.fileId', 'mapLayers.rivers.shapes.digest'])
    // The same lines from another file: nothing drawn changes.
    expect(await saved(`${GOOD} `)).toEqual(['mapLayers.rivers.fileId'])
    expect(await saved(GOOD)).toEqual(['mapLayers.rivers.fileId'])
  })

  test('a change of the reservoir by its form keeps the layers', async () => {
    const [held] = (await server.call(ITEMS.plant.list)).body.data!
    expect(held.body).not.toHaveProperty('mapLayers')
    const { layers } = await map()
    const a = await server.call(ITEMS.plant.change, {
      params: { id: held.id },
      body: { version: held.version, body: { ...held.body, address: 'xã Sơn Hạ', mapLayers: {} } },
    })
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    expect((await map()).layers).toEqual(layers)
  })

  test('is part of the configuration file', async () => {
    const token = await server.signIn('admin')
    const file = await server.app.web.inject({
      method: 'GET',
      url: fullPath(exportBundle),
      headers: { authorization: `Bearer ${token}` },
    })
    const { content } = file.json() as {
      content: { files: { name: string; base64: string }[]; items: { noun: string; periods: object[] }[] }
    }
    const held = content.files.find((f) => f.name === 'sông suối.geojson')!
    expect(Buffer.from(held.base64, 'base64').toString()).toBe(GOOD)
    const plant = content.items.find((i) => i.noun === 'plant')!
    expect(JSON.stringify(plant.periods.at(-1))).toContain('Suối Nước Sim')
  })

  test('from a replaced version is 409 and changes nothing', async () => {
    const { version } = await basin()
    const query = { layer: 'lakes', version, name: 'a' }
    const lake = JSON.stringify({ type: 'Polygon', coordinates: [[...RIVER, [108.5, 14.7], RIVER[0]]] })
    expect((await upload(server, contract.saveLayer, query, lake)).status).toBe(200)
    const kept = await files()
    const now = await basin()
    const late = await upload(server, contract.saveLayer, query, lake)
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    const gone = await server.call(contract.removeLayer, { body: { layer: 'lakes', version } })
    expect(gone.status).toBe(409)
    expect(await basin()).toEqual(now)
    expect(await files()).toBe(kept)
  })

  test('can be reverted, one layer at a time', async () => {
    for (const layer of ['rivers', 'lakes', 'borders'] as const) {
      const { version } = await basin()
      const a = await server.call(contract.removeLayer, { body: { layer, version } })
      expect(a.status).toBe(200)
      expect((await map()).layers[layer]).toEqual([])
    }
    const { version, layers } = await basin()
    expect(layers).toEqual({ rivers: [], lakes: [], borders: [] })
    const again = await server.call(contract.removeLayer, { body: { layer: 'rivers', version } })
    expect([again.status, again.body.code]).toEqual([400, 'geo_no_layer_here'])
  })
})

const IGUACU = new URL('../../../shared/data/gis/br_iguacu_basin_stations.geojson', import.meta.url)
test.skipIf(!existsSync(IGUACU))(
  'a real basin abroad is a border with a warning; its stations are refused',
  async () => {
    const { features, ...rest } = JSON.parse(readFileSync(IGUACU, 'utf8')) as {
      features: { geometry: { type: string } }[]
    }
    const areas = features.filter((f) => f.geometry.type !== 'Point')
    const point = features.findIndex((f) => f.geometry.type === 'Point')
    const a = await preview(JSON.stringify({ ...rest, features: areas }), { layer: 'borders' })
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const data = a.body.data as unknown as contract.LayerPreview
    expect(data.shapes[0].name).toBe('Iguaçu')
    expect(data.warnings.map((w) => w.code)).toEqual(['geo_feature_abroad', 'geo_layer_far'])
    const b = await preview(JSON.stringify({ ...rest, features }), { layer: 'borders' })
    expect(b.body.code).toBe('geo_feature_kind')
    expect(b.body.message).toContain(`Feature ${point + 1} is a Point`)
  },
)
