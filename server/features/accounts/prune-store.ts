import { DAY } from '#core/time/units.ts'
import type { Services } from '#server/lib/services.ts'
import { pruneDelays } from './delay-store.ts'

/** How long ended sessions stay in lists, ms; the audit log keeps their beginning and end. */
const KEPT = 90 * DAY

/** Deletes used and expired tokens and links, and forgotten failures. */
export async function prune(s: Services): Promise<void> {
  const now = s.clock.now()
  await s.db.query('DELETE FROM session WHERE coalesce(ended_at, expires_at) < $1', [now - KEPT])
  await s.db.query('DELETE FROM refresh_token WHERE expires_at < $1', [now - DAY])
  await s.db.query('DELETE FROM password_reset WHERE expires_at < $1', [now - DAY])
  await pruneDelays(s.db.pool, now)
}
