/** Maps of a basin: to look at (MapView), to choose a place (PlaceMap), to choose what is shown (BoundsMap). */
export { MapView, type MapViewProps } from './MapView.tsx'
export { BoundsMap } from './BoundsMap.tsx'
export { PlaceMap } from './PlaceMap.tsx'
export { Symbol } from './Legend.tsx'
export { degreesText, parseDegrees } from './degrees.ts'
export { KIND_OF_STATION, KINDS } from './types.ts'
export type { Area, Bounds, LonLat, Mark, MarkKind, Place, Scene } from './types.ts'
