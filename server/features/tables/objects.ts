import type { Description, Group } from '#core/description/index.ts'
import { type Language, text } from '#contract/messages.ts'
import { OBJECT_KINDS, type TableObject } from '#contract/tables/table.ts'
import { refuseField } from '#server/lib/errors.ts'

type Kind = (typeof OBJECT_KINDS)[number]

/** Kinds of objects that tables of a group may belong to, as calculation reads them (core/tables/book.ts). */
const KINDS: Record<Group, readonly Kind[]> = {
  ZV: ['plant'],
  QZ: ['plant'],
  FFZQ: ['gate', 'leaf'],
  ZAQ: ['gate', 'leaf'],
  ZAoAc: ['leaf', 'gate'],
  HPQ: ['plant', 'unit'],
  nHPQ: ['plant', 'waterway'],
  ZPQ: ['plant', 'unit'],
  QETA: ['plant', 'unit'],
  QHL: ['waterway', 'unit', 'plant'],
  ZQ: ['station'],
}

/** Objects of a plant by kind, in the order of the description, with their present or last names. */
export function objectsOf(d: Description, plantName: string): Record<Kind, TableObject[]> {
  const of = (kind: Kind, list: readonly { id: string | null; name: string }[]) => [
    // Later versions have the later names.
    ...new Map(list.map(({ id, name }) => [id, { kind, id, name }])).values(),
  ]
  return {
    plant: of('plant', [{ id: null, name: plantName }]),
    gate: of(
      'gate',
      d.gates.map((g) => ({ id: g.id, name: g.body.name })),
    ),
    leaf: of(
      'leaf',
      d.gates.flatMap((g) =>
        g.body.leaves.map((l) => ({
          id: l.id,
          name: l.name === g.body.name ? l.name : `${g.body.name} – ${l.name}`,
        })),
      ),
    ),
    unit: of(
      'unit',
      d.units.map((u) => ({ id: u.id, name: u.body.name })),
    ),
    waterway: of(
      'waterway',
      d.units
        .filter((u) => u.body.waterway !== '')
        .map((u) => ({ id: u.body.waterway, name: fedBy(d, u.body.waterway) })),
    ),
    station: of(
      'station',
      d.stations.map((s) => ({ id: s.id, name: s.body.name })),
    ),
  }
}

/** The name of a waterway, which has none of its own: the units that it feeds. */
function fedBy(d: Description, waterway: string): string {
  const units = d.units.filter((u) => u.body.waterway === waterway)
  return [...new Map(units.map((u) => [u.id, u.body.name])).values()].join(', ')
}

export type Objects = ReturnType<typeof objectsOf>

/** Objects to which a table of a group may belong. */
export const allowed = (objects: Objects, group: Group): TableObject[] =>
  KINDS[group].flatMap((k) => objects[k])

/** The object that a table names; by its id where it no longer exists. */
export function objectOf(objects: Objects, group: Group, id: string | null): TableObject {
  const found = allowed(objects, group).find((o) => o.id === id)
  if (found) return found
  if (id === null) return objects.plant[0]
  for (const kind of OBJECT_KINDS) {
    const other = objects[kind].find((o) => o.id === id)
    if (other) return other
  }
  return { kind: KINDS[group].find((k) => k !== 'plant') ?? 'plant', id, name: id }
}

/** @throws Problem when the group's tables cannot belong to it */
export function checkObject(objects: Objects, group: Group, id: string | null, language: Language): void {
  if (allowed(objects, group).some((o) => o.id === id)) return
  const path = 'object'
  if (id === null) {
    const kinds = KINDS[group].map((k) => text(`object_kind_${k}`, language)).join(', ')
    throw refuseField(language, path, 'table_object_required', { group, kinds })
  }
  throw refuseField(language, path, 'table_object_unknown', { group, object: id })
}
