/**
 * Scattered tables: points (key, second key) without a family of curves, read as the plane through the three points
 * around (Delaunay triangulation, barycentric within a triangle). Each key is divided by its range first, so that
 * metres and megawatts count alike. No value outside the hull of the points.
 */
import Delaunator from 'delaunator'

/** The triangulation of one set of points. Arrays of nodes are in the units of the table. */
export interface Mesh {
  /** First key, second key and value of each node. */
  readonly k: Float64Array
  readonly x: Float64Array
  readonly y: Float64Array
  /** Three nodes of each triangle, in one direction. */
  readonly triangles: Uint32Array
  /** The half-edge on the other side of each edge; -1 at the hull. */
  readonly across: Int32Array
  /** 1 / range of each key. */
  readonly perK: number
  readonly perX: number
  /** The triangle found last; it changes no result. */
  hint: number
}

/**
 * Weights of the three nodes of the triangle that `locate` found last; module state, so that nothing is allocated per
 * call.
 */
export const weights = new Float64Array(3)

/** Tolerance outside a triangle, as a share of its size, that still counts as its edge. */
const EDGE = 1e-9

/**
 * Whether this many single points among this many first keys make a scatter: more than 30 %. A single curve does not.
 */
export function isScatter(lonely: number, curves: number): boolean {
  return lonely > 0.3 * curves
}

/**
 * Triangulates points with distinct keys. No triangles where all of them are on one line.
 */
export function triangulate(k: ArrayLike<number>, x: ArrayLike<number>, y: ArrayLike<number>): Mesh {
  const perK = 1 / rangeOf(k)
  const perX = 1 / rangeOf(x)
  const scaled = new Float64Array(2 * k.length)
  for (let i = 0; i < k.length; i++) {
    scaled[2 * i] = k[i] * perK
    scaled[2 * i + 1] = x[i] * perX
  }
  const mesh = new Delaunator(scaled)
  // Points on one line, except for rounding, give triangles without an area.
  const flat = areaOf(scaled, mesh.triangles) < EDGE
  const triangles = flat ? new Uint32Array(0) : mesh.triangles
  return {
    k: Float64Array.from(k),
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    triangles,
    across: mesh.halfedges,
    perK,
    perX,
    hint: 0,
  }
}

/** Area of all triangles, with the points within 1 x 1. */
function areaOf(points: Float64Array, triangles: Uint32Array): number {
  let area = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [2 * triangles[i], 2 * triangles[i + 1], 2 * triangles[i + 2]]
    const across = (points[b] - points[a]) * (points[c + 1] - points[a + 1])
    area += Math.abs(across - (points[c] - points[a]) * (points[b + 1] - points[a + 1])) / 2
  }
  return area
}

/** Largest minus smallest; 1 where they are equal. */
function rangeOf(keys: ArrayLike<number>): number {
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] < low) low = keys[i]
    if (keys[i] > high) high = keys[i]
  }
  return high > low ? high - low : 1
}

/**
 * First index of the triangle that contains (k, x), with its `weights`; -1 outside the hull. Walks from the triangle
 * found last towards the point, which ends in a Delaunay triangulation.
 */
export function locate(mesh: Mesh, k: number, x: number): number {
  const { triangles, across } = mesh
  const count = triangles.length / 3
  if (count === 0) return -1
  let triangle = mesh.hint
  // Rounding could make the walk alternate between two triangles; the bound ends it.
  for (let steps = 0; steps <= count; steps++) {
    const first = 3 * triangle
    weigh(mesh, first, k, x)
    let lowest = 0
    for (let i = 1; i < 3; i++) if (weights[i] < weights[lowest]) lowest = i
    if (weights[lowest] >= -EDGE) {
      mesh.hint = triangle
      return first
    }
    // The edge opposite to the node with the lowest weight begins at the node after it.
    const next = across[first + ((lowest + 1) % 3)]
    if (next < 0) return hullBeside(mesh, k, x)
    triangle = Math.floor(next / 3)
  }
  return hullBeside(mesh, k, x)
}

/** The triangle that contains the point, by trying each: a walk may leave through one of two edges of the hull. */
function hullBeside(mesh: Mesh, k: number, x: number): number {
  for (let first = 0; first < mesh.triangles.length; first += 3) {
    weigh(mesh, first, k, x)
    if (weights[0] >= -EDGE && weights[1] >= -EDGE && weights[2] >= -EDGE) {
      mesh.hint = first / 3
      return first
    }
  }
  return -1
}

/** Barycentric weights of the point in the triangle that begins at `first`. */
function weigh({ triangles, k, x, perK, perX }: Mesh, first: number, atK: number, atX: number): void {
  const a = triangles[first]
  const b = triangles[first + 1]
  const c = triangles[first + 2]
  const [bk, bx] = [(k[b] - k[a]) * perK, (x[b] - x[a]) * perX]
  const [ck, cx] = [(k[c] - k[a]) * perK, (x[c] - x[a]) * perX]
  const [pk, px] = [(atK - k[a]) * perK, (atX - x[a]) * perX]
  const area = bk * cx - ck * bx
  weights[1] = (pk * cx - ck * px) / area
  weights[2] = (bk * px - pk * bx) / area
  weights[0] = 1 - weights[1] - weights[2]
}

/** The plane through the triangle that begins at `first`, at the point that `locate` was called with. */
export function planeAt({ triangles, y }: Mesh, first: number): number {
  // At a node its own value, to the last digit.
  for (let i = 0; i < 3; i++) if (weights[i] > 1 - EDGE) return y[triangles[first + i]]
  return (
    y[triangles[first]] * weights[0] +
    y[triangles[first + 1]] * weights[1] +
    y[triangles[first + 2]] * weights[2]
  )
}

/** The curve of one first key: second keys, ascending, and the value at each; empty outside the points. */
export function cutAt(mesh: Mesh, key: number): { x: number[]; y: number[] } {
  const { triangles, k, x, y } = mesh
  const points: [number, number][] = []
  for (let e = 0; e < triangles.length; e++) {
    const a = triangles[e]
    const b = triangles[e % 3 === 2 ? e - 2 : e + 1]
    if (key < Math.min(k[a], k[b]) || key > Math.max(k[a], k[b])) continue
    if (k[a] === k[b]) {
      points.push([x[a], y[a]], [x[b], y[b]])
      continue
    }
    const share = (key - k[a]) / (k[b] - k[a])
    points.push([x[a] + share * (x[b] - x[a]), y[a] + share * (y[b] - y[a])])
  }
  points.sort((p, q) => p[0] - q[0])
  const kept = points.filter(([at], i) => i === 0 || (at - points[i - 1][0]) * mesh.perX > EDGE)
  return { x: kept.map(([at]) => at), y: kept.map(([, value]) => value) }
}
