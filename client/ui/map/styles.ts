import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import RegularShape from 'ol/style/RegularShape.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { faded, type Palette } from './palette.ts'
import { SHAPES } from './shapes.ts'
import { spotLabel, type Spot } from './spots.ts'
import type { MarkKind } from './types.ts'

/** px that a letter takes, about. */
const WIDE = 6.6
/** px between a symbol's edge and its name: their outlines must not touch, or the name makes room. */
const GAP = 8
const FONT = '"Inter Variable", system-ui, sans-serif'

const halo = (p: Palette, color = 'text') => ({
  fill: new Fill({ color: p[color] }),
  stroke: new Stroke({ color: faded(p.surface, 0.9), width: 3 }),
})

/** The symbol of a kind; larger and ringed in the accent for the one that is being placed. */
export function symbol(p: Palette, kind: MarkKind, placed = false) {
  const { points, radius, inner, turn, color } = SHAPES[kind]
  const look = {
    fill: new Fill({ color: placed ? p.accent : p[color] }),
    stroke: new Stroke({ color: p.surface, width: placed ? 2 : 1.5 }),
    radius: placed ? radius * 1.4 : radius,
    // Names make room for symbols, never the other way round.
    declutterMode: 'obstacle' as const,
  }
  return Number.isFinite(points)
    ? new RegularShape({ ...look, points, angle: turn, ...(inner === undefined ? {} : { radius2: inner }) })
    : new CircleStyle(look)
}

/** px between the symbols of one spot. */
export const STEP = 14

/** The symbols of a spot in a row, and its name on the side where there is room for it. */
export function spotStyle(p: Palette, spot: Spot, zIndex: number, roomRight: number): Style[] {
  const label = spotLabel(spot)
  const end = STEP * (spot.kinds.length - 1) + SHAPES[spot.kinds.at(-1)!].radius + GAP
  const left = end + label.length * WIDE > roomRight
  const symbols = spot.kinds.map((kind, i) => {
    const image = symbol(p, kind)
    image.setDisplacement([i * STEP, 0])
    return new Style({ image, zIndex })
  })
  const name = new Text({
    text: label,
    font: `${spot.kinds[0] === 'reservoir' ? 600 : 400} 12px ${FONT}`,
    offsetX: left ? -SHAPES[spot.kinds[0]].radius - GAP : end,
    textAlign: left ? 'right' : 'left',
    ...halo(p),
  })
  return [...symbols, new Style({ text: name, zIndex })]
}

export function placeStyle(p: Palette, kind: MarkKind, name: string): Style[] {
  return [
    new Style({
      image: new CircleStyle({
        radius: 16,
        fill: new Fill({ color: faded(p.accent, 0.15) }),
        stroke: new Stroke({ color: p.accent, width: 1.5 }),
      }),
    }),
    new Style({
      image: symbol(p, kind, true),
      text: new Text({ text: name, font: `600 12px ${FONT}`, offsetX: 20, textAlign: 'left', ...halo(p) }),
    }),
  ]
}

export function basinStyle(p: Palette): Style {
  return new Style({
    fill: new Fill({ color: faded(p.level, 0.08) }),
    stroke: new Stroke({ color: p.level, width: 1.8 }),
  })
}

export function beforeStyle(p: Palette): Style {
  return new Style({ stroke: new Stroke({ color: p.muted, width: 1.5, lineDash: [5, 4] }) })
}

export function areaStyle(p: Palette, label: string): Style {
  return new Style({
    stroke: new Stroke({ color: faded(p.text, 0.55), width: 1 }),
    text: new Text({ text: label, font: `600 12px ${FONT}`, overflow: true, ...halo(p) }),
  })
}

export function boxStyle(p: Palette): Style {
  return new Style({
    fill: new Fill({ color: faded(p.accent, 0.06) }),
    stroke: new Stroke({ color: p.accent, width: 1.8, lineDash: [6, 4] }),
  })
}

export function cornerStyle(p: Palette): Style {
  return new Style({
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: p.surface }),
      stroke: new Stroke({ color: p.accent, width: 2 }),
    }),
  })
}

export function gridLook(p: Palette) {
  const text = (textAlign: 'left' | 'center', textBaseline: 'top' | 'middle') =>
    new Text({ font: `12px ${FONT}`, textAlign, textBaseline, ...halo(p, 'muted') })
  return {
    strokeStyle: new Stroke({ color: faded(p['line-strong'], 0.5), width: 1 }),
    lonLabelStyle: text('center', 'top'),
    latLabelStyle: text('left', 'middle'),
  }
}
