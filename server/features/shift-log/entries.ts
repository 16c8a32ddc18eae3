import type pg from 'pg'
import { DAY, MINUTE, toLocal } from '#core/time/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type MessageCode } from '#contract/messages.ts'
import { BACK_DAYS, FIELDS, type EntryKind, type WrittenKind } from '#contract/shift-log.ts'
import { holdersOf } from '#server/features/accounts/index.ts'
import { record } from '#server/features/audit/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { when } from '#server/features/timeline/index.ts'
import {
  Problem,
  badFields,
  badRequest,
  conflict,
  notFound,
  refuseField,
  type Params,
} from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import {
  entryBodyOf,
  holdLog,
  insertShiftEntry,
  lockShiftEntry,
  readDuty,
  readNextDuty,
  supersedeEntry,
  type Body,
  type NewShiftRow,
  type ShiftRow,
} from './store.ts'

interface Written {
  text: string
  number: string | null
  party: string | null
  phone: string | null
}
export interface ShiftWords {
  shift: string | null
  crew: string | null
}

/** A transaction with its writer. */
interface Work {
  c: pg.PoolClient
  caller: Caller
  zone: string
  now: number
}

export type Writer = ReturnType<typeof createEntryWriter>

/** Writes the shift log: versions and their audit records, in one transaction each. */
export function createEntryWriter(s: Services, { plants }: { plants: Plants }) {
  const within = async <T>(caller: Caller, work: (w: Work) => Promise<T>): Promise<T> => {
    const zone = await plants.zone(caller.hydro)
    return s.db.tx(async (c) => {
      await holdLog(c, caller.hydro)
      return work({ c, caller, zone, now: s.clock.now() })
    })
  }

  return {
    async add(
      caller: Caller,
      kind: WrittenKind,
      input: Written & { at?: string; acknowledged: boolean },
    ): Promise<string> {
      return within(caller, async (w) => {
        const t = instant(w, input.at, 'at')
        const body = written(w, kind, input)
        if (input.acknowledged && kind !== 'order') throw wrong(w, 'acknowledged', 'shift_field_not_of_kind')
        if (input.acknowledged) body.acknowledged_at = t
        return write(w, kind, t, body)
      })
    },

    /** Puts somebody on duty. seen: the entry of the former operator that the writer saw; undefined: any. */
    async changeOperator(
      caller: Caller,
      input: ShiftWords & { operator_id: string; at?: string; text: string; seen?: string | null },
    ): Promise<string> {
      const operator = await operatorOf(caller, input.operator_id)
      return within(caller, (w) => takeOver(w, operator, input))
    },

    async correct(
      caller: Caller,
      input: Written &
        ShiftWords & {
          entry_id: string
          version: number
          at: string
          operator_id?: string
          why: string | null
        },
    ): Promise<void> {
      const operator = input.operator_id ? await operatorOf(caller, input.operator_id) : null
      await within(caller, async (w) => {
        const old = await holding(w, input.entry_id, input.version)
        // Entered to the minute: a time that was not changed keeps its seconds, however old.
        const untouched =
          input.at === toLocal(old.t, w.zone) || input.at === toLocal(old.t, w.zone).slice(0, 16)
        const t = untouched ? old.t : instant(w, input.at, 'at')
        let body: Body
        if (old.kind === 'duty') {
          body = entryBodyOf({
            text: input.text || null,
            operator_id: operator?.account_id ?? old.body.operator_id,
            party: operator?.name ?? old.body.party,
            shift: input.shift,
            crew: input.crew,
          })
          if (t !== old.t) await between(w, t, old.entry_id)
        } else {
          body = written(w, old.kind, input)
          const { acknowledged_at, done_at } = old.body
          const first = Math.min(acknowledged_at ?? Infinity, done_at ?? Infinity)
          if (t > first) throw wrong(w, 'at', 'shift_step_before', { at: when(t, reader(w)) })
          Object.assign(body, { acknowledged_at, done_at })
        }
        await replace(w, old, { t, body, act: 'correct' }, input.why)
      })
    },

    /** Takes an order one step further: acknowledged, or carried out. */
    async step(
      caller: Caller,
      input: { entry_id: string; version: number; step: 'acknowledge' | 'carry_out'; at?: string },
    ): Promise<void> {
      await within(caller, async (w) => {
        const old = await holding(w, input.entry_id, input.version)
        if (old.kind !== 'order') throw badRequest('shift_not_an_order')
        const field = input.step === 'acknowledge' ? 'acknowledged_at' : 'done_at'
        if (old.body[field] !== null) throw conflict('shift_step_taken')
        const at = instant(w, input.at, 'at')
        // The order was entered to the minute.
        if (at < old.t - MINUTE) throw wrong(w, 'at', 'shift_step_before', { at: when(old.t, reader(w)) })
        const body = { ...old.body, [field]: Math.max(at, old.t) }
        await replace(w, old, { t: old.t, body, act: input.step }, null)
      })
    },

    async withdraw(caller: Caller, entryId: string, version: number, why: string | null): Promise<void> {
      await within(caller, async (w) => {
        const old = await holding(w, entryId, version)
        await supersedeEntry(w.c, w.caller.hydro, old, { actor: caller.actor, at: w.now, why })
        await recordEntry(w, 'withdraw', old.kind, entryId, brief(w, old), null, why)
      })
    },

    /** Puts the signer of a handover on duty, unless on duty already, within a transaction that locks the log. */
    async goOnDuty(
      c: pg.PoolClient,
      caller: Caller,
      zone: string,
      operator: { account_id: string; name: string },
      words: ShiftWords,
    ) {
      await holdLog(c, caller.hydro)
      const w = { c, caller, zone, now: s.clock.now() }
      const [current] = await readDuty(c, caller.hydro, w.now, 1)
      if (current?.body.operator_id === operator.account_id) return
      await takeOver(w, operator, { ...words, operator_id: operator.account_id, text: '' })
    },
  }

  async function operatorOf(caller: Caller, id: string) {
    const people = await holdersOf(s.db, caller.hydro, 'log.update')
    const operator = people.find((p) => p.account_id === id)
    if (operator) return operator
    throw refuseField(caller.language, 'operator_id', 'duty_not_allowed')
  }
}

