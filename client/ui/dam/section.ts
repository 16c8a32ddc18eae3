import type { DamGate, DamLevels } from './types.ts'

/** Maps elevations to pixels of the picture. */
interface HeightScale {
  y: (elevation: number) => number
  top: number
  bottom: number
  /** The tailwater is too far below to be drawn to scale: the picture is broken above it. */
  broken: boolean
  tailY: number
}

const finite = (v: number | null | undefined): v is number => typeof v === 'number' && Number.isFinite(v)

/**
 * A scale that shows every mark of the reservoir and, if near enough, the tailwater.
 * @param head px above the highest mark
 * @param foot px below the lowest one, for the ground and a far tailwater
 */
export function heightScale(
  levels: DamLevels,
  level: number | null,
  tail: number | null,
  sills: (number | null | undefined)[],
  height: number,
  head: number,
  foot: number,
): HeightScale {
  const highs = [levels.crest, levels.check, levels.flood, levels.maxPossible, levels.normal, level].filter(
    finite,
  )
  const lows = [levels.minPossible, levels.dead, level, ...sills].filter(finite)
  const top = Math.max(...highs)
  let low = Math.min(...lows, top - 1)
  const near = finite(tail) && tail >= low - 0.5 * (top - low)
  if (near) low = Math.min(low, tail)
  const pxPerM = (height - head - foot) / (top - low)
  const y = (elevation: number) => head + (top - elevation) * pxPerM
  const bottom = height - foot
  return { y, top, bottom, broken: finite(tail) && !near, tailY: near ? y(tail) : height - 36 }
}

/** Opening relative to the largest, 0 to 1; null: unknown. A free overflow is always open. */
export function openShare(gate: Pick<DamGate, 'type' | 'opening' | 'openingMax'>): number | null {
  if (gate.type === 1) return 1
  if (!finite(gate.opening)) return null
  if (!finite(gate.openingMax) || gate.openingMax <= 0) return gate.opening > 0 ? 1 : 0
  return Math.max(0, Math.min(1, gate.opening / gate.openingMax))
}

/** Whether water passes: by its discharge, or else by its opening. A free overflow needs a discharge. */
export function passes(gate: Pick<DamGate, 'type' | 'opening' | 'openingMax' | 'q'>): boolean {
  if (finite(gate.q)) return gate.q > 0
  return gate.type !== 1 && (openShare(gate) ?? 0) > 0
}

export function isOutlet(gate: Pick<DamGate, 'type'>): boolean {
  return gate.type === 4 || gate.type === 5
}

/** Sum of known values; null: one is unknown, or there are none. */
export function total(values: (number | null)[]): number | null {
  if (values.length === 0 || !values.every(finite)) return null
  return values.reduce((a: number, b) => a + (b ?? 0), 0)
}

/** The gate to draw in the section: the one with the largest discharge, else the widest open, else the first. */
export function shownGate(gates: DamGate[]): DamGate | null {
  const rank = (g: DamGate) => (g.q ?? 0) * 10 + (g.type === 1 ? 0 : (openShare(g) ?? 0))
  return gates.reduce<DamGate | null>((best, g) => (best === null || rank(g) > rank(best) ? g : best), null)
}

export interface RadialGate {
  pivot: { x: number; y: number }
  radius: number
  /** Leaf as an SVG arc from its lip at the sill to its top, in closed position. */
  leaf: string
  arms: [number, number][]
  /** Degrees by which a full opening turns it, clockwise: the leaf lies to the left of its pivot. */
  travel: number
}

/** A radial gate whose closed lip rests at (x, sill) and whose top reaches `crown`. Pixels, y downwards. */
export function radialGate(x: number, sill: number, crown: number): RadialGate {
  const h = Math.max(8, sill - crown)
  const pivot = { x: x + 0.72 * h, y: sill - 0.42 * h }
  const radius = Math.hypot(pivot.x - x, sill - pivot.y)
  const at = (py: number): [number, number] => {
    const dy = py - pivot.y
    return [pivot.x - Math.sqrt(Math.max(0, radius * radius - dy * dy)), py]
  }
  const [lip, top] = [at(sill), at(crown)]
  const f = (n: number) => n.toFixed(1)
  const leaf = `M${f(lip[0])} ${f(lip[1])}A${f(radius)} ${f(radius)} 0 0 1 ${f(top[0])} ${f(top[1])}`
  const rest = (share: number) => at(sill + (crown - sill) * share)
  return { pivot, radius, leaf, arms: [rest(0.22), rest(0.78)], travel: 62 }
}
