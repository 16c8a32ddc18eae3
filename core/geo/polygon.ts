export type XY = readonly [x: number, y: number]

/** Area of a ring (shoelace), in either direction; the first point may be repeated at the end. */
export function area(ring: readonly XY[]): number {
  return Math.abs(signedArea(ring))
}

/** Area of a ring, positive when it runs anticlockwise. */
export function signedArea(ring: readonly XY[]): number {
  if (ring.length < 3) return 0
  // Relative to the first point, so that coordinates of millions of metres keep their digits.
  const [x0, y0] = ring[0]
  let sum = 0
  for (let i = 1; i + 1 < ring.length; i++) {
    const [x1, y1] = ring[i]
    const [x2, y2] = ring[i + 1]
    sum += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
  }
  return sum / 2
}

/**
 * The part of a ring on the near side of a line (Sutherland-Hodgman): the points p with (p - at) . away <= 0. Of a
 * concave ring the pieces stay joined by edges along the line, which have no area.
 */
export function clip(ring: readonly XY[], at: XY, away: XY): XY[] {
  const out: XY[] = []
  const n = ring.length
  const side = (p: XY) => (p[0] - at[0]) * away[0] + (p[1] - at[1]) * away[1]
  for (let i = 0; i < n; i++) {
    const a = ring[i]
    const b = ring[(i + 1) % n]
    const sa = side(a)
    const sb = side(b)
    if (sa <= 0) out.push(a)
    if ((sa < 0 && sb > 0) || (sa > 0 && sb < 0)) {
      const share = sa / (sa - sb)
      out.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])])
    }
  }
  return out
}

/** [xMin, yMin, xMax, yMax] */
export function bounds(ring: readonly XY[]): [number, number, number, number] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of ring) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  return [x0, y0, x1, y1]
}

/** Whether a point lies in a ring (even-odd rule). */
export function contains(ring: readonly XY[], [x, y]: XY): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]
    const [bx, by] = ring[j]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
