import type { Table } from '#core/description/index.ts'
import { compareKeys, sortedRows } from './derive.ts'
import { groupInfo, powerUnit, sameKey } from './groups.ts'

/** How the rows of two versions of a table differ, by key; all in the units of the later one. */
interface TableComparison {
  added: number[][]
  removed: number[][]
  changed: { key: number[]; before: number; after: number }[]
  same: number
}

type Side = Pick<Table, 'group' | 'rows' | 'units'>

/** Rows of b that a does not have, rows it lacks, and rows with another value. Both of one group. */
export function compareRows(a: Side, b: Side): TableComparison {
  const keys = groupInfo(b.group).columns.length - 1
  const before = sortedRows(inUnitsOf(a, b), keys)
  const after = sortedRows(b.rows, keys)
  const result: TableComparison = { added: [], removed: [], changed: [], same: 0 }
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const order = i === before.length ? 1 : j === after.length ? -1 : compareKeys(before[i], after[j], keys)
    if (order < 0) result.removed.push([...before[i++]])
    else if (order > 0) result.added.push([...after[j++]])
    else {
      const [was, is] = [before[i++][keys], after[j][keys]]
      if (sameKey(was, is)) result.same++
      else result.changed.push({ key: after[j].slice(0, keys), before: was, after: is })
      j++
    }
  }
  return result
}

/** Rows of a with volume or power in the unit of b. */
function inUnitsOf(a: Side, b: Side): readonly (readonly number[])[] {
  const { columns } = groupInfo(b.group)
  const column = columns.findIndex((name) => name === 'v' || name === 'p')
  if (column < 0) return a.rows
  const scale = scaleOf(a, column) / scaleOf(b, column)
  if (scale === 1) return a.rows
  return a.rows.map((row) => row.map((value, k) => (k === column ? value * scale : value)))
}

function scaleOf({ group, rows, units }: Side, column: number): number {
  if (group === 'ZV') return units.v === 'm3' ? 1 : 1e6
  return powerUnit(
    units.p,
    rows.map((r) => r[column]),
  ) === 'MW'
    ? 1000
    : 1
}
