import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import Collection from 'ol/Collection.js'
import Feature from 'ol/Feature.js'
import ScaleLine from 'ol/control/ScaleLine.js'
import { boundingExtent, containsCoordinate, getHeight, getWidth, isEmpty, type Extent } from 'ol/extent.js'
import { altKeyOnly, focus, mouseOnly, never, primaryAction } from 'ol/events/condition.js'
import type BaseLayer from 'ol/layer/Base.js'
import type Geometry from 'ol/geom/Geometry.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import DragPan from 'ol/interaction/DragPan.js'
import ExtentInteraction from 'ol/interaction/Extent.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import { defaults } from 'ol/interaction/defaults.js'
import Graticule from 'ol/layer/Graticule.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat, toLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import type Style from 'ol/style/Style.js'
import { Anchors } from './anchors.ts'
import { BaseLayers } from './base.ts'
import { clustersOf, spotOf } from './clusters.ts'
import { DragPoint } from './drag.ts'
import { boxOf, placeEither, type LabelBox } from './labels.ts'
import { readMapPalette, type MapPalette } from './palette.ts'
import { spotsOf, type Spot } from './spots.ts'
import { SurfaceLayers } from './surface.ts'
import {
  areaStyle,
  basinStyle,
  beforeStyle,
  boxStyle,
  cornerStyle,
  gridStyle,
  labelOf,
  spotStyle,
  placeStyle,
  STYLE_STEP,
} from './styles.ts'
import type { Bounds, LonLat, MapPlace, MapContent } from './types.ts'

export interface MapListeners {
  /** A place was clicked, or the point was dragged there. */
  onPick?: (place: MapPlace) => void
  onBox?: (box: Bounds) => void
  /** Elements under the pointer, px from the corner of the map; null: none. */
  onOver?: (over: Over | null) => void
  /** A spot was pressed, with the ids of its marks; null: the map elsewhere. */
  onSpot?: (ids: string[] | null) => void
  /** The view changed. */
  onMoved?: (seen: Bounds) => void
  /** Tiles failed to load. */
  onTiles?: (error: unknown) => void
}

export interface Over {
  names: string[]
  x: number
  y: number
}

/** Margin around fitted content, for names, degree labels and buttons. */
const MARGIN = [32, 56, 36, 48]
/** Area of the buttons, from the upper right corner. */
const BUTTONS = { width: 48, height: 160 }
/** Area of the degree labels along the upper and left edge. */
const DEGREES = { width: 50, height: 16 }
const QUICK = 120
/** px around a symbol that count as over it. */
const REACH = 13
/** px between spots that are drawn as one where `clusters` is set. */
const TOGETHER = 34
/** Viet Nam: the default bounds. */
const COUNTRY: Bounds = { startLongitude: 102.1, startLatitude: 8.3, endLongitude: 109.6, endLatitude: 23.5 }
/** Degrees between grid lines. */
const GRID = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/** Zoom limits: a country, and a valley. */
const [FAR, CLOSE] = [7, 10]

const same = (a: LonLat, b: LonLat | null | undefined) => b != null && a[0] === b[0] && a[1] === b[1]
const at = ([lon, lat]: LonLat) => fromLonLat([lon, lat])
const closed = (ring: readonly LonLat[]) => [...ring, ring[0]].map(at)
const extentOf = (b: Bounds) =>
  boundingExtent([at([b.startLongitude, b.startLatitude]), at([b.endLongitude, b.endLatitude])])
const placeOf = (xy: number[]): MapPlace => {
  const [longitude, latitude] = toLonLat(xy)
  return { longitude: Number(longitude.toFixed(5)), latitude: Number(latitude.toFixed(5)) }
}

