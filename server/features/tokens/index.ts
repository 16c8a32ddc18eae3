import { MINUTE } from '#core/time/units.ts'
import * as contract from '#contract/tokens.ts'
import { named } from '#contract/series-names.ts'
import type { IngestToken } from '#contract/tokens.ts'
import { record } from '#server/features/audit/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { notFound } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { digest, randomSecret } from '#server/lib/secrets.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { insertToken, listTokenRows, lockToken, noteTokenUse, revokeToken, shownToken } from './store.ts'

/** Adds a token. Returns it with its secret, which is not stored. */
export async function addToken(
  s: Services,
  actor: { actor: string; address: string | null; hydro: string },
  input: { name: string; scopes: readonly IngestToken['scopes'][number][]; series: string[] | null },
) {
  const now = s.clock.now()
  const secret = `fb_${randomSecret()}`
  const scopes = [...new Set(input.scopes)]
  const series = input.series === null ? null : [...new Set(input.series)]
  const added = await s.db.tx(async (c) => {
    const id = makeId('tk', now)
    const { name } = input
    const fields = { id, hydro: actor.hydro, name, hash: digest(secret), scopes, series, actor: actor.actor }
    const token = shownToken(await insertToken(c, fields, now))
    await record(c, now, actor, { act: 'add', noun: 'ingest token', item: token.token_id, after: token })
    return token
  })
  return { ...added, secret }
}

/** Resolution of the time of last use, ms: a logger calls every few seconds, for ever. */
const USE_STEP = MINUTE

/** Records the use of a token, at most once a minute for each. */
export function createTokenUse(s: Pick<Services, 'db' | 'clock'>): (tokenId: string) => Promise<void> {
  const noted = new Map<string, number>()
  return async (tokenId) => {
    const now = s.clock.now()
    if (now - (noted.get(tokenId) ?? -Infinity) < USE_STEP) return
    noted.set(tokenId, now)
    await noteTokenUse(s.db, tokenId, now)
  }
}

export function serveTokens(serve: Serve, s: Services & { registry: Registry }): void {
  const { registry } = s

  serve(contract.listTokens, async ({ caller }) => {
    return (await listTokenRows(s.db, caller.hydro)).map(shownToken)
  })

  serve(contract.getTokenSeries, async ({ caller }) =>
    (await registry.list(caller.hydro)).map((row) => named(row, caller.language)),
  )

  serve(contract.addToken, ({ body, caller }) => addToken(s, caller, body))

  serve(contract.revokeToken, async ({ body, caller }) => {
    const now = s.clock.now()
    return s.db.tx(async (c) => {
      const row = await lockToken(c, caller.hydro, body.token_id)
      if (!row) throw notFound(body.token_id)
      const before = shownToken(row)
      if (before.revoked_at !== null) return before
      const token = shownToken(await revokeToken(c, caller.hydro, body.token_id, now))
      await record(c, now, caller, {
        act: 'revoke',
        noun: 'ingest token',
        item: token.token_id,
        before,
        after: token,
      })
      return token
    })
  })
}
