/** Random numbers for any instant: the same seed and keys always give the same number. */

function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** 32-bit hash of a seed and up to three whole keys. */
function hash(seed: number, a: number, b = 0, c = 0): number {
  return mix(mix(mix(mix(seed | 0) ^ (a | 0)) ^ (b | 0)) ^ (c | 0))
}

/** Uniform in (0, 1). */
export function uniform(seed: number, a: number, b = 0, c = 0): number {
  return (hash(seed, a, b, c) + 0.5) / 4_294_967_296
}

/** Standard normal (Box and Muller). */
export function normal(seed: number, a: number, b = 0, c = 0): number {
  const u = uniform(seed, a, b, c)
  const v = uniform(seed ^ 0x5bd1e995, a, b, c)
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v)
}

/** Whole key of a text (FNV-1a). */
export function keyOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

export type Stream = () => number

/** A stream of uniform numbers from one key. */
export function stream(seed: number, a: number, b = 0): Stream {
  let n = 0
  return () => uniform(seed, a, b, ++n)
}