/** A map drawn by the browser: outlines, symbols with names, grid of degrees, scale bar. No tiles. */
export class MapEngine {
  private readonly host: HTMLElement
  private readonly map: OlMap
  private readonly listeners: () => MapListeners
  private readonly shapes = new VectorSource()
  private readonly points = new VectorSource<Feature<Point>>({ useSpatialIndex: false })
  private readonly placed = new Collection<Feature<Point>>()
  private readonly boxing: ExtentInteraction
  private readonly surface: SurfaceLayers
  private readonly base: BaseLayers
  /** Elements on the map. */
  readonly anchors: Anchors
  private tiles: BaseLayer | null = null
  private spots: Spot[] = []
  /** Metres a pixel by which they were put together. */
  private clustered = NaN
  /** Measures names. */
  private readonly pen = document.createElement('canvas').getContext('2d')!
  private grid: Graticule | null = null
  private palette: MapPalette
  private content: MapContent = {}
  /** What is on the canvas, by reference. */
  private drawn: MapContent = {}
  private fitted = ''
  /** The point as last placed by the user. */
  private picked: LonLat | null = null
  /** The box as last dragged. */
  private box: Bounds | null = null
  /** The box is being set from outside, so the change is not reported. */
  private setting = false

  /** still: factor by which it is enlarged. */
  constructor(host: HTMLElement, scaleClass: string, listeners: () => MapListeners, still = 1) {
    this.host = host
    this.listeners = listeners
    this.palette = readMapPalette(host)
    this.boxing = new ExtentInteraction({
      // The box is changed by its edges and corners; elsewhere dragging moves the map.
      createCondition: never,
      boxStyle: () => boxStyle(this.palette),
      pointerStyle: () => cornerStyle(this.palette),
    })
    const drag = new DragPoint(this.placed, {
      over: (is) => host.toggleAttribute('data-grab', is),
      drag: (is) => host.toggleAttribute('data-dragging', is),
      drop: (at) => this.pick(placeOf(at)),
    })
    this.map = new OlMap({
      target: host,
      pixelRatio: devicePixelRatio * still,
      layers: [
        new VectorLayer({ source: this.shapes, zIndex: 1 }),
        new VectorLayer({ source: this.points, zIndex: 3 }),
        new VectorLayer({ source: new VectorSource({ features: this.placed }), zIndex: 4 }),
      ],
      view: new View({ enableRotation: false, maxZoom: 19, minZoom: 4 }),
      controls: [new ScaleLine({ className: scaleClass, minWidth: 72 })],
      interactions: defaults({
        altShiftDragRotate: false,
        pinchRotate: false,
        dragPan: false,
        mouseWheelZoom: false,
        zoomDuration: QUICK,
      }).extend([
        // The page scrolls over an unfocused map, by wheel and by finger.
        new MouseWheelZoom({ condition: focus, duration: QUICK }),
        new DragPan({ condition: (e) => primaryAction(e) && (mouseOnly(e) || focus(e)) && !altKeyOnly(e) }),
        drag,
        this.boxing,
      ]),
    })
    this.boxing.setActive(false)
    this.base = new BaseLayers(this.map, this.palette)
    this.surface = new SurfaceLayers(this.map, this.palette)
    this.anchors = new Anchors(this.map)
    this.map.on('click', (e) => {
      this.pick(placeOf(e.coordinate))
      const spot = this.find(e.pixel)
      if (spot?.count === undefined || !this.open(spot)) this.listeners().onSpot?.(spot?.ids ?? null)
    })
    this.map.on('pointermove', (e) => this.listeners().onOver?.(e.dragging ? null : this.spotAt(e.pixel)))
    host.addEventListener('pointerleave', () => this.listeners().onOver?.(null))
    this.boxing.on('extentchanged', ({ extent }) => {
      if (this.setting || !extent || isEmpty(extent)) return
      const [a, b] = [placeOf(extent.slice(0, 2)), placeOf(extent.slice(2))]
      this.box = {
        startLongitude: a.longitude,
        startLatitude: a.latitude,
        endLongitude: b.longitude,
        endLatitude: b.latitude,
      }
      this.listeners().onBox?.(this.box)
    })
    this.map.on('moveend', () => {
      if (this.content.clusters && this.map.getView().getResolution() !== this.clustered) this.drawMarks()
      else this.drawNames()
      if (this.fitted !== '') this.listeners().onMoved?.(this.seen())
    })
    this.map.on('rendercomplete', () => host.setAttribute('data-ready', 'true'))
    this.restyle()
  }

