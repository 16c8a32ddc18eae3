import { MINUTE } from '#core/time/units.ts'
import type { Sql } from '#server/lib/database.ts'
import { tooMany } from '#server/lib/errors.ts'

/**
 * Longest delay after consecutive failures. Nothing is ever locked for good: attempts during a delay are refused
 * uncounted, and a browser in which the account has signed in before (it has a sealed mark) is counted by itself. Any
 * other is counted by its network and the name together, so that strangers lock out nobody at another address, and
 * nobody else at their own; guessing at one name from many addresses delays that name.
 */
const LONGEST = 15 * MINUTE
/** Failures are forgotten after this time without another one, ms. */
const FORGOTTEN = 60 * MINUTE

const POLICY = {
  /** An account, or a name without one, from one network. */
  place: { free: 5, first: MINUTE / 2 },
  /** The same from any network. */
  account: { free: 20, first: MINUTE / 2 },
  device: { free: 10, first: MINUTE / 2 },
  /** Any name from one network: counted only. */
  network: { free: Infinity, first: 0 },
} as const
type DelayKind = keyof typeof POLICY

interface DelayKey {
  kind: DelayKind
  key: string
  /** The account that the delay applies to. */
  accountId: string | null
}

/** The key under which an attempt counts: `of` identifies it within its kind. */
export function delayKey(kind: DelayKind, of: string, accountId: string | null = null): DelayKey {
  return { kind, key: `${kind}:${of}`, accountId }
}

/**
 * The keys under which an attempt at a name from an address counts. Names without an account share rows by three
 * characters of their digest, so that invented names do not fill the table.
 */
export function keysOfTry(
  accountId: string | null,
  nameMac: string,
  network: string,
): { place: DelayKey; account: DelayKey } {
  const account = accountId ?? `name ${nameMac.slice(0, 3)}`
  return {
    place: delayKey('place', `${account} ${network}`, accountId),
    account: delayKey('account', account, accountId),
  }
}

/** Delay after the n-th consecutive failure, ms. */
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
 * Counts an attempt as failed before its result is known: attempts at the same instant count one after another, so none
 * escapes. `succeeded` undoes it. Returns the number of consecutive failures, this one included. @throws Problem 429
 * sign_in_delayed
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

/**
 * Clears the failures of account and device. The network only has its attempt uncounted: otherwise an attacker could
 * clear it with an account of their own.
 */
export async function succeeded(db: Sql, keys: readonly DelayKey[]): Promise<void> {
  const [clean, back] = [keys.filter((k) => k.kind !== 'network'), keys.filter((k) => k.kind === 'network')]
  await db.query('DELETE FROM sign_in_failure WHERE key = ANY($1)', [clean.map((k) => k.key)])
  await db.query('UPDATE sign_in_failure SET failures = greatest(failures - 1, 0) WHERE key = ANY($1)', [
    back.map((k) => k.key),
  ])
}

/** Ends the delays of an account, after its password was set or it was unlocked. */
export async function clearDelay(db: Sql, accountId: string): Promise<void> {
  await db.query('DELETE FROM sign_in_failure WHERE account_id = $1', [accountId])
}

export async function pruneDelays(db: Sql, now: number): Promise<void> {
  await db.query('DELETE FROM sign_in_failure WHERE last_at < $1', [now - FORGOTTEN])
}
