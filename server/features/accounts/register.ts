import type { z } from 'zod'
import type { registration } from '#contract/registration.ts'
import { record } from '#server/features/audit/index.ts'
import { forbidden } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { hashPassword } from './passwords.ts'
import { refuseTaken } from './people.ts'

/**
 * Makes an account that is inactive and holds no role until somebody activates it.
 * @throws Problem 403 registration_off, 409 username_taken, email_taken
 */
export async function register(
  s: Services,
  caller: Caller,
  given: z.output<typeof registration>,
): Promise<void> {
  if (!s.config.registration) throw forbidden('registration_off')
  const { password, ...fields } = given
  const hashed = await hashPassword(password)
  const now = s.clock.now()
  const id = makeId('ac', now)
  await refuseTaken(caller.language, () =>
    s.db.tx(async (c) => {
      await c.query(
        `INSERT INTO account (account_id, account_code, username, email, password_hash, full_name, phone, address,
                              position, status, registered, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, true, $10, $10)`,
        [
          id,
          await freeCode(c, s, given.username.toLowerCase(), id),
          given.username,
          given.email,
          hashed,
          given.full_name,
          given.phone ?? null,
          given.address ?? null,
          given.position ?? null,
          now,
        ],
      )
      const who = { actor: id, address: caller.address, hydro: null }
      await record(c, now, who, {
        act: 'register',
        noun: 'account',
        item: id,
        itemName: given.username,
        after: fields,
      })
    }),
  )
}

/** The user name as account code, unless it is another's, or one of the settings' experts: nobody registers as one. */
async function freeCode(
  c: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> },
  s: Services,
  wanted: string,
  id: string,
): Promise<string> {
  const { rows } = await c.query('SELECT 1 FROM account WHERE account_code = $1', [wanted])
  return rows.length === 0 && !s.config.expertAccounts.includes(wanted) ? wanted : `${wanted}-${id.slice(-6)}`
}
