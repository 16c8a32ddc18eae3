import type pg from 'pg'
import { can } from '#core/access/index.ts'
import { logCode } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { movablesAt, movablesEver, type Movable } from '#core/gate-log/index.ts'
import { GOOD } from '#core/quality/index.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type MessageCode } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import type { Reviews } from '#server/features/calculation/index.ts'
import type { Change } from '#server/features/history/index.ts'
import { beginOf, type Plants } from '#server/features/plants/index.ts'
import { Problem, badFields, conflict, notFound, refuseField } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { fullName, shownValue, storedValue, movedUnitOf } from './list.ts'
import {
  readEvidence,
  rangeOf,
  movementsSeen,
  positionOf,
  wholeDayBefore,
  type GateLogDeps,
  type Evidence,
} from './evidence.ts'
import {
  insertLogEntry,
  lockLogEntry,
  supersedeLogEntry,
  takenAt,
  type LogRow,
  type NewLogRow,
} from './store.ts'

interface Words {
  order_no: string | null
  performed_by: string | null
  reason: string | null
}

interface Moved {
  kind: LogRow['object_kind']
  object_id: string
  /** m or MW, as people enter it. */
  from?: number | null
  to: number
}

/** Half of the last digit shown: openings to the centimetre, power to 10 kW. */
const SAME = { leaf: 0.005 + 1e-9, unit: 5 + 1e-6 }
/** A sensor may show a movement this much before or after the minute that a person enters, ms. */
const ABOUT = 15 * MINUTE

