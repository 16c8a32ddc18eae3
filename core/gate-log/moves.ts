import type { Series } from '#core/series/index.ts'

/** A movement as its sensor reported it: from one steady value to the next. */
export interface Move {
  /** The first reading that shows it, and the last one of the movement. */
  t: number
  until: number
  from: number
  to: number
}

export interface Threshold {
  /** Smaller changes are noise. */
  least: number
  /** Whether a change from or to 0 is a movement however small: a unit starts, or stops. */
  zero?: boolean
}

/**
 * The movements that readings show, in order; each begins where the one before ended. A creeping value counts once it
 * is `least` away from where it was; a change over several readings is one movement, unless it reverses.
 */
export function movesOf({ t, v }: Series, { least, zero = false }: Threshold): Move[] {
  const moves: Move[] = []
  const differ = (a: number, b: number) => Math.abs(a - b) >= least || (zero && (a === 0) !== (b === 0))
  let stood = NaN
  let moving: Move | null = null
  for (let i = 0; i < t.length; i++) {
    const x = v[i]
    if (x !== x) continue
    if (stood !== stood) {
      stood = x
      continue
    }
    if (moving) {
      const further = Math.sign(x - moving.to) === Math.sign(moving.to - moving.from)
      if (differ(moving.to, x) && further) {
        moving.to = x
        moving.until = t[i]
        continue
      }
      moves.push(moving)
      stood = moving.to
      moving = null
    }
    if (differ(stood, x)) moving = { t: t[i], until: t[i], from: stood, to: x }
  }
  if (moving) moves.push(moving)
  return moves
}
