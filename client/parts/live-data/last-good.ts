import type { Column } from '#contract/fields.ts'
import { fromColumn } from '../../ui/chart/column.ts'

/** Since when columns have no value: the stamp of their last one. */
export function lastGood(columns: Record<string, Column>): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [code, column] of Object.entries(columns)) {
    const { t, v } = fromColumn(column)
    const i = v.findLastIndex((x) => !Number.isNaN(x))
    if (i >= 0) found[code] = t[i]
  }
  return found
}
