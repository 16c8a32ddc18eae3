import * as contract from '#contract/sessions.ts'
import type { Session } from '#contract/sessions.ts'
import { record } from '#server/features/audit/index.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { changeOf, overseen } from './people.ts'
import { endSessions, openSessions } from './session-store.ts'

/** Lists and ends sessions: one's own, and those of accounts within reach. */
export function serveSessions(serve: Serve, s: Services): void {
  async function open(accountId: string, current: string | null): Promise<Session[]> {
    const rows = await openSessions(s.db, accountId, s.clock.now())
    return rows.map((r) => ({
      ...r,
      created_at: new Date(r.created_at).toISOString(),
      used_at: new Date(r.used_at).toISOString(),
      expires_at: new Date(r.expires_at).toISOString(),
      current: r.session_id === current,
    }))
  }

  serve(contract.listOwnSessions, ({ caller }) => open(caller.accountId!, caller.sessionId))

  serve(contract.endOwnSessions, async ({ caller, body }) => {
    const now = s.clock.now()
    const only = body?.session_id
    return s.db.tx(async (c) => {
      const which = only === undefined ? { except: caller.sessionId! } : { only }
      const ended = await endSessions(c, caller.accountId!, now, 'ended by its owner', which)
      if (only !== undefined && ended.length === 0) throw notFound(only)
      const actor = { actor: caller.actor, address: caller.address, hydro: null }
      for (const item of ended) await record(c, now, actor, { act: 'end', noun: 'session', item })
      return { ended: ended.length }
    })
  })

  serve(contract.listAccountSessions, async ({ caller, params }) => {
    await overseen(s, caller, params.id)
    return open(params.id, caller.sessionId)
  })

  serve(contract.endAccountSessions, ({ caller, params, body }) =>
    changeOf(s, caller, params.id, 'end sessions', async ({ c, now, done }, row) => {
      const only = body?.session_id
      const ended = await endSessions(c, params.id, now, 'ended by an administrator', { only })
      if (only !== undefined && ended.length === 0) throw notFound(only)
      for (const item of ended) await done({ act: 'end', noun: 'session', item, itemName: row.username })
      return { ended: ended.length }
    }),
  )
}
