import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  GeoError,
  LAYER_PARTS,
  LAYER_POINTS,
  MOST_POINTS,
  crsOfEpsg,
  planeOf,
  project,
  readLayer,
  simplify,
  type Dam,
  type MapLayerKind,
  type XY,
} from './index.ts'
import { offSide, significance } from './simplify.ts'

const DAM: Dam = { longitude: 108.5, latitude: 14.8, basinArea: 0 }
const RIVER: XY[] = [
  [108.3, 14.7],
  [108.4, 14.75],
  [108.5, 14.8],
]
const LAKE: XY[] = [
  [108.4, 14.75],
  [108.5, 14.75],
  [108.5, 14.8],
  [108.4, 14.75],
]
const line = (coordinates: unknown, properties: object | null = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
})
const area = (...coordinates: unknown[]) => ({
  type: 'Feature',
  properties: { name: 'Hồ' },
  geometry: { type: 'Polygon', coordinates },
})
const all = (...features: unknown[]) => ({ type: 'FeatureCollection', features })
const read = (
  value: unknown,
  layer: MapLayerKind = 'rivers',
  dam: Dam | null = DAM,
  epsg: number | null = null,
) => readLayer(JSON.stringify(value), layer, dam, epsg === null ? null : crsOfEpsg(epsg))
const refusal = (run: () => unknown) => {
  try {
    run()
  } catch (e) {
    if (e instanceof GeoError) return { code: e.code, ...e.params }
    throw e
  }
  return null
}

