import { MINUTE } from '#core/time/units.ts'
import type { Sql } from '#server/lib/database.ts'
import { tooMany } from '#server/lib/errors.ts'

/**
 * Delays that grow with failures in a row. Nothing is ever locked for good: the longest delay is a quarter of an
 * hour, tries made meanwhile are refused uncounted, and a browser that has signed an account in before (it carries a
 * sealed mark) is counted by itself, so that strangers cannot keep anybody, an administrator least of all, out.
 */
const LONGEST = 15 * MINUTE
/** Failures are forgotten after this time without another. */
const FORGOTTEN = 60 * MINUTE

const POLICY = {
  /** An account, or a name that no account has. */
  account: { free: 5, first: MINUTE / 2 },
  device: { free: 10, first: MINUTE / 2 },
  address: { free: 20, first: MINUTE },
} as const
type DelayKind = keyof typeof POLICY

interface DelayKey {
  kind: DelayKind
  key: string
}
export const delayKey = (kind: DelayKind, of: string): DelayKey => ({ kind, key: `${kind}:${of}` })

/** Milliseconds of delay after the n-th failure in a row. */
function delayAfter(kind: DelayKind, failures: number): number {
  const { free, first } = POLICY[kind]
  return failures < free ? 0 : Math.min(LONGEST, first * 2 ** Math.min(failures - free, 20))
}

const TABLE = Object.fromEntries(
  (Object.keys(POLICY) as DelayKind[]).map((kind) => [
    kind,
    Array.from({ length: 32 }, (_, n) => delayAfter(kind, n)),
  ]),
) as Record<DelayKind, number[]>

/**
 * Counts a try as failed before it is known whether it is: tries that come at the same instant count one after
 * another, so none slips through. `succeeded` takes it back.
 * @throws Problem 429 sign_in_delayed
 */
export async function attempt(db: Sql, { kind, key }: DelayKey, now: number): Promise<void> {
  const { rows } = await db.query(
    `INSERT INTO sign_in_failure AS f (key, failures, last_at, until) VALUES ($1, 1, $2, 0)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN f.last_at < $2 - $3 THEN 1 ELSE f.failures + 1 END,
       last_at = $2,
       until = $2 + ($4::bigint[])[least(CASE WHEN f.last_at < $2 - $3 THEN 1 ELSE f.failures + 1 END, 31) + 1]
     WHERE f.until <= $2
     RETURNING failures`,
    [key, now, FORGOTTEN, TABLE[kind]],
  )
  if (rows.length > 0) return
  const { rows: left } = await db.query<{ until: number }>(
    'SELECT until FROM sign_in_failure WHERE key = $1',
    [key],
  )
  throw tooMany('sign_in_delayed', Math.max(1, Math.ceil(((left[0]?.until ?? now) - now) / 1000)))
}

/** The account or device is clean again. The address only gets its try back: else an own account would wash it. */
export async function succeeded(db: Sql, keys: readonly DelayKey[]): Promise<void> {
  const [clean, back] = [keys.filter((k) => k.kind !== 'address'), keys.filter((k) => k.kind === 'address')]
  await db.query('DELETE FROM sign_in_failure WHERE key = ANY($1)', [clean.map((k) => k.key)])
  await db.query(
    'UPDATE sign_in_failure SET failures = greatest(failures - 1, 0), until = 0 WHERE key = ANY($1)',
    [back.map((k) => k.key)],
  )
}

/** Ends the delay of an account, for whoever sets its password or unlocks it. */
export async function clearDelay(db: Sql, accountId: string): Promise<void> {
  await db.query('DELETE FROM sign_in_failure WHERE key = $1', [delayKey('account', accountId).key])
}

export async function pruneDelays(db: Sql, now: number): Promise<void> {
  await db.query('DELETE FROM sign_in_failure WHERE last_at < $1', [now - 24 * FORGOTTEN])
}
