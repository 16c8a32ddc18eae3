/** Sizes of the level's text, px, the largest that fits is taken. */
const SIZES = [18, 15, 13, 12]
/** Mean width of its characters over its size: figures, a sign, a unit. */
const WIDE = 0.58
/** Clear of a line on each side, px. */
const CLEAR = 3
/** Room of the arrow that points at the water. */
const ARROW = 9
/** Inside the water reads best: a place above it must be this much nearer. */
const PREFER = 6
/** And so much nearer for each limit between the text and the surface, where it could be taken for that limit's. */
const CROSSED = 12

/** Room that a text needs at least, px. */
export function leastWidth(text: string): number {
  return Math.ceil(text.length * SIZES.at(-1)! * WIDE)
}

/** The largest size at which a text fits in a width. */
export function sizeFor(text: string, room: number): number {
  return SIZES.find((size) => text.length * size * WIDE <= room) ?? SIZES.at(-1)!
}

export interface LevelPlace {
  /** Middle of the text. */
  y: number
  /** In the water, not above it. */
  inside: boolean
}

/**
 * Where the level is written: as near to its surface as the lines of the limits leave room for, in the water if
 * that is about as near. All in px, y downwards.
 * @param lines what the text must not touch: [from, to]
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
