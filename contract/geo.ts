import { z } from 'zod'
import { LAYERS } from '#core/geo/shapes.ts'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { objectId, reason, requiredLine } from './validation.ts'

/** The basin on the map: its outline, the part shown first, and the weight of each rain gauge. */
const base = 'main' as const

export const CONTOUR_LIMIT = 50 * 1024 * 1024
/** Content types of an uploaded outline; its format is recognized by its content. */
export const CONTOUR_TYPES = ['application/octet-stream', 'application/geo+json', 'application/zip'] as const

const longitude = z.number().min(-180).max(180)
const latitude = z.number().min(-90).max(90)
const point = z.tuple([z.number(), z.number()]).describe('longitude, latitude (WGS 84)')
/** A polygon, without its first point at the end. */
const ring = z.array(point)
const version = z.string().min(1).max(60)

/** Corners of the part of the map that is shown first: south-west and north-east. */
export const mapBound = z.strictObject({
  start_longitude: longitude,
  start_latitude: latitude,
  end_longitude: longitude,
  end_latitude: latitude,
})
export type MapBound = z.infer<typeof mapBound>

const risingBound = mapBound
  .refine((b) => b.end_longitude > b.start_longitude, { error: 'geo_bounds_order', path: ['end_longitude'] })
  .refine((b) => b.end_latitude > b.start_latitude, { error: 'geo_bounds_order', path: ['end_latitude'] })

export const getBasinContour = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/get/basin-contour',
  access: 'map',
  summary: 'The outline of the basin as GeoJSON (WGS 84); an empty collection while there is none.',
  data: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        properties: z.object({ hydro_code: z.string(), name: z.string(), area_km2: z.number() }),
        geometry: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(point)) }),
      }),
    ),
  }),
})

export const getMapBound = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/get/map-bound',
  access: 'map',
  summary:
    'The initial extent of the map, degrees; around the basin, or else the dam, unless one was chosen.',
  data: mapBound,
})

/** One river, lake or border, as maps draw it. */
const shape = z.object({
  name: z.string(),
  /** Of a river: 1 main, 2 tributary, 3 stream; of a border: 1 of provinces, 3 of communes. */
  rank: z.literal([1, 2, 3]),
  /** Lines; of a lake its shore, then its islands, each closed. */
  parts: z.array(z.array(point)),
})
const layer = z.enum(LAYERS)
const shapes = z.object({ rivers: z.array(shape), lakes: z.array(shape), borders: z.array(shape) })

/** Tiles under the map, by the settings of the reservoir. */
export const mapTiles = z.object({
  kind: z.enum(['xyz', 'pmtiles']),
  url: z.string(),
  attribution: z.string(),
  maxZoom: z.number(),
})

export const getMap = endpoint({
  base,
  method: 'GET',
  path: '/v1/geo/map',
  access: 'map',
  also: 'stations.view',
  reads: ['description'],
  kept: true,
  large: true,
  summary:
    'Contents of the station map: the dam, the outline of the basin (longitude, latitude), rivers, lakes and borders, the initial extent, and tiles where the settings name some that this server lets browsers load.',
  data: z.object({
    name: z.string(),
    river: z.string(),
    dam: z.object({ longitude, latitude }),
    basin: ring.nullable(),
    /** km2 */
    area: z.number().nullable(),
    bounds: mapBound,
    /** Layers below the stations; empty lists where nothing was uploaded. */
    layers: shapes,
    tiles: mapTiles.nullable(),
    /** The host of the tiles in the settings, where MAP_TILE_HOSTS does not list it. */
    tiles_refused: z.string().nullable(),
  }),
})
export type StationMap = z.infer<(typeof getMap)['data']>

export const geoWarning = z.object({ code: z.string(), message: z.string() })

const uploaded = z.object({ name: z.string(), size: z.number(), uploaded_at: z.number() })

export const getBasin = endpoint({
  base,
  method: 'GET',
  path: '/v1/geo/basin',
  access: 'settings.view',
  reads: ['description'],
  kept: true,
  summary: 'The basin: outline, area (km2), its file, the dam, the initial extent of the map.',
  data: z.object({
    /** Version of the reservoir, to be named by a change. */
    version: z.string(),
    name: z.string(),
    dam: z.object({ longitude, latitude }),
    basin: ring.nullable(),
    /** km2; of the outline, and as described. */
    area: z.number().nullable(),
    given_area: z.number(),
    file: uploaded.nullable(),
    layers: shapes,
    /** The source file of each layer. */
    layer_files: z.object({
      rivers: uploaded.nullable(),
      lakes: uploaded.nullable(),
      borders: uploaded.nullable(),
    }),
    bounds: mapBound,
    /** Whether a person chose them. */
    bounds_chosen: z.boolean(),
    /** Coordinate systems in which an outline can be read, by EPSG code. */
    systems: z.array(z.object({ epsg: z.number(), name: z.string() })),
  }),
})

export const contourPreview = z.object({
  format: z.enum(['GeoJSON', 'KML', 'KMZ', 'Shapefile']),
  /** The coordinate system in which it was read. */
  crs: z.string(),
  ring,
  /** Points of the outline in the file. */
  points: z.number(),
  /** km2 */
  area: z.number(),
  warnings: z.array(geoWarning),
})
export type ContourPreview = z.infer<typeof contourPreview>

