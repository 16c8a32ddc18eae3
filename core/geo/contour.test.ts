import { describe, expect, it } from 'vitest'
import { PRJ, kmlOf, shapefileOf } from './fixtures.ts'
import {
  GeoError,
  KEPT_POINTS,
  MOST_POINTS,
  contourOf,
  crsOfEpsg,
  project,
  readGeoJson,
  readKml,
  readShapefile,
  type Dam,
  type FileShapes,
  type XY,
} from './index.ts'

const DAM: Dam = { longitude: 108.5, latitude: 14.8, basinArea: 0 }
/** About 10.8 by 11.1 km at the dam, closed. */
const SQUARE: XY[] = [
  [108.5, 14.8],
  [108.6, 14.8],
  [108.6, 14.9],
  [108.5, 14.9],
  [108.5, 14.8],
]
const open = SQUARE.slice(0, 4)
const json = (value: unknown) => readGeoJson(JSON.stringify(value))
const polygon = (...rings: readonly XY[][]) => ({ type: 'Polygon', coordinates: rings })
const moved = (ring: readonly XY[], x: number, y: number) => ring.map(([a, b]): XY => [a + x, b + y])
const failing = (run: () => unknown) => {
  try {
    run()
  } catch (e) {
    if (e instanceof GeoError) return e.code
    throw e
  }
  return null
}
const refusal = (shapes: () => FileShapes, dam: Dam | null = DAM) => failing(() => contourOf(shapes(), dam))
const warningsOf = (shapes: FileShapes, dam: Dam | null = DAM) =>
  contourOf(shapes, dam).warnings.map((w) => w.code)

