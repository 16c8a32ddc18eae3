import type { geoMessages as vi } from '../vi/geo.ts'

export const geoMessages: Record<keyof typeof vi, string> = {
  geo_empty: 'The file is empty',
  geo_unknown_format: 'Unknown file format. Use GeoJSON, KML, KMZ or a zip with a shapefile (.shp, .prj)',
  geo_malformed: 'The file is damaged: {detail}',
  geo_too_large: 'The file is too large when decompressed (at most {limit})',
  geo_too_slow: 'Reading the file takes more than {limit} s or too much memory: simplify the outline',
  geo_too_many_points:
    'The file contains too many points (at most {max}). Simplify the outline and upload it again',
  geo_no_polygon: 'The file contains no polygon. A basin outline is a polygon, not a line or points',
  geo_too_few_points: 'The outline has {count} different {count|point|points}; at least 3 are required',
  geo_open_ring: 'The outline is not closed: its first point ({first}) differs from its last ({last})',
  geo_crosses_itself: 'The outline crosses itself near longitude {longitude}, latitude {latitude}',
  geo_no_area: 'The outline has no area',
  geo_not_a_number: 'The coordinates of point {row} are not numbers',
  geo_out_of_range:
    'Point {row} ({sample}) is not a longitude and latitude. The coordinate system may be wrong',
  geo_unknown_crs: 'Coordinate system {name} is not supported. Use WGS 84 or VN-2000',
  geo_no_crs:
    'The file does not name its coordinate system, and its coordinates ({sample}) are not degrees. Add the .prj file or choose the system',
  geo_not_a_polygon_layer: 'The shapefile contains no polygons (type {type}). A polygon layer is required',
  geo_no_layer: 'The zip contains no .shp or .kml file',
  geo_several_layers: 'The zip contains several layers ({names}). Keep only the basin outline',
  geo_entities: 'The KML declares a DOCTYPE or ENTITY and is rejected',
  geo_not_geojson: 'The file is not GeoJSON: {detail}',
  geo_no_features: 'The file contains nothing to draw',
  geo_too_many_features:
    'The file contains too many lines and areas (at most {max}). Keep only those around the basin',
  geo_layer_too_many_points:
    'The file contains too many points (at most {max}). Simplify it, or keep only the area around the basin',
  geo_feature_not: 'Feature {feature} is not valid GeoJSON (a Feature with a geometry)',
  geo_feature_kind: 'Feature {feature} is a {kind}: the base map accepts only lines and areas',
  geo_feature_line: 'Feature {feature} is a line: a lake must be a closed area (Polygon)',
  geo_feature_area: 'Feature {feature} is an area: a river must be a line (LineString)',
  geo_feature_coordinates: 'Feature {feature} has no list of coordinates',
  geo_feature_point: 'Feature {feature}, point {row}: its coordinates are not numbers',
  geo_feature_open: 'Feature {feature}: the area is not closed; its last point must equal its first',
  geo_feature_few:
    'Feature {feature} has {count} different {count|point|points}; at least {least} are required',
  geo_feature_range:
    'Feature {feature}, point {row} ({sample}) is not a valid location. The coordinate system may be wrong',
  geo_feature_swapped:
    'Feature {feature}, point {row} ({sample}) has latitude first. GeoJSON uses longitude, then latitude: swap them and upload the file again',
  geo_feature_no_crs:
    'Feature {feature}, point {row} ({sample}) is not a longitude and latitude, and the file does not name its coordinate system. Choose the system',
  geo_no_layer_here: 'The base map has no such layer yet',
  geo_no_layer_file: 'This layer did not come from a file',
  geo_no_basin: 'There is no basin outline yet. Upload it first',
  geo_no_file: 'The current outline did not come from a file',
  geo_bounds_order: 'Must be greater than the first value',
  geo_not_rain: 'Station {id} is not a rain gauge',
  geo_crs_assumed: 'There is no .prj file: the coordinates are assumed to be {name}',
  geo_axes_swapped: 'The axes were swapped in the file and have been corrected',
  geo_outside_country: 'The outline is outside Viet Nam ({place}). Check the coordinate system',
  geo_area_differs: 'Its area, {area} km², differs by {percent} % from the entered basin area ({given} km²)',
  geo_far_from_dam: 'The outline is {km} km from the dam. Check the coordinate system or the dam location',
  geo_parts_dropped:
    'The file contains {count} more {count|polygon|polygons} ({percent} % of the area); only the largest is used',
  geo_holes_filled: '{count} {count|hole|holes} inside ({percent} % of the area) ignored',
  geo_features_blank: '{count} {count|feature|features} without geometry skipped',
  geo_feature_abroad: 'Feature {feature} is outside Viet Nam ({place}). Check the coordinate system',
  geo_layer_far:
    'Nothing in the file is closer than {km} km to the dam. Check the coordinate system or the dam location',
  geo_layer_thinned:
    'Simplified for drawing from {from} to {to} {to|point|points}, at most {metres} m off. The file is kept unchanged',
  geo_thinned: 'Simplified from {from} to {to} {to|point|points}; the area changes by {percent} %',
}