describe('a layer of the base map', () => {
  it('has names and ranks as in files of surveys and of OpenStreetMap', () => {
    const { shapes, features, points, kept, warnings, crs } = read(
      all(
        line(RIVER, { name: ' Sông  An Vân ', rank: 1 }),
        line(RIVER, { TEN: 'Suối Nước Sim', waterway: 'stream' }),
        line(RIVER, { waterway: 'river' }),
        line(RIVER, { name: 7 }),
        line(RIVER, null),
      ),
    )
    expect(shapes.map((s) => [s.name, s.rank])).toEqual([
      ['Sông An Vân', 1],
      ['Suối Nước Sim', 3],
      ['', 1],
      ['', 2],
      ['', 2],
    ])
    expect(shapes[0].parts).toEqual([RIVER])
    expect({ features, points, kept, warnings, crs: crs.name }).toEqual({
      features: 5,
      points: 15,
      kept: 15,
      warnings: [],
      crs: 'WGS 84',
    })
  })

  it('with Strahler orders takes the highest one as the main river', () => {
    const orders = [5, 4, 3, 1, 'x']
    const { shapes } = read(all(...orders.map((ORD_STRA) => line(RIVER, { ORD_STRA }))))
    expect(shapes.map((s) => s.rank)).toEqual([1, 2, 3, 3, 2])
  })

  it('of borders accepts lines and the areas between them; of lakes shores with islands', () => {
    const island: XY[] = [
      [108.45, 14.76],
      [108.46, 14.76],
      [108.46, 14.765],
      [108.45, 14.76],
    ]
    expect(read(all(area(LAKE, island)), 'lakes').shapes).toEqual([
      { name: 'Hồ', rank: 2, parts: [LAKE, island] },
    ])
    const many = { type: 'MultiPolygon', coordinates: [[LAKE], [island]] }
    expect(read(many, 'lakes').shapes).toHaveLength(2)
    const borders = [area(LAKE), line(RIVER, { admin_level: '6' }), line(RIVER, { admin_level: 8 })]
    expect(read(all(...borders), 'borders').shapes.map((s) => s.rank)).toEqual([1, 2, 3])
    const parts = { type: 'MultiLineString', coordinates: [RIVER, RIVER] }
    expect(read({ type: 'GeometryCollection', geometries: [parts] }).shapes[0].parts).toHaveLength(2)
  })

  it('in metres of VN-2000 is converted to degrees, by its crs or by the chosen one', () => {
    const flat = RIVER.map(([lon, lat]): XY => {
      const [x, y] = project(lon, lat, 108, 0.9999)
      return [x + 500_000, y]
    })
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::5898' } }
    const layer = read({ ...all(line(flat)), crs })
    // The datum moves it by some 200 m.
    expect(layer.shapes[0].parts[0][0][0]).toBeCloseTo(108.3018, 3)
    expect(read(all(line(flat)), 'rivers', DAM, 5898).shapes).toEqual(layer.shapes)
    expect(refusal(() => read(all(line(RIVER), line(flat))))).toMatchObject({
      code: 'geo_feature_no_crs',
      feature: 2,
      row: 1,
    })
    expect(refusal(() => read(all(line(flat)), 'rivers', DAM, 4326))).toMatchObject({
      code: 'geo_feature_range',
      feature: 1,
    })
  })

  it.each([
    ['a number', 7, { code: 'geo_not_geojson' }],
    ['no type', {}, { code: 'geo_not_geojson' }],
    ['a list', [], { code: 'geo_not_geojson' }],
    ['no list of features', { type: 'FeatureCollection' }, { code: 'geo_not_geojson' }],
    ['no feature', all(), { code: 'geo_no_features' }],
    ['only what has no geometry', all({ type: 'Feature', geometry: null }), { code: 'geo_no_features' }],
    ['something else', all(line(RIVER), { type: 'Thing' }), { code: 'geo_feature_not', feature: 2 }],
    ['a point', { type: 'Point', coordinates: [108, 14] }, { code: 'geo_feature_kind', kind: 'Point' }],
    ['an area among rivers', all(area(LAKE)), { code: 'geo_feature_area', feature: 1 }],
    ['no coordinates', all(line(null)), { code: 'geo_feature_coordinates', feature: 1 }],
    [
      'text in a number',
      all(line(RIVER), line([RIVER[0], ['108', 14]])),
      { code: 'geo_feature_point', feature: 2, row: 2 },
    ],
    [
      'one point',
      all(line([RIVER[0], RIVER[0]])),
      { code: 'geo_feature_few', feature: 1, count: 1, least: 2 },
    ],
    [
      'axes the wrong way round',
      all(line(RIVER), line(RIVER.map(([x, y]) => [y, x]))),
      { code: 'geo_feature_swapped', feature: 2, row: 1, sample: '14.7, 108.3' },
    ],
    [
      'what is nowhere on earth',
      {
        ...all(line([RIVER[0], [208, 14]])),
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
      },
      { code: 'geo_feature_range', feature: 1, row: 2, sample: '208, 14' },
    ],
    [
      'a crs nobody knows',
      { ...all(line(RIVER)), crs: { properties: { name: 'EPSG:2326' } } },
      { code: 'geo_unknown_crs' },
    ],
  ])('with %s is refused', (_, value, expected) => {
    expect(refusal(() => read(value))).toMatchObject(expected)
  })

  it('of lakes refuses lines, and shores that are not closed', () => {
    expect(refusal(() => read(all(line(RIVER)), 'lakes'))).toMatchObject({
      code: 'geo_feature_line',
      feature: 1,
    })
    expect(refusal(() => read(all(area(LAKE), area(LAKE.slice(0, 3))), 'lakes'))).toEqual({
      code: 'geo_feature_open',
      feature: 2,
    })
  })

  it('with ambiguous axes is oriented by the location of the dam', () => {
    const brazil: Dam = { longitude: -50, latitude: -26, basinArea: 0 }
    const there: XY[] = [
      [-50.1, -26.1],
      [-50, -26],
    ]
    expect(refusal(() => read(all(line(there)), 'rivers', brazil))).toBeNull()
    const turned = there.map(([x, y]) => [y, x])
    expect(refusal(() => read(all(line(turned)), 'rivers', brazil))).toMatchObject({
      code: 'geo_feature_swapped',
    })
  })

  it('that is no JSON or too long is refused', () => {
    expect(refusal(() => readLayer('{"type":', 'rivers', null, null))).toMatchObject({
      code: 'geo_not_geojson',
    })
    const long = Array.from({ length: MOST_POINTS + 1 }, (_, i): XY => [108 + i / 1e6, 14])
    expect(refusal(() => read(all(line(long))))).toEqual({
      code: 'geo_layer_too_many_points',
      max: MOST_POINTS,
    })
    const many = Array.from({ length: LAYER_PARTS + 1 }, () => line(RIVER))
    expect(refusal(() => read(all(...many)))).toEqual({ code: 'geo_too_many_features', max: LAYER_PARTS })
  })

  it('abroad, far from the dam, with blank features or very many points is accepted with a warning', () => {
    const expected = (value: unknown, dam: Dam | null = DAM) => read(value, 'rivers', dam).warnings
    const moved = (x: number) => RIVER.map(([a, b]): XY => [a + x, b])
    expect(expected(all(line(RIVER), line(moved(-20))), null)).toEqual([
      { code: 'geo_feature_abroad', params: { feature: 2, place: '88.3, 14.7' } },
    ])
    expect(expected(all(line(moved(0.9))))).toEqual([{ code: 'geo_layer_far', params: { km: 76 } }])
    expect(expected(all(line(RIVER), { type: 'Feature', geometry: null }))).toEqual([
      { code: 'geo_features_blank', params: { count: 1 } },
    ])
    const wavy = Array.from({ length: 20_000 }, (_, i): XY => [
      108.3 + i / 100_000,
      14.7 + Math.sin(i / 40) / 100 + Math.sin(i) / 1e6,
    ])
    const { kept, points, warnings, shapes } = read(all(line(wavy)))
    expect(points).toBe(20_000)
    expect(kept).toBeLessThanOrEqual(LAYER_POINTS)
    expect(kept).toBeGreaterThan(LAYER_POINTS / 2)
    expect(shapes[0].parts[0]).toHaveLength(kept)
    expect(warnings.map((w) => w.code)).toEqual(['geo_layer_thinned'])
    expect(warnings[0].params.metres).toBeLessThan(5)
  })
})