describe('a GeoJSON outline', () => {
  it('is read from a geometry, a feature and a collection alike', () => {
    const geometry = polygon(SQUARE)
    const feature = { type: 'Feature', properties: { name: 'Lưu vực' }, geometry }
    for (const value of [
      geometry,
      { type: 'MultiPolygon', coordinates: [[SQUARE]] },
      feature,
      { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: null }, feature] },
      { type: 'GeometryCollection', geometries: [geometry] },
    ]) {
      const contour = contourOf(json(value), DAM)
      expect(contour.ring).toEqual(open)
      expect(contour.warnings).toEqual([])
      expect(contour.crs.name).toBe('WGS 84')
      // 0.1 degree by 0.1 degree at 14.85 N.
      expect(contour.area).toBeCloseTo(10.76 * 11.064, 0)
    }
  })

  it('in metres of VN-2000 is converted to degrees, by its crs or by the chosen one', () => {
    const flat = SQUARE.map(([lon, lat]): XY => {
      const [x, y] = project(lon, lat, 108, 0.9999)
      return [x + 500_000, y]
    })
    const file = json({
      ...polygon(flat),
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::5898' } },
    })
    const contour = contourOf(file, DAM)
    // The datum moves it by some 200 m.
    expect(contour.ring[0][0]).toBeCloseTo(108.5018, 3)
    expect(contour.ring[0][1]).toBeCloseTo(14.799, 3)
    expect(contour.warnings).toEqual([])
    const silent = json(polygon(flat))
    expect(refusal(() => silent)).toBe('geo_no_crs')
    expect(contourOf(silent, DAM, crsOfEpsg(5898)).ring).toEqual(contour.ring)
    // X is north here on many a plan.
    const turned = json(polygon(flat.map(([x, y]): XY => [y, x])))
    const again = contourOf(turned, DAM, crsOfEpsg(5898))
    expect(again.ring).toEqual(contour.ring)
    expect(again.warnings.map((w) => w.code)).toEqual(['geo_axes_swapped'])
  })

  it('with swapped axes is corrected, with a warning', () => {
    const swapped = json(polygon(SQUARE.map(([lon, lat]): XY => [lat, lon])))
    expect(contourOf(swapped, null)).toMatchObject({ ring: open, warnings: [{ code: 'geo_axes_swapped' }] })
    // Where both could be either, the dam decides.
    const brazil: Dam = { longitude: -50, latitude: -26, basinArea: 0 }
    const there = json(polygon(moved(SQUARE, -158.5, -40.8).map(([lon, lat]): XY => [lat, lon])))
    expect(contourOf(there, brazil).ring[0]).toEqual([-50, -26])
  })

  it('of several parts and with holes is reduced to its largest part without holes, with a warning', () => {
    const hole = moved(SQUARE, 0, 0).map(([x, y]): XY => [
      108.5 + (x - 108.5) / 4 + 0.01,
      14.8 + (y - 14.8) / 4 + 0.01,
    ])
    const small = moved(hole, 0.3, 0)
    const contour = contourOf(json({ type: 'MultiPolygon', coordinates: [[small], [SQUARE, hole]] }), DAM)
    expect(contour.ring).toEqual(open)
    expect(contour.warnings).toEqual([
      { code: 'geo_parts_dropped', params: { count: 1, percent: 5.9 } },
      { code: 'geo_holes_filled', params: { count: 1, percent: 6.3 } },
    ])
  })

  it('far away, abroad, or of another size than the basin is accepted with a warning', () => {
    expect(warningsOf(json(polygon(moved(SQUARE, 0.3, 0))))).toEqual(['geo_far_from_dam'])
    expect(warningsOf(json(polygon(moved(SQUARE, -80, 0))), null)).toEqual(['geo_outside_country'])
    expect(warningsOf(json(polygon(SQUARE)), { ...DAM, basinArea: 118 })).toEqual([])
    const [warning] = contourOf(json(polygon(SQUARE)), { ...DAM, basinArea: 330 }).warnings
    expect(warning.code).toBe('geo_area_differs')
    expect(warning.params).toMatchObject({ given: 330, percent: 64 })
  })

  it('of very many points is thinned', () => {
    const fine = Array.from({ length: 30_001 }, (_, i): XY => {
      const angle = (2 * Math.PI * (i % 30_000)) / 30_000
      return [108.6 + 0.1 * Math.cos(angle), 14.8 + 0.1 * Math.sin(angle)]
    })
    const contour = contourOf(json(polygon(fine)), DAM)
    expect(contour.ring).toHaveLength(KEPT_POINTS[0])
    expect(contour.points).toBe(30_000)
    expect(contour.warnings.map((w) => w.code)).toEqual(['geo_thinned'])
    expect(contour.warnings[0].params.percent).toBeLessThan(0.01)
  })

  it.each([
    ['nothing', {}, 'geo_no_polygon'],
    ['a list', [], 'geo_malformed'],
    ['a line', { type: 'LineString', coordinates: SQUARE }, 'geo_no_polygon'],
    ['no ring', polygon(), 'geo_no_polygon'],
    ['an open ring', polygon(open), 'geo_open_ring'],
    ['two points', polygon([SQUARE[0], SQUARE[1], SQUARE[0]]), 'geo_too_few_points'],
    ['a bow tie', polygon([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]]), 'geo_crosses_itself'],
    ['a line there and back', polygon([SQUARE[0], SQUARE[1], [108.55, 14.8], SQUARE[0]]), 'geo_no_area'],
    ['text in a number', polygon([['108', 14] as never, ...SQUARE]), 'geo_not_a_number'],
    ['a missing number', polygon([[108] as never, ...SQUARE]), 'geo_not_a_number'],
    ['coordinates that are none', { type: 'Polygon', coordinates: ['x'] }, 'geo_malformed'],
    [
      'a crs nobody knows',
      { ...polygon(SQUARE), crs: { properties: { name: 'EPSG:2326' } } },
      'geo_unknown_crs',
    ],
    ['a crs without a name', { ...polygon(SQUARE), crs: {} }, 'geo_unknown_crs'],
    ['a latitude of 95', polygon(moved(SQUARE, 0, 80.5)), 'geo_out_of_range'],
  ])('with %s is refused', (_, value, code) => expect(refusal(() => json(value))).toBe(code))

  it('that is no JSON, or too long, is refused', () => {
    expect(failing(() => readGeoJson('{"type":'))).toBe('geo_malformed')
    const points = Array.from({ length: MOST_POINTS + 1 }, (): XY => [108, 14])
    expect(failing(() => json(polygon(points)))).toBe('geo_too_many_points')
  })
})

