import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import RegularShape from 'ol/style/RegularShape.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { faded, themeOf, type MapPalette } from './palette.ts'
import { rampColor } from './ramp.ts'
import { SHAPES } from './shapes.ts'
import { boxOf, type Label, type Placed } from './labels.ts'
import { spotLabel, type Spot } from './spots.ts'
import type { Alarm, BaseLayer, MapMarkKind, MarkState, MapContent } from './types.ts'

const FONT = '"Inter Variable", system-ui, sans-serif'

const halo = (p: MapPalette, color = 'text') => ({
  fill: new Fill({ color: p[color] }),
  stroke: new Stroke({ color: faded(p.surface, 0.9), width: 3 }),
})

/** Symbol of a kind; larger and ringed in the accent while it is being placed. */
function symbol(p: MapPalette, kind: MapMarkKind, placed = false, state: MarkState = 'good') {
  const { points, radius, inner, turn, color } = SHAPES[kind]
  const quiet = state !== 'good' && !placed
  const style = {
    fill: new Fill({ color: quiet ? p.surface : placed ? p.accent : p[color] }),
    stroke: quiet
      ? new Stroke({ color: p[color], width: 2, ...(state === 'none' ? { lineDash: [3, 2.5] } : {}) })
      : new Stroke({ color: p.surface, width: placed ? 2 : 1.5 }),
    radius: placed ? radius * 1.4 : radius,
  }
  return Number.isFinite(points)
    ? new RegularShape({ ...style, points, angle: turn, ...(inner === undefined ? {} : { radius2: inner }) })
    : new CircleStyle(style)
}

/** px between the symbols of one spot. */
export const STYLE_STEP = 14
/** Line height of a name, px. */
const LINE = 15

const fontOf = (spot: Spot) => `${spot.kinds[0] === 'reservoir' ? 600 : 400} 12px ${FONT}`

/** The area of a spot's symbols and name, around its place. */
export function labelOf(spot: Spot, [x, y]: number[], pen: CanvasRenderingContext2D, short = false): Label {
  const lines = spotLabel(spot, short)
  const around = spot.alarm > 0 ? RING + 2 : spot.count === undefined ? 0 : CLUSTER
  pen.font = fontOf(spot)
  return {
    x,
    y,
    left: Math.max(SHAPES[spot.kinds[0]].radius, around),
    right: Math.max(STYLE_STEP * (spot.kinds.length - 1) + SHAPES[spot.kinds.at(-1)!].radius, around),
    // Above and below, a name may touch the ring: better there than nowhere.
    half: Math.max(...spot.kinds.map((kind) => SHAPES[kind].radius)),
    width: Math.max(...lines.map((l) => pen.measureText(l).width)) + 2,
    height: LINE * lines.length,
  }
}

/**
 * A spot's symbols in a row, and its name if there is room. filled: over rain colours, where a name needs a
 * background.
 */
export function spotStyle(
  p: MapPalette,
  spot: Spot,
  zIndex: number,
  placed: Placed | null,
  { chosen = false, filled = false } = {},
): Style[] {
  const symbols =
    spot.count !== undefined
      ? [clusterStyle(p, spot.count, zIndex)]
      : spot.kinds.map((kind, i) => {
          const image = symbol(p, kind, false, spot.states[i])
          image.setDisplacement([i * STYLE_STEP, 0])
          return new Style({ image, zIndex })
        })
  if (chosen) symbols.unshift(new Style({ image: chosenRing(p), zIndex }))
  if (spot.alarm > 0) symbols.unshift(...rings(p, spot.alarm).map((image) => new Style({ image, zIndex })))
  if (!placed) return symbols
  const { label, side, short } = placed
  const box = boxOf(label, side)
  const name = new Text({
    text: spotLabel(spot, short).join('\n'),
    font: fontOf(spot),
    offsetX: (box.x0 + box.x1) / 2 - label.x,
    offsetY: (box.y0 + box.y1) / 2 - label.y,
    textAlign: 'center',
    justify: side === 'right' ? 'left' : side === 'left' ? 'right' : 'center',
    ...halo(p),
    ...(filled && { backgroundFill: new Fill({ color: faded(p.surface, 0.8) }), padding: [0, 2, 0, 2] }),
  })
  return [...symbols, new Style({ text: name, zIndex: zIndex + 1000 })]
}

