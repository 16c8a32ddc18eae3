/** Messages about outlines and layers: refusals, and warnings about accepted ones. */
export const geoMessages = {
  geo_empty: 'Tệp rỗng',
  geo_unknown_format:
    'Không nhận ra định dạng tệp. Dùng GeoJSON, KML, KMZ hoặc tệp zip chứa shapefile (.shp, .prj)',
  geo_malformed: 'Tệp bị hỏng, không đọc được: {detail}',
  geo_too_large: 'Nội dung tệp quá lớn (tối đa {limit})',
  geo_too_slow: 'Đọc tệp mất quá {limit} giây hoặc quá nhiều bộ nhớ: hãy giản lược đường bao',
  geo_too_many_points: 'Tệp có quá nhiều điểm (tối đa {max}). Hãy giản lược đường ranh giới rồi tải lại',
  geo_no_polygon:
    'Tệp không có vùng (polygon) nào. Ranh giới lưu vực phải là một vùng khép kín, không phải đường hay điểm',
  geo_too_few_points: 'Ranh giới chỉ có {count} điểm khác nhau, cần ít nhất 3',
  geo_open_ring: 'Ranh giới chưa khép kín: điểm đầu ({first}) khác điểm cuối ({last})',
  geo_crosses_itself: 'Ranh giới tự cắt nhau gần kinh độ {longitude}, vĩ độ {latitude}',
  geo_no_area: 'Ranh giới không bao quanh diện tích nào',
  geo_not_a_number: 'Tọa độ ở điểm thứ {row} không phải là số',
  geo_out_of_range:
    'Tọa độ ở điểm thứ {row} ({sample}) không phải kinh độ, vĩ độ. Có thể đã chọn sai hệ tọa độ',
  geo_unknown_crs: 'Không hỗ trợ hệ tọa độ {name}. Dùng WGS 84 hoặc VN-2000',
  geo_no_crs:
    'Tệp không cho biết hệ tọa độ, và tọa độ ({sample}) không phải kinh độ, vĩ độ. Thêm tệp .prj hoặc chọn hệ tọa độ',
  geo_not_a_polygon_layer: 'Shapefile không chứa vùng (kiểu {type}). Cần lớp polygon',
  geo_no_layer: 'Tệp zip không có tệp .shp hoặc .kml',
  geo_several_layers: 'Tệp zip có nhiều lớp ({names}). Chỉ giữ lại lớp ranh giới lưu vực',
  geo_entities: 'Tệp KML khai báo DOCTYPE hoặc ENTITY nên không được nhận',
  geo_not_geojson: 'Tệp không phải GeoJSON: {detail}',
  geo_no_features: 'Tệp không có đối tượng nào để vẽ',
  geo_too_many_features: 'Tệp có quá nhiều đường và vùng (tối đa {max}). Chỉ giữ lại phần quanh lưu vực',
  geo_layer_too_many_points:
    'Tệp có quá nhiều điểm (tối đa {max}). Hãy giản lược hoặc chỉ giữ lại phần quanh lưu vực',
  geo_feature_not: 'Đối tượng thứ {feature} không đúng cấu trúc GeoJSON (Feature có geometry)',
  geo_feature_kind: 'Đối tượng thứ {feature} là {kind}: bản đồ nền chỉ nhận đường và vùng',
  geo_feature_line: 'Đối tượng thứ {feature} là đường: hồ phải là vùng khép kín (Polygon)',
  geo_feature_area: 'Đối tượng thứ {feature} là vùng: sông suối phải là đường (LineString)',
  geo_feature_coordinates: 'Đối tượng thứ {feature} không có danh sách tọa độ',
  geo_feature_point: 'Đối tượng thứ {feature}, điểm thứ {row}: tọa độ không phải là số',
  geo_feature_open: 'Đối tượng thứ {feature}: vùng chưa khép kín, điểm cuối phải trùng điểm đầu',
  geo_feature_few: 'Đối tượng thứ {feature} chỉ có {count} điểm khác nhau, cần ít nhất {least}',
  geo_feature_range:
    'Đối tượng thứ {feature}, điểm thứ {row} ({sample}) không nằm trên trái đất. Có thể đã chọn sai hệ tọa độ',
  geo_feature_swapped:
    'Đối tượng thứ {feature}, điểm thứ {row} ({sample}) ghi vĩ độ trước. GeoJSON ghi kinh độ trước, vĩ độ sau: hãy đổi thứ tự rồi tải lại',
  geo_feature_no_crs:
    'Đối tượng thứ {feature}, điểm thứ {row} ({sample}) không phải kinh độ, vĩ độ và tệp không ghi hệ tọa độ. Hãy chọn hệ tọa độ',
  geo_no_layer_here: 'Lớp này chưa có trên bản đồ nền',
  geo_no_layer_file: 'Lớp này không có tệp gốc',
  geo_no_basin: 'Chưa có ranh giới lưu vực. Hãy tải ranh giới lên trước',
  geo_no_file: 'Ranh giới hiện tại không có tệp gốc',
  geo_bounds_order: 'Phải lớn hơn giá trị đầu',
  geo_not_rain: 'Trạm {id} không phải trạm mưa',
  geo_crs_assumed: 'Không có tệp .prj: coi tọa độ là {name}',
  geo_axes_swapped: 'Hai trục tọa độ trong tệp bị đảo, đã đổi lại',
  geo_outside_country: 'Ranh giới nằm ngoài Việt Nam ({place}). Kiểm tra hệ tọa độ',
  geo_area_differs:
    'Diện tích {area} km² lệch {percent} % so với diện tích lưu vực đã khai báo ({given} km²)',
  geo_far_from_dam: 'Ranh giới cách đập {km} km. Kiểm tra hệ tọa độ hoặc vị trí đập',
  geo_parts_dropped: 'Tệp có thêm {count} vùng khác ({percent} % diện tích), chỉ dùng vùng lớn nhất',
  geo_holes_filled: 'Đã bỏ qua {count} lỗ hổng bên trong ({percent} % diện tích)',
  geo_features_blank: '{count} đối tượng không có hình dạng, đã bỏ qua',
  geo_feature_abroad: 'Đối tượng thứ {feature} nằm ngoài Việt Nam ({place}). Kiểm tra hệ tọa độ',
  geo_layer_far: 'Không có gì trong tệp gần đập hơn {km} km. Kiểm tra hệ tọa độ hoặc vị trí đập',
  geo_layer_thinned:
    'Đã giản lược để vẽ, từ {from} còn {to} điểm, lệch nhiều nhất {metres} m. Tệp gốc được giữ nguyên',
  geo_thinned: 'Đã giản lược từ {from} còn {to} điểm, diện tích thay đổi {percent} %',
} as const
