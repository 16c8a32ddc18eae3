import { differences } from '#core/description/difference.ts'
import * as contract from '#contract/changes.ts'
import type { DescribedChange, DescribedItem } from '#contract/changes.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { readAt, readChanges, readSlim, type ChangeRow, type SlimVersion } from './store.ts'
import { localInstant } from './times.ts'
import { maySee, seenBy } from './words.ts'

const nameIn = (body: unknown): string | null => {
  const name = (body as { name?: unknown } | null)?.name
  return typeof name === 'string' ? name : null
}

/** Changes of the description, and what was in force on a day. */
export function serveChanges(serve: Serve, s: Services, plants: Plants): void {
  serve(contract.listChanges, async ({ query, caller }) => {
    const zone = await plants.zone(caller.hydro)
    const instant = (path: 'from' | 'to') =>
      query[path] === undefined ? undefined : localInstant(query[path], zone, path, caller)
    if (query.noun) maySee(caller, [query.noun])
    const filter = {
      nouns: query.noun ? [query.noun] : seenBy(caller),
      item: query.item,
      by: query.by,
      from: instant('from'),
      to: instant('to'),
    }
    if (filter.from !== undefined && filter.to !== undefined && filter.from >= filter.to)
      throw refuseField(caller.language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    const { rows, total } = await readChanges(
      s.db,
      caller.hydro,
      filter,
      PAGE_SIZE,
      (query.page - 1) * PAGE_SIZE,
    )
    return { changes: rows.map(shown), total, page: query.page, page_size: PAGE_SIZE }
  })

  serve(contract.getDescriptionAt, async ({ query, caller }) => {
    const zone = await plants.zone(caller.hydro)
    const at = localInstant(query.day, zone, 'day', caller)
    const known = query.known === undefined ? null : localInstant(query.known, zone, 'known', caller)
    const [then, now] = await Promise.all([
      readAt(s.db, caller.hydro, at, known),
      readAt(s.db, caller.hydro, s.clock.now(), null),
    ])
    const key = (v: { noun: string; item_id: string }) => `${v.noun} ${v.item_id}`
    const seen = seenBy(caller)
    const present = new Map(now.map((v) => [key(v), v]))
    return {
      at,
      known,
      items: then.filter((v) => seen.includes(v.noun)).map((v) => described(v, present.get(key(v)))),
    }
  })

  serve(contract.getDescribedVersion, async ({ query: { noun, id, version }, caller }) => {
    maySee(caller, [noun])
    const [found, now] = await Promise.all([
      readSlim(s.db, caller.hydro, noun, id, version),
      readAt(s.db, caller.hydro, s.clock.now(), null),
    ])
    if (!found) throw notFound(version)
    return described(
      found,
      now.find((v) => v.noun === noun && v.item_id === id),
    )
  })
}

/** A version, compared with the one in force now. */
function described(v: SlimVersion, present: SlimVersion | undefined): DescribedItem {
  return {
    noun: v.noun,
    id: v.item_id,
    version: v.version_id,
    name: nameIn(v.body),
    from: v.effective_from,
    to: v.effective_to,
    recorded_at: v.recorded_at,
    recorded_by_name: v.recorded_by_name,
    reason: v.reason,
    fields: differences(null, v.body),
    present: present?.version_id === v.version_id,
    since: present ? differences(v.body, present.body) : null,
    present_version: present?.version_id ?? null,
  }
}

function shown(row: ChangeRow): DescribedChange {
  const { body, effective_from: from, effective_to: to } = row.after
  const gaveWay = row.before ?? []
  return {
    change_id: row.audit_id,
    at: row.at,
    by: row.actor,
    by_name: row.actor_name,
    act: row.act,
    noun: row.noun,
    id: row.item,
    name: row.item_name,
    reason: row.reason,
    from,
    to,
    version: row.version,
    replaced:
      gaveWay.length === 0
        ? [{ version: null, from, to, differences: differences(null, body) }]
        : gaveWay.map((b) => ({
            version: b.version,
            from: later(b.effective_from, from),
            to: earlier(b.effective_to, to),
            differences: differences(b.body, body),
          })),
  }
}

const later = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))
const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
