import type OlMap from 'ol/Map.js'
import type Style from 'ol/style/Style.js'
import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import ImageLayer from 'ol/layer/Image.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat, toLonLat } from 'ol/proj.js'
import ImageCanvasSource from 'ol/source/ImageCanvas.js'
import VectorSource from 'ol/source/Vector.js'
import { inView, layAlong, layOn, placesOn, type Laid } from './along.ts'
import { classOf } from './classes.ts'
import type { LabelBox } from './labels.ts'
import type { MapPalette } from './palette.ts'
import { classColor, isohyetStyle, isohyetText, PART_FONT, PART_LINE, partStyle, partText } from './styles.ts'
import type { LonLat, Surface } from './types.ts'

/** Screen pixels per drawn value of a field. */
const GRAIN = 2

/** Rain over the basin: parts with one value, a field in classes, or isolines. */
export class SurfaceLayers {
  private readonly parts = new VectorSource()
  private readonly lines = new VectorSource()
  private readonly texts = new VectorSource()
  private readonly map: OlMap
  private readonly field: ImageCanvasSource
  private readonly image: ImageLayer<ImageCanvasSource>
  private surface: Surface | null = null
  private basin: readonly LonLat[] | null = null
  private palette: MapPalette

  constructor(map: OlMap, palette: MapPalette) {
    this.map = map
    this.palette = palette
    this.field = new ImageCanvasSource({
      ratio: 1.2,
      projection: 'EPSG:3857',
      canvasFunction: (extent, resolution, pixelRatio, size) =>
        this.paint(extent, resolution, pixelRatio, size),
    })
    this.image = new ImageLayer({ source: this.field, zIndex: 1 })
    map.addLayer(new VectorLayer({ source: this.parts, zIndex: 1 }))
    map.addLayer(this.image)
    map.addLayer(new VectorLayer({ source: this.lines, zIndex: 2 }))
    map.addLayer(new VectorLayer({ source: this.texts, zIndex: 2.6 }))
  }

  draw(surface: Surface | null, basin: readonly LonLat[] | null, palette: MapPalette): void {
    this.surface = surface
    this.basin = basin
    this.palette = palette
    this.parts.clear(true)
    this.lines.clear(true)
    for (const { ring, value } of surface?.parts ?? []) {
      if (ring.length < 3) continue
      const feature = new Feature(new Polygon([[...ring, ring[0]].map((p) => fromLonLat([...p]))]))
      feature.setStyle(
        partStyle(palette, value === null ? null : classOf(surface!.steps, value), surface!.steps.length),
      )
      this.parts.addFeature(feature)
    }
    for (const { points, quiet } of surface?.lines ?? []) {
      const feature = new Feature(new LineString(points.map((p) => fromLonLat([...p]))))
      feature.setStyle(isohyetStyle(palette, quiet))
      this.lines.addFeature(feature)
    }
    this.image.setVisible(Boolean(surface?.field))
    this.field.changed()
  }

  /** Labels each part and isoline, avoiding the symbols of stations, and reserves the space. */
  drawTexts(
    pen: CanvasRenderingContext2D,
    frame: { width: number; height: number },
    taken: LabelBox[],
  ): void {
    this.texts.clear(true)
    for (const { ring, label } of this.surface?.parts ?? []) {
      if (!label || ring.length < 3) continue
      const lines = label.split('\n')
      pen.font = PART_FONT
      const size = {
        width: Math.max(...lines.map((l) => pen.measureText(l).width)) + 4,
        height: PART_LINE * lines.length,
      }
      const laid = layOn(placesOn(this.pixelsOf(ring)), size, frame, taken)
      if (laid) this.write(laid, partText(this.palette, label), taken)
    }
    for (const { points, label } of this.surface?.lines ?? []) {
      pen.font = PART_FONT
      const size = { width: pen.measureText(label).width + 8, height: PART_LINE }
      const laid = layAlong(inView(this.pixelsOf(points), frame), size, frame, taken, 0)
      if (laid) this.write(laid, isohyetText(this.palette, label, laid.angle), taken)
    }
  }

  private write(laid: Laid, style: Style, taken: LabelBox[]): void {
    taken.push(...laid.boxes)
    const where = this.map.getCoordinateFromPixel([laid.x, laid.y])
    if (!where) return
    const feature = new Feature(new Point(where))
    feature.setStyle(style)
    this.texts.addFeature(feature)
  }

  private pixelsOf(points: readonly LonLat[]): [number, number][] {
    return points.map((p) => {
      const [x, y] = this.map.getPixelFromCoordinate(fromLonLat([...p])) ?? [NaN, NaN]
      return [x, y]
    })
  }

  /** The classes of a field, linearly interpolated within the basin. */
  private paint(extent: number[], resolution: number, pixelRatio: number, size: number[]): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    const [width, height] = size.map(Math.ceil)
    canvas.width = width
    canvas.height = height
    const { surface, basin } = this
    const pen = canvas.getContext('2d')
    if (!pen || !surface?.field || !basin) return canvas
    const { lattice, values } = surface.field
    const across = Math.ceil(width / GRAIN)
    const down = Math.ceil(height / GRAIN)
    const small = new ImageData(across, down)
    const colors = surface.steps.map((_, i) => rgba(classColor(this.palette, i, surface.steps.length)))
    const step = (resolution / pixelRatio) * GRAIN
    // Bilinear: longitude and latitude vary independently along the sides.
    const column = Float64Array.from(
      { length: across },
      (_, i) => (toLonLat([extent[0] + (i + 0.5) * step, 0])[0] - lattice.x) / lattice.dx,
    )
    for (let j = 0; j < down; j++) {
      const row = (toLonLat([0, extent[3] - (j + 0.5) * step])[1] - lattice.y) / lattice.dy
      const b = Math.floor(row)
      if (b < 0 || b + 1 >= lattice.rows) continue
      const up = row - b
      for (let i = 0; i < across; i++) {
        const a = Math.floor(column[i])
        if (a < 0 || a + 1 >= lattice.columns) continue
        const n = b * lattice.columns + a
        const right = column[i] - a
        const low = values[n] * (1 - right) + values[n + 1] * right
        const high = values[n + lattice.columns] * (1 - right) + values[n + lattice.columns + 1] * right
        const color = colors[classOf(surface.steps, low * (1 - up) + high * up)]
        if (color) small.data.set(color, 4 * (j * across + i))
      }
    }
    const sheet = document.createElement('canvas')
    sheet.width = across
    sheet.height = down
    sheet.getContext('2d')!.putImageData(small, 0, 0)
    pen.beginPath()
    basin.forEach((p, i) => {
      const [x, y] = fromLonLat([...p])
      const at = [
        ((x - extent[0]) / resolution) * pixelRatio,
        ((extent[3] - y) / resolution) * pixelRatio,
      ] as const
      if (i === 0) pen.moveTo(...at)
      else pen.lineTo(...at)
    })
    pen.closePath()
    pen.clip()
    pen.drawImage(sheet, 0, 0, across * GRAIN, down * GRAIN)
    return canvas
  }
}

const NUMBERS = /[\d.]+/g
function rgba(color: string): number[] {
  const [r, g, b, a = 1] = (color.match(NUMBERS) ?? []).map(Number)
  return [r, g, b, Math.round(a * 255)]
}
