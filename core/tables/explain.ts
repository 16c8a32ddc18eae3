import type { CalcCode } from '#core/errors.ts'
import type { Group } from '#core/description/index.ts'
import type { Compiled } from './compile.ts'
import { found, lookup, lookup2, lookupN } from './lookup.ts'
import type { Mode } from './lookup.ts'
import { effectiveRows } from './working.ts'

/** A node used, as uploaded: 1-based data row and its values. */
interface TableRowUse {
  row: number
  values: number[]
}

/** How a value was read from a table. Inputs and value in SI. */
interface Explanation {
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
  rows: TableRowUse[]
}

/** Looks a value up and names the rows used. inputs: (x), (k, x) or (n, h, p). Never throws. */
export function explainLookup(c: Compiled, inputs: readonly number[], mode: Mode): Explanation {
  const out = found()
  // Loop mode reports instead of throwing; a calculator then refuses what is above the table.
  try {
    if (inputs.length === 1) lookup(c, inputs[0], mode, out)
    else if (inputs.length === 2) lookup2(c, inputs[0], inputs[1], mode, out)
    else lookupN(c, inputs[0], inputs[1], inputs[2], mode, out)
  } catch {
    // Refused: out already has the reason.
  }
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
    rows: effectiveRows(c, inputs),
  }
}