/** Writes the log: rows, the step series that calculation reads, and the audit record, in one transaction each. */
export function createLogWriter(s: Services, deps: GateLogDeps & { plants: Plants; reviews?: Reviews }) {
  const { plants, history, registry } = deps

  /** Runs work in one transaction under the plant's lock, so that of two writers the second sees the first. */
  const within = async <T>(caller: Caller, work: (w: Work) => Promise<T>): Promise<T> => {
    const changes: Change[] = []
    const done = await s.db.tx(async (c) => {
      const d = await plants.locked(c, caller.hydro)
      const zone = await plants.zone(caller.hydro)
      return work({ c, d, zone, caller, now: s.clock.now(), changes })
    })
    history.emit(changes)
    return done
  }

  const declare = (hydroCode: string, objects: readonly Movable[]) =>
    registry.declareComputed(
      hydroCode,
      objects.map((o) => ({
        code: logCode(o.id),
        name: fullName(o),
        unit: o.kind === 'unit' ? 'kW' : 'm',
        kind: 'step',
        step_s: null,
      })),
    )

  const because = ({ c, caller }: Work, reason: string | null) => ({
    client: c,
    source: 'ingest' as const,
    actor: caller.actor,
    reason,
  })

  const put = async (w: Work, rows: readonly NewLogRow[], reason: string | null) => {
    const batch = {
      hydroCode: w.caller.hydro,
      series: rows.map((r) => logCode(r.object_id)),
      t: rows.map((r) => r.t),
      v: rows.map((r) => r.to_value),
      q: rows.map(() => GOOD),
    }
    w.changes.push(...(await history.write(batch, because(w, reason))).changes)
  }
  const erase = async (w: Work, row: LogRow, reason: string | null) => {
    const code = logCode(row.object_id)
    w.changes.push(...(await history.erase(w.caller.hydro, code, row.t, row.t, because(w, reason))).changes)
  }

  const recordLog = (
    w: Work,
    act: string,
    row: NewLogRow | LogRow,
    name: string,
    before?: LogRow,
    why?: string | null,
  ) =>
    record(
      w.c,
      w.now,
      { actor: w.caller.actor, address: w.caller.address, hydro: w.caller.hydro },
      {
        act,
        noun: 'gate log',
        item: row.entry_id,
        itemName: name,
        before: before && brief(before, w.zone),
        after: act === 'withdraw' ? null : brief(row, w.zone),
        reason: why ?? row.reason,
      },
    )

  /** In approved spans, only accounts that may approve change what is computed. */
  const mayChange = async (w: Work, instants: readonly number[], path: string) => {
    if (!deps.reviews || can(w.caller.permissions, 'readings.approve')) return
    const spans = [...new Set(instants)].map((t) => ({ from: t, to: t }))
    const { held } = await deps.reviews.split(w.c, w.caller.hydro, spans)
    if (held.length === 0) return
    throw refuseField(w.caller.language, path, 'approved_time', {}, { status: 403 })
  }

  const evidenceBefore = (w: Work, objects: readonly Movable[], t: number) =>
    readEvidence(deps, w.d, w.zone, objects, t - ABOUT, Math.min(t + ABOUT, w.now), w.c)

  return {
    /** Adds the movements of one order at one time. Returns the entries. */
    async add(caller: Caller, t: number, moves: readonly Moved[], words: Words, asWritten: boolean) {
      const known = movablesEver(await plants.describe(caller.hydro))
      await declare(
        caller.hydro,
        moves.flatMap((m) => known.get(`${m.kind} ${m.object_id}`) ?? []),
      )
      return within(caller, async (w) => {
        const objects = checked(w, t, moves, (i) => `moves.${i}.`)
        await mayChange(w, [t], 'at')
        const taken = await takenAt(w.c, caller.hydro, t)
        objects.forEach((o, i) => {
          if (taken.has(`${o.kind} ${o.id}`)) throw sameTime(w, o, t, `moves.${i}.object_id`)
        })
        const evidence = await evidenceBefore(w, objects, t)
        const froms = fromsOf(w, evidence, objects, moves, t, asWritten, (i) => `moves.${i}.from`)
        const rows = moves.map((m, i): NewLogRow => ({
          entry_id: makeId('gl', w.now),
          version: 1,
          object_kind: m.kind,
          object_id: m.object_id,
          t,
          from_value: froms[i],
          to_value: storedValue(m.kind, m.to),
          ...words,
          source: 'hand',
          recorded_by: caller.actor,
          recorded_at: w.now,
        }))
        for (const [i, row] of rows.entries()) {
          await insertLogEntry(w.c, caller.hydro, row)
          await recordLog(w, 'add', row, fullName(objects[i]))
        }
        await put(w, rows, words.reason)
        return rows
      })
    },

    /** Corrects an entry; its former version stays. */
    async correct(
      caller: Caller,
      input: { entry_id: string; version: number; to: number; from?: number | null } & Words,
      t: number,
      asWritten: boolean,
      why: string | null,
    ) {
      return within(caller, async (w) => {
        const old = await holding(w, input.entry_id, input.version)
        const to = storedValue(old.object_kind, input.to)
        const moved = old.t !== t || old.to_value !== to
        if (old.source === 'sensor' && (moved || (input.from !== undefined && !sameFrom(old, input.from))))
          throw fieldError(w, 400, 'log_seen_fixed', 'at', {})
        const move = { kind: old.object_kind, object_id: old.object_id, from: input.from, to: input.to }
        let from = old.from_value
        const known = movablesEver(w.d).get(`${old.object_kind} ${old.object_id}`)
        if (old.source === 'hand') {
          const [o] = checked(w, t, [move], () => '')
          if (moved) await mayChange(w, [old.t, t], 'at')
          if ((await takenAt(w.c, caller.hydro, t, old.entry_id)).has(`${o.kind} ${o.id}`))
            throw sameTime(w, o, t, 'at')
          if (moved || !sameFrom(old, input.from))
            from = fromsOf(
              w,
              await evidenceBefore(w, [o], t),
              [o],
              [move],
              t,
              asWritten,
              () => 'from',
              old.t,
            )[0]
        }
        const row: NewLogRow = {
          ...old,
          version: old.version + 1,
          t,
          from_value: from,
          to_value: to,
          order_no: input.order_no,
          performed_by: input.performed_by,
          reason: input.reason,
          recorded_by: caller.actor,
          recorded_at: w.now,
        }
        await supersedeLogEntry(w.c, caller.hydro, old, { actor: caller.actor, at: w.now, why })
        await insertLogEntry(w.c, caller.hydro, row)
        await recordLog(w, 'correct', row, known ? fullName(known) : old.object_id, old, why)
        if (old.source === 'hand' && moved) {
          if (old.t !== t) await erase(w, old, why)
          await put(w, [row], why)
        }
        return row
      })
    },

    /** Adds the order, its author and the reason to a movement that a sensor saw. */
    async complete(caller: Caller, kind: LogRow['object_kind'], id: string, t: number, words: Words) {
      return within(caller, async (w) => {
        const o = movablesAt(w.d, t).find((x) => x.kind === kind && x.id === id)
        if (!o) throw notFound(id)
        const evidence = await readEvidence(
          deps,
          w.d,
          w.zone,
          [o],
          wholeDayBefore(t),
          Math.min(w.now, t + ABOUT),
          w.c,
        )
        const move = movementsSeen(evidence, o).find((m) => m.t === t)
        if (!move) throw conflict('log_no_move', { name: fullName(o), at: toLocal(t, w.zone) })
        if ((await takenAt(w.c, caller.hydro, t)).has(`${kind} ${id}`)) throw sameTime(w, o, t, 't')
        const row: NewLogRow = {
          entry_id: makeId('gl', w.now),
          version: 1,
          object_kind: kind,
          object_id: id,
          t,
          from_value: move.from,
          to_value: move.to,
          ...words,
          source: 'sensor',
          recorded_by: caller.actor,
          recorded_at: w.now,
        }
        await insertLogEntry(w.c, caller.hydro, row)
        await recordLog(w, 'complete', row, fullName(o))
        return row
      })
    },

    /** Withdraws an entry. */
    async withdraw(caller: Caller, entryId: string, version: number, why: string | null) {
      return within(caller, async (w) => {
        const old = await holding(w, entryId, version)
        if (old.source === 'hand') await mayChange(w, [old.t], 'entry_id')
        await supersedeLogEntry(w.c, caller.hydro, old, { actor: caller.actor, at: w.now, why })
        const o = movablesEver(w.d).get(`${old.object_kind} ${old.object_id}`)
        await recordLog(w, 'withdraw', old, o ? fullName(o) : old.object_id, old, why)
        if (old.source === 'hand') await erase(w, old, why)
      })
    },
  }
}

