import { inForce, withChange, type Description, type Version } from '#core/description/index.ts'
import type { previewDifference } from '#contract/preview.ts'
import type { FieldError } from '#contract/envelope.ts'
import { checkItem, type Known, type Noun } from '#server/features/plants/index.ts'
import { badFields, notFound, refuseField, withPaths } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Call, Caller } from '#server/lib/serve.ts'

type Change = Call<typeof previewDifference>['body']['changes'][number]
type UploadChange = Extract<Change, { noun: 'table' }>
type VersionChange = Extract<Change, { noun: 'table_version' }>
type AgainChange = Extract<Change, { noun: 'table_again' }>
type ItemChange = Exclude<Change, UploadChange | VersionChange | AgainChange>

/** What the tables feature provides for drafts of tables. */
export interface TableDrafts {
  upload(caller: Caller, d: Description, change: UploadChange): Promise<Description>
  version(caller: Caller, d: Description, change: VersionChange): Promise<Description>
  again(caller: Caller, d: Description, change: AgainChange): Promise<Description>
}

const LISTS = {
  plant: 'plant',
  position: 'positions',
  gate: 'gates',
  unit: 'units',
  station: 'stations',
  sensor: 'sensors',
  parameters: 'parameters',
} as const satisfies Record<ItemChange['noun'], keyof Description>

/** The description as it would be after all changes, each validated as by its own call. */
export async function describeDraft(
  d: Description,
  changes: readonly Change[],
  o: {
    caller: Caller
    zone: string
    now: number
    unitOf: Known['unitOf']
    tables: TableDrafts
  },
): Promise<Description> {
  let made = d
  for (const [i, change] of changes.entries()) {
    const where = `changes.${i}`
    const { caller, tables } = o
    const at = (run: () => Promise<Description>) => withPaths((path) => `${where}.${path}`, run)
    const before = made
    if (change.noun === 'table') made = await at(() => tables.upload(caller, before, change))
    else if (change.noun === 'table_version') made = await at(() => tables.version(caller, before, change))
    else if (change.noun === 'table_again') made = await at(() => tables.again(caller, before, change))
    else made = withItem(made, change, where, o)
  }
  return made
}

function withItem(
  d: Description,
  change: ItemChange,
  where: string,
  { caller, zone, now, unitOf }: { caller: Caller; zone: string; now: number; unitOf: Known['unitOf'] },
): Description {
  const { noun, body } = change
  const list = d[LISTS[noun]] as Version<unknown>[]
  const single = noun === 'plant' || noun === 'parameters'
  const id = single ? noun : change.id
  const own = list.filter((v) => v.id === id)
  if (id !== undefined && !single && own.length === 0) throw notFound(id)
  if (body === null && own.length === 0) throw notFound(id ?? noun)
  const held = inForce(own, now) ?? own.at(-1)
  const from =
    change.from === undefined
      ? (held?.from ?? -Infinity)
      : change.from === null
        ? -Infinity
        : instantOf(change.from, zone, `${where}.from`)
  const to = held?.to ?? null
  if (to !== null && from >= to)
    throw refuseField(caller.language, `${where}.from`, 'from_after_to', {}, { as: 'invalid_range' })
  if (body !== null) {
    const known = { unitOf, description: d, at: Number.isFinite(from) ? from : now }
    const errors = checkItem(noun as Noun, id ?? null, body, known, caller.language)
    if (errors.length > 0) {
      const at = errors.map((e): FieldError => ({ ...e, path: `${where}.${e.path}` }))
      throw badFields(at)
    }
  }
  return { ...d, [LISTS[noun]]: withChange(list, { id: id ?? 'draft', body, from, to }) }
}
