import type { Description } from '#core/description/index.ts'
import type { previewDifference } from '#contract/preview.ts'
import { withDraft, type Known } from '#server/features/plants/index.ts'
import { withPaths } from '#server/lib/errors.ts'
import type { Call, Caller } from '#server/lib/serve.ts'

type Change = Call<typeof previewDifference>['body']['changes'][number]
type UploadChange = Extract<Change, { noun: 'table' }>
type VersionChange = Extract<Change, { noun: 'table_version' }>
type AgainChange = Extract<Change, { noun: 'table_again' }>

/** What the tables feature provides for drafts of tables. */
export interface TableDrafts {
  upload(caller: Caller, d: Description, change: UploadChange): Promise<Description>
  version(caller: Caller, d: Description, change: VersionChange): Promise<Description>
  again(caller: Caller, d: Description, change: AgainChange): Promise<Description>
}

/** The description as it would be after all changes, each validated as by its own call. */
export async function describeDraft(
  d: Description,
  changes: readonly Change[],
  o: {
    caller: Caller
    zone: string
    now: number
    unitOf: Known['unitOf']
    kindOf: Known['kindOf']
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
    else made = withDraft(made, change, where, { ...o, language: caller.language })
  }
  return made
}
