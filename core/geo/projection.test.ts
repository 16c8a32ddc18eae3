import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRJ } from './fixtures.ts'
import {
  EPSG_CHOICES,
  GeoError,
  crsOfEpsg,
  crsOfName,
  crsOfPrj,
  project,
  toWgs84,
  unproject,
  vn2000ToWgs84,
} from './index.ts'

describe('unproject', () => {
  it('gives published positions', () => {
    // The CN Tower, 17T 630084 4833438 (to the metre), is 43 38 33.24 N 79 23 13.7 W.
    const [lon, lat] = unproject(130_084, 4_833_438, -81, 0.9996)
    expect(Math.abs(lon + (79 + 23 / 60 + 13.7 / 3600)) * 80_000).toBeLessThan(2)
    expect(Math.abs(lat - (43 + 38 / 60 + 33.24 / 3600)) * 111_000).toBeLessThan(2)
    expect(unproject(0, 10_001_965.7293, 105)[1]).toBeCloseTo(90, 7)
  })

  it('converts back to the same millimetre, all over a zone and beyond', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 84, noNaN: true }),
        fc.double({ min: -6, max: 6, noNaN: true }),
        fc.constantFrom(102, 105, 107.75, 111, -179, 180),
        fc.constantFrom(0.9996, 0.9999, 1),
        (lat, d, lon0, scale) => {
          const lon = ((lon0 + d + 540) % 360) - 180
          const back = unproject(...project(lon, lat, lon0, scale), lon0, scale)
          const east = ((back[0] - lon + 540) % 360) - 180
          expect(Math.abs(east) * 111_320).toBeLessThan(1e-3)
          expect(Math.abs(back[1] - lat) * 111_320).toBeLessThan(1e-3)
        },
      ),
    )
  })
})

describe('VN-2000', () => {
  it('is converted to WGS 84 by its seven parameters', () => {
    // A survey mark of Ninh Thuan, TM-3 of 108 15, as published with its WGS 84 position.
    const [lon, lat] = toWgs84(crsOfEpsg(9217)!)([568_262.924, 1_255_172.51])
    expect(Math.abs(lat - 11.349358065695681) * 110_600).toBeLessThan(0.01)
    expect(Math.abs(lon - 108.87720114429756) * 109_000).toBeLessThan(0.01)
  })

  it('is some 200 m from WGS 84 everywhere in the country', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 102, max: 110, noNaN: true }),
        fc.double({ min: 8, max: 23.5, noNaN: true }),
        (lon, lat) => {
          const [a, b] = vn2000ToWgs84([lon, lat])
          const metres = Math.hypot(
            (a - lon) * 111_320 * Math.cos((lat * Math.PI) / 180),
            (b - lat) * 110_600,
          )
          expect(metres).toBeGreaterThan(190)
          expect(metres).toBeLessThan(250)
        },
      ),
    )
  })
})

describe('a coordinate system', () => {
  it('is recognized by its .prj', () => {
    expect(crsOfPrj(PRJ.wgs84)).toMatchObject({ kind: 'degrees', datum: 'WGS84' })
    expect(crsOfPrj(PRJ.utm49)).toMatchObject({
      kind: 'tm',
      datum: 'WGS84',
      lon0: 111,
      scale: 0.9996,
      x0: 500_000,
    })
    expect(crsOfPrj(PRJ.quangNgai)).toMatchObject({
      kind: 'tm',
      name: 'VN 2000 Quang Ngai',
      datum: 'VN2000',
      lon0: 108,
      scale: 0.9999,
      unit: 1,
    })
    expect(crsOfPrj(PRJ.tm3wkt2)).toMatchObject({ kind: 'tm', datum: 'VN2000', lon0: 108.25, scale: 0.9999 })
  })

  it('that is not supported is refused by its name', () => {
    const code = (run: () => unknown) => {
      try {
        run()
      } catch (e) {
        return e instanceof GeoError ? [e.code, e.params.name ?? e.params.detail] : e
      }
      return null
    }
    expect(code(() => crsOfPrj(PRJ.hanoi72))).toEqual(['geo_unknown_crs', 'Hanoi 1972 GK Zone 18'])
    expect(code(() => crsOfPrj(PRJ.utm49.replace('Transverse_Mercator', 'Lambert_Conformal_Conic')))).toEqual(
      ['geo_unknown_crs', 'WGS 1984 UTM Zone 49N'],
    )
    expect(code(() => crsOfName('EPSG:27700'))).toEqual(['geo_unknown_crs', 'EPSG:27700'])
    for (const broken of ['', 'PROJCS["x"', 'PROJCS["x"]]', '["x"]', 'x', '\u0000'])
      expect(code(() => crsOfPrj(broken))).toEqual(['geo_malformed', 'prj'])
  })

  it('is recognized by its EPSG code in every spelling', () => {
    for (const name of [
      'EPSG:3405',
      'urn:ogc:def:crs:EPSG::3405',
      'urn:ogc:def:crs:EPSG:6.9:3405',
      'http://www.opengis.net/def/crs/EPSG/0/3405',
    ])
      expect(crsOfName(name)).toMatchObject({ name: 'VN-2000 / UTM 48N', lon0: 105 })
    expect(crsOfName('urn:ogc:def:crs:OGC:1.3:CRS84')).toMatchObject({ kind: 'degrees' })
    expect(crsOfEpsg(32_647)).toMatchObject({ lon0: 99, y0: 0 })
    expect(crsOfEpsg(32_722)).toMatchObject({ lon0: -51, y0: 10_000_000 })
    expect(crsOfEpsg(5899)).toMatchObject({ lon0: 107.75, name: "VN-2000 / TM-3 107°45'" })
    expect(crsOfEpsg(9999)).toBeNull()
    expect(EPSG_CHOICES.every((c) => crsOfEpsg(c))).toBe(true)
  })

  it('of web maps (Web Mercator) is converted too', () => {
    const R = 6_378_137
    const y = R * Math.log(Math.tan(Math.PI / 4 + (14.826 * Math.PI) / 360))
    const [lon, lat] = toWgs84(crsOfEpsg(3857)!)([(R * 108.486 * Math.PI) / 180, y])
    expect(lon).toBeCloseTo(108.486, 9)
    expect(lat).toBeCloseTo(14.826, 9)
  })
})