/** EPSG code of the file's coordinate system, where the file has none or a wrong one. */
const epsg = z.coerce.number().int().optional()

export const previewContour = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/contour/preview',
  access: 'settings.update',
  reads: [],
  summary:
    'Reads an outline (GeoJSON, KML, KMZ, zipped shapefile): ring, area (km2), coordinate system, warnings. Stores nothing.',
  query: z.object({ epsg }),
  bodyLimit: CONTOUR_LIMIT,
  contentTypes: CONTOUR_TYPES,
  data: contourPreview,
})

export const saveContour = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/contour',
  access: 'settings.update',
  changes: ['description'],
  summary:
    'Uses an uploaded outline as that of the basin, and keeps the file. take_area: its area becomes the area of the basin.',
  query: z.object({
    version,
    name: requiredLine(200),
    epsg,
    take_area: z.enum(['true', 'false']).default('false'),
    reason: reason.optional(),
  }),
  bodyLimit: CONTOUR_LIMIT,
  contentTypes: CONTOUR_TYPES,
  data: contourPreview.extend({ version: z.string() }),
})

export const removeContour = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/contour/remove',
  access: 'settings.update',
  changes: ['description'],
  summary: 'Removes the outline of the basin.',
  body: z.strictObject({ version, reason: reason.optional() }),
  data: z.object({ version: z.string() }),
})

export const getContourFile = endpoint({
  base,
  method: 'GET',
  path: '/v1/geo/contour/file',
  access: 'settings.view',
  large: true,
  summary: 'The file of the outline as it was uploaded.',
  answer: 'binary',
  data: z.any(),
})

export const layerPreview = z.object({
  layer,
  /** The coordinate system in which it was read. */
  crs: z.string(),
  shapes: z.array(shape),
  /** Features and points of the file, and points kept for drawing. */
  features: z.number(),
  points: z.number(),
  kept: z.number(),
  warnings: z.array(geoWarning),
})
export type LayerPreview = z.infer<typeof layerPreview>

export const previewLayer = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/layer/preview',
  access: 'settings.update',
  reads: [],
  summary:
    'Reads a layer of the base map (GeoJSON: rivers as lines, lakes as areas, borders as either): its shapes as they are drawn, coordinate system, warnings. Stores nothing.',
  query: z.object({ layer, epsg }),
  bodyLimit: CONTOUR_LIMIT,
  contentTypes: CONTOUR_TYPES,
  data: layerPreview,
})

export const saveLayer = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/layer',
  access: 'settings.update',
  changes: ['description'],
  summary:
    'Uses an uploaded GeoJSON as a layer of the base map in place of the previous one, and keeps the file.',
  query: z.object({ layer, version, name: requiredLine(200), epsg, reason: reason.optional() }),
  bodyLimit: CONTOUR_LIMIT,
  contentTypes: CONTOUR_TYPES,
  data: layerPreview.extend({ version: z.string() }),
})

export const removeLayer = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/layer/remove',
  access: 'settings.update',
  changes: ['description'],
  summary: 'Removes a layer of the base map.',
  body: z.strictObject({ layer, version, reason: reason.optional() }),
  data: z.object({ version: z.string() }),
})

export const getLayerFile = endpoint({
  base,
  method: 'GET',
  path: '/v1/geo/layer/file',
  access: 'settings.view',
  large: true,
  summary: 'The file of a layer of the base map as it was uploaded.',
  query: z.object({ layer }),
  answer: 'binary',
  data: z.any(),
})

export const saveBounds = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/bounds',
  access: 'settings.update',
  changes: ['description'],
  summary: 'Sets the initial extent of the map; null: around the basin.',
  body: z.strictObject({ version, bounds: risingBound.nullable(), reason: reason.optional() }),
  data: z.object({ version: z.string() }),
})

const share = z.number().min(0).max(1)

export const thiessen = z.object({
  stations: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      code: z.string(),
      name: z.string(),
      longitude,
      latitude,
      /** Share of the basin that is nearest to it; null without an outline. */
      computed: z.number().nullable(),
      /** Entered share; null: the computed one is used. */
      stored: z.number().nullable(),
      /** The share used for basin rain. */
      used: z.number(),
      /** Its polygon within the basin; empty when it has none. */
      ring,
    }),
  ),
  /** Sum of the shares used, and whether it is 1 within 0.01. */
  sum: z.number(),
  sums_up: z.boolean(),
})
export type Thiessen = z.infer<typeof thiessen>

export const getThiessen = endpoint({
  base,
  method: 'GET',
  path: '/v1/geo/thiessen',
  access: 'stations.view',
  reads: ['description'],
  kept: true,
  summary:
    'Weights of the rain gauges in force: computed from the outline by Thiessen polygons, entered, and used, with the polygons.',
  data: thiessen,
})

export const saveThiessen = endpoint({
  base,
  method: 'POST',
  path: '/v1/geo/thiessen',
  access: 'stations.update',
  changes: ['description'],
  summary:
    'Enters weights of rain gauges, or removes entered ones (null), all together; from a local time on, or over the whole period of each version.',
  body: z.strictObject({
    weights: z
      .array(z.strictObject({ id: objectId, version, weight: share.nullable() }))
      .min(1)
      .max(500),
    from: localTime.optional(),
    reason: reason.optional(),
  }),
  data: thiessen,
})
