/** Maps of a basin: to view (MapView), to choose a place (PlaceMap), to choose the initial view (BoundsMap). */
export { MapView, type MapViewProps } from './MapView.tsx'
export { BoundsMap } from './BoundsMap.tsx'
export { PlaceMap } from './PlaceMap.tsx'
export { LegendSymbol } from './Legend.tsx'
export { degreesText, parseDegrees } from './degrees.ts'
export { BASE_LAYERS, KIND_OF_STATION, MAP_MARK_KINDS } from './types.ts'
export { rampColor } from './ramp.ts'
export { Anchored } from './Anchored.tsx'
export { spotsOf, type Spot } from './spots.ts'
export { classOf } from './classes.ts'
export type { MapEngine } from './engine.ts'
export type {
  Area,
  Base,
  BaseLayer,
  BaseShape,
  Bounds,
  LonLat,
  MapMark,
  MapMarkKind,
  MarkState,
  MapPlace,
  MapContent,
  Surface,
  Tiles,
} from './types.ts'