/** Several that lie too close: a disc with their number. */
function clusterStyle(p: MapPalette, count: number, zIndex: number): Style {
  return new Style({
    image: new CircleStyle({
      radius: CLUSTER,
      fill: new Fill({ color: p.text }),
      stroke: new Stroke({ color: p.surface, width: 1.5 }),
    }),
    text: new Text({ text: String(count), font: `600 12px ${FONT}`, fill: new Fill({ color: p.surface }) }),
    zIndex,
  })
}

/** px */
const CLUSTER = 11
const RING = 13
/**
 * Ring around a reached alarm level: dashed to watch, solid if dangerous. Outlined in the background colour, to be
 * visible on every rain colour.
 */
function rings(p: MapPalette, alarm: Alarm): CircleStyle[] {
  const style = alarm > 1 ? { color: p.alarm, width: 3 } : { color: p.warn, width: 2.5, lineDash: [4, 3] }
  return [{ color: p.surface, width: style.width + 3 }, style].map(
    (stroke) => new CircleStyle({ radius: RING, stroke: new Stroke(stroke) }),
  )
}

/** Ring around the selected spot. */
const chosenRing = (p: MapPalette) =>
  new CircleStyle({
    radius: 16,
    fill: new Fill({ color: faded(p.accent, 0.15) }),
    stroke: new Stroke({ color: p.accent, width: 1.5 }),
  })

/** Transparent enough for grid and lake to show through. */
const OPAQUE = 0.78