const coordinate = fc.integer({ min: -1000, max: 1000 })
const point = fc.tuple(coordinate, coordinate)
const lines = fc.array(fc.array(point, { minLength: 2, maxLength: 60 }), { minLength: 1, maxLength: 6 })

describe('simplification', () => {
  test('keeps the ends, the order and at most so many points, and removes none further off than reported', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 24, max: 200 }), (given, most) => {
        const { kept, tolerance } = simplify(given, most)
        expect(kept.reduce((n, k) => n + k.length, 0)).toBeLessThanOrEqual(most)
        given.forEach((l, i) => {
          expect(kept[i][0]).toBe(0)
          expect(kept[i].at(-1)).toBe(l.length - 1)
          for (let k = 1; k < kept[i].length; k++) {
            const [a, b] = [kept[i][k - 1], kept[i][k]]
            expect(b).toBeGreaterThan(a)
            for (let j = a + 1; j < b; j++)
              expect(offSide(l[j], l[a], l[b])).toBeLessThanOrEqual(tolerance + 1e-9)
          }
        })
      }),
    )
  })

  test('leaves a line with few enough points unchanged', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const count = given.reduce((n, l) => n + l.length, 0)
        const { kept, tolerance } = simplify(given, count)
        expect(kept.map((k) => k.length)).toEqual(given.map((l) => l.length))
        expect(tolerance).toBe(0)
      }),
    )
  })

  test('with fewer points is never longer, nor more exact', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 24, max: 100 }), (given, most) => {
        const [wide, narrow] = [simplify(given, most + 20), simplify(given, most)]
        narrow.kept.forEach((k, i) => expect(wide.kept[i]).toEqual(expect.arrayContaining(k)))
        expect(narrow.tolerance).toBeGreaterThanOrEqual(wide.tolerance)
      }),
    )
  })

  test('leaves a ring at least a triangle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 200 }), fc.integer({ min: 1, max: 100 }), (n, flat) => {
        const ring = Array.from({ length: n }, (_, i): XY => [
          1000 * Math.cos((2 * Math.PI * i) / n),
          flat * Math.sin((2 * Math.PI * i) / n),
        ])
        const closed = [...ring, ring[0]]
        const [kept] = simplify([closed], 0).kept
        expect(kept.length).toBeGreaterThanOrEqual(4)
        expect(new Set(kept.map((i) => String(closed[i]))).size).toBeGreaterThanOrEqual(3)
      }),
    )
  })

  test('is measured on the ground: a metre east counts as much as a metre north', () => {
    const to = planeOf([[108, 60]])
    const bump = (dx: number, dy: number): XY[] => [
      [108, 60],
      [108 + dx, 60 + dy],
      [108, 60],
    ]
    const weigh = (l: XY[]) => significance(l.map(to))[1]
    // At 60 degrees north a degree of longitude is half as long.
    expect(weigh(bump(0.02, 0)) / weigh(bump(0, 0.01))).toBeCloseTo(1, 1)
  })
})
