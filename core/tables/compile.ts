import { CalcError } from '#core/errors.ts'
import type { Group, Table } from '#core/description/index.ts'
import { groupInfo, powerUnit, sameKey } from './groups.ts'
import { isScatter, triangulate, type Mesh } from './scatter.ts'

/**
 * A table prepared for lookups: a family of curves in flat arrays. n selects a slice of curves; k is the first key of
 * each curve; x, y are its nodes. Everything is SI: volumes in m3, powers in kW. The hints remember the last segment,
 * since successive steps read near each other; they change no result.
 */
export interface Compiled {
  readonly table: Table
  readonly group: Group
  /** Number of inputs: 1 (x), 2 (k, x) or 3 (n, k, x). */
  readonly dims: 1 | 2 | 3
  /** Distinct n, ascending; [0] where the group has none. */
  readonly n: Float64Array
  /** First curve of each n; one more entry than n. */
  readonly slice: Int32Array
  /** First key of each curve, ascending within a slice. */
  readonly k: Float64Array
  /** First node of each curve; one more entry than k. */
  readonly start: Int32Array
  readonly x: Float64Array
  readonly y: Float64Array
  /** 1-based data row of each node, as uploaded. */
  readonly row: Int32Array
  readonly hintX: Int32Array
  readonly hintK: Int32Array
  /** Scattered points: the triangulation of each slice, used instead of its curves; null for a family of curves. */
  readonly meshes: readonly Mesh[] | null
}

interface Node {
  n: number
  k: number
  x: number
  y: number
  row: number
}

const cache = new WeakMap<Table, Compiled>()

/**
 * Compiles a table, once per table object. Row order is free; repeated keys keep their first row. A table without rows:
 * NO_TABLE.
 */
export function compile(table: Table): Compiled {
  let c = cache.get(table)
  if (!c) {
    c = build(table)
    cache.set(table, c)
  }
  return c
}

function build(table: Table): Compiled {
  if (table.rows.length === 0) throw new CalcError('NO_TABLE', table.group, { table: table.name })
  const nodes = nodesOf(table).sort((a, b) => a.n - b.n || a.k - b.k || a.x - b.x || a.row - b.row)
  const n: number[] = []
  const slice: number[] = []
  const k: number[] = []
  const start: number[] = []
  const kept: Node[] = []
  for (const node of nodes) {
    const newSlice = n.length === 0 || !sameKey(n[n.length - 1], node.n)
    const newCurve = newSlice || !sameKey(k[k.length - 1], node.k)
    if (newSlice) {
      n.push(node.n)
      slice.push(k.length)
    }
    if (newCurve) {
      k.push(node.k)
      start.push(kept.length)
    } else if (sameKey(kept[kept.length - 1].x, node.x)) continue
    kept.push(node)
  }
  slice.push(k.length)
  start.push(kept.length)
  const columns = groupInfo(table.group).columns.length
  const flat = columns === 3 && k.length === 1 && table.group === 'ZAoAc'
  const single = k.filter((_, i) => start[i + 1] - start[i] === 1).length
  const scattered = columns > 2 && isScatter(single, k.length)
  return {
    table,
    group: table.group,
    dims: columns === 4 ? 3 : columns === 3 && !flat ? 2 : 1,
    n: Float64Array.from(n),
    slice: Int32Array.from(slice),
    k: Float64Array.from(k),
    start: Int32Array.from(start),
    x: Float64Array.from(kept, (p) => p.x),
    y: Float64Array.from(kept, (p) => p.y),
    row: Int32Array.from(kept, (p) => p.row),
    hintX: new Int32Array(k.length),
    hintK: new Int32Array(n.length),
    meshes: scattered ? n.map((_, i) => meshOf(kept.slice(start[slice[i]], start[slice[i + 1]]))) : null,
  }
}

const meshOf = (nodes: readonly Node[]): Mesh =>
  triangulate(
    nodes.map((p) => p.k),
    nodes.map((p) => p.x),
    nodes.map((p) => p.y),
  )

/** Slice of n: matched exactly; the only slice of an HPQ table applies to every unit. -1 when unknown. */
export function sliceOf(c: Compiled, n: number): number {
  if (c.group === 'HPQ' && c.n.length === 1) return 0
  for (let i = 0; i < c.n.length; i++) if (sameKey(c.n[i], n)) return i
  return -1
}

function nodesOf(table: Table): Node[] {
  const width = groupInfo(table.group).columns.length
  const { rows, group, units } = table
  if (group === 'ZV') {
    const scale = units.v === 'm3' ? 1 : 1e6
    return rows.map((r, i) => ({ n: 0, k: 0, x: r[0], y: r[1] * scale, row: i + 1 }))
  }
  if (width === 2) return rows.map((r, i) => ({ n: 0, k: 0, x: r[0], y: r[1], row: i + 1 }))
  const hasPower = group === 'HPQ' || group === 'nHPQ' || group === 'ZPQ'
  const p = width - 2
  const unit = hasPower ? powerUnit(units.p, column(rows, p)) : 'kW'
  const scale = unit === 'MW' ? 1000 : 1
  return rows.map((r, i) => ({
    n: width === 4 ? r[0] : 0,
    // An empty level (sensor travel to opening alone) is read from storage as null: one curve for every level.
    k: Number.isFinite(r[width - 3]) ? r[width - 3] : 0,
    x: r[p] * scale,
    y: r[width - 1],
    row: i + 1,
  }))
}

function* column(rows: readonly number[][], index: number): Generator<number> {
  for (const r of rows) yield r[index]
}
