import type OlMap from 'ol/Map.js'
import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import { inView, layAlong, layOn, placesOn, type Laid } from './along.ts'
import type { LabelBox } from './labels.ts'
import type { MapPalette } from './palette.ts'
import { baseFont, baseName, borderStyle, lakeStyle, riverStyle } from './styles.ts'
import { BASE_LAYERS, type Base, type BaseLayer, type LonLat } from './types.ts'

/** Font size of a name, px. */
const HEIGHT = 14

/** A name to place, with its geometry in map projection. */
interface Named {
  layer: BaseLayer
  name: string
  rank: 1 | 2 | 3
  parts: number[][][]
}

const at = (p: LonLat) => fromLonLat([...p])

/** Lakes, rivers and borders below the stations, with names where there is room. */
export class BaseLayers {
  /** Below rain and above it: rivers give orientation. */
  private readonly areas = new VectorSource()
  private readonly lines = new VectorSource()
  private readonly texts = new VectorSource()
  private readonly map: OlMap
  private named: Named[] = []
  private palette: MapPalette

  constructor(map: OlMap, palette: MapPalette) {
    this.map = map
    this.palette = palette
    map.addLayer(new VectorLayer({ source: this.areas, zIndex: 0.5 }))
    map.addLayer(new VectorLayer({ source: this.lines, zIndex: 1.5 }))
    map.addLayer(new VectorLayer({ source: this.texts, zIndex: 2.5 }))
  }

  draw(base: Base | null, palette: MapPalette): void {
    this.palette = palette
    for (const source of [this.areas, this.lines, this.texts]) source.clear(true)
    this.named = []
    for (const layer of BASE_LAYERS)
      // The main river is drawn above its tributaries.
      for (const { name, rank, parts } of [...(base?.[layer] ?? [])].sort((a, b) => b.rank - a.rank)) {
        const drawn = parts.filter((part) => part.length > 1).map((part) => part.map(at))
        if (drawn.length === 0) continue
        if (layer === 'lakes') {
          this.add(this.areas, new Polygon(drawn), lakeStyle(palette))
          for (const ring of drawn) this.add(this.lines, new LineString(ring), lakeStyle(palette, true))
        } else {
          const style = layer === 'rivers' ? riverStyle(palette, rank) : borderStyle(palette, rank)
          this.add(this.lines, new MultiLineString(drawn), style)
        }
        if (name !== '') this.named.push({ layer, name, rank, parts: drawn })
      }
  }

  /** Places names around the stations: lakes first, then larger rivers, then borders. */
  drawNames(
    pen: CanvasRenderingContext2D,
    frame: { width: number; height: number },
    taken: LabelBox[],
  ): void {
    this.texts.clear(true)
    const order = (n: Named) => ['lakes', 'rivers', 'borders'].indexOf(n.layer) * 10 + n.rank
    for (const named of this.named.toSorted((a, b) => order(a) - order(b))) {
      pen.font = baseFont(named.layer, named.rank)
      const size = { width: pen.measureText(named.name).width + 6, height: HEIGHT }
      const laid = this.lay(named, size, frame, taken)
      if (!laid) continue
      taken.push(...laid.boxes)
      const where = this.map.getCoordinateFromPixel([laid.x, laid.y])
      if (where) this.add(this.texts, new Point(where), baseName(this.palette, named, laid.angle))
    }
  }

  private lay(
    { layer, parts }: Named,
    size: { width: number; height: number },
    frame: { width: number; height: number },
    taken: readonly LabelBox[],
  ): Laid | null {
    const pixels = parts.map((part) =>
      part.map((p): [number, number] => {
        const [x, y] = this.map.getPixelFromCoordinate(p) ?? [NaN, NaN]
        return [x, y]
      }),
    )
    if (layer !== 'lakes')
      return layAlong(
        pixels.flatMap((line) => inView(line, frame)),
        size,
        frame,
        taken,
      )
    // A long lake without room on it is named along its shore.
    const on = placesOn(pixels[0])
    const wide = layOn(on.slice(0, 6), size, frame, taken)
    return wide ?? layAlong([pixels[0]], size, frame, taken)
  }

  private add(
    source: VectorSource,
    geometry: ConstructorParameters<typeof Feature>[0],
    style: unknown,
  ): void {
    const feature = new Feature(geometry)
    feature.setStyle(style as never)
    source.addFeature(feature as never)
  }
}
