import type { CalcCode } from '#core/errors.ts'
import type { Group } from '#core/description/index.ts'
import type { Compiled } from './compile.ts'
import { sameKey } from './groups.ts'
import { found, lookup, lookup2, lookupN, sliceOf } from './lookup.ts'
import type { Mode } from './lookup.ts'

/** A node that took part, as uploaded: 1-based data row and its values. */
export interface UsedRow {
  row: number
  values: number[]
}

/** How a value was read from a table: answers "why this number?". Inputs and value in SI. */
export interface Explanation {
  group: Group
  table: string
  fileName: string
  uploadedAt: number
  inputs: number[]
  value: number
  q: number
  code: CalcCode | null
  field: string | null
  /** Nodes of the cell: two on a curve, up to four between curves, in table order. */
  rows: UsedRow[]
}

/** Reads a table and names the rows used. inputs: (x), (k, x) or (n, h, p). Never throws. */
export function explain(c: Compiled, inputs: readonly number[], mode: Mode): Explanation {
  const out = found()
  // Reading in the loop's manner reports instead of throwing; a calculator then refuses what is above the table.
  try {
    if (inputs.length === 1) lookup(c, inputs[0], mode, out)
    else if (inputs.length === 2) lookup2(c, inputs[0], inputs[1], mode, out)
    else lookupN(c, inputs[0], inputs[1], inputs[2], mode, out)
  } catch {
    // Refused: out already says why.
  }
  const rows = cell(c, inputs).map((i) => ({ row: c.row[i], values: [...c.table.rows[c.row[i] - 1]] }))
  return {
    group: c.group,
    table: c.table.name,
    fileName: c.table.fileName,
    uploadedAt: c.table.uploadedAt,
    inputs: [...inputs],
    value: out.value,
    q: out.q,
    code: out.code,
    field: out.field,
    rows,
  }
}

function cell(c: Compiled, inputs: readonly number[]): number[] {
  if (inputs.some((v) => v !== v)) return []
  const x = inputs[inputs.length - 1]
  const slice = c.dims === 3 ? sliceOf(c, inputs[0]) : 0
  if (slice < 0) return []
  if (c.dims === 1) return nodes(c.x, c.start[0], c.start[1] - 1, x)
  const k = inputs[inputs.length - 2]
  const curves = nodes(c.k, c.slice[slice], c.slice[slice + 1] - 1, k)
  return curves.flatMap((i) => nodes(c.x, c.start[i], c.start[i + 1] - 1, x))
}

/** The node at v, or the two beside it, or the end one beyond which v lies together with its neighbour. */
function nodes(keys: Float64Array, lo: number, hi: number, v: number): number[] {
  for (let i = lo; i <= hi; i++) if (sameKey(keys[i], v)) return [i]
  if (lo === hi) return [lo]
  if (v < keys[lo]) return [lo]
  for (let i = lo; i < hi; i++) if (v < keys[i + 1]) return [i, i + 1]
  return [hi - 1, hi]
}