describe('a KML outline', () => {
  it('is read with its holes, whatever surrounds it', () => {
    const shapes = readKml(kmlOf(SQUARE, [SQUARE]))
    expect(shapes.polygons).toEqual([{ ring: SQUARE, holes: [SQUARE] }])
    expect(contourOf(readKml(kmlOf(SQUARE)), DAM)).toMatchObject({ ring: open, warnings: [] })
    const prefixed = kmlOf(SQUARE).replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1k:')
    expect(readKml(prefixed).polygons).toHaveLength(1)
  })

  it.each([
    [
      '<kml><Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></kml>',
      'geo_no_polygon',
    ],
    ['<html></html>', 'geo_unknown_format'],
    ['<!DOCTYPE kml [<!ENTITY a "b">]><kml></kml>', 'geo_entities'],
    [kmlOf(SQUARE).replace('108.5,', '108.5;'), 'geo_not_a_number'],
    [kmlOf(SQUARE).replace('108.5,14.8,0', '108.5'), 'geo_not_a_number'],
    [kmlOf(open), 'geo_open_ring'],
  ])('%#: is refused', (text, code) => expect(refusal(() => readKml(text))).toBe(code))

  it('of comments that never end is parsed at once', () => {
    const begun = process.cpuUsage()
    expect(failing(() => readKml(`<kml>${'<!--'.repeat(500_000)}`))).toBeNull()
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
  })
})

describe('a shapefile', () => {
  const clockwise = SQUARE.toReversed()
  const flat = clockwise.map(([lon, lat]): XY => {
    const [x, y] = project(lon, lat, 111, 0.9996)
    return [x + 500_000, y]
  })

  it('in UTM is converted to degrees by its .prj', () => {
    const contour = contourOf(readShapefile(shapefileOf([[flat]]), PRJ.utm49), DAM)
    expect(contour.crs.name).toBe('WGS 1984 UTM Zone 49N')
    expect(contour.warnings).toEqual([])
    contour.ring.forEach(([lon, lat], i) => {
      expect(lon).toBeCloseTo(clockwise[i][0], 5)
      expect(lat).toBeCloseTo(clockwise[i][1], 5)
    })
  })

  it('without .prj is read as degrees where possible', () => {
    expect(warningsOf(readShapefile(shapefileOf([[clockwise]]), null))).toEqual(['geo_crs_assumed'])
    expect(refusal(() => readShapefile(shapefileOf([[flat]]), null))).toBe('geo_no_crs')
  })

  it('recognizes holes by their direction, and accepts rings in the wrong direction', () => {
    const hole = SQUARE.map(([x, y]): XY => [108.51 + (x - 108.5) / 5, 14.81 + (y - 14.8) / 5])
    expect(readShapefile(shapefileOf([[clockwise, hole]]), PRJ.wgs84).polygons).toEqual([
      { ring: clockwise, holes: [hole] },
    ])
    expect(readShapefile(shapefileOf([[SQUARE]]), PRJ.wgs84).polygons).toEqual([{ ring: SQUARE, holes: [] }])
  })

  it('that is damaged, or contains points, is refused', () => {
    const whole = shapefileOf([[flat]])
    const read = (bytes: Uint8Array) => failing(() => readShapefile(bytes, PRJ.utm49))
    expect(read(new Uint8Array(0))).toBe('geo_malformed')
    expect(read(whole.subarray(0, whole.length - 8))).toBe('geo_malformed')
    expect(read(shapefileOf([[flat]], 1))).toBe('geo_not_a_polygon_layer')
    for (const [at, value] of [
      [100 + 4, 0x7fffffff],
      [100 + 8 + 36, -1],
      [100 + 8 + 40, 0x7fffffff],
    ]) {
      const bytes = whole.slice()
      new DataView(bytes.buffer).setInt32(at, value, at > 104)
      expect(read(bytes)).toMatch(/^geo_(malformed|too_many_points)$/)
    }
    const nan = whole.slice()
    new DataView(nan.buffer).setFloat64(nan.length - 16, NaN, true)
    expect(read(nan)).toBe('geo_not_a_number')
  })
})
