import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { can } from '#core/access/index.ts'
import { differenceOf, type EditLayer } from '#core/edits/index.ts'
import type { Series, SeriesKind } from '#core/series/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { EditInput, Effect } from '#contract/edits.ts'
import { record } from '#server/features/audit/index.ts'
import type { Change, Client, History, LayerChange } from '#server/features/history/index.ts'
import { firstReading } from '#server/features/calculation/index.ts'
import { beginOf, type Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { conflict, forbidden, notFound } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { readingFiguresOf } from './find.ts'
import { checkRequest, checkValues, makeLayer, refuse, type EditRequest } from './build-layer.ts'
import { anyApproved } from './review-store.ts'
import {
  findEdit,
  holdReviews,
  insertEdit,
  isNewer,
  nextNumber,
  sameEdit,
  undoEdit,
  type EditRecord,
} from './store.ts'

export interface EditDeps {
  plants: Plants
  history: History
  registry: Registry
}

/** A saved edit, and what to publish after the commit. */
export interface EditResult {
  row: EditRecord
  effect: Effect
  changes: Change[]
}

/** The effect of an edit before it is saved: its layer, and the series over its span before and after. */
export interface EditPreview {
  layer: EditLayer
  before: Series
  after: Series
  effect: Effect
}

/** The effect of undoing an edit: the series over its span before and after. */
type UndoPreview = Omit<EditPreview, 'layer'> & { row: EditRecord }

export interface Edits {
  /** The earliest time that can be edited: the first reading or the first description, whichever is earlier. */
  begin(hydroCode: string): Promise<number>
  request(caller: Caller, input: EditInput, at: string): Promise<EditRequest>
  preview(hydroCode: string, a: EditRequest, id: string, client?: Client): Promise<EditPreview>
  addIn(
    c: pg.PoolClient,
    caller: Caller,
    a: EditRequest,
    reason: string,
    version?: number,
  ): Promise<EditResult>
  previewUndo(hydroCode: string, id: string, client?: Client): Promise<UndoPreview>
  undoIn(c: pg.PoolClient, caller: Caller, id: string, reason: string | null): Promise<EditResult>
}

export const mayApprove = (caller: Caller) => can(caller.permissions, 'readings.approve')

/**
 * Refuses to change stamps of a kind that lie in an approved span, unless the caller may approve; reviews stay as they are until the
 * transaction ends. @throws Problem 403
 */
export async function refuseApproved(
  c: Client,
  caller: Caller,
  series: string,
  span: { from: number; to: number },
  kind: SeriesKind = 'instant',
): Promise<void> {
  await holdReviews(c, caller.hydro)
  if (mayApprove(caller)) return
  if (await anyApproved(c, caller.hydro, series, span, kind)) throw forbidden('edit_approved')
}

/** Makes and undoes edits: one transaction writes the edit, the marks of what changed, and the audit record. */
export function createEdits(s: Services, { plants, history, registry }: EditDeps): Edits {
  const over = async (
    hydroCode: string,
    series: string,
    span: { from: number; to: number },
    o: { client?: Client; change?: LayerChange },
  ) => (await history.read(hydroCode, [series], span.from, span.to, o)).get(series)!

  const announce = async (c: Client, hydroCode: string, series: string, effect: Effect): Promise<Change[]> =>
    effect.from === null || effect.to === null
      ? []
      : history.markEffectiveChange(c, hydroCode, [{ series, from: effect.from, to: effect.to }])

  const edits: Edits = {
    async begin(hydroCode) {
      const first = await firstReading(s.db.pool, hydroCode)
      return Math.min(beginOf(await plants.describe(hydroCode)), first ?? Infinity)
    },

    async request(caller, input, at) {
      const row = await registry.get(caller.hydro, input.series)
      const a = { input, language: caller.language, now: s.clock.now(), at }
      if (!row) throw refuse(a, 'series', 'not_found', { what: input.series })
      checkRequest({ ...a, row })
      const long = input.from < beginOf(await plants.describe(caller.hydro))
      const begin = long ? await edits.begin(caller.hydro) : input.from
      if (input.from < begin)
        throw refuse(a, 'from', 'before_begin', { first: toLocal(begin, await plants.zone(caller.hydro)) })
      return { ...a, row }
    },

    async preview(hydroCode, a, id, client) {
      const { series } = a.input
      const before = await over(hydroCode, series, a.input, { client })
      // For a year, each of these reads a hundred thousand readings: other requests run in between.
      await setImmediate()
      const layer = await makeLayer(history, hydroCode, a, id, before, client)
      const after = await over(hydroCode, series, a.input, { client, change: { add: [{ series, layer }] } })
      await setImmediate()
      checkValues(a, await plants.describe(hydroCode), before, after)
      const effect = await effectOf(before, after)
      if (effect.from === null) throw refuse(a, 'from', 'edit_nothing', {}, true)
      return { layer, before, after, effect }
    },

    async addIn(c, caller, a, reason, version) {
      const { hydro } = caller
      const { series } = a.input
      await refuseApproved(c, caller, series, a.input, a.row.kind)
      const seq = await nextNumber(c, hydro, series)
      if (version !== undefined && (await isNewer(c, hydro, series, a.input, version)))
        throw conflict('edit_newer')
      const now = s.clock.now()
      const { layer, effect } = await edits.preview(hydro, a, makeId('at', now), c)
      // Sent twice (a second click, a lost answer) an offset would count twice. A caller that names the version has
      // seen the first edit, and intends the second.
      const same = version === undefined ? await sameEdit(c, hydro, series, layer, caller.actor) : null
      if (same) throw conflict('edit_twice', { at: toLocal(same.made_at, await plants.zone(hydro)) })
      const row = await insertEdit(c, hydro, series, layer, { seq, at: now, by: caller.actor, reason })
      const changes = await announce(c, hydro, series, effect)
      await record(c, now, caller, {
        act: 'edit',
        noun: 'readings',
        item: row.edit_id,
        itemName: series,
        before: summary(effect.before),
        after: { ...summary(effect.after), ...summaryOf(row), ...counts(effect) },
        reason,
      })
      return { row, effect, changes }
    },

    async previewUndo(hydroCode, id, client) {
      const row = await findEdit(client ?? s.db.pool, hydroCode, id)
      if (!row) throw notFound(id)
      if (row.undone_at !== null) throw conflict('edit_undone')
      const span = { from: row.from_t, to: row.to_t }
      const before = await over(hydroCode, row.series, span, { client })
      const after = await over(hydroCode, row.series, span, { client, change: { remove: [id] } })
      return { row, before, after, effect: await effectOf(before, after) }
    },

    async undoIn(c, caller, id, reason) {
      const { hydro } = caller
      const found = await findEdit(c, hydro, id)
      if (!found) throw notFound(id)
      const { series } = found
      const span = { from: found.from_t, to: found.to_t }
      const kind = (await registry.get(hydro, series))?.kind
      await refuseApproved(c, caller, series, span, kind)
      const seq = await nextNumber(c, hydro, series)
      // Another transaction that undoes it holds the number until its commit.
      const { effect } = await edits.previewUndo(hydro, id, c)
      const now = s.clock.now()
      const row = await undoEdit(c, hydro, id, { seq, at: now, by: caller.actor, reason })
      const changes = await announce(c, hydro, series, effect)
      await record(c, now, caller, {
        act: 'undo',
        noun: 'readings',
        item: id,
        itemName: series,
        before: { ...summary(effect.before), ...summaryOf(row) },
        after: { ...summary(effect.after), ...counts(effect) },
        reason,
      })
      return { row, effect, changes }
    },
  }
  return edits
}

async function effectOf(before: Series, after: Series): Promise<Effect> {
  const d = differenceOf(before, after)
  await setImmediate()
  const was = readingFiguresOf(before)
  await setImmediate()
  const value = (v: number) => (v === v ? v : null)
  return {
    changed: d.changed,
    added: d.added,
    removed: d.removed,
    from: d.from,
    to: d.to,
    before: was,
    after: readingFiguresOf(after),
    largest: d.largest && {
      t: d.largest.t,
      before: value(d.largest.before),
      after: value(d.largest.after),
    },
  }
}

const counts = ({ changed, added, removed }: Effect) => ({ changed, added, removed })
const summary = ({ n, mean, min, max }: Effect['before']) => ({ n, mean, min, max })
const summaryOf = (r: EditRecord) => ({
  kind: r.kind,
  from: new Date(r.from_t).toISOString(),
  to: new Date(r.to_t).toISOString(),
})