  update(content: MapContent): void {
    const had = this.content.place?.at
    this.content = content
    this.draw()
    const frame = JSON.stringify([content.bounds, content.basin, content.before])
    const isNew = frame !== this.fitted
    if (isNew) {
      const first = this.fitted === ''
      this.fitted = frame
      if (first && content.seen) {
        this.map.updateSize()
        this.map.getView().fit(extentOf(content.seen))
      } else this.fit()
    }
    const place = content.place?.at
    if (place && !same(place, this.picked)) this.picked = null
    // While the user chooses a place the map stays, whatever else changes on it.
    if (place && (isNew || !same(place, had)) && !same(place, this.picked)) this.approach(place)
  }

  /** The visible bounds. */
  private seen(): Bounds {
    const extent = this.map.getView().calculateExtent()
    const [a, b] = [placeOf(extent.slice(0, 2)), placeOf(extent.slice(2))]
    return {
      startLongitude: a.longitude,
      startLatitude: a.latitude,
      endLongitude: b.longitude,
      endLatitude: b.latitude,
    }
  }

  private pick(place: MapPlace): void {
    this.picked = [place.longitude, place.latitude]
    this.listeners().onPick?.(place)
  }

  /** Reads the colours of the theme again. */
  restyle(): void {
    this.palette = readMapPalette(this.host)
    if (this.grid) this.map.removeLayer(this.grid)
    this.grid = new Graticule({
      ...gridStyle(this.palette),
      showLabels: true,
      wrapX: false,
      intervals: GRID,
      targetSize: 140,
      // Away from the buttons and the scale bar.
      lonLabelPosition: 1,
      latLabelPosition: 0,
      lonLabelFormatter: (v) =>
        this.hasRoom(v) ? `${Number(v.toFixed(3))}° E`.replace(/^-(.*)E/, '$1W') : '',
      latLabelFormatter: (v) => `${Number(v.toFixed(3))}° N`.replace(/^-(.*)N/, '$1S'),
      zIndex: 2,
    })
    this.map.addLayer(this.grid)
    this.drawn = {}
    this.draw()
  }

  /** px from the left edge, also before the first drawing. */
  private across(longitude: number): number {
    const [width] = this.map.getSize() ?? [0]
    const view = this.map.getView()
    return width / 2 + (at([longitude, 0])[0] - view.getCenter()![0]) / view.getResolution()!
  }

  /** Whether a meridian's label fits between left edge and buttons. */
  private hasRoom(longitude: number): boolean {
    const [width] = this.map.getSize() ?? [0]
    const x = this.across(longitude)
    return x > DEGREES.width / 2 && x < width - BUTTONS.width - DEGREES.width / 2
  }

  /** Fits all content into the view. */
  fit(): void {
    const { bounds, basin, before, marks = [], place } = this.content
    let extent: Extent
    if (bounds) extent = extentOf(bounds)
    else {
      const all = [
        ...(basin ?? []),
        ...(before ?? []),
        ...marks.map((m) => m.at),
        ...(place ? [place.at] : []),
      ]
      extent = all.length > 0 ? boundingExtent(all.map(at)) : extentOf(COUNTRY)
    }
    this.map.updateSize()
    this.map.getView().fit(extent, { padding: MARGIN, maxZoom: 15 })
  }

  zoom(by: 1 | -1): void {
    const view = this.map.getView()
    view.animate({ zoom: (view.getZoom() ?? 10) + by, duration: QUICK })
  }

  /** Brings a place typed as numbers into view, with its surroundings. */
  private approach(where: LonLat): void {
    const view = this.map.getView()
    if ((view.getZoom() ?? CLOSE) < FAR) {
      view.setZoom(CLOSE)
      view.setCenter(at(where))
    } else this.show(where)
  }

  private show(where: LonLat): void {
    const view = this.map.getView()
    if (!containsCoordinate(view.calculateExtent(), at(where))) view.setCenter(at(where))
  }

  private draw(): void {
    const { content, drawn } = this
    if (content.basin !== drawn.basin || content.before !== drawn.before || content.areas !== drawn.areas)
      this.drawShapes()
    const isRain = content.surface !== drawn.surface || content.basin !== drawn.basin
    if (isRain) this.surface.draw(content.surface ?? null, content.basin ?? null, this.palette)
    if (content.base !== drawn.base) this.base.draw(content.base ?? null, this.palette)
    if (content.marks !== drawn.marks || content.chosen !== drawn.chosen) this.drawMarks()
    else if (isRain || content.base !== drawn.base) this.drawNames()
    if (content.tiles !== drawn.tiles) void this.drawTiles()
    this.drawPlace()
    this.drawBox()
    this.drawn = content
  }

