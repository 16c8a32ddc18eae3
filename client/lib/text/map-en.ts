import type { MapText } from './map-vi.ts'

export const mapEn: MapText = {
  map: {
    in: 'Zoom in',
    out: 'Zoom out',
    all: 'Show all',
    keys: 'Arrow keys move the map, + and - zoom.',
    choose: 'Choose the place on the map',
    placeHint: 'Click the map, drag the point, or type longitude and latitude.',
    clickHint: 'Click the map or drag the point to change the place.',
    longitude: 'Longitude',
    latitude: 'Latitude',
    longitudeWrong: 'A longitude from -180 to 180, such as 108.486 or 108°29\'10"E',
    latitudeWrong: 'A latitude from -90 to 90, such as 14.826 or 14°49\'34"N',
    basin: 'Basin outline',
    before: 'Present outline',
    area: 'Thiessen polygon',
    box: 'Map frame',
    kind: {
      reservoir: 'Reservoir',
      rain: 'Rain gauge',
      level: 'Level station',
      discharge: 'Discharge station',
      gate: 'Gate opening',
      capacity: 'Storage',
      battery: 'Battery',
    },
  },
}
