/** Files for tests, written by the specification. */
import type { XY } from './polygon.ts'

/** A .shp of one polygon record per entry, each a list of closed rings. type: 5 Polygon, 1 Point and so on. */
export function shapefileOf(records: readonly (readonly (readonly XY[])[])[], type = 5): Uint8Array {
  const bodies = records.map((rings) => {
    const points = rings.flat()
    const body = new DataView(new ArrayBuffer(44 + 4 * rings.length + 16 * points.length))
    body.setInt32(0, type, true)
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])]
    ;[Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((v, i) =>
      body.setFloat64(4 + 8 * i, v, true),
    )
    body.setInt32(36, rings.length, true)
    body.setInt32(40, points.length, true)
    let begin = 0
    rings.forEach((ring, i) => {
      body.setInt32(44 + 4 * i, begin, true)
      begin += ring.length
    })
    points.forEach(([x, y], i) => {
      body.setFloat64(44 + 4 * rings.length + 16 * i, x, true)
      body.setFloat64(52 + 4 * rings.length + 16 * i, y, true)
    })
    return body
  })
  const size = 100 + bodies.reduce((sum, b) => sum + 8 + b.byteLength, 0)
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  view.setInt32(0, 9994)
  view.setInt32(24, size / 2)
  view.setInt32(28, 1000, true)
  view.setInt32(32, type, true)
  let at = 100
  bodies.forEach((body, i) => {
    view.setInt32(at, i + 1)
    view.setInt32(at + 4, body.byteLength / 2)
    file.set(new Uint8Array(body.buffer), at + 8)
    at += 8 + body.byteLength
  })
  return file
}

export function kmlOf(ring: readonly XY[], holes: readonly (readonly XY[])[] = []): string {
  const tuples = (points: readonly XY[]) => points.map(([x, y]) => `${x},${y},0`).join('\n      ')
  const boundary = (name: string, points: readonly XY[]) =>
    `<${name}><LinearRing><coordinates>\n      ${tuples(points)}\n    </coordinates></LinearRing></${name}>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Lưu vực</name><Placemark>
  <!-- <Polygon> in a comment is none -->
  <Polygon>${boundary('outerBoundaryIs', ring)}${holes.map((h) => boundary('innerBoundaryIs', h)).join('')}</Polygon>
</Placemark></Document></kml>`
}

/** Text of .prj files as ArcGIS and QGIS write them. */
export const PRJ = {
  wgs84:
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
  utm49:
    'PROJCS["WGS_1984_UTM_Zone_49N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",111.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
  quangNgai:
    'PROJCS["VN_2000_Quang_Ngai",GEOGCS["GCS_VN_2000",DATUM["D_Vietnam_2000",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",108.0],PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
  tm3wkt2:
    'PROJCRS["VN-2000 / TM-3 108-15",BASEGEOGCRS["VN-2000",DATUM["Vietnam 2000",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4756]],CONVERSION["Vietnam TM-3 108-15",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of natural origin",108.25,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",0.9999,SCALEUNIT["unity",1]],PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1]],AXIS["(N)",north,ORDER[2]],LENGTHUNIT["metre",1],ID["EPSG",9217]]',
  hanoi72:
    'PROJCS["Hanoi_1972_GK_Zone_18",GEOGCS["GCS_Hanoi_1972",DATUM["D_Hanoi_1972",SPHEROID["Krasovsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",18500000.0],PARAMETER["Central_Meridian",105.0],PARAMETER["Scale_Factor",1.0],UNIT["Meter",1.0]]',
} as const