  private async drawTiles(): Promise<void> {
    const { tiles = null } = this.content
    if (this.tiles) this.map.removeLayer(this.tiles)
    this.tiles = null
    if (!tiles) return
    try {
      const { tileLayer } = await import('./tiles.ts')
      const layer = await tileLayer(tiles, this.palette)
      if (this.content.tiles !== tiles || this.tiles) return
      this.tiles = layer
      this.map.addLayer(layer)
    } catch (error) {
      this.listeners().onTiles?.(error)
    }
  }

  /** The projection of the map. */
  get element(): HTMLElement {
    return this.host
  }

  /** Brings a place into view, unless it is visible. */
  reveal(where: LonLat): void {
    this.show(where)
  }

  /** Moves a place above a bottom sheet. */
  lift(where: LonLat): void {
    const [width, height] = this.map.getSize() ?? [0, 0]
    this.map.getView().centerOn(at(where), [width, height], [width / 2, height / 4])
  }

  /** The half of the map away from a place. */
  sideOf([longitude]: LonLat): 'left' | 'right' {
    return this.across(longitude) < (this.map.getSize()?.[0] ?? 0) / 2 ? 'right' : 'left'
  }

  private drawShapes(): void {
    const { basin, before, areas = [] } = this.content
    const found: Feature[] = []
    const add = (geometry: Polygon | LineString, style: Style) => {
      const feature = new Feature<Geometry>(geometry)
      feature.setStyle(style)
      found.push(feature)
    }
    if (basin && basin.length > 2) add(new Polygon([closed(basin)]), basinStyle(this.palette))
    for (const a of areas) if (a.ring.length > 2) add(new Polygon([closed(a.ring)]), areaStyle(this.palette))
    if (before && before.length > 2) add(new LineString(closed(before)), beforeStyle(this.palette))
    this.shapes.clear(true)
    this.shapes.addFeatures(found)
  }

  private drawMarks(): void {
    this.spots = this.together(spotsOf(this.content.marks ?? []))
    this.points.clear(true)
    this.points.addFeatures(this.spots.map((spot) => new Feature(new Point(at(spot.at)))))
    this.drawNames()
  }

  /** Spots as they are drawn at the present scale: those that lie too close as one. */
  private together(spots: Spot[]): Spot[] {
    const { clusters } = this.content
    const resolution = this.map.getView().getResolution()
    if (!clusters || resolution === undefined) return spots
    this.clustered = resolution
    const pixelOf = ({ at: where }: Spot) => at(where).map((v) => v / resolution) as [number, number]
    return (
      clustersOf(spots, pixelOf, TOGETHER)
        .map((c) => spotOf(c, clusters))
        // What is more urgent is drawn above.
        .sort((a, b) => a.alarm - b.alarm)
    )
  }

  /** Comes so close that the members of a cluster lie apart. @returns false where they never do */
  private open(spot: Spot): boolean {
    const view = this.map.getView()
    const members = (this.content.marks ?? []).filter((m) => spot.ids.includes(m.id))
    const extent = boundingExtent(members.map((m) => at(m.at)))
    const before = view.getZoom() ?? 0
    if (before >= view.getMaxZoom() || Math.max(getWidth(extent), getHeight(extent)) < 1) return false
    view.fit(extent, { padding: MARGIN.map((px) => px + TOGETHER), maxZoom: before + 4, duration: QUICK })
    return true
  }

