import type { XY } from '../geo/polygon.ts'

/** Nodes of a regular grid: column i, row j are at (x + i dx, y + j dy). */
export interface Lattice {
  x: number
  y: number
  dx: number
  dy: number
  columns: number
  rows: number
}

/**
 * Lines along which a field has one value (marching squares): linear between the nodes, saddles decided by the mean of
 * their four corners. A line ends only at the border of the lattice or beside a node without a value; any other is
 * closed, with its first point repeated at the end. values: by rows of `columns` each; NaN where there is none.
 */
export function isohyets(lattice: Lattice, values: ArrayLike<number>, level: number): XY[][] {
  return chained(segments(lattice, values, level)).map((edges) =>
    edges.map((edge) => crossing(lattice, values, level, edge)),
  )
}

/** Edges of the lattice by number: that to the right of node n is 2n, that above it 2n + 1. */
type Edge = number

/** The two edges that a line connects within each cell. */
function segments({ columns, rows }: Lattice, v: ArrayLike<number>, level: number): [Edge, Edge][] {
  const found: [Edge, Edge][] = []
  for (let j = 0; j + 1 < rows; j++)
    for (let i = 0; i + 1 < columns; i++) {
      const n = j * columns + i
      const [a, b, c, d] = [v[n], v[n + 1], v[n + columns + 1], v[n + columns]]
      if (!Number.isFinite(a + b + c + d)) continue
      const bottom = 2 * n
      const left = 2 * n + 1
      const right = 2 * (n + 1) + 1
      const top = 2 * (n + columns)
      const shape =
        Number(a >= level) + 2 * Number(b >= level) + 4 * Number(c >= level) + 8 * Number(d >= level)
      const high = (a + b + c + d) / 4 >= level
      if (shape === 1 || shape === 14) found.push([left, bottom])
      else if (shape === 2 || shape === 13) found.push([bottom, right])
      else if (shape === 3 || shape === 12) found.push([left, right])
      else if (shape === 4 || shape === 11) found.push([right, top])
      else if (shape === 6 || shape === 9) found.push([bottom, top])
      else if (shape === 7 || shape === 8) found.push([left, top])
      // Two opposite corners are above: the middle decides whether they are connected.
      else if (shape === 5) found.push(...cut(high ? [left, top, bottom, right] : [left, bottom, right, top]))
      else if (shape === 10)
        found.push(...cut(high ? [left, bottom, right, top] : [left, top, bottom, right]))
    }
  return found
}

const cut = ([a, b, c, d]: [Edge, Edge, Edge, Edge]): [Edge, Edge][] => [
  [a, b],
  [c, d],
]

/** Segments joined at their ends: open lines first, then closed ones. */
function chained(list: readonly [Edge, Edge][]): Edge[][] {
  const next = new Map<Edge, Edge[]>()
  for (const [a, b] of list) {
    next.set(a, [...(next.get(a) ?? []), b])
    next.set(b, [...(next.get(b) ?? []), a])
  }
  const lines: Edge[][] = []
  const walk = (start: Edge) => {
    const line = [start]
    for (let at = start; ;) {
      const to = next.get(at)!.shift()
      if (to === undefined) break
      const back = next.get(to)!
      back.splice(back.indexOf(at), 1)
      line.push(to)
      at = to
    }
    if (line.length > 1) lines.push(line)
  }
  for (const [edge, ends] of next) if (ends.length === 1) walk(edge)
  for (const [edge, ends] of next) if (ends.length > 0) walk(edge)
  return lines
}

/** The point on an edge at which the field has the value. */
function crossing(
  { x, y, dx, dy, columns }: Lattice,
  v: ArrayLike<number>,
  level: number,
  edge: Edge,
): [number, number] {
  const n = edge >> 1
  const up = edge % 2 === 1
  const [a, b] = [v[n], v[up ? n + columns : n + 1]]
  const share = Math.min(1, Math.max(0, (level - a) / (b - a)))
  const [i, j] = [n % columns, Math.floor(n / columns)]
  return [x + (i + (up ? 0 : share)) * dx, y + (j + (up ? share : 0)) * dy]
}
