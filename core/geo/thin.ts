import type { XY } from './polygon.ts'

/**
 * Reduces a ring to at most `most` points by removing, again and again, the one whose triangle with its neighbours is
 * the smallest (Visvalingam and Whyatt 1993). O(n log n). Planar. Returns the indices kept.
 */
export function thinRing(ring: readonly XY[], most: number): number[] {
  const n = ring.length
  if (n <= most) return ring.map((_, i) => i)
  const before = Int32Array.from(ring, (_, i) => (i + n - 1) % n)
  const after = Int32Array.from(ring, (_, i) => (i + 1) % n)
  const size = new Float64Array(n)
  const triangle = (i: number) => {
    const [a, b, c] = [ring[before[i]], ring[i], ring[after[i]]]
    return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
  }
  // A heap of indices, and the position of each in it.
  const heap = Int32Array.from(ring, (_, i) => i)
  const at = Int32Array.from(heap)
  let held = n
  const less = (a: number, b: number) => size[a] < size[b] || (size[a] === size[b] && a < b)
  const put = (i: number, where: number) => {
    heap[where] = i
    at[i] = where
  }
  const rise = (where: number) => {
    const i = heap[where]
    while (where > 0) {
      const up = (where - 1) >> 1
      if (!less(i, heap[up])) break
      put(heap[up], where)
      where = up
    }
    put(i, where)
  }
  const sink = (where: number) => {
    const i = heap[where]
    for (;;) {
      let down = 2 * where + 1
      if (down >= held) break
      if (down + 1 < held && less(heap[down + 1], heap[down])) down++
      if (!less(heap[down], i)) break
      put(heap[down], where)
      where = down
    }
    put(i, where)
  }
  for (let i = 0; i < n; i++) size[i] = triangle(i)
  for (let k = (held >> 1) - 1; k >= 0; k--) sink(k)
  const gone = new Uint8Array(n)
  while (held > Math.max(most, 3)) {
    const i = heap[0]
    gone[i] = 1
    held--
    if (held > 0) {
      put(heap[held], 0)
      sink(0)
    }
    const [a, c] = [before[i], after[i]]
    after[a] = c
    before[c] = a
    for (const k of [a, c]) {
      // Never below the size of removed points: what is left matters at least as much.
      size[k] = Math.max(triangle(k), size[i])
      rise(at[k])
      sink(at[k])
    }
  }
  return [...gone.keys()].filter((i) => !gone[i])
}
