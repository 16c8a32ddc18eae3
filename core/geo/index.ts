/**
 * Coordinates and outlines: projections, coordinate systems of Viet Nam, contours from GeoJSON, KML and shapefiles,
 * layers of water and borders.
 */
export { area, contains } from './polygon.ts'
export type { XY } from './polygon.ts'
export { plane, planeOf, project, unproject } from './projection.ts'
export { vn2000ToWgs84 } from './datum.ts'
export { EPSG_CHOICES, crsOfEpsg, crsOfName, crsOfPrj, toWgs84 } from './crs.ts'
export { GeoError } from './error.ts'
export { readGeoJson } from './geojson.ts'
export { readKml } from './kml.ts'
export { readShapefile } from './shapefile.ts'
export { LAYERS, LAYER_PARTS, LAYER_POINTS, MOST_POINTS } from './shapes.ts'
export type { FileShapes, MapLayerKind } from './shapes.ts'
export { readLayer } from './layer.ts'
export type { ReadLayer } from './layer.ts'
export { simplify } from './simplify.ts'
export { KEPT_POINTS, contourOf } from './contour.ts'
export type { Contour, Dam } from './contour.ts'
export { crossing } from './cross.ts'
export { thinRing } from './thin.ts'
