import type { z } from 'zod'
import type { registration } from '#contract/registration.ts'
import { record } from '#server/features/audit/index.ts'
import type { Sql } from '#server/lib/database.ts'
import { forbidden } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { insertAccount, isCodeTaken } from './account-store.ts'
import { hashPassword } from './passwords.ts'
import { refuseTaken } from './people.ts'

/**
 * Creates an account that is inactive and has no role until somebody activates it. @throws Problem 403
 * registration_off, 409 username_taken, email_taken
 */
export async function register(
  s: Services,
  caller: Caller,
  input: z.output<typeof registration>,
): Promise<void> {
  if (!s.config.registration) throw forbidden('registration_off')
  const { password, ...fields } = input
  const hashed = await hashPassword(password)
  const now = s.clock.now()
  const id = makeId('ac', now)
  await refuseTaken(caller.language, () =>
    s.db.tx(async (c) => {
      const code = await freeCode(c, s, input.username.toLowerCase(), id)
      await insertAccount(c, { ...fields, id, code, hash: hashed, status: false, registered: true }, now)
      const actor = { actor: id, address: caller.address, hydro: null }
      await record(c, now, actor, {
        act: 'register',
        noun: 'account',
        item: id,
        itemName: input.username,
        after: fields,
      })
    }),
  )
}

/**
 * The user name as account code, unless it is taken or belongs to an expert account of the settings, which nobody may
 * register.
 */
async function freeCode(c: Sql, s: Services, wanted: string, id: string): Promise<string> {
  const taken = s.config.expertAccounts.includes(wanted) || (await isCodeTaken(c, wanted))
  return taken ? `${wanted}-${id.slice(-6)}` : wanted
}
