import type { Group, Table } from '#core/description/index.ts'
import { groupInfo, powerUnit, sameKey } from './groups.ts'

/** A column computed from the rows: one value for each, in their order; null where there is none. */
interface Derived {
  name: 'eta' | 'area'
  unit: '' | 'm2' | 'km2'
  values: (number | null)[]
}

/**
 * How a column changes along the ascending last input of each curve: rising, never falling (level), falling, or mixed.
 */
interface Trend {
  field: string
  trend: 'rising' | 'level' | 'falling' | 'mixed'
}

type Units = Table['units']
type Rows = readonly (readonly number[])[]

/** Columns implied by the rows: the lake area of a storage curve, the efficiency of a turbine table. */
export function derivedColumns(group: Group, rows: Rows, units: Units): Derived[] {
  if (group === 'ZV') {
    const values = areasOf(rows, units)
    return [
      { name: 'area', unit: 'm2', values },
      { name: 'area', unit: 'km2', values: values.map((a) => (a === null ? null : a / 1e6)) },
    ]
  }
  if (group === 'HPQ' || group === 'nHPQ') {
    const unit = powerUnit(
      units.p,
      rows.map((r) => r[2]),
    )
    const scale = unit === 'MW' ? 1000 : 1
    const values = rows.map(([, h, p, q]) => {
      const eta = (p * scale) / (9.81 * q * h)
      return p > 0 && Number.isFinite(eta) ? eta : null
    })
    return [{ name: 'eta', unit: '', values }]
  }
  return []
}

/** Lake area above each row of a storage curve, m2: dV/dZ to the next level; at the highest, from the one below. */
export function areasOf(rows: Rows, units: Units): (number | null)[] {
  const scale = units.v === 'm3' ? 1 : 1e6
  const order = rows.map((_, i) => i).sort((a, b) => rows[a][0] - rows[b][0])
  const areas: (number | null)[] = rows.map(() => null)
  for (let i = 0; i < order.length; i++) {
    const at = Math.min(i, order.length - 2)
    if (at < 0) break
    const [z0, v0] = rows[order[at]]
    const [z1, v1] = rows[order[at + 1]]
    const area = ((v1 - v0) * scale) / (z1 - z0)
    areas[order[i]] = Number.isFinite(area) ? area : null
  }
  return areas
}

/** How the output changes along the last input. */
export function trendsOf(group: Group, rows: Rows): Trend[] {
  const { columns } = groupInfo(group)
  const output = columns.length - 1
  const sorted = sortedRows(rows, output)
  let [rises, falls, equals] = [false, false, false]
  for (let i = 1; i < sorted.length; i++) {
    const [a, b] = [sorted[i - 1], sorted[i]]
    let same = true
    for (let j = 0; j < output - 1; j++) same &&= sameKey(a[j], b[j])
    if (!same) continue
    if (b[output] > a[output]) rises = true
    else if (b[output] < a[output]) falls = true
    else equals = true
  }
  const trend = falls ? (rises ? 'mixed' : 'falling') : equals ? 'level' : 'rising'
  return [{ field: columns[output], trend }]
}

/** Rows by their first `keys` columns, ascending. */
export function sortedRows(rows: Rows, keys: number): (readonly number[])[] {
  return [...rows].sort((a, b) => compareKeys(a, b, keys))
}

/** Compares two rows by their keys; 0 for the same key. */
export function compareKeys(a: readonly number[], b: readonly number[], keys: number): number {
  for (let j = 0; j < keys; j++) if (!sameKey(a[j], b[j])) return a[j] - b[j]
  return 0
}