const reader = (w: Work) => ({ zone: w.zone, language: w.caller.language })

function wrong(w: Work, path: string, code: MessageCode, params: Params = {}, status = 400): Problem {
  return refuseField(w.caller.language, path, code, params, {
    status,
    as: status === 400 ? 'invalid_body' : code,
  })
}

/** The entered instant, by default now; 400 when in the future or too old. */
function instant(w: Work, input: string | undefined, path: string): number {
  if (input === undefined) return w.now
  const t = instantOf(input, w.zone, path)
  if (t > w.now) throw wrong(w, path, 'shift_not_yet')
  if (t < w.now - BACK_DAYS * DAY) throw wrong(w, path, 'shift_too_far_back', { days: BACK_DAYS })
  return t
}

/** The fields of an entry, or 400 naming every one that is missing or not of its kind. */
function written(w: Work, kind: WrittenKind, input: Written): Body {
  const { has, needs }: { has: readonly string[]; needs: readonly string[] } = FIELDS[kind]
  const values: Record<string, string | null> = {
    text: input.text || null,
    number: input.number,
    party: input.party,
    phone: input.phone,
  }
  const errors = Object.entries(values).flatMap(([path, value]): FieldError[] => {
    const code =
      value !== null && !has.includes(path)
        ? 'shift_field_not_of_kind'
        : value === null && needs.includes(path)
          ? 'required'
          : null
    return code === null ? [] : [{ path, code, message: text(code, w.caller.language) }]
  })
  if (errors.length > 0) throw badFields(errors)
  return entryBodyOf(values)
}

