import type { XY } from './polygon.ts'

/**
 * A point at which a ring crosses itself, or null. Two sides that only touch (as in outlines traced from a raster) do
 * not cross. A sweep over the sides by their western end; planar.
 */
export function crossing(ring: readonly XY[]): XY | null {
  const n = ring.length
  const sides = ring.map((a, i) => {
    const b = ring[(i + 1) % n]
    return {
      i,
      a,
      b,
      x0: Math.min(a[0], b[0]),
      x1: Math.max(a[0], b[0]),
      y0: Math.min(a[1], b[1]),
      y1: Math.max(a[1], b[1]),
    }
  })
  sides.sort((p, q) => p.x0 - q.x0)
  for (let k = 0; k < n; k++) {
    const p = sides[k]
    for (let l = k + 1; l < n && sides[l].x0 <= p.x1; l++) {
      const q = sides[l]
      if (q.y0 > p.y1 || q.y1 < p.y0) continue
      const apart = Math.abs(p.i - q.i)
      if (apart === 1 || apart === n - 1) continue
      if (crosses(p.a, p.b, q.a, q.b)) return meeting(p.a, p.b, q.a, q.b)
    }
  }
  return null
}

const turn = (a: XY, b: XY, c: XY) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

function crosses(a: XY, b: XY, c: XY, d: XY): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

function meeting(a: XY, b: XY, c: XY, d: XY): XY {
  const share = turn(c, d, a) / (turn(c, d, a) - turn(c, d, b))
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}
