/** Font sizes of the level label, px; the largest that fits is used. */
const SIZES = [18, 15, 13, 12]
/** Mean character width relative to the font size, for digits, a sign, a unit. */
const WIDE = 0.58
/** Distance from a line on each side, px. */
const CLEAR = 3
/** Space for the arrow that points at the water. */
const ARROW = 9
/** Inside the water reads best: a place above must be nearer by this much. */
const PREFER = 6
/** Additional distance for each limit between label and surface, to which it might seem to belong. */
const CROSSED = 12

/** Minimum height of a label, px. */
export function leastWidth(text: string): number {
  return Math.ceil(text.length * SIZES.at(-1)! * WIDE)
}

/** The largest font size at which a text fits a width. */
export function sizeFor(text: string, room: number): number {
  return SIZES.find((size) => text.length * size * WIDE <= room) ?? SIZES.at(-1)!
}

export interface LevelPlace {
  /** Centre of the text. */
  y: number
  /** Whether it is in the water, not above it. */
  inside: boolean
}

/**
 * Places the level label as near to the surface as the lines of the limits allow, preferably in the water. All in px,
 * y downwards.
 * @param lines ranges that the label must not touch: [from, to]
 */
export function levelPlace(
  surface: number,
  size: number,
  lines: readonly (readonly [number, number])[],
  top: number,
  bottom: number,
): LevelPlace {
  const half = size * 0.55 + CLEAR
  const taken = [...lines, [surface - ARROW, surface] as const].sort((a, b) => a[0] - b[0])
  let best: (LevelPlace & { cost: number }) | null = null
  let from = top
  for (const [a, b] of [...taken, [bottom, bottom] as const]) {
    const to = Math.min(a, bottom)
    if (to - from >= 2 * half) {
      const y = Math.min(to - half, Math.max(from + half, surface))
      const inside = y > surface
      const crossed = lines.filter(([a]) => (inside ? a > surface && a < y : a < surface && a > y)).length
      const cost = Math.abs(y - surface) + crossed * CROSSED + (inside ? 0 : PREFER)
      if (best === null || cost < best.cost) best = { y, inside, cost }
    }
    from = Math.max(from, b)
  }
  return best ?? { y: bottom - half, inside: true }
}
