/** Reproducible random numbers in [0, 1) (mulberry32). */
export type Random = () => number

export function seeded(seed: number): Random {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number in [least, most]. */
export const whole = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))

export const oneOf = <T>(random: Random, list: readonly T[]): T => list[whole(random, 0, list.length - 1)]
