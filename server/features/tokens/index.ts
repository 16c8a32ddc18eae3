import { MINUTE } from '#core/time/units.ts'
import { accountName } from '#server/lib/database.ts'
import * as contract from '#contract/tokens.ts'
import { named } from '#contract/series-names.ts'
import type { IngestToken } from '#contract/tokens.ts'
import { record } from '#server/features/audit/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { notFound } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { digest, randomSecret } from '#server/lib/secrets.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

interface Row {
  token_id: string
  name: string
  scopes: IngestToken['scopes']
  series: string[] | null
  created_at: number
  created_by: string
  created_by_name: string | null
  last_used_at: number | null
  revoked_at: number | null
}

/** Of `ingest_token t`. */
const COLUMNS = `t.token_id, t.name, t.scopes, t.series, t.created_at, t.created_by, t.last_used_at, t.revoked_at,
  ${accountName('t.created_by')}
    AS created_by_name`
const iso = (t: number | null) => (t === null ? null : new Date(t).toISOString())

function shown(r: Row): IngestToken {
  return {
    token_id: r.token_id,
    name: r.name,
    scopes: r.scopes,
    series: r.series,
    created_at: iso(r.created_at)!,
    created_by: r.created_by,
    created_by_name: r.created_by_name,
    last_used_at: iso(r.last_used_at),
    revoked_at: iso(r.revoked_at),
  }
}

/** Makes a token; the secret is known only to the caller from here on. */
export async function addToken(
  s: Services,
  who: { actor: string; address: string | null; hydro: string },
  given: { name: string; scopes: readonly IngestToken['scopes'][number][]; series: string[] | null },
) {
  const now = s.clock.now()
  const secret = `fb_${randomSecret()}`
  const scopes = [...new Set(given.scopes)]
  const series = given.series === null ? null : [...new Set(given.series)]
  const made = await s.db.tx(async (c) => {
    const { rows } = await c.query<Row>(
      `INSERT INTO ingest_token AS t (token_id, hydro_code, name, hash, scopes, series, created_at, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
      [makeId('tk', now), who.hydro, given.name, digest(secret), scopes, series, now, who.actor],
    )
    const token = shown(rows[0])
    await record(c, now, who, { act: 'add', noun: 'ingest token', item: token.token_id, after: token })
    return token
  })
  return { ...made, secret }
}

/** How exactly the last use is known, ms: a logger calls every few seconds, for ever. */
const USE_STEP = MINUTE

/** Notes that a token was used; writes at most once a minute for each. */
export function createTokenUse(s: Pick<Services, 'db' | 'clock'>): (tokenId: string) => Promise<void> {
  const noted = new Map<string, number>()
  return async (tokenId) => {
    const now = s.clock.now()
    if (now - (noted.get(tokenId) ?? -Infinity) < USE_STEP) return
    noted.set(tokenId, now)
    await s.db.query(
      'UPDATE ingest_token SET last_used_at = greatest(last_used_at, $2) WHERE token_id = $1',
      [tokenId, now],
    )
  }
}

export function serveTokens(serve: Serve, s: Services & { registry: Registry }): void {
  const { registry } = s
  const who = (caller: Caller) => ({ actor: caller.actor, address: caller.address, hydro: caller.hydro })

  serve(contract.listTokens, async ({ caller }) => {
    const rows = await s.db.query<Row>(
      `SELECT ${COLUMNS} FROM ingest_token t WHERE t.hydro_code = $1 ORDER BY t.created_at DESC, t.token_id DESC`,
      [caller.hydro],
    )
    return rows.map(shown)
  })

  serve(contract.getTokenSeries, async ({ caller }) =>
    (await registry.list(caller.hydro)).map((row) => named(row, caller.language)),
  )

  serve(contract.addToken, ({ body, caller }) => addToken(s, who(caller), body))

  serve(contract.revokeToken, async ({ body, caller }) => {
    const now = s.clock.now()
    return s.db.tx(async (c) => {
      const find = (text: string) => c.query<Row>(text, [caller.hydro, body.token_id])
      const held = await find(
        `SELECT ${COLUMNS} FROM ingest_token t WHERE t.hydro_code = $1 AND t.token_id = $2 FOR UPDATE OF t`,
      )
      if (held.rows.length === 0) throw notFound(body.token_id)
      const before = shown(held.rows[0])
      if (before.revoked_at !== null) return before
      const { rows } = await c.query<Row>(
        `UPDATE ingest_token t SET revoked_at = $3 WHERE t.hydro_code = $1 AND t.token_id = $2 RETURNING ${COLUMNS}`,
        [caller.hydro, body.token_id, now],
      )
      const token = shown(rows[0])
      await record(c, now, who(caller), {
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
