import type { MapMarkKind } from './types.ts'

/** A regular polygon: corners, radius in px, first corner from the top in radians; a star has two radii. */
interface MapShape {
  /** Infinity: a circle. */
  points: number
  radius: number
  inner?: number
  turn: number
  color: string
}

/** Kinds differ in outline, not only in colour. */
export const SHAPES: Readonly<Record<MapMarkKind, MapShape>> = {
  reservoir: { points: 3, radius: 9, turn: 0, color: 'text' },
  rain: { points: Infinity, radius: 6, turn: 0, color: 'rain' },
  level: { points: 3, radius: 7.5, turn: Math.PI, color: 'level' },
  discharge: { points: 4, radius: 7.5, turn: 0, color: 'level' },
  gate: { points: 4, radius: 7, turn: Math.PI / 4, color: 'muted' },
  capacity: { points: 6, radius: 6.5, turn: 0, color: 'muted' },
  battery: { points: 4, radius: 7.5, inner: 3, turn: 0, color: 'muted' },
}

/** The outline of a shape around (0, 0), y downwards, as points of an SVG polygon. */
export function outline({ points, radius, inner, turn }: MapShape): [number, number][] {
  const n = inner === undefined ? points : 2 * points
  return Array.from({ length: n }, (_, i) => {
    const r = inner !== undefined && i % 2 === 1 ? inner : radius
    const angle = turn + (2 * Math.PI * i) / n
    return [r * Math.sin(angle), -r * Math.cos(angle)]
  })
}
