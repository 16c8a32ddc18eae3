import { plantsWithCameraAddress, plantsWithRecordsLike } from '#server/lib/across.ts'
import { DAY } from '#core/time/units.ts'
import { record } from '#server/features/audit/index.ts'
import { keepSealed, readFile } from '#server/lib/files.ts'
import { keepFact, readFact } from '#server/lib/installation.ts'
import type { Services } from '#server/lib/services.ts'
import { shownAddress } from '#server/lib/address.ts'
import { idOf, type Keeper } from '#server/lib/credentials.ts'

/** Reason of audit records of hiding, which nobody requested: each reader sees it in the language of the page. */
export const HIDE_RECORDED = 'hide camera password'

/** Field names of a camera's address in bodies, records and answers. */
const FIELDS = new Set(['cameraPath', 'camera_path'])

/**
 * Matches records with an address of which something may have to be hidden: a user name before its host, a query or a
 * fragment. Only records of settings contain one.
 */
export const MAY_BE_OPEN = String.raw`"camera_?path": *"https?://(?!(\*\*\*@)?[^"\\@?#]*")`

/** What was recorded so long before the last look through is looked through again, ms: clocks are set back. */
const OVERLAP = DAY

/** A body with every camera address as people see it; found: collects what was hidden. */
function hiddenIn(value: unknown, found: string[] = []): unknown {
  if (Array.isArray(value)) return value.map((v) => hiddenIn(v, found))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, v]) => {
      if (!FIELDS.has(name) || typeof v !== 'string') return [name, hiddenIn(v, found)]
      const shown = shownAddress(v)
      if (shown !== v) found.push(v)
      return [name, shown]
    }),
  )
}

interface Version {
  item_id: string
  version_id: string
  superseded_at: number | null
  body: unknown
}

/**
 * Hides names and passwords in addresses that were stored before these were kept apart: in versions of the settings and
 * in the audit log. Each is sealed and hidden in place, so that no answer, export or later backup contains it. Runs at
 * every start, because an older release may have run meanwhile, over what was recorded since the last time: the log grows
 * for ever. A restored backup brings its own note of that time. Returns how many places it changed.
 */
export async function hideOldAddresses(s: Keeper & Pick<Services, 'log'>): Promise<number> {
  const now = s.clock.now()
  const done = await readFact(s.db.pool, 'addresses_hidden')
  const since = done === null ? 0 : Number(done) - OVERLAP
  const plants = new Set([
    ...(await plantsWithCameraAddress(s.db.pool, since)),
    ...(await plantsWithRecordsLike(s.db.pool, MAY_BE_OPEN, since)),
  ])
  let places = 0
  for (const hydro of plants) places += await hideOldAddressesOf(s, hydro, since)
  await keepFact(s.db.pool, 'addresses_hidden', String(now))
  if (places > 0) s.log.info({ places }, 'names and passwords in old addresses of cameras were hidden')
  return places
}

async function hideOldAddressesOf(s: Keeper, hydro: string, since: number): Promise<number> {
  const now = s.clock.now()
  return s.db.tx(async (c) => {
    let changed = 0
    const sealed = new Set<string>()
    // Passwords change: of two for one shown address the one in force counts, else the newer.
    const { rows: versions } = await c.query<Version>(
      `SELECT item_id, version_id, superseded_at, body FROM description
        WHERE hydro_code = $1 AND noun = 'settings' AND recorded_at >= $2 AND body->>'cameraPath' ~* '^https?://'
        ORDER BY superseded_at DESC NULLS FIRST, recorded_at DESC FOR UPDATE`,
      [hydro, since],
    )
    for (const { item_id: item, version_id: version, superseded_at: until, body } of versions) {
      const found: string[] = []
      const hidden = hiddenIn(body, found)
      if (found.length === 0) continue
      for (const address of found) {
        const id = idOf(s, hydro, shownAddress(address))
        const known = sealed.has(id) || (until !== null && (await readFile(s, hydro, id)) !== null)
        if (!known) await keepSealed(c, hydro, 'service', now, id, s.secrets.seal(address))
        sealed.add(id)
      }
      await c.query(
        `UPDATE description SET body = $4
          WHERE hydro_code = $1 AND noun = 'settings' AND item_id = $2 AND version_id = $3`,
        [hydro, item, version, JSON.stringify(hidden)],
      )
      changed++
    }
    const { rows: acts } = await c.query<{ audit_id: string; before: unknown; after: unknown }>(
      `SELECT audit_id, before, after FROM audit
        WHERE hydro_code = $1 AND noun = 'settings' AND at >= $3 AND concat(before, after) ~* $2 FOR UPDATE`,
      [hydro, MAY_BE_OPEN, since],
    )
    for (const { audit_id: id, before, after } of acts) {
      const found: string[] = []
      const hidden = [before, after].map((v) => {
        const shown = hiddenIn(v, found)
        return shown === null ? null : JSON.stringify(shown)
      })
      if (found.length === 0) continue
      await c.query('UPDATE audit SET before = $3, after = $4 WHERE hydro_code = $1 AND audit_id = $2', [
        hydro,
        id,
        ...hidden,
      ])
      changed++
    }
    if (changed > 0 && hydro !== '')
      await record(
        c,
        now,
        { actor: 'service', address: null, hydro },
        { act: HIDE_RECORDED, noun: 'settings', item: 'settings' },
      )
    return changed
  })
}
