/** Reasons for refusing a contour or a layer, as codes; callers translate them. */
const GEO_CODES = [
  'geo_empty',
  'geo_unknown_format',
  'geo_malformed',
  'geo_too_large',
  'geo_too_many_points',
  'geo_too_slow',
  'geo_no_polygon',
  'geo_too_few_points',
  'geo_open_ring',
  'geo_crosses_itself',
  'geo_no_area',
  'geo_not_a_number',
  'geo_out_of_range',
  'geo_unknown_crs',
  'geo_no_crs',
  'geo_not_a_polygon_layer',
  'geo_no_layer',
  'geo_several_layers',
  'geo_entities',
  'geo_not_geojson',
  'geo_no_features',
  'geo_too_many_features',
  'geo_layer_too_many_points',
  'geo_feature_not',
  'geo_feature_kind',
  'geo_feature_line',
  'geo_feature_area',
  'geo_feature_coordinates',
  'geo_feature_point',
  'geo_feature_open',
  'geo_feature_few',
  'geo_feature_range',
  'geo_feature_swapped',
  'geo_feature_no_crs',
] as const
export type GeoCode = (typeof GEO_CODES)[number]

/** Warnings about an accepted contour or layer. */
const GEO_WARNINGS = [
  'geo_crs_assumed',
  'geo_axes_swapped',
  'geo_outside_country',
  'geo_area_differs',
  'geo_far_from_dam',
  'geo_parts_dropped',
  'geo_holes_filled',
  'geo_thinned',
  'geo_features_blank',
  'geo_feature_abroad',
  'geo_layer_far',
  'geo_layer_thinned',
] as const
export type GeoWarning = (typeof GEO_WARNINGS)[number]

export type GeoParams = Readonly<Record<string, string | number>>

export class GeoError extends Error {
  override readonly name = 'GeoError'
  readonly code: GeoCode
  readonly params: GeoParams

  constructor(code: GeoCode, params: GeoParams = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
