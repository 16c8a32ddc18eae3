import { MINUTE } from '#core/time/units.ts'
import type { Language } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import { badRequest, unprocessable } from '#server/lib/errors.ts'
import type { Mail } from '#server/lib/mail.ts'
import { digest, randomSecret } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { resetLetter } from './letters.ts'
import { hashPassword } from './passwords.ts'
import { storePassword } from './people.ts'
import { dropResetLink, insertResetLink, isResetLinkLive, takeResetLink } from './reset-store.ts'
import { findCredentials } from './store.ts'

const LINK_LIVES = 30 * MINUTE
/** Most letters to one account during the life of a link, so that no mailbox is flooded. */
const MOST_LINKS = 3

export interface Forgot {
  /**
   * Returns at once, and in the same way for every name; the letter is sent afterwards. @throws Problem 422 mail_off
   */
  ask(input: { username: string; address: string; language: Language }): void
  /** Sets a new password with a mailed link. @throws Problem 400 reset_link_invalid */
  reset(input: { token: string; newPassword: string; address: string }): Promise<void>
  /** Resolves when no letter is being sent. */
  idle(): Promise<void>
}

export function createForgot(s: Services, mail: Mail | null, siteName: () => Promise<string>): Forgot {
  const underWay = new Set<Promise<void>>()

  async function post(out: Mail, username: string, address: string, language: Language): Promise<void> {
    const found = await findCredentials(s.db, username)
    const now = s.clock.now()
    const actor = { actor: found?.account_id ?? 'nobody', address, hydro: null }
    const act = { noun: 'account', item: found?.account_id, itemName: found?.username }
    const why = !found
      ? 'no such account'
      : !found.status
        ? 'account_inactive'
        : found.email === null
          ? 'no e-mail address'
          : null
    const token = randomSecret()
    const made = why === null && (await makeLink(found!.account_id, token, now))
    if (!made) {
      await record(s.db.pool, now, actor, {
        ...act,
        act: 'reset link refused',
        reason: why ?? 'too many links',
      })
      return
    }
    const letter = resetLetter(language, {
      site: await siteName(),
      name: found!.full_name || found!.username,
      username: found!.username,
      // PUBLIC_URL, which is required where there is mail; never the host of the request.
      link: `${s.config.publicUrl}/account/forgot-password?token=${token}`,
      minutes: LINK_LIVES / MINUTE,
    })
    try {
      await out.send({ to: found!.email!, ...letter })
    } catch (e) {
      // A link that nobody received must not count against the next attempt.
      await dropResetLink(s.db.pool, digest(token))
      throw e
    }
    await record(s.db.pool, now, actor, { ...act, act: 'reset link sent' })
  }

  async function makeLink(accountId: string, token: string, now: number): Promise<boolean> {
    const link = { hash: digest(token), accountId, now, expires: now + LINK_LIVES }
    return s.db.tx((c) => insertResetLink(c, link, MOST_LINKS))
  }

  return {
    ask({ username, address, language }) {
      if (mail === null) throw unprocessable('mail_off')
      const task: Promise<void> = post(mail, username, address, language)
        .catch((err) => s.log.error({ err }, 'a reset link could not be sent'))
        .finally(() => underWay.delete(task))
      underWay.add(task)
    },
    async reset({ token, newPassword, address }) {
      const invalid = () => badRequest('reset_link_invalid')
      const hash = digest(token)
      const now = s.clock.now()
      // Hashing is expensive: only for a link that is valid so far.
      if (!(await isResetLinkLive(s.db.pool, hash, now))) throw invalid()
      const hashed = await hashPassword(newPassword)
      await s.db.tx(async (c) => {
        const owner = await takeResetLink(c, hash, now)
        if (!owner) throw invalid()
        const { account_id, username } = owner
        await storePassword(c, account_id, hashed, now, 'password reset')
        await record(
          c,
          now,
          { actor: account_id, address, hydro: null },
          { act: 'reset password', noun: 'account', item: account_id, itemName: username },
        )
      })
    },
    async idle() {
      await Promise.all(underWay)
    },
  }
}
