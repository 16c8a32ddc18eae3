import type { Sql } from '#server/lib/database.ts'
import type { FastifyReply } from 'fastify'
import * as contract from '#contract/accounts.ts'
import { AVATAR_TYPES } from '#contract/accounts.ts'
import { record } from '#server/features/audit/index.ts'
import { Problem, notFound } from '#server/lib/errors.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { dropAvatar, findAvatar, storeAvatar } from './avatar-store.ts'
import { changeOf, visible } from './people.ts'
import { reencode } from './pictures.ts'

const TYPE = 'image/webp'

async function keep(db: Sql, accountId: string, bytes: Buffer, now: number): Promise<string> {
  const name = digest(bytes.toString('latin1')).slice(0, 16)
  await storeAvatar(db, accountId, { digest: name, type: TYPE, bytes }, now)
  return name
}

/** Pictures of accounts: stored in the database, sent to signed-in callers like everything else. */
export function serveAvatars(serve: Serve, s: Services): void {
  async function answer(reply: FastifyReply, accountId: string): Promise<null> {
    const found = await findAvatar(s.db.pool, accountId)
    if (!found) throw notFound('avatar')
    reply.header('content-type', found.type).header('cache-control', 'private, no-store')
    await reply.send(found.bytes)
    return null
  }
  const picture = (body: unknown): Promise<Buffer> => {
    if (!Buffer.isBuffer(body))
      throw new Problem(415, 'wrong_content_type', {
        type: 'application/json',
        allowed: AVATAR_TYPES.join(', '),
      })
    return reencode(body)
  }
  const own = async (caller: Caller, act: string, fn: (c: Sql) => Promise<unknown>) => {
    const now = s.clock.now()
    await s.db.tx(async (c) => {
      await fn(c)
      await record(
        c,
        now,
        { actor: caller.actor, address: caller.address, hydro: null },
        { act, noun: 'account', item: caller.accountId },
      )
    })
  }

  serve(contract.getOwnAvatar, ({ caller, reply }) => answer(reply, caller.accountId!))
  serve(contract.putOwnAvatar, async ({ caller, request }) => {
    const bytes = await picture(request.body)
    let avatar = ''
    await own(caller, 'set picture', async (c) => {
      avatar = await keep(c, caller.accountId!, bytes, s.clock.now())
    })
    return { avatar }
  })
  serve(contract.removeOwnAvatar, async ({ caller }) => {
    await own(caller, 'remove picture', (c) => dropAvatar(c, caller.accountId!))
    return null
  })

  serve(contract.getAvatar, async ({ caller, params, reply }) => {
    await visible(s, caller, params.id)
    return answer(reply, params.id)
  })
  serve(contract.putAvatar, async ({ caller, params, request }) => {
    const bytes = await picture(request.body)
    return changeOf(s, caller, params.id, 'set picture', async ({ c, now, done }, row) => {
      const avatar = await keep(c, params.id, bytes, now)
      await done({ act: 'set picture', noun: 'account', item: params.id, itemName: row.username })
      return { avatar }
    })
  })
  serve(contract.removeAvatar, ({ caller, params }) =>
    changeOf(s, caller, params.id, 'remove picture', async ({ c, done }, row) => {
      await dropAvatar(c, params.id)
      await done({ act: 'remove picture', noun: 'account', item: params.id, itemName: row.username })
      return null
    }),
  )
}
