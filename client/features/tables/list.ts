import { GROUPS, type Group } from '#core/description/index.ts'
import type { TableItem } from '#contract/tables.ts'
import { ORDER } from './groups.ts'
import type { State } from './period.ts'

/** Which tables are shown, and which one is open: carried by the address. */
export interface List {
  group: Group | null
  /** Id of the object; 'plant' for those of the whole reservoir. */
  object: string | null
  state: (typeof STATES)[number] | null
}

export const PLANT = 'plant'
/** retired: of which no version holds any more; they are in no other list. */
const STATES = ['inForce', 'others', 'retired'] as const

/** What an address asks for; parts that make no sense are ignored. */
export function readList(search: URLSearchParams): List {
  const group = search.get('group')
  const state = search.get('state')
  return {
    group: GROUPS.find((g) => g === group) ?? null,
    object: search.get('object')?.slice(0, 130) || null,
    state: STATES.find((one) => one === state) ?? null,
  }
}

/** The address with other parts; what it says besides stays. */
export function withPart(search: URLSearchParams, part: Partial<List>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(part)) {
    if (value === null || value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}

export const isFiltered = (list: List) => list.group !== null || list.object !== null || list.state !== null

export const objectKey = (item: TableItem) => item.object.id ?? PLANT

/** The tables that fit, by group in the usual order; within one those in force first, then the newest. */
export function grouped(
  items: readonly TableItem[],
  list: List,
  stateOf: (item: TableItem) => State,
): { group: Group; items: TableItem[] }[] {
  const fits = (item: TableItem) =>
    (list.group === null || item.group === list.group) &&
    (list.object === null || objectKey(item) === list.object) &&
    (list.state === null ||
      list.state === 'retired' ||
      (stateOf(item) === 'inForce') === (list.state === 'inForce'))
  return ORDER.map((group) => ({
    group,
    items: ordered(items.filter((item) => item.group === group && fits(item))),
  })).filter((g) => g.items.length > 0)
}

/** By object; of one those in force first, then the newest. */
export function ordered(items: readonly TableItem[]): TableItem[] {
  return [...items].sort(
    (a, b) =>
      a.object.name.localeCompare(b.object.name, 'vi', { numeric: true }) ||
      Number(b.in_force) - Number(a.in_force) ||
      b.uploaded_at - a.uploaded_at,
  )
}
