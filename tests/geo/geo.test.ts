import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRJ, kmlOf, shapefileOf } from '#core/geo/fixtures.ts'
import { project, readGeoJson, type XY } from '#core/geo/index.ts'
import { fullPath } from '#contract/endpoint.ts'
import * as contract from '#contract/geo.ts'
import { ITEMS } from '#contract/items.ts'
import { saveContour } from '#contract/geo.ts'
import { fixture, seed, type Fixture } from '../people/fixture.ts'
import type { TestServer } from '../server.ts'
import { upload } from './upload.ts'
import { zipOf } from './zip.ts'

let home: Fixture
let server: TestServer
const RING = seed.plant.basin!
const CLOSED: XY[] = [...RING, RING[0]]
const GEOJSON = JSON.stringify({ type: 'Polygon', coordinates: [CLOSED] })

beforeAll(async () => {
  home = await fixture()
  server = home.server
})
afterAll(() => home.close())

const preview = (payload: string | Buffer, query = {}) =>
  upload(server, contract.previewContour, query, payload)
const basin = async () => (await server.call(contract.getBasin)).body.data!
const files = async () => (await server.app.services.db.query('SELECT file_id FROM file')).length

describe('the named calls', () => {
  test('return the outline as GeoJSON and the bounds, with permission for the map', async () => {
    const map = await home.account(await home.role(5, ['map']))
    const token = await server.signIn(map.username)
    const contour = await server.call(contract.getBasinContour, {}, { token })
    expect(contour.status).toBe(200)
    const [feature] = contour.body.data!.features
    expect(feature.geometry.coordinates).toEqual([CLOSED])
    expect(feature.properties.hydro_code).toBe(seed.hydroCode)
    expect(feature.properties.area_km2).toBeCloseTo(330, -1)
    const bound = await server.call(contract.getMapBound, {}, { token })
    expect(bound.body.data).toEqual({
      start_longitude: seed.plant.mapBounds!.startLongitude,
      start_latitude: seed.plant.mapBounds!.startLatitude,
      end_longitude: seed.plant.mapBounds!.endLongitude,
      end_latitude: seed.plant.mapBounds!.endLatitude,
    })
  })

  test('are refused without permission', async () => {
    const other = await home.account(await home.role(5, ['dashboard.view']))
    const token = await server.signIn(other.username)
    for (const e of [contract.getBasinContour, contract.getMapBound])
      expect((await server.call(e, {}, { token })).status).toBe(403)
  })
})

