/** Notes of a lookup for an explanation: the neighbouring nodes and the line through them. */
import type { Group } from '#core/description/index.ts'
import { nest, note, noteLine, term, unnest, type Note, type Term } from '#core/notes.ts'
import { sliceOf, type Compiled } from './compile.ts'
import { groupInfo, sameKey } from './groups.ts'
import type { Found } from './lookup.ts'
import { locate, weights, type Mesh } from './scatter.ts'

/** Units of inputs and values of a compiled table. */
const SI: Record<string, string> = { MW: 'kW', '10^6 m3': 'm3', sensor: '' }

interface Names {
  k: string
  x: string
  y: string
  units: { k: string; x: string; y: string }
}

function namesOf(group: Group): Names {
  const { columns, units } = groupInfo(group)
  const last = columns.length - 1
  const unit = (i: number) => (i < 0 ? '' : (SI[units[i]] ?? units[i]))
  return {
    k: columns[last - 2] ?? '',
    x: columns[last - 1],
    y: columns[last],
    units: { k: unit(last - 2), x: unit(last - 1), y: unit(last) },
  }
}

/** Which of the two curves beside a first key is read: '' where there is only one. */
let curve: '' | 'a' | 'b' = ''

/** Sets which of two neighbouring curves the following notes are about; empty where there is only one. */
export function onCurve(which: '' | 'a' | 'b'): void {
  curve = which
}

function line(
  c: Compiled,
  id: string,
  value: number,
  expression: (n: Names) => string,
  terms: (n: Names) => Record<string, Term>,
): void {
  const n = namesOf(c.group)
  const symbol = curve === '' ? n.y : `${n.y}_${curve}`
  noteLine(id, symbol, value, n.units.y, expression(n), terms(n))
}

/** The two nodes from i on, and the inputs. */
const nodes = (c: Compiled, n: Names, i: number, v?: number): Record<string, Term> => ({
  ...(v === undefined ? {} : { [n.x]: term(v, n.units.x) }),
  [`${n.x}_1`]: term(c.x[i], n.units.x),
  [`${n.x}_2`]: term(c.x[i + 1], n.units.x),
  [`${n.y}_1`]: term(c.y[i], n.units.y),
  [`${n.y}_2`]: term(c.y[i + 1], n.units.y),
})
const node = (c: Compiled, n: Names, i: number, v?: number): Record<string, Term> => ({
  ...(v === undefined ? {} : { [n.x]: term(v, n.units.x) }),
  [`${n.x}_1`]: term(c.x[i], n.units.x),
  [`${n.y}_1`]: term(c.y[i], n.units.y),
})

/** The value of one node: matched exactly, or the end of its curve. */
export const noteNode = (c: Compiled, i: number): void =>
  line(
    c,
    'node',
    c.y[i],
    (n) => `${n.y}_1`,
    (n) => node(c, n, i),
  )

/** Zero without a row: a closed gate, a unit without power, a level below a rating that begins at 0. */
export const noteZero = (c: Compiled): void =>
  line(
    c,
    'none',
    0,
    () => '0',
    () => ({}),
  )

/** A value between the nodes i and i + 1, by a straight line. */
export const noteLinear = (c: Compiled, i: number, v: number, value: number): void =>
  line(
    c,
    'linear',
    value,
    ({ x, y }) => `${y}_1 + (${x} - ${x}_1) * (${y}_2 - ${y}_1) / (${x}_2 - ${x}_1)`,
    (n) => nodes(c, n, i, v),
  )

/** From the origin through node i. */
export const noteOrigin = (c: Compiled, i: number, v: number, value: number): void =>
  line(
    c,
    'origin',
    value,
    ({ x, y }) => `${y}_1 * ${x} / ${x}_1`,
    (n) => node(c, n, i, v),
  )

/** Beyond node i, the last of a curve that begins at node lo, along the last segment. */
export const noteBeyond = (c: Compiled, lo: number, i: number, v: number, value: number): void =>
  i === lo
    ? line(
        c,
        'beyond',
        value,
        ({ x, y }) => `${y}_1 + (${x} - ${x}_1) * (${y}_1 / ${x}_1)`,
        (n) => node(c, n, i, v),
      )
    : line(
        c,
        'beyond',
        value,
        ({ x, y }) => `${y}_2 + (${x} - ${x}_2) * ((${y}_2 - ${y}_1) / (${x}_2 - ${x}_1))`,
        (n) => nodes(c, n, i - 1, v),
      )

/** Head loss grows with the square of the discharge. */
export const noteSquare = (c: Compiled, i: number, v: number, value: number): void =>
  line(
    c,
    'square',
    value,
    ({ x, y }) => `${y}_1 * (${x} / ${x}_1) ^ 2`,
    (n) => node(c, n, i, v),
  )