interface Work {
  c: pg.PoolClient
  d: Description
  zone: string
  caller: Caller
  now: number
  changes: Change[]
}

function fieldError(
  w: Work,
  status: number,
  code: MessageCode,
  path: string,
  params: Record<string, string | number>,
) {
  return refuseField(w.caller.language, path, code, params, { status })
}

const sameTime = (w: Work, o: Movable, t: number, path: string) =>
  fieldError(w, 409, 'log_same_time', path, { name: fullName(o), at: toLocal(t, w.zone) })

/** The version in force, if it is the one that the caller saw. */
async function holding(w: Work, entryId: string, version: number): Promise<LogRow> {
  const row = await lockLogEntry(w.c, w.caller.hydro, entryId)
  if (!row) throw notFound(entryId)
  if (row.superseded_at !== null) throw conflict('log_withdrawn')
  if (row.version !== version) throw conflict()
  return row
}

/** The objects that were moved, or 400 naming each faulty field. */
function checked(w: Work, t: number, moves: readonly Moved[], path: (i: number) => string): Movable[] {
  const errors: FieldError[] = []
  const report = (at: string, code: MessageCode, params: Record<string, string | number> = {}) =>
    errors.push({ path: at, code, message: text(code, w.caller.language, params) })
  if (t > w.now) report('at', 'not_yet')
  const begin = beginOf(w.d)
  if (t < begin) report('at', 'before_begin', { first: toLocal(begin, w.zone) })
  const there = movablesAt(w.d, t)
  const ever = movablesEver(w.d)
  const seen = new Set<string>()
  const objects: Movable[] = []
  moves.forEach((m, i) => {
    const key = `${m.kind} ${m.object_id}`
    const o = there.find((x) => x.kind === m.kind && x.id === m.object_id)
    const name = ever.has(key) ? fullName(ever.get(key)!) : m.object_id
    if (seen.has(key)) report(`${path(i)}object_id`, 'log_twice', { name })
    seen.add(key)
    if (!ever.has(key)) return report(`${path(i)}object_id`, 'not_found', { what: m.object_id })
    if (!o) return report(`${path(i)}object_id`, 'log_not_there', { name, at: toLocal(t, w.zone) })
    objects.push(o)
    for (const field of ['from', 'to'] as const) {
      const value = m[field]
      if (typeof value === 'number' && storedValue(m.kind, value) > o.most * (1 + 1e-9))
        report(`${path(i)}${field}`, 'log_above_most', {
          name,
          value,
          unit: movedUnitOf(m.kind),
          most: shownValue(m.kind, o.most),
        })
    }
  })
  if (errors.length > 0) throw badFields(errors)
  return objects
}

const sameFrom = (old: LogRow, from: number | null | undefined) =>
  from === undefined ||
  (from === null
    ? old.from_value === null
    : old.from_value !== null &&
      Math.abs(storedValue(old.object_kind, from) - old.from_value) <= SAME[old.object_kind])

/**
 * The position of each object before: as entered, checked against what is known; where nothing was entered, what was in
 * force. A sensor may show the movement slightly before or after the entered minute.
 */
function fromsOf(
  w: Work,
  evidence: Evidence,
  objects: readonly Movable[],
  moves: readonly Moved[],
  t: number,
  asWritten: boolean,
  path: (i: number) => string,
  but?: number,
): (number | null)[] {
  const errors: FieldError[] = []
  let firstParams: Record<string, string> = {}
  const froms = objects.map((o, i) => {
    const { value, source } = positionOf(evidence, o, t - 1, but)
    const input = moves[i].from
    if (input === undefined || input === null) return source === null ? null : value
    const from = storedValue(o.kind, input)
    if (asWritten || source === null) return from
    const seen = source === 'sensor' ? rangeOf(evidence, o, t - ABOUT, t + ABOUT) : null
    const [low, high] = [Math.min(value, seen?.[0] ?? value), Math.max(value, seen?.[1] ?? value)]
    const off = source === 'sensor' ? o.threshold.least : SAME[o.kind]
    if (from >= low - off && from <= high + off) return from
    const shown = (v: number) => `${shownValue(o.kind, v)} ${movedUnitOf(o.kind)}`
    const params = { name: fullName(o), held: shown(value), given: shown(from) }
    if (errors.length === 0) firstParams = params
    errors.push({
      path: path(i),
      code: 'log_from_differs',
      message: text('log_from_differs', w.caller.language, params),
    })
    return from
  })
  if (errors.length > 0) throw new Problem(409, 'log_from_differs', firstParams, { errors })
  return froms
}

/** An entry as the audit keeps it, in display words and units. */
const brief = (r: NewLogRow | LogRow, zone: string) => ({
  at: toLocal(r.t, zone),
  from: r.from_value === null ? null : shownValue(r.object_kind, r.from_value),
  to: shownValue(r.object_kind, r.to_value),
  unit: movedUnitOf(r.object_kind),
  order_no: r.order_no,
  performed_by: r.performed_by,
  reason: r.reason,
})
