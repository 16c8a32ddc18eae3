import type { Table, Version } from '#core/description/index.ts'
import { overlapping } from '#core/tables/index.ts'
import { fromLocal } from '#core/time/index.ts'
import type { TableItem } from '#contract/tables/table.ts'

interface Period {
  /** Local days or times of the plant. */
  from: string | null
  to: string | null
  loop: boolean
}

/**
 * Active tables of the same group and object that a version would overlap in another period, including its own other
 * versions.
 */
export function overlapsOf(
  items: readonly TableItem[],
  item: Pick<TableItem, 'version' | 'group' | 'object'>,
  { from, to, loop }: Period,
  zone: string,
): TableItem[] {
  const at = (local: string) => fromLocal(local, zone) ?? NaN
  // Other versions of the same table count like any other.
  const versions = items.map(
    (i) =>
      ({
        id: i.version,
        version: i.version,
        from: i.from ?? -Infinity,
        to: i.to,
        body: { group: i.group, object: i.object.id, active: i.active, loopByYear: i.loop_by_year },
      }) as Version<Table>,
  )
  const candidate = {
    id: item.version,
    from: from === null ? -Infinity : at(from),
    to: to === null ? null : at(to),
    body: { group: item.group, object: item.object.id, loopByYear: loop },
  }
  const met = new Set(overlapping(versions, candidate, zone).map((v) => v.version))
  return items.filter((i) => met.has(i.version))
}
