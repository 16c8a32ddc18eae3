import type pg from 'pg'
import * as contract from '#contract/views.ts'
import { VIEW_LIMITS, type SavedView } from '#contract/views.ts'
import { record } from '#server/features/audit/index.ts'
import { Problem, conflict, notFound, unprocessable } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import {
  countViews,
  deleteViewRow,
  insertView,
  listViewRows,
  lockView,
  replaceView,
  type ViewRow,
} from './store.ts'

const shown = (r: ViewRow, caller: Caller): SavedView => ({ ...r, own: r.owner_id === caller.actor })
/** A view as the audit keeps it. */
const kept = ({ name, shared, version, content }: ViewRow) => ({ name, shared, version, content })

const UNIQUE = '23505'

/** Saved views of the chart page. The endpoint admits experts; what they may do depends on who owns a view. */
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

  /** The view to change, locked until the transaction ends. @throws Problem 404, 409 */
  async function lockVisible(
    c: pg.PoolClient,
    caller: Caller,
    viewId: string,
    version: number,
  ): Promise<ViewRow> {
    const row = await lockView(c, caller.hydro, viewId)
    if (!row || (row.owner_id !== caller.actor && !row.shared)) throw notFound(viewId)
    if (row.version !== version) throw conflict()
    return row
  }
  const notOwn = (row: ViewRow) => new Problem(403, 'view_not_own', { name: row.owner_name ?? '-' })

  serve(contract.listViews, async ({ caller }) => {
    const rows = await listViewRows(s.db, caller.hydro, caller.actor)
    return rows.map((r) => shown(r, caller))
  })

  serve(contract.addView, ({ body, caller }) =>
    within(body.name, async (c, now) => {
      const { hydro, actor } = caller
      if ((await countViews(c, hydro, actor)) >= VIEW_LIMITS.own)
        throw unprocessable('view_too_many', { max: VIEW_LIMITS.own })
      const { name, content, shared } = body
      const row = await insertView(c, hydro, actor, { id: makeId('cv', now), name, content, shared }, now)
      await record(c, now, caller, {
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
      const before = await lockVisible(c, caller, body.view_id, body.version)
      if (before.owner_id !== caller.actor) throw notOwn(before)
      const { view_id: id, name = before.name, content = before.content, shared = before.shared } = body
      const row = await replaceView(c, caller.hydro, { id, name, content, shared }, now)
      await record(c, now, caller, {
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
      const before = await lockVisible(c, caller, body.view_id, body.version)
      // A view of a removed account may be deleted by anybody: its owner never will.
      if (before.owner_id !== caller.actor && before.owner_name !== null) throw notOwn(before)
      await deleteViewRow(c, caller.hydro, body.view_id)
      await record(c, now, caller, {
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
