import { activeAmong } from '#server/lib/across.ts'
import { DAY, MINUTE } from '#core/time/units.ts'
import { accountName, type Sql } from '#server/lib/database.ts'
import type { WallScreen } from '#contract/wall.ts'
import { record } from '#server/features/audit/index.ts'
import { notFound, Problem, unauthorized } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { digest, randomSecret } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { makeCode, readCode } from './codes.ts'

/** Lifetime of an unused key, ms. */
const KEY_LASTS = DAY
/** Resolution of the time a screen was last seen, ms: it asks every few seconds, for ever. */
const SEEN_STEP = MINUTE
/** Prefix that distinguishes tokens of screens from those of accounts. */
const TOKEN_MARK = 'fbw_'

interface Row {
  screen_id: string
  hydro_code: string
  name: string
  key_until: number | null
  signed_in_at: number | null
  address: string | null
  last_seen_at: number | null
  created_at: number
  created_by: string
  created_by_name: string | null
  revoked_at: number | null
}

/** A screen whose token was presented. */
export interface Screen {
  screenId: string
  name: string
  hydro: string
}

/** SQL: columns of `wall_screen w`. */
const COLUMNS = `w.screen_id, w.hydro_code, w.name, w.key_until, w.signed_in_at, w.address, w.last_seen_at, w.created_at,
  w.created_by, w.revoked_at,
  ${accountName('w.created_by')}
    AS created_by_name`

/** Whether a reservoir is there and not retired. */
async function isActive(db: Sql, hydroCode: string): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM plant WHERE hydro_code = $1 AND retired_at IS NULL', [
    hydroCode,
  ])
  return rows.length > 0
}

const iso = (t: number | null) => (t === null ? null : new Date(t).toISOString())

function shown(r: Row): WallScreen {
  return {
    screen_id: r.screen_id,
    name: r.name,
    created_at: iso(r.created_at)!,
    created_by: r.created_by,
    created_by_name: r.created_by_name,
    key_until: iso(r.key_until),
    signed_in_at: iso(r.signed_in_at),
    address: r.address,
    last_seen_at: iso(r.last_seen_at),
    revoked_at: iso(r.revoked_at),
  }
}

interface Creator {
  actor: string
  address: string | null
  hydro: string
}

export type Screens = ReturnType<typeof createScreens>

