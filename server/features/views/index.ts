import { accountName } from '#server/lib/database.ts'
import type pg from 'pg'
import * as contract from '#contract/views.ts'
import { VIEW_LIMITS, type ChartView, type SavedView } from '#contract/views.ts'
import { record } from '#server/features/audit/index.ts'
import { Problem, conflict, notFound, unprocessable } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

interface Row {
  view_id: string
  version: number
  name: string
  content: ChartView
  shared: boolean
  owner_id: string
  owner_name: string | null
  created_at: number
  updated_at: number
}

/** Of `chart_view v`. */
const COLUMNS = `v.view_id, v.version, v.name, v.content, v.shared, v.owner_id, v.created_at, v.updated_at,
  ${accountName('v.owner_id')} AS owner_name`

const shown = (r: Row, caller: Caller): SavedView => ({ ...r, own: r.owner_id === caller.actor })
/** What the audit keeps. */
const kept = ({ name, shared, version, content }: Row) => ({ name, shared, version, content })

const UNIQUE = '23505'

/** Saved views of the chart page: the endpoint lets experts in; whose a view is decides the rest. */
export function serveViews(serve: Serve, s: Services): void {
  const within = async <T>(
    name: string | undefined,
    work: (c: pg.PoolClient, now: number) => Promise<T>,
  ): Promise<T> => {
    try {
      return await s.db.tx((c) => work(c, s.clock.now()))
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE)
        throw conflict('view_name_taken', { name: name ?? '' })
      throw error
    }
  }
  const who = (caller: Caller) => ({ actor: caller.actor, address: caller.address, hydro: caller.hydro })

  /** The view that is changed, held until the transaction ends; one that the caller cannot see is not there. */
  async function hold(c: pg.PoolClient, caller: Caller, viewId: string, version: number): Promise<Row> {
    const { rows } = await c.query<Row>(
      `SELECT ${COLUMNS} FROM chart_view v WHERE v.hydro_code = $1 AND v.view_id = $2 FOR UPDATE OF v`,
      [caller.hydro, viewId],
    )
    const row = rows[0]
    if (!row || (row.owner_id !== caller.actor && !row.shared)) throw notFound(viewId)
    if (row.version !== version) throw conflict()
    return row
  }
  const notOwn = (row: Row) => new Problem(403, 'view_not_own', { name: row.owner_name ?? '-' })

  serve(contract.listViews, async ({ caller }) => {
    const rows = await s.db.query<Row>(
      `SELECT ${COLUMNS} FROM chart_view v WHERE v.hydro_code = $1 AND (v.owner_id = $2 OR v.shared)
        ORDER BY lower(v.name), v.view_id`,
      [caller.hydro, caller.actor],
    )
    return rows.map((r) => shown(r, caller))
  })

  serve(contract.addView, ({ body, caller }) =>
    within(body.name, async (c, now) => {
      const { rows: counted } = await c.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM chart_view WHERE hydro_code = $1 AND owner_id = $2',
        [caller.hydro, caller.actor],
      )
      if (counted[0].n >= VIEW_LIMITS.own) throw unprocessable('view_too_many', { max: VIEW_LIMITS.own })
      const { rows } = await c.query<Row>(
        `INSERT INTO chart_view AS v (hydro_code, view_id, version, name, content, shared, owner_id, created_at, updated_at)
         VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $7) RETURNING ${COLUMNS}`,
        [
          caller.hydro,
          makeId('cv', now),
          body.name,
          JSON.stringify(body.content),
          body.shared,
          caller.actor,
          now,
        ],
      )
      const [row] = rows
      await record(c, now, who(caller), {
        act: 'add',
        noun: 'chart view',
        item: row.view_id,
        itemName: row.name,
        after: kept(row),
      })
      return shown(row, caller)
    }),
  )

  serve(contract.updateView, ({ body, caller }) =>
    within(body.name, async (c, now) => {
      const before = await hold(c, caller, body.view_id, body.version)
      if (before.owner_id !== caller.actor) throw notOwn(before)
      const { rows } = await c.query<Row>(
        `UPDATE chart_view v SET version = version + 1, name = $3, content = $4, shared = $5, updated_at = $6
          WHERE v.hydro_code = $1 AND v.view_id = $2 RETURNING ${COLUMNS}`,
        [
          caller.hydro,
          body.view_id,
          body.name ?? before.name,
          JSON.stringify(body.content ?? before.content),
          body.shared ?? before.shared,
          now,
        ],
      )
      const [row] = rows
      await record(c, now, who(caller), {
        act: 'update',
        noun: 'chart view',
        item: row.view_id,
        itemName: row.name,
        before: kept(before),
        after: kept(row),
      })
      return shown(row, caller)
    }),
  )

  serve(contract.deleteView, ({ body, caller }) =>
    within(undefined, async (c, now) => {
      const before = await hold(c, caller, body.view_id, body.version)
      // Nobody else would ever take away what somebody left behind.
      if (before.owner_id !== caller.actor && before.owner_name !== null) throw notOwn(before)
      await c.query('DELETE FROM chart_view WHERE hydro_code = $1 AND view_id = $2', [
        caller.hydro,
        body.view_id,
      ])
      await record(c, now, who(caller), {
        act: 'remove',
        noun: 'chart view',
        item: before.view_id,
        itemName: before.name,
        before: kept(before),
      })
      return null
    }),
  )
}
