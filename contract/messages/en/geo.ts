import type { geoMessages as vi } from '../vi/geo.ts'

export const geoMessages: Record<keyof typeof vi, string> = {
  geo_empty: 'The file is empty',
  geo_unknown_format:
    'This is no format that is known here. Use GeoJSON, KML, KMZ or a zip with a shapefile (.shp, .prj)',
  geo_malformed: 'The file is damaged: {detail}',
  geo_too_large: 'The file unfolds to too much (at most {limit})',
  geo_too_slow: 'Reading the file takes more than {limit} s or too much memory: make the outline simpler',
  geo_too_many_points:
    'The file holds too many points (at most {max}). Simplify the outline and upload it again',
  geo_no_polygon: 'The file holds no polygon. The outline of a basin is a polygon, not a line or points',
  geo_too_few_points: 'The outline has {count} different points, at least 3 are needed',
  geo_open_ring: 'The outline is not closed: its first point ({first}) is not its last ({last})',
  geo_crosses_itself: 'The outline crosses itself near longitude {longitude}, latitude {latitude}',
  geo_no_area: 'The outline has no area',
  geo_not_a_number: 'The coordinates of point {row} are not numbers',
  geo_out_of_range:
    'Point {row} ({sample}) is no longitude and latitude. The coordinate system may be the wrong one',
  geo_unknown_crs: 'Coordinate system {name} is not known here. Use WGS 84 or VN-2000',
  geo_no_crs:
    'The file does not name its coordinate system, and its coordinates ({sample}) are not degrees. Add the .prj file or choose the system',
  geo_not_a_polygon_layer: 'The shapefile holds no polygons (type {type}). A polygon layer is needed',
  geo_no_layer: 'The zip holds no .shp and no .kml file',
  geo_several_layers: 'The zip holds several layers ({names}). Keep only the outline of the basin',
  geo_entities: 'The KML declares a DOCTYPE or ENTITY and is not taken',
  geo_not_geojson: 'The file is no GeoJSON: {detail}',
  geo_no_features: 'The file holds nothing to draw',
  geo_too_many_features:
    'The file holds too many lines and areas (at most {max}). Keep those around the basin only',
  geo_layer_too_many_points:
    'The file holds too many points (at most {max}). Simplify it, or keep what is around the basin only',
  geo_feature_not: 'Feature {feature} is not built as GeoJSON asks (a Feature with a geometry)',
  geo_feature_kind: 'Feature {feature} is a {kind}: the base map takes lines and areas only',
  geo_feature_line: 'Feature {feature} is a line: a lake is a closed area (Polygon)',
  geo_feature_area: 'Feature {feature} is an area: a river is a line (LineString)',
  geo_feature_coordinates: 'Feature {feature} has no list of coordinates',
  geo_feature_point: 'Feature {feature}, point {row}: its coordinates are not numbers',
  geo_feature_open: 'Feature {feature}: the area is not closed, its last point must be its first',
  geo_feature_few: 'Feature {feature} has {count} different points, at least {least} are needed',
  geo_feature_range:
    'Feature {feature}, point {row} ({sample}) is nowhere on earth. The coordinate system may be the wrong one',
  geo_feature_swapped:
    'Feature {feature}, point {row} ({sample}) has its latitude first. GeoJSON writes longitude, then latitude: turn them and upload it again',
  geo_feature_no_crs:
    'Feature {feature}, point {row} ({sample}) is no longitude and latitude, and the file does not name its coordinate system. Choose the system',
  geo_no_layer_here: 'The base map has no such layer yet',
  geo_no_layer_file: 'This layer did not come from a file',
  geo_no_basin: 'There is no outline of the basin yet. Upload it first',
  geo_no_file: 'The present outline did not come from a file',
  geo_bounds_order: 'Must be larger than the first one',
  geo_not_rain: 'Station {id} is no rain gauge',
  geo_crs_assumed: 'There is no .prj file: the coordinates are taken for {name}',
  geo_axes_swapped: 'The axes stood the wrong way round in the file and were turned',
  geo_outside_country: 'The outline lies outside Viet Nam ({place}). Check the coordinate system',
  geo_area_differs:
    'Its area, {area} km², differs by {percent} % from the basin area that was given ({given} km²)',
  geo_far_from_dam:
    'The outline lies {km} km from the dam. Check the coordinate system or the place of the dam',
  geo_parts_dropped:
    'The file holds {count} further polygons ({percent} % of the area); only the largest is used',
  geo_holes_filled: '{count} holes inside ({percent} % of the area) were ignored',
  geo_features_blank: '{count} features without a geometry were left out',
  geo_feature_abroad: 'Feature {feature} lies outside Viet Nam ({place}). Check the coordinate system',
  geo_layer_far:
    'Nothing in the file is nearer to the dam than {km} km. Check the coordinate system or the place of the dam',
  geo_layer_thinned:
    'Simplified for drawing from {from} to {to} points, {metres} m off at the most. The file is kept as it is',
  geo_thinned: 'Thinned from {from} to {to} points; the area changes by {percent} %',
}
