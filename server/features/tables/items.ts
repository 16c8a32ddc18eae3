import { tableInForce, groupInfo } from '#core/tables/index.ts'
import { ALL_GROUPS, type Group } from '#core/description/index.ts'
import { toLocal } from '#core/time/index.ts'
import { text, type Language } from '#contract/messages.ts'
import type { NamedTable, TableItem } from '#contract/tables/table.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { objectOf, objectsOf, type Objects } from './objects.ts'
import { asVersion, type TableVersionHead } from './store.ts'

/** What showing versions needs: names of objects, and which tables are in force at an instant. */
interface ItemContext {
  objects: Objects
  inForce: ReadonlySet<string>
}

/** heads: every known version, from which those in force are chosen. */
export async function itemContextOf(
  plants: Plants,
  hydro: string,
  heads: readonly TableVersionHead[],
  at: number,
): Promise<ItemContext> {
  const [description, plant] = await Promise.all([plants.describe(hydro), plants.plant(hydro)])
  const versions = heads.map(asVersion)
  const inForce = new Set<string>()
  const done = new Set<string>()
  for (const { body } of versions) {
    const key = `${body.group}|${body.object ?? ''}`
    if (done.has(key)) continue
    done.add(key)
    const best = tableInForce(versions, body.group, body.object, at, plant.zone)
    if (best) inForce.add(best.version)
  }
  return { objects: objectsOf(description, plant.name), inForce }
}

/** Number of inputs: sensor travel alone needs no level. */
export function inputsThatMatter(h: Pick<TableVersionHead, 'body' | 'flat'>): 1 | 2 | 3 {
  const n = groupInfo(h.body.group).columns.length - 1
  return (h.flat ? 1 : n) as 1 | 2 | 3
}

export function itemOf(h: TableVersionHead, sight: ItemContext): TableItem {
  const { body } = h
  return {
    id: h.item_id,
    version: h.version_id,
    group: body.group,
    type: groupInfo(body.group).type,
    inputs: inputsThatMatter(h),
    name: body.name,
    object: objectOf(sight.objects, body.group, body.object),
    from: h.effective_from,
    to: h.effective_to,
    loop_by_year: body.loopByYear,
    active: body.active,
    in_force: sight.inForce.has(h.version_id),
    rows: h.n,
    units: body.units,
    head_kind: body.headKind ?? null,
    file_name: body.fileName,
    has_file: Boolean(body.fileId),
    uploaded_at: body.uploadedAt,
    recorded_at: h.recorded_at,
    recorded_by: h.recorded_by,
    recorded_by_name: h.recorded_by_name,
    reason: h.reason,
    superseded_at: h.superseded_at,
  }
}

/** A group under the names of the specification. */
export const groupNamesOf = (group: Group, language: Language) => ({
  interpolate_group_id: ALL_GROUPS.indexOf(group) + 1,
  interpolate_group_code: group,
  interpolate_group_name: text(`group_${group}`, language),
})

/** Period and upload of a version as local times. */
export const localTimesOf = (item: TableItem, zone: string) => ({
  effective_start: item.from === null ? null : toLocal(item.from, zone),
  effective_end: item.to === null ? null : toLocal(item.to, zone),
  upload_time: toLocal(item.uploaded_at, zone),
})

/** A version as the calls for station ratings and outlet travel return it. */
export const namedTableOf = (item: TableItem, zone: string, language: Language): NamedTable => ({
  ...item,
  ...groupNamesOf(item.group, language),
  ...localTimesOf(item, zone),
})
