/** What is said of outlines and layers: why one was refused, and what is odd about one that was taken. */
export const geoMessages = {
  geo_empty: { vi: 'Tệp rỗng', en: 'The file is empty' },
  geo_unknown_format: {
    vi: 'Không nhận ra định dạng tệp. Dùng GeoJSON, KML, KMZ hoặc tệp zip chứa shapefile (.shp, .prj)',
    en: 'This is no format that is known here. Use GeoJSON, KML, KMZ or a zip with a shapefile (.shp, .prj)',
  },
  geo_malformed: { vi: 'Tệp bị hỏng, không đọc được: {detail}', en: 'The file is damaged: {detail}' },
  geo_too_large: {
    vi: 'Nội dung tệp quá lớn (tối đa {limit})',
    en: 'The file unfolds to too much (at most {limit})',
  },
  geo_too_slow: {
    vi: 'Đọc tệp mất quá {limit} giây hoặc quá nhiều bộ nhớ: hãy giản lược đường bao',
    en: 'Reading the file takes more than {limit} s or too much memory: make the outline simpler',
  },
  geo_too_many_points: {
    vi: 'Tệp có quá nhiều điểm (tối đa {max}). Hãy giản lược đường ranh giới rồi tải lại',
    en: 'The file holds too many points (at most {max}). Simplify the outline and upload it again',
  },
  geo_no_polygon: {
    vi: 'Tệp không có vùng (polygon) nào. Ranh giới lưu vực phải là một vùng khép kín, không phải đường hay điểm',
    en: 'The file holds no polygon. The outline of a basin is a polygon, not a line or points',
  },
  geo_too_few_points: {
    vi: 'Ranh giới chỉ có {count} điểm khác nhau, cần ít nhất 3',
    en: 'The outline has {count} different points, at least 3 are needed',
  },
  geo_open_ring: {
    vi: 'Ranh giới chưa khép kín: điểm đầu ({first}) khác điểm cuối ({last})',
    en: 'The outline is not closed: its first point ({first}) is not its last ({last})',
  },
  geo_crosses_itself: {
    vi: 'Ranh giới tự cắt nhau gần kinh độ {longitude}, vĩ độ {latitude}',
    en: 'The outline crosses itself near longitude {longitude}, latitude {latitude}',
  },
  geo_no_area: {
    vi: 'Ranh giới không bao quanh diện tích nào',
    en: 'The outline has no area',
  },
  geo_not_a_number: {
    vi: 'Tọa độ ở điểm thứ {row} không phải là số',
    en: 'The coordinates of point {row} are not numbers',
  },
  geo_out_of_range: {
    vi: 'Tọa độ ở điểm thứ {row} ({sample}) không phải kinh độ, vĩ độ. Có thể đã chọn sai hệ tọa độ',
    en: 'Point {row} ({sample}) is no longitude and latitude. The coordinate system may be the wrong one',
  },
  geo_unknown_crs: {
    vi: 'Không hỗ trợ hệ tọa độ {name}. Dùng WGS 84 hoặc VN-2000',
    en: 'Coordinate system {name} is not known here. Use WGS 84 or VN-2000',
  },
  geo_no_crs: {
    vi: 'Tệp không cho biết hệ tọa độ, và tọa độ ({sample}) không phải kinh độ, vĩ độ. Thêm tệp .prj hoặc chọn hệ tọa độ',
    en: 'The file does not name its coordinate system, and its coordinates ({sample}) are not degrees. Add the .prj file or choose the system',
  },
  geo_not_a_polygon_layer: {
    vi: 'Shapefile không chứa vùng (kiểu {type}). Cần lớp polygon',
    en: 'The shapefile holds no polygons (type {type}). A polygon layer is needed',
  },
  geo_no_layer: {
    vi: 'Tệp zip không có tệp .shp hoặc .kml',
    en: 'The zip holds no .shp and no .kml file',
  },
  geo_several_layers: {
    vi: 'Tệp zip có nhiều lớp ({names}). Chỉ giữ lại lớp ranh giới lưu vực',
    en: 'The zip holds several layers ({names}). Keep only the outline of the basin',
  },
  geo_entities: {
    vi: 'Tệp KML khai báo DOCTYPE hoặc ENTITY nên không được nhận',
    en: 'The KML declares a DOCTYPE or ENTITY and is not taken',
  },
  geo_not_geojson: {
    vi: 'Tệp không phải GeoJSON: {detail}',
    en: 'The file is no GeoJSON: {detail}',
  },
  geo_no_features: {
    vi: 'Tệp không có đối tượng nào để vẽ',
    en: 'The file holds nothing to draw',
  },
  geo_too_many_features: {
    vi: 'Tệp có quá nhiều đường và vùng (tối đa {max}). Chỉ giữ lại phần quanh lưu vực',
    en: 'The file holds too many lines and areas (at most {max}). Keep those around the basin only',
  },
  geo_layer_too_many_points: {
    vi: 'Tệp có quá nhiều điểm (tối đa {max}). Hãy giản lược hoặc chỉ giữ lại phần quanh lưu vực',
    en: 'The file holds too many points (at most {max}). Simplify it, or keep what is around the basin only',
  },
  geo_feature_not: {
    vi: 'Đối tượng thứ {feature} không đúng cấu trúc GeoJSON (Feature có geometry)',
    en: 'Feature {feature} is not built as GeoJSON asks (a Feature with a geometry)',
  },
  geo_feature_kind: {
    vi: 'Đối tượng thứ {feature} là {kind}: bản đồ nền chỉ nhận đường và vùng',
    en: 'Feature {feature} is a {kind}: the base map takes lines and areas only',
  },
  geo_feature_line: {
    vi: 'Đối tượng thứ {feature} là đường: hồ phải là vùng khép kín (Polygon)',
    en: 'Feature {feature} is a line: a lake is a closed area (Polygon)',
  },
  geo_feature_area: {
    vi: 'Đối tượng thứ {feature} là vùng: sông suối phải là đường (LineString)',
    en: 'Feature {feature} is an area: a river is a line (LineString)',
  },
  geo_feature_coordinates: {
    vi: 'Đối tượng thứ {feature} không có danh sách tọa độ',
    en: 'Feature {feature} has no list of coordinates',
  },
  geo_feature_point: {
    vi: 'Đối tượng thứ {feature}, điểm thứ {row}: tọa độ không phải là số',
    en: 'Feature {feature}, point {row}: its coordinates are not numbers',
  },
  geo_feature_open: {
    vi: 'Đối tượng thứ {feature}: vùng chưa khép kín, điểm cuối phải trùng điểm đầu',
    en: 'Feature {feature}: the area is not closed, its last point must be its first',
  },
  geo_feature_few: {
    vi: 'Đối tượng thứ {feature} chỉ có {count} điểm khác nhau, cần ít nhất {least}',
    en: 'Feature {feature} has {count} different points, at least {least} are needed',
  },
  geo_feature_range: {
    vi: 'Đối tượng thứ {feature}, điểm thứ {row} ({sample}) không nằm trên trái đất. Có thể đã chọn sai hệ tọa độ',
    en: 'Feature {feature}, point {row} ({sample}) is nowhere on earth. The coordinate system may be the wrong one',
  },
  geo_feature_swapped: {
    vi: 'Đối tượng thứ {feature}, điểm thứ {row} ({sample}) ghi vĩ độ trước. GeoJSON ghi kinh độ trước, vĩ độ sau: hãy đổi thứ tự rồi tải lại',
    en: 'Feature {feature}, point {row} ({sample}) has its latitude first. GeoJSON writes longitude, then latitude: turn them and upload it again',
  },
  geo_feature_no_crs: {
    vi: 'Đối tượng thứ {feature}, điểm thứ {row} ({sample}) không phải kinh độ, vĩ độ và tệp không ghi hệ tọa độ. Hãy chọn hệ tọa độ',
    en: 'Feature {feature}, point {row} ({sample}) is no longitude and latitude, and the file does not name its coordinate system. Choose the system',
  },
  geo_no_layer_here: {
    vi: 'Lớp này chưa có trên bản đồ nền',
    en: 'The base map has no such layer yet',
  },
  geo_no_layer_file: {
    vi: 'Lớp này không có tệp gốc',
    en: 'This layer did not come from a file',
  },
  geo_no_basin: {
    vi: 'Chưa có ranh giới lưu vực. Hãy tải ranh giới lên trước',
    en: 'There is no outline of the basin yet. Upload it first',
  },
  geo_no_file: {
    vi: 'Ranh giới hiện tại không có tệp gốc',
    en: 'The present outline did not come from a file',
  },
  geo_bounds_order: {
    vi: 'Phải lớn hơn giá trị đầu',
    en: 'Must be larger than the first one',
  },
  geo_not_rain: {
    vi: 'Trạm {id} không phải trạm mưa',
    en: 'Station {id} is no rain gauge',
  },

  geo_crs_assumed: {
    vi: 'Không có tệp .prj: coi tọa độ là {name}',
    en: 'There is no .prj file: the coordinates are taken for {name}',
  },
  geo_axes_swapped: {
    vi: 'Hai trục tọa độ trong tệp bị đảo, đã đổi lại',
    en: 'The axes stood the wrong way round in the file and were turned',
  },
  geo_outside_country: {
    vi: 'Ranh giới nằm ngoài Việt Nam ({place}). Kiểm tra hệ tọa độ',
    en: 'The outline lies outside Viet Nam ({place}). Check the coordinate system',
  },
  geo_area_differs: {
    vi: 'Diện tích {area} km² lệch {percent} % so với diện tích lưu vực đã khai báo ({given} km²)',
    en: 'Its area, {area} km², differs by {percent} % from the basin area that was given ({given} km²)',
  },
  geo_far_from_dam: {
    vi: 'Ranh giới cách đập {km} km. Kiểm tra hệ tọa độ hoặc vị trí đập',
    en: 'The outline lies {km} km from the dam. Check the coordinate system or the place of the dam',
  },
  geo_parts_dropped: {
    vi: 'Tệp có thêm {count} vùng khác ({percent} % diện tích), chỉ dùng vùng lớn nhất',
    en: 'The file holds {count} further polygons ({percent} % of the area); only the largest is used',
  },
  geo_holes_filled: {
    vi: 'Đã bỏ qua {count} lỗ hổng bên trong ({percent} % diện tích)',
    en: '{count} holes inside ({percent} % of the area) were ignored',
  },
  geo_features_blank: {
    vi: '{count} đối tượng không có hình dạng, đã bỏ qua',
    en: '{count} features without a geometry were left out',
  },
  geo_feature_abroad: {
    vi: 'Đối tượng thứ {feature} nằm ngoài Việt Nam ({place}). Kiểm tra hệ tọa độ',
    en: 'Feature {feature} lies outside Viet Nam ({place}). Check the coordinate system',
  },
  geo_layer_far: {
    vi: 'Không có gì trong tệp gần đập hơn {km} km. Kiểm tra hệ tọa độ hoặc vị trí đập',
    en: 'Nothing in the file is nearer to the dam than {km} km. Check the coordinate system or the place of the dam',
  },
  geo_layer_thinned: {
    vi: 'Đã giản lược để vẽ, từ {from} còn {to} điểm, lệch nhiều nhất {metres} m. Tệp gốc được giữ nguyên',
    en: 'Simplified for drawing from {from} to {to} points, {metres} m off at the most. The file is kept as it is',
  },
  geo_thinned: {
    vi: 'Đã giản lược từ {from} còn {to} điểm, diện tích thay đổi {percent} %',
    en: 'Thinned from {from} to {to} points; the area changes by {percent} %',
  },
} as const