/** Between the curves of first keys i and i + 1. */
export function noteBetween(c: Compiled, i: number, k: number, a: number, b: number, value: number): void {
  onCurve('')
  line(
    c,
    'between',
    value,
    (n) => `${n.y}_a + (${n.k} - ${n.k}_a) * (${n.y}_b - ${n.y}_a) / (${n.k}_b - ${n.k}_a)`,
    (n) => ({
      [n.k]: term(k, n.units.k),
      [`${n.k}_a`]: term(c.k[i], n.units.k),
      [`${n.k}_b`]: term(c.k[i + 1], n.units.k),
      [`${n.y}_a`]: term(a, n.units.y),
      [`${n.y}_b`]: term(b, n.units.y),
    }),
  )
}

/** The plane through the three points around it, by the weights of `locate`. */
export function noteTriangle(
  c: Compiled,
  mesh: Mesh,
  first: number,
  k: number,
  v: number,
  value: number,
): void {
  const [w1, w2, w3] = weights
  line(
    c,
    'triangle',
    value,
    ({ y }) => `w_1 * ${y}_1 + w_2 * ${y}_2 + w_3 * ${y}_3`,
    (n) => ({
      [n.k]: term(k, n.units.k),
      [n.x]: term(v, n.units.x),
      ...Object.fromEntries(
        [w1, w2, w3].flatMap((w, i) => [
          [`w_${i + 1}`, term(w, '')],
          [`${n.y}_${i + 1}`, term(mesh.y[mesh.triangles[first + i]], n.units.y)],
        ]),
      ),
    }),
  )
}

/** Weir law through the last two points, from level z0 on. */
export function noteWeir(c: Compiled, z: number, z2: number, q2: number, z0: number, value: number): void {
  onCurve('')
  line(
    c,
    'weir',
    value,
    () => 'q_2 * ((z - z_0) / (z_2 - z_0)) ^ 1.5',
    () => ({
      z: term(z, 'm'),
      z_0: term(z0, 'm'),
      z_2: term(z2, 'm'),
      q_2: term(q2, 'm3/s'),
    }),
  )
}

/** Begins the notes of one lookup in a table, which `endTable` ends. */
export function beginTable(): void {
  onCurve('')
  nest()
}

/** Ends what `beginTable` began: the lookup as one line, with its working inside. */
export function endTable(c: Compiled, inputs: readonly number[], out: Found): void {
  onCurve('')
  const lines = unnest()
  const { columns, units } = groupInfo(c.group)
  const own = columns.slice(columns.length - 1 - inputs.length, -1)
  const unitOf = (name: string) => {
    const unit = units[columns.indexOf(name)]
    return SI[unit] ?? unit
  }
  const terms: Note['terms'] = {}
  own.forEach((name, i) => (terms[name] = term(inputs[i], unitOf(name))))
  note({
    id: 'table',
    symbol: columns[columns.length - 1],
    value: out.value,
    unit: unitOf(columns[columns.length - 1]),
    expression: '',
    terms,
    table: { table: c.table, inputs: [...inputs], rows: effectiveRows(c, inputs), code: out.code },
    lines,
  })
}

/** The rows next to a value, as uploaded. */
export function effectiveRows(c: Compiled, inputs: readonly number[]): { row: number; values: number[] }[] {
  return cell(c, inputs).map((i) => ({ row: c.row[i], values: [...c.table.rows[c.row[i] - 1]] }))
}

function cell(c: Compiled, inputs: readonly number[]): number[] {
  if (inputs.some((v) => v !== v)) return []
  const x = inputs[inputs.length - 1]
  const slice = c.dims === 3 ? sliceOf(c, inputs[0]) : 0
  if (slice < 0) return []
  if (c.dims === 1) return beside(c.x, c.start[0], c.start[1] - 1, x)
  const k = inputs[inputs.length - 2]
  if (c.meshes) {
    const mesh = c.meshes[slice]
    const first = locate(mesh, k, x)
    const from = c.start[c.slice[slice]]
    return first < 0
      ? []
      : [...mesh.triangles.subarray(first, first + 3)].map((i) => from + i).sort((a, b) => a - b)
  }
  const curves = beside(c.k, c.slice[slice], c.slice[slice + 1] - 1, k)
  return curves.flatMap((i) => beside(c.x, c.start[i], c.start[i + 1] - 1, x))
}

/** The node at v, or the two next to it, or the end node with its neighbour where v is beyond it. */
function beside(keys: Float64Array, lo: number, hi: number, v: number): number[] {
  for (let i = lo; i <= hi; i++) if (sameKey(keys[i], v)) return [i]
  if (lo === hi) return [lo]
  if (v < keys[lo]) return [lo]
  for (let i = lo; i < hi; i++) if (v < keys[i + 1]) return [i, i + 1]
  return [hi - 1, hi]
}
