import { GROUPS, type Group } from '#core/description/index.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { oneOf, word, type Filter } from '../../lib/address-fields.ts'
import { ORDER } from './groups.ts'
import type { TableState } from './period.ts'

/** Object id of tables of the whole reservoir. */
export const PLANT = 'plant'
/** retired: tables without a version in use; they appear in no other list. */
const STATES = ['inForce', 'others', 'retired'] as const

/** Filter of the tables. */
export const TABLE_FIELDS = { group: oneOf(GROUPS), object: word(130), state: oneOf(STATES) }
export type TableFilter = Filter<typeof TABLE_FIELDS>

export const objectKey = (item: TableItem) => item.object.id ?? PLANT

/** The matching tables by group; within a group those in force first, then the newest. */
export function groupedTables(
  items: readonly TableItem[],
  filter: TableFilter,
  stateOf: (item: TableItem) => TableState,
): { group: Group; items: TableItem[] }[] {
  const fits = (item: TableItem) =>
    (filter.group === null || item.group === filter.group) &&
    (filter.object === null || objectKey(item) === filter.object) &&
    (filter.state === null ||
      filter.state === 'retired' ||
      (stateOf(item) === 'inForce') === (filter.state === 'inForce'))
  return ORDER.map((group) => ({
    group,
    items: orderedTables(items.filter((item) => item.group === group && fits(item))),
  })).filter((g) => g.items.length > 0)
}

/** By object; within one those in force first, then the newest. */
export function orderedTables(items: readonly TableItem[]): TableItem[] {
  return [...items].sort(
    (a, b) =>
      a.object.name.localeCompare(b.object.name, 'vi', { numeric: true }) ||
      Number(b.in_force) - Number(a.in_force) ||
      b.uploaded_at - a.uploaded_at,
  )
}