async function takeOver(
  w: Work,
  operator: { account_id: string; name: string },
  input: ShiftWords & { operator_id: string; at?: string; text: string; seen?: string | null },
): Promise<string> {
  const t = instant(w, input.at, 'at')
  const [current] = await readDuty(w.c, w.caller.hydro, w.now, 1)
  if (input.seen !== undefined && input.seen !== (current?.entry_id ?? null))
    throw conflict('duty_changed', { name: current?.body.party ?? text('duty_nobody', w.caller.language) })
  if (current?.body.operator_id === operator.account_id)
    throw wrong(w, 'operator_id', 'duty_same', { name: operator.name }, 409)
  if (current && t <= current.t) throw notBetween(w, current.t, null)
  const body = entryBodyOf({
    text: input.text || null,
    operator_id: operator.account_id,
    party: operator.name,
    shift: input.shift,
    crew: input.crew,
  })
  return write(w, 'duty', t, body)
}

function notBetween(w: Work, after: number | null, before: number | null): Problem {
  const shown = (t: number | null) => (t === null ? '-' : when(t, reader(w)))
  return wrong(w, 'at', 'duty_order', { after: shown(after), before: shown(before ?? w.now) })
}

/** Checks that a change of operator keeps its place among the others. */
async function between(w: Work, t: number, entryId: string): Promise<void> {
  const { hydro } = w.caller
  const own = (await lockShiftEntry(w.c, hydro, entryId))!
  const [before] = (await readDuty(w.c, hydro, own.t, 2)).filter((r) => r.entry_id !== entryId)
  const after = await readNextDuty(w.c, hydro, own.t, entryId)
  if ((before && t <= before.t) || (after && t >= after.t))
    throw notBetween(w, before?.t ?? null, after?.t ?? null)
}

/** The version in force, if it is the one that the caller saw. */
async function holding(w: Work, entryId: string, version: number): Promise<ShiftRow> {
  const row = await lockShiftEntry(w.c, w.caller.hydro, entryId)
  if (!row) throw notFound(entryId)
  if (row.superseded_at !== null) throw conflict('shift_withdrawn')
  if (row.version !== version) throw conflict()
  return row
}

async function write(w: Work, kind: EntryKind, t: number, body: Body): Promise<string> {
  const row: NewShiftRow = {
    entry_id: makeId('sl', w.now),
    version: 1,
    kind,
    t,
    body,
    act: 'write',
    recorded_by: w.caller.actor,
    recorded_at: w.now,
  }
  await insertShiftEntry(w.c, w.caller.hydro, row)
  await recordEntry(
    w,
    kind === 'duty' ? 'change operator' : 'add',
    kind,
    row.entry_id,
    null,
    brief(w, row),
    null,
  )
  return row.entry_id
}

async function replace(
  w: Work,
  old: ShiftRow,
  next: Pick<ShiftRow, 't' | 'body' | 'act'>,
  why: string | null,
) {
  const row: NewShiftRow = {
    ...next,
    entry_id: old.entry_id,
    version: old.version + 1,
    kind: old.kind,
    recorded_by: w.caller.actor,
    recorded_at: w.now,
  }
  await supersedeEntry(w.c, w.caller.hydro, old, { actor: w.caller.actor, at: w.now, why })
  await insertShiftEntry(w.c, w.caller.hydro, row)
  await recordEntry(w, next.act, old.kind, old.entry_id, brief(w, old), brief(w, row), why)
}

/** An entry as the audit keeps it, with local times. */
function brief(w: Work, r: Pick<ShiftRow, 't' | 'body'>) {
  const shown = Object.entries(r.body).filter(([, v]) => v !== null)
  const local = ([k, v]: [string, unknown]) => [k, typeof v === 'number' ? toLocal(v, w.zone) : v]
  return { at: toLocal(r.t, w.zone), ...Object.fromEntries(shown.map(local)) }
}

async function recordEntry(
  w: Work,
  act: string,
  kind: EntryKind,
  item: string,
  before: unknown,
  after: unknown,
  reason: string | null,
): Promise<void> {
  const { actor, address, hydro } = w.caller
  await record(
    w.c,
    w.now,
    { actor, address, hydro },
    { act: act.replace('_', ' '), noun: `shift log ${kind}`, item, before, after, reason },
  )
}