/** The wall screens of the installation. */
export function createScreens(s: Pick<Services, 'db' | 'clock' | 'secrets'>) {
  const codeMac = (code: string) => s.secrets.mac('wall code', code)
  const noted = new Map<string, number>()

  async function noteSeen(screenId: string, now: number): Promise<void> {
    if (now - (noted.get(screenId) ?? -Infinity) < SEEN_STEP) return
    noted.set(screenId, now)
    await s.db.query(
      'UPDATE wall_screen SET last_seen_at = greatest(last_seen_at, $2) WHERE screen_id = $1',
      [screenId, now],
    )
  }

  return {
    async list(hydro: string): Promise<WallScreen[]> {
      const rows = await s.db.query<Row>(
        `SELECT ${COLUMNS} FROM wall_screen w WHERE w.hydro_code = $1 ORDER BY w.created_at DESC, w.screen_id DESC`,
        [hydro],
      )
      return rows.map(shown)
    },

    /** Adds a screen. Only the caller gets its key and code. */
    async add(actor: Creator, name: string): Promise<WallScreen & { key: string; code: string }> {
      const now = s.clock.now()
      const key = randomSecret()
      const code = makeCode()
      const screen = await s.db.tx(async (c) => {
        const screenId = makeId('ws', now)
        await c.query(
          `INSERT INTO wall_screen
             (screen_id, hydro_code, name, key_hash, code_mac, key_until, created_at, created_by)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            screenId,
            actor.hydro,
            name,
            digest(key),
            codeMac(readCode(code)!),
            now + KEY_LASTS,
            now,
            actor.actor,
          ],
        )
        const { rows } = await c.query<Row>(`SELECT ${COLUMNS} FROM wall_screen w WHERE w.screen_id = $1`, [
          screenId,
        ])
        const made = shown(rows[0])
        await record(c, now, actor, {
          act: 'add',
          noun: 'wall screen',
          item: made.screen_id,
          itemName: name,
          after: made,
        })
        return made
      })
      return { ...screen, key, code }
    },

    /** Exchanges a key or a code, once, for a token. Null: not valid (any more). */
    async signIn(typed: string, address: string): Promise<{ token: string; screen: Screen } | null> {
      const now = s.clock.now()
      const token = TOKEN_MARK + randomSecret()
      const code = readCode(typed)
      const mac = code === null ? null : codeMac(code)
      const hash = digest(typed)
      const [known] = await s.db.query<{ hydro_code: string }>(
        'SELECT hydro_code FROM wall_screen WHERE key_hash = $1 OR code_mac = $2',
        [hash, mac],
      )
      if (!known || !(await isActive(s.db.pool, known.hydro_code))) return null
      return s.db.tx(async (c) => {
        const { rows } = await c.query<Row>(
          `UPDATE wall_screen w
           SET key_hash = NULL, code_mac = NULL, key_until = NULL, token_hash = $4, signed_in_at = $3,
               last_seen_at = $3, address = $5
           WHERE (w.key_hash = $1 OR w.code_mac = $2) AND w.key_until > $3 AND w.revoked_at IS NULL
           RETURNING ${COLUMNS}`,
          [hash, mac, now, digest(token), address],
        )
        const row = rows[0]
        if (!row) return null
        const actor = `screen:${row.screen_id}`
        await record(
          c,
          now,
          { actor, address, hydro: row.hydro_code },
          { act: 'sign-in', noun: 'wall screen', item: row.screen_id, itemName: row.name },
        )
        return { token, screen: { screenId: row.screen_id, name: row.name, hydro: row.hydro_code } }
      })
    },

    /** Revokes a screen; one that is revoked already stays as it is. @throws Problem 404 */
    async revoke(actor: Creator, screenId: string): Promise<WallScreen> {
      const now = s.clock.now()
      return s.db.tx(async (c) => {
        const held = await c.query<Row>(
          `SELECT ${COLUMNS} FROM wall_screen w WHERE w.hydro_code = $1 AND w.screen_id = $2 FOR UPDATE OF w`,
          [actor.hydro, screenId],
        )
        if (held.rows.length === 0) throw notFound(screenId)
        const before = shown(held.rows[0])
        if (before.revoked_at !== null) return before
        const { rows } = await c.query<Row>(
          `UPDATE wall_screen w SET revoked_at = $2, key_hash = NULL, code_mac = NULL, key_until = NULL
           WHERE w.screen_id = $1 RETURNING ${COLUMNS}`,
          [screenId, now],
        )
        const after = shown(rows[0])
        await record(c, now, actor, {
          act: 'revoke',
          noun: 'wall screen',
          item: screenId,
          itemName: after.name,
          before,
          after,
        })
        return after
      })
    },

    /** Whether a bearer token is a screen's, by its prefix. */
    isToken: (token: string) => token.startsWith(TOKEN_MARK),

    /** The screen of a token. @throws Problem 401 wall_revoked or token_invalid */
    async of(token: string): Promise<Screen> {
      const [row] = await s.db.query<{
        screen_id: string
        name: string
        hydro_code: string
        revoked_at: number | null
      }>(
        'SELECT w.screen_id, w.name, w.hydro_code, w.revoked_at FROM wall_screen w WHERE w.token_hash = $1',
        [digest(token)],
      )
      if (!row) throw unauthorized('token_invalid')
      if (row.revoked_at !== null || !(await isActive(s.db.pool, row.hydro_code)))
        throw new Problem(401, 'wall_revoked', { name: row.name })
      await noteSeen(row.screen_id, s.clock.now())
      return { screenId: row.screen_id, name: row.name, hydro: row.hydro_code }
    },

    /** Those of these ids that are no screens that may still watch. */
    async gone(screenIds: readonly string[]): Promise<Set<string>> {
      const gone = new Set(screenIds)
      if (gone.size === 0) return gone
      const rows = await s.db.query<{ screen_id: string; hydro_code: string }>(
        'SELECT screen_id, hydro_code FROM wall_screen WHERE screen_id = ANY($1) AND revoked_at IS NULL',
        [screenIds],
      )
      const active = new Set(await activeAmong(s.db.pool, [...new Set(rows.map((r) => r.hydro_code))]))
      const now = s.clock.now()
      for (const { screen_id, hydro_code } of rows) {
        if (!active.has(hydro_code)) continue
        gone.delete(screen_id)
        // A screen that only listens counts as seen, too.
        await noteSeen(screen_id, now)
      }
      return gone
    },

    /** Whether the id of a watcher is a screen's. */
    isScreen: (watcher: string) => watcher.startsWith('ws_'),
  }
}
