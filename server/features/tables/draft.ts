import { withChange, type Description, type Table, type Version } from '#core/description/index.ts'
import { overlapping } from '#core/tables/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { conflict, notFound } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { examine, type Choice } from './examine.ts'
import { acceptable, blockOf, tableBodyOf, periodOf, tablesIn } from './request.ts'
import { checkObject, objectsOf } from './objects.ts'
import { checkPeriod, type TablePeriod } from './save.ts'
import { readBody, readVersionHeads } from './store.ts'
import { findUpload } from './upload-store.ts'

interface PeriodInput {
  from?: string | null
  to?: string | null
  loop_by_year?: boolean
  active?: boolean
}

type UploadDraft = PeriodInput & {
  upload_id: string
  candidate: number
  group: Choice['group']
  columns?: string[] | null
  units: Choice['units']
  head_kind?: 'gross' | 'net' | null
  object: string | null
}

type VersionDraft = PeriodInput & { id: string; version: string; retire: boolean }

/** The tables as they would be after saving an upload, with tables in its way replaced. Stores nothing. */
export async function withUpload(
  s: Services,
  plants: Plants,
  caller: Caller,
  d: Description,
  draft: UploadDraft,
): Promise<Description> {
  const { language, hydro } = caller
  const file = await findUpload(s, caller, draft.upload_id)
  const block = blockOf(await tablesIn(file.name, file.bytes), draft.candidate, language)
  const choice = {
    group: draft.group,
    columns: draft.columns ?? null,
    units: draft.units,
    headKind: draft.head_kind ?? null,
  }
  const examined = examine(block, choice, language)
  const { name, zone } = await plants.plant(hydro)
  checkObject(objectsOf(d, name), draft.group, draft.object, language)
  // Warnings are confirmed when it is saved.
  const rows = acceptable(examined, true, language)
  const period = await periodOf(plants, caller, { from: draft.from ?? null, to: draft.to })
  const input = {
    name: file.name,
    object: draft.object,
    loop_by_year: draft.loop_by_year ?? false,
    active: draft.active ?? true,
  }
  checkPeriod(period, input.loop_by_year, language)
  const kept = { fileName: file.name, fileId: file.fileId }
  const body = tableBodyOf(choice, input, kept, rows, examined.headKind, s.clock.now())
  return { ...d, tables: put(d.tables, { id: 'draft', version: 'draft', body }, period, zone) }
}

/** The tables as they would be after changing or removing a saved one. @throws Problem 409 when it is gone */
export async function withVersion(
  plants: Plants,
  caller: Caller,
  d: Description,
  draft: VersionDraft,
): Promise<Description> {
  const old = d.tables.find((v) => v.id === draft.id && v.version === draft.version)
  if (!old) throw conflict()
  const zone = await plants.zone(caller.hydro)
  const input = await periodOf(plants, caller, { from: draft.from, to: draft.to })
  if (draft.retire) {
    const from = Math.max(input.from ?? old.from, old.from)
    return { ...d, tables: withChange(d.tables, { id: old.id, body: null, from, to: old.to }) }
  }
  const period = {
    from: draft.from === undefined ? (Number.isFinite(old.from) ? old.from : null) : input.from,
    to: draft.to === undefined ? old.to : input.to,
  }
  const body = {
    ...old.body,
    loopByYear: draft.loop_by_year ?? old.body.loopByYear,
    active: draft.active ?? old.body.active,
  }
  checkPeriod(period, body.loopByYear, caller.language)
  const rest = withChange(d.tables, { id: old.id, body: null, from: old.from, to: old.to })
  return { ...d, tables: put(rest, { id: old.id, version: old.version, body }, period, zone) }
}

/** The tables as they would be after restoring a former version of one. @throws Problem 404 when there is none */
export async function withAgain(
  s: Services,
  plants: Plants,
  caller: Caller,
  d: Description,
  draft: PeriodInput & { id: string; version: string },
): Promise<Description> {
  const heads = await readVersionHeads(s.db.pool, caller.hydro, draft.id)
  if (!heads.some((h) => h.version_id === draft.version)) throw notFound(draft.version)
  const loopByYear = draft.loop_by_year ?? false
  const period = await periodOf(plants, caller, draft)
  checkPeriod(period, loopByYear, caller.language)
  const old = await readBody(s.db.pool, caller.hydro, draft.version, draft.id)
  const body = { ...old, active: true, loopByYear, uploadedAt: s.clock.now() }
  const zone = await plants.zone(caller.hydro)
  return { ...d, tables: put(d.tables, { id: draft.id, version: 'draft', body }, period, zone) }
}

/** Puts a table in force over a period; tables in its way are switched off meanwhile, as by saving. */
function put(
  tables: readonly Version<Table>[],
  { id, version, body }: Pick<Version<Table>, 'id' | 'version' | 'body'>,
  period: TablePeriod,
  zone: string,
): Version<Table>[] {
  const from = period.from ?? -Infinity
  const { to } = period
  let list = [...tables]
  if (body.active && !body.loopByYear) {
    const apart = list.map((v) => ({ ...v, id: v.version }))
    const inTheWay = overlapping(apart, { id: 'new', from, to, body }, zone)
    const versions = new Set(inTheWay.filter((v) => !v.body.loopByYear).map((v) => v.version))
    for (const other of list.filter((v) => versions.has(v.version)))
      list = withChange(
        list,
        {
          id: other.id,
          body: { ...other.body, active: false },
          from: Math.max(from, other.from),
          to: to === null ? other.to : Math.min(to, other.to ?? Infinity),
        },
        `${other.version} off`,
      )
  }
  return withChange(list, { id, body, from, to }, version)
}
