import type { Sql } from '#server/lib/database.ts'
import { forbidden, refuseField } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import { clearDelay } from './delay-store.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { DEMO_ACCOUNTS, DEMO_NAMES } from './seed.ts'
import { endSessions } from './session-store.ts'

/** Whether an account was created with the demo: its password is, or was, the printed one. */
export async function isDemoAccount(c: Sql, accountId: string): Promise<boolean> {
  const { rows } = await c.query('SELECT 1 FROM account WHERE account_id = $1 AND account_code = ANY($2)', [
    accountId,
    DEMO_ACCOUNTS,
  ])
  return rows.length > 0
}

/** User names of the demo's accounts other than this one. */
export async function demoAccountsBut(c: Sql, accountId: string): Promise<string[]> {
  const { rows } = await c.query<{ username: string }>(
    'SELECT username FROM account WHERE account_id <> $1 AND account_code = ANY($2) ORDER BY username',
    [accountId, DEMO_ACCOUNTS],
  )
  return rows.map((r) => r.username)
}

/**
 * Removes the accounts of the demo except the caller's own, whose password changes and whose other sessions end.
 * @throws Problem 400 at `password` where it is missing or still the printed one
 */
export async function endDemoAccounts(
  c: Sql,
  caller: Caller,
  password: string | null,
  now: number,
): Promise<void> {
  const id = caller.accountId!
  const wrong = (code: 'required' | 'same_password') => refuseField(caller.language, 'password', code)
  if (await isDemoAccount(c, id)) {
    if (password === null) throw wrong('required')
    const { rows } = await c.query<{ password_hash: string; account_code: string }>(
      'SELECT password_hash, account_code FROM account WHERE account_id = $1',
      [id],
    )
    if (await isPassword(rows[0].password_hash, password)) throw wrong('same_password')
    await c.query(
      `UPDATE account SET password_hash = $2, updated_at = $3, version = version + 1,
              full_name = CASE WHEN full_name = $4 THEN username ELSE full_name END
        WHERE account_id = $1`,
      [id, await hashPassword(password), now, DEMO_NAMES[rows[0].account_code] ?? ''],
    )
    await c.query('DELETE FROM password_reset WHERE account_id = $1', [id])
    await clearDelay(c, id)
  }
  // The caller must be one who may remove these accounts in any other way, too.
  const { rows: above } = await c.query(
    `SELECT 1 FROM account a JOIN account_role g USING (account_id) JOIN role r USING (role_id)
      WHERE a.account_id <> $1 AND a.account_code = ANY($2)
        AND r.level < (SELECT min(o.level) FROM account_role h JOIN role o USING (role_id)
                        WHERE h.account_id = $1 AND h.hydro_code = '*') LIMIT 1`,
    [id, DEMO_ACCOUNTS],
  )
  if (above.length > 0) throw forbidden('above_own_level')
  await endSessions(c, id, now, 'the demo was left', { except: caller.sessionId! })
  await c.query('DELETE FROM account WHERE account_id <> $1 AND account_code = ANY($2)', [id, DEMO_ACCOUNTS])
}