/** Colour of a class out of a number. */
export function classColor(p: MapPalette, i: number, count: number): string {
  const [r, g, b] = (/^#(..)(..)(..)$/.exec(rampColor(themeOf(p), i, count)) ?? []).slice(1)
  return `rgba(${[r, g, b].map((part) => parseInt(part, 16)).join(', ')}, ${OPAQUE})`
}

/** A part with one value; without a value it has only a border. */
export function partStyle(p: MapPalette, of: number | null, count: number): Style {
  return new Style({
    ...(of === null || of < 0 ? {} : { fill: new Fill({ color: classColor(p, of, count) }) }),
    stroke: new Stroke({
      color: faded(p.text, of === null ? 0.35 : 0.5),
      width: 1,
      ...(of === null ? { lineDash: [4, 4] } : {}),
    }),
  })
}

export const PART_FONT = `600 12px ${FONT}`
/** Line height of a part's label, px. */
export const PART_LINE = LINE

/** Label of a part: legible on every class. */
export function partText(p: MapPalette, text: string): Style {
  return new Style({
    text: new Text({
      text,
      font: PART_FONT,
      fill: new Fill({ color: p.text }),
      stroke: new Stroke({ color: faded(p.surface, 0.95), width: 4 }),
    }),
  })
}

export const isohyetStyle = (p: MapPalette, quiet = false) =>
  new Style({
    stroke: new Stroke({ color: faded(p.text, quiet ? 0.55 : 0.75), width: quiet ? 1 : 1.4 }),
  })

/** Label of an isoline. */
export function isohyetText(p: MapPalette, text: string, rotation: number): Style {
  return new Style({ text: new Text({ text, rotation, font: PART_FONT, ...halo(p) }) })
}

/** Width of rivers by rank, px: main river, tributaries, streams. */
const WIDTHS = { 1: 3, 2: 1.8, 3: 1.1 } as const

/** Outlined in the background colour, to be visible on every rain colour. */
export function riverStyle(p: MapPalette, rank: 1 | 2 | 3): Style[] {
  const ends = { lineCap: 'round', lineJoin: 'round' } as const
  const width = WIDTHS[rank]
  return [
    new Style({ stroke: new Stroke({ color: faded(p.surface, 0.65), width: width + 1.6, ...ends }) }),
    new Style({ stroke: new Stroke({ color: p.rain, width, ...ends }) }),
  ]
}

/** A lake is filled below everything, and its shore is drawn over rain. */
export function lakeStyle(p: MapPalette, shore = false): Style {
  return shore
    ? new Style({ stroke: new Stroke({ color: p.rain, width: 1.2 }) })
    : new Style({ fill: new Fill({ color: p.water }) })
}

/** Dashes: longer for provinces than for communes; outlined like rivers. */
export function borderStyle(p: MapPalette, rank: 1 | 2 | 3): Style[] {
  const style =
    rank === 1
      ? { color: p.muted, width: 1.6, lineDash: [10, 4, 2, 4] }
      : { color: faded(p.muted, 0.7), width: 1, lineDash: [5, 4, 1, 4] }
  return [{ ...style, color: faded(p.surface, 0.65), width: style.width + 1.6 }, style].map(
    (stroke) => new Style({ stroke: new Stroke({ ...stroke, lineCap: 'butt' }) }),
  )
}

export const baseFont = (layer: BaseLayer, rank: 1 | 2 | 3) =>
  layer === 'borders' ? `12px ${FONT}` : `italic ${rank === 1 || layer === 'lakes' ? 600 : 400} 12px ${FONT}`

/** Name of a lake, river or border. */
export function baseName(
  p: MapPalette,
  { layer, name, rank }: { layer: BaseLayer; name: string; rank: 1 | 2 | 3 },
  angle: number,
): Style {
  return new Style({
    text: new Text({
      text: name,
      font: baseFont(layer, rank),
      rotation: angle,
      ...halo(p, layer === 'borders' ? 'muted' : 'level'),
    }),
  })
}

export function placeStyle(p: MapPalette, place: NonNullable<MapContent['place']>): Style[] {
  const { kind, name, note, alarm = 0 } = place
  return [
    ...(alarm > 0 ? rings(p, alarm).map((image) => new Style({ image })) : []),
    new Style({
      image: new CircleStyle({
        radius: 16,
        fill: new Fill({ color: faded(p.accent, 0.15) }),
        stroke: new Stroke({ color: p.accent, width: 1.5 }),
      }),
    }),
    new Style({
      image: symbol(p, kind, true),
      text: new Text({
        text: note ? `${name}\n${note}` : name,
        justify: 'left',
        font: `600 12px ${FONT}`,
        offsetX: 20,
        textAlign: 'left',
        ...halo(p),
      }),
    }),
  ]
}

export function basinStyle(p: MapPalette): Style {
  return new Style({
    fill: new Fill({ color: faded(p.level, 0.08) }),
    stroke: new Stroke({ color: p.level, width: 1.8 }),
  })
}

export function beforeStyle(p: MapPalette): Style {
  return new Style({ stroke: new Stroke({ color: p.muted, width: 1.5, lineDash: [5, 4] }) })
}

export function areaStyle(p: MapPalette): Style {
  return new Style({ stroke: new Stroke({ color: faded(p.text, 0.55), width: 1 }) })
}

export function boxStyle(p: MapPalette): Style {
  return new Style({
    fill: new Fill({ color: faded(p.accent, 0.06) }),
    stroke: new Stroke({ color: p.accent, width: 1.8, lineDash: [6, 4] }),
  })
}

export function cornerStyle(p: MapPalette): Style {
  return new Style({
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: p.surface }),
      stroke: new Stroke({ color: p.accent, width: 2 }),
    }),
  })
}

export function gridStyle(p: MapPalette) {
  const text = (textAlign: 'left' | 'center', textBaseline: 'top' | 'middle') =>
    new Text({ font: `12px ${FONT}`, textAlign, textBaseline, ...halo(p, 'muted') })
  return {
    strokeStyle: new Stroke({ color: faded(p['line-strong'], 0.5), width: 1 }),
    lonLabelStyle: text('center', 'top'),
    latLabelStyle: text('left', 'middle'),
  }
}