  /** Places the names, most important first. */
  private drawNames(): void {
    const [width, height] = this.map.getSize() ?? [0, 0]
    const pixels = this.spots.map((spot) => this.map.getPixelFromCoordinate(at(spot.at)))
    const shown = this.spots
      .map((spot, i) => ({ spot, i, pixel: pixels[i] }))
      .filter(({ pixel: p }) => p && p[0] >= 0 && p[0] <= width && p[1] >= 0 && p[1] <= height)
      .sort((a, b) => this.weightOf(b.spot) - this.weightOf(a.spot) || b.i - a.i)
    const labels = shown.map(({ spot, pixel }) => labelOf(spot, pixel, this.pen))
    const taken: LabelBox[] = [
      { x0: width - BUTTONS.width, x1: width, y0: 0, y1: BUTTONS.height },
      { x0: 0, x1: width, y0: 0, y1: DEGREES.height },
      { x0: 0, x1: DEGREES.width, y0: 0, y1: height },
    ]
    const { place } = this.content
    const [x, y] = (place && this.map.getPixelFromCoordinate(at(place.at))) ?? [-1e6, -1e6]
    taken.push({ x0: x - 17, x1: x + 24 + 7 * (place?.name.length ?? 0), y0: y - 17, y1: y + 17 })
    const frame = { width, height }
    const symbols = labels.map((l) => ({
      x0: l.x - l.left,
      x1: l.x + l.right,
      y0: l.y - l.half,
      y1: l.y + l.half,
    }))
    // Labels of parts of the basin avoid symbols, and names avoid those labels.
    const written = [...taken, ...symbols]
    const before = written.length
    this.surface.drawTexts(this.pen, frame, written)
    taken.push(...written.slice(before))
    // Where a name has no room, its value may: it matters more.
    const short = shown.map(({ spot, pixel }) =>
      spot.note === null ? null : labelOf(spot, pixel, this.pen, true),
    )
    const places = placeEither(labels, short, frame, taken)
    // Rivers and borders take what is left.
    const names = places.flatMap((p) => (p ? [boxOf(p.label, p.side)] : []))
    this.base.drawNames(this.pen, frame, [...taken, ...symbols, ...names])
    const features = this.points.getFeatures()
    const filled = Boolean(this.content.surface?.field ?? this.content.surface?.parts?.length)
    const drawn = new Map(shown.map(({ i }, k) => [i, places[k]]))
    this.spots.forEach((spot, i) => {
      features[i].setStyle(
        spotStyle(this.palette, spot, i, drawn.get(i) ?? null, {
          chosen: this.isChosen(spot),
          filled,
        }),
      )
    })
  }

  /** Importance of marks: the selected one, then those at an alarm level. */
  private weightOf(spot: Spot): number {
    return (this.isChosen(spot) ? 10 : 0) + spot.alarm
  }

  private isChosen(spot: Spot): boolean {
    return this.content.chosen != null && spot.ids.includes(this.content.chosen)
  }

  private spotAt(pixel: number[]): Over | null {
    const found = this.find(pixel)
    return found ? { names: found.names, x: pixel[0], y: pixel[1] } : null
  }

  /** The spot with the symbol nearest to a pixel, within range. */
  private find([x, y]: number[]): Spot | undefined {
    let [best, least]: [Spot | undefined, number] = [undefined, REACH]
    for (const spot of this.spots) {
      const [a, b] = this.map.getPixelFromCoordinate(at(spot.at)) ?? [NaN, NaN]
      for (const i of spot.kinds.keys()) {
        const apart = Math.max(Math.abs(x - a - STYLE_STEP * i), Math.abs(y - b))
        // Of two equally near ones, the one on top.
        if (apart <= least) [best, least] = [spot, apart]
      }
    }
    return best
  }

  private drawPlace(): void {
    const { place } = this.content
    this.placed.clear()
    if (!place) return
    const feature = new Feature(new Point(at(place.at)))
    feature.setStyle(placeStyle(this.palette, place))
    this.placed.push(feature)
  }

  private drawBox(): void {
    const { box } = this.content
    this.boxing.setActive(Boolean(box))
    if (box && this.box && sameBox(box, this.box)) return
    this.setting = true
    this.boxing.setExtent(box ? extentOf(box) : null)
    this.setting = false
    this.box = box ?? null
  }

  unmount(): void {
    this.map.setTarget(undefined)
    this.map.dispose()
  }
}

function sameBox(a: Bounds, b: Bounds): boolean {
  return (
    a.startLongitude === b.startLongitude &&
    a.startLatitude === b.startLatitude &&
    a.endLongitude === b.endLongitude &&
    a.endLatitude === b.endLatitude
  )
}
