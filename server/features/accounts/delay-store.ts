import { MINUTE } from '#core/time/units.ts'
import type { Sql } from '#server/lib/database.ts'
import { tooMany } from '#server/lib/errors.ts'

/**
 * Delays that grow with failures in a row. Nothing is ever locked for good: the longest delay is a quarter of an
 * hour, tries made meanwhile are refused uncounted, and a browser that has signed an account in before (it carries a
 * sealed mark) is counted by itself. Any other is counted by its network and the name together, so that strangers
 * keep nobody out at another address, nor anybody else at their own; guessing from many addresses at one name delays
 * that name.
 */
const LONGEST = 15 * MINUTE
/** Failures are forgotten after this time without another. */
const FORGOTTEN = 60 * MINUTE

const POLICY = {
  /** An account, or a name that no account has, from one network. */
  place: { free: 5, first: MINUTE / 2 },
  /** The same from wherever tried. */
  account: { free: 20, first: MINUTE / 2 },
  device: { free: 10, first: MINUTE / 2 },
  /** Whatever names are tried: only counted. */
  network: { free: Infinity, first: 0 },
} as const
type DelayKind = keyof typeof POLICY

interface DelayKey {
  kind: DelayKind
  key: string
  /** The account that it delays. */
  accountId: string | null
}

/** What a try counts for: `of` names it within its kind. */
export function delayKey(kind: DelayKind, of: string, accountId: string | null = null): DelayKey {
  return { kind, key: `${kind}:${of}`, accountId }
}

/**
 * What counts a try at a name from somewhere. Names that no account has share rows by three characters
 * of their digest, so that inventing names fills no table.
 */
export function keysOfTry(
  accountId: string | null,
  nameMac: string,
  network: string,
): { place: DelayKey; account: DelayKey } {
  const who = accountId ?? `name ${nameMac.slice(0, 3)}`
  return {
    place: delayKey('place', `${who} ${network}`, accountId),
    account: delayKey('account', who, accountId),
  }
}

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
 * Answers how many there were in a row, this one included.
 * @throws Problem 429 sign_in_delayed
 */
export async function attempt(db: Sql, { kind, key, accountId }: DelayKey, now: number): Promise<number> {
  const { rows } = await db.query<{ failures: number }>(
    `INSERT INTO sign_in_failure AS f (key, failures, last_at, until, account_id) VALUES ($1, 1, $2, 0, $5)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN f.last_at < $2 - $3 THEN 1 ELSE f.failures + 1 END,
       last_at = $2,
       until = $2 + ($4::bigint[])[least(CASE WHEN f.last_at < $2 - $3 THEN 1 ELSE f.failures + 1 END, 31) + 1]
     WHERE f.until <= $2
     RETURNING failures`,
    [key, now, FORGOTTEN, TABLE[kind], accountId],
  )
  if (rows.length > 0) return rows[0].failures
  const { rows: left } = await db.query<{ until: number }>(
    'SELECT until FROM sign_in_failure WHERE key = $1',
    [key],
  )
  throw tooMany('sign_in_delayed', Math.max(1, Math.ceil(((left[0]?.until ?? now) - now) / 1000)))
}

/** Account and device are clean again. The network only gets its try back: else an own account would wash it. */
export async function succeeded(db: Sql, keys: readonly DelayKey[]): Promise<void> {
  const [clean, back] = [keys.filter((k) => k.kind !== 'network'), keys.filter((k) => k.kind === 'network')]
  await db.query('DELETE FROM sign_in_failure WHERE key = ANY($1)', [clean.map((k) => k.key)])
  await db.query('UPDATE sign_in_failure SET failures = greatest(failures - 1, 0) WHERE key = ANY($1)', [
    back.map((k) => k.key),
  ])
}

/** Ends the delays of an account, for whoever sets its password or unlocks it. */
export async function clearDelay(db: Sql, accountId: string): Promise<void> {
  await db.query('DELETE FROM sign_in_failure WHERE account_id = $1', [accountId])
}

export async function pruneDelays(db: Sql, now: number): Promise<void> {
  await db.query('DELETE FROM sign_in_failure WHERE last_at < $1', [now - FORGOTTEN])
}