describe('an outline', () => {
  const flat = CLOSED.map(([lon, lat]): XY => {
    const [x, y] = project(lon, lat, 111, 0.9996)
    return [x + 500_000, y]
  })

  test.each([
    ['GeoJSON', GEOJSON, 'WGS 84'],
    ['KML', kmlOf(CLOSED), 'WGS 84'],
    ['KMZ', zipOf({ 'doc.kml': kmlOf(CLOSED) }), 'WGS 84'],
    [
      'Shapefile',
      zipOf({
        '__MACOSX/._lưu vực.shp': 'x',
        'Lưu vực/lưu vực.shp': shapefileOf([[flat]]),
        'Lưu vực/lưu vực.PRJ': PRJ.utm49,
        'Lưu vực/lưu vực.dbf': 'x',
      }),
      'WGS 1984 UTM Zone 49N',
    ],
  ])('from %s is previewed without being stored', async (format, file, crs) => {
    const before = await basin()
    const a = await preview(file as string)
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const data = a.body.data as unknown as contract.ContourPreview
    expect(data).toMatchObject({ format, crs, points: RING.length, warnings: [] })
    expect(data.area).toBeCloseTo(before.area!, 1)
    data.ring.forEach(([lon, lat], i) => {
      expect(lon).toBeCloseTo(RING[i][0], 5)
      expect(lat).toBeCloseTo(RING[i][1], 5)
    })
    expect(await basin()).toEqual(before)
    expect(await files()).toBe(0)
  })

  test('in another system is read in the chosen one', async () => {
    const silent = zipOf({ 'a.shp': shapefileOf([[flat]]) })
    expect((await preview(silent)).body.code).toBe('geo_no_crs')
    const a = await preview(silent, { epsg: '32649' })
    expect(a.body.data).toMatchObject({ crs: 'WGS 84 / UTM 49N', warnings: [] })
    expect((await preview(silent, { epsg: '2326' })).body.code).toBe('geo_unknown_crs')
  })

  test('has warnings in the language of the caller', async () => {
    const small = CLOSED.map(([lon, lat]): XY => [108.486 + (lon - 108.486) / 2, 14.826 + (lat - 14.826) / 2])
    const file = JSON.stringify({ type: 'Polygon', coordinates: [small] })
    const vi = await upload(server, contract.previewContour, {}, file, { language: 'vi' })
    expect((vi.body.data as unknown as contract.ContourPreview).warnings).toEqual([
      { code: 'geo_area_differs', message: expect.stringMatching(/^Diện tích 8\d\.\d km² lệch 75 %/) },
    ])
  })

  test.each([
    ['an empty file', '', 'geo_empty'],
    ['blanks', '  \n', 'geo_empty'],
    ['a table', 'z,v\n1,2', 'geo_unknown_format'],
    ['a page', '<html></html>', 'geo_unknown_format'],
    ['half a file', GEOJSON.slice(0, 200), 'geo_malformed'],
    ['entities', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml>&b;</kml>', 'geo_entities'],
    ['an open outline', JSON.stringify({ type: 'Polygon', coordinates: [RING] }), 'geo_open_ring'],
    ['half a zip', zipOf({ 'a.kml': kmlOf(CLOSED) }).subarray(0, 90), 'geo_malformed'],
    ['a zip without layers', zipOf({ 'a.txt': 'x' }), 'geo_no_layer'],
    [
      'two layers',
      zipOf({ 'a.shp': shapefileOf([[CLOSED]]), 'b/c.shp': shapefileOf([[CLOSED]]) }),
      'geo_several_layers',
    ],
    ['points', zipOf({ 'a.shp': shapefileOf([[CLOSED]], 1) }), 'geo_not_a_polygon_layer'],
    [
      'a system of long ago',
      zipOf({ 'a.shp': shapefileOf([[flat]]), 'a.prj': PRJ.hanoi72 }),
      'geo_unknown_crs',
    ],
    ['a bomb', zipOf({ 'a.kml': Buffer.alloc(40 * 1024 * 1024, 32) }, 10), 'geo_too_large'],
  ])('that is %s is refused by name and nothing is stored', async (_, file, code) => {
    const before = await basin()
    for (const [e, query] of [
      [contract.previewContour, {}],
      [saveContour, { version: before.version, name: 'x' }],
    ] as const) {
      const a = await upload(server, e, query as Record<string, string>, file as string)
      expect([a.status, a.body.code], JSON.stringify(a.body)).toEqual([400, code])
      expect(a.body.message).not.toMatch(/[{}]/)
    }
    expect(await basin()).toEqual(before)
    expect(await files()).toBe(0)
  })

  test('over 50 MiB is 413, one that is not a file 415', async () => {
    const big = await preview(Buffer.alloc(contract.CONTOUR_LIMIT + 1))
    expect([big.status, big.body.code]).toEqual([413, 'too_large'])
    const json = await server.call(contract.previewContour, {} as never)
    expect(json.status).toBe(415)
  })

  test('of 200,000 points is thinned, within seconds', async () => {
    const n = 199_999
    const many = Array.from({ length: n + 1 }, (_, i): XY => {
      const angle = (2 * Math.PI * (i % n)) / n
      const r = 0.09 * (1 + 0.2 * Math.sin(7 * angle) + 0.0004 * Math.sin(9000 * angle))
      return [108.38 + r * Math.cos(angle), 14.77 + r * Math.sin(angle)]
    })
    const begun = process.cpuUsage()
    const a = await preview(JSON.stringify({ type: 'Polygon', coordinates: [many] }))
    // CPU time, since a busy machine would distort wall time.
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(6000)
    const data = a.body.data as unknown as contract.ContourPreview
    expect([data.points, data.ring.length]).toEqual([n, 2000])
    expect(data.warnings.map((w) => w.code)).toEqual(['geo_thinned'])
  })
})

describe('saving an outline', () => {
  test('keeps ring and file, leaves a record, and returns the file unchanged', async () => {
    const before = await basin()
    const half = CLOSED.map(([lon, lat]): XY => [
      108.486 + (lon - 108.486) * 0.9,
      14.826 + (lat - 14.826) * 0.9,
    ])
    const file = JSON.stringify({ type: 'Polygon', coordinates: [half] })
    const a = await upload(
      server,
      saveContour,
      { version: before.version, name: '../../Lưu vực "mới".geojson', take_area: 'true', reason: 'đo lại' },
      file,
    )
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const after = await basin()
    expect(after.version).toBe((a.body.data as unknown as { version: string }).version)
    expect(after.file).toMatchObject({ name: 'Lưu vực "mới".geojson', size: file.length })
    expect(after.area).toBeCloseTo(before.area! * 0.81, 0)
    expect(after.given_area).toBeCloseTo(after.area!, 1)
    const plant = (await server.call(ITEMS.plant.list)).body.data![0].body
    expect(plant.basin).toHaveLength(RING.length)
    expect(plant.levels).toEqual(expect.objectContaining(seed.plant.levels))
    const [act] = await home.audit('update')
    expect(act).toMatchObject({ noun: 'plant', item: 'plant', reason: 'đo lại' })

    const token = await server.signIn('admin')
    const back = await server.app.web.inject({
      method: 'GET',
      url: fullPath(contract.getContourFile),
      headers: { authorization: `Bearer ${token}` },
    })
    expect(back.body).toBe(file)
    expect(back.headers['content-type']).toBe('application/geo+json')
    expect(back.headers['content-disposition']).toContain("filename*=UTF-8''L%C6%B0u%20v%E1%BB%B1c%20%22")
  })

  test('from a replaced version is 409 and changes nothing', async () => {
    const { version } = await basin()
    expect((await upload(server, saveContour, { version, name: 'a' }, GEOJSON)).status).toBe(200)
    const kept = await files()
    const now = await basin()
    const late = await upload(server, saveContour, { version, name: 'b' }, GEOJSON)
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    const bounds = await server.call(contract.saveBounds, { body: { version, bounds: null } })
    expect(bounds.status).toBe(409)
    expect(await basin()).toEqual(now)
    expect(await files()).toBe(kept)
  })

  test('can be reverted', async () => {
    const { version } = await basin()
    const a = await server.call(contract.removeContour, { body: { version } })
    expect(a.status).toBe(200)
    const none = await basin()
    expect([none.basin, none.area, none.file]).toEqual([null, null, null])
    expect((await server.call(contract.getBasinContour)).body.data!.features).toEqual([])
    const again = await server.call(contract.removeContour, { body: { version: none.version } })
    expect([again.status, again.body.code]).toEqual([400, 'geo_no_basin'])
    const file = await server.call(contract.getContourFile)
    expect(file.status).toBe(404)
    expect((await upload(server, saveContour, { version: none.version, name: 'a' }, GEOJSON)).status).toBe(
      200,
    )
  })
})

describe('bounds of the map', () => {
  test('are stored from now on, and return to those of the basin', async () => {
    const bounds = { start_longitude: 108, start_latitude: 14.5, end_longitude: 109, end_latitude: 15.25 }
    const one = await server.call(contract.saveBounds, { body: { version: (await basin()).version, bounds } })
    expect(one.status, JSON.stringify(one.body)).toBe(200)
    expect((await server.call(contract.getMapBound)).body.data).toEqual(bounds)
    const chosen = await basin()
    expect(chosen).toMatchObject({ bounds, bounds_chosen: true })
    server.clock.advance(60_000)
    await server.call(contract.saveBounds, { body: { version: chosen.version, bounds: null } })
    const { bounds: around, bounds_chosen: still } = await basin()
    expect(still).toBe(false)
    for (const [lon, lat] of RING) {
      expect(lon).toBeGreaterThan(around.start_longitude)
      expect(lon).toBeLessThan(around.end_longitude)
      expect(lat).toBeGreaterThan(around.start_latitude)
      expect(lat).toBeLessThan(around.end_latitude)
    }
  })

  test('that are no box are refused at their field', async () => {
    const { version } = await basin()
    const box = { start_longitude: 109, start_latitude: 91, end_longitude: 108, end_latitude: 15 }
    const a = await server.call(contract.saveBounds, { body: { version, bounds: box } })
    expect(a.status).toBe(400)
    expect(a.body.errors!.map((e) => [e.path, e.code])).toContainEqual(['bounds.start_latitude', 'too_high'])
    const b = await server.call(contract.saveBounds, {
      body: { version, bounds: { ...box, start_latitude: 14 } },
    })
    expect(b.body.errors).toEqual([
      { path: 'bounds.end_longitude', code: 'geo_bounds_order', message: expect.any(String) },
    ])
  })
})

describe('Thiessen weights', () => {
  const read = async () => (await server.call(contract.getThiessen)).body.data!

  test('are computed from the outline beside those that were entered', async () => {
    const { stations, sum, sums_up } = await read()
    expect(stations).toHaveLength(6)
    expect(stations.reduce((a, s) => a + s.computed!, 0)).toBeCloseTo(1, 4)
    expect([sum, sums_up]).toEqual([1, true])
    for (const s of stations) {
      // The demo's geometry is what it was given.
      expect(Math.abs(s.computed! - s.stored!)).toBeLessThan(0.005)
      expect(s.used).toBe(s.stored)
      expect(s.ring.length).toBeGreaterThan(2)
    }
  })

  test('are entered and removed together, and report when they do not sum to 1', async () => {
    const { stations } = await read()
    const [a, b] = stations
    const put = (weights: [typeof a, number | null][]) =>
      server.call(contract.saveThiessen, {
        body: { weights: weights.map(([s, weight]) => ({ id: s.id, version: s.version, weight })) },
      })
    const wrong = await put([
      [a, 0.5],
      [b, 0.4],
    ])
    expect(wrong.status, JSON.stringify(wrong.body)).toBe(200)
    expect(wrong.body.data!.sums_up).toBe(false)
    expect(wrong.body.data!.stations.slice(0, 2).map((s) => s.used)).toEqual([0.5, 0.4])
    const late = await put([
      [stations[2], 0.1],
      [a, 0.1],
    ])
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect(await read()).toEqual(wrong.body.data)
    const back = await put(wrong.body.data!.stations.map((s) => [s, null]))
    expect(back.body.data!.sums_up).toBe(true)
    expect(back.body.data!.stations.map((s) => s.used)).toEqual(
      back.body.data!.stations.map((s) => s.computed),
    )
    expect((await home.audit('update'))[0]).toMatchObject({ noun: 'station' })
  })

  test('for other stations than rain gauges, or invalid shares, are refused', async () => {
    const level = (await server.call(ITEMS.station.list)).body.data!.find((s) => s.body.type === 2)!
    const a = await server.call(contract.saveThiessen, {
      body: { weights: [{ id: level.id, version: level.version, weight: 0.1 }] },
    })
    expect([a.status, a.body.code]).toEqual([400, 'geo_not_rain'])
    const [s] = (await read()).stations
    const b = await server.call(contract.saveThiessen, {
      body: { weights: [{ id: s.id, version: s.version, weight: 1.5 }] },
    })
    expect(b.body.errors![0]).toMatchObject({ path: 'weights.0.weight', code: 'too_high' })
  })
})

const IGUACU = new URL('../../../shared/data/gis/br_iguacu_basin_stations.geojson', import.meta.url)
describe.skipIf(!existsSync(IGUACU))('a real basin (skipped where ../shared is absent)', () => {
  test('of 66,000 km2 and seven rain gauges is divided among them', async () => {
    const { gaugeWeights } = await import('#core/rain/index.ts')
    const text = existsSync(IGUACU) ? readFileSync(IGUACU, 'utf8') : ''
    const a = await preview(text)
    const data = a.body.data as unknown as contract.ContourPreview
    expect(data.area).toBeGreaterThan(60_000)
    expect(data.area).toBeLessThan(72_000)
    expect(data.warnings.map((w) => w.code)).toEqual([
      'geo_outside_country',
      'geo_far_from_dam',
      'geo_area_differs',
    ])
    const gauges = (
      JSON.parse(text) as { features: { properties: { kind: string }; geometry: { coordinates: XY } }[] }
    ).features
      .filter((f) => f.properties.kind === 'rain_gauge')
      .map(
        ({
          geometry: {
            coordinates: [longitude, latitude],
          },
        }) => ({ longitude, latitude }),
      )
    const { used } = gaugeWeights(gauges, data.ring)
    expect(used).toHaveLength(7)
    expect(used.reduce((x, y) => x + y, 0)).toBeCloseTo(1, 9)
    expect(readGeoJson(text).polygons).toHaveLength(1)
  })
})
