import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DAY, HOUR } from '#core/time/index.ts'
import { type MessageCode } from '#contract/messages.ts'
import {
  LONGEST_HOURS,
  sheetContent,
  USUAL_HOURS,
  type Sheet,
  type SheetContent,
  type SheetHead,
} from '#contract/handover.ts'
import { BACK_DAYS } from '#contract/shift-log.ts'
import { confirmPassword, holdersOf } from '#server/features/accounts/index.ts'
import { record } from '#server/features/audit/index.ts'
import { when } from '#server/features/timeline/index.ts'
import type { Sql } from '#server/lib/database.ts'
import { conflict, forbidden, notFound, refuseField, type Params } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { sheetContentOf, type ContentDeps } from './content.ts'
import type { ShiftWords, Writer } from './entries.ts'
import {
  changeSheet,
  findSheet,
  insertSheet,
  lockSheet,
  readOverlaps,
  type HandoverRow,
  readName,
} from './handover-store.ts'
import { sinceSigned } from './since.ts'
import { readDuty } from './store.ts'

const NOUN = 'handover sheet'

const sha256 = (words: string) => createHash('sha256').update(words, 'utf8').digest('hex')

/** What both signatures seal: the digest of the content, signers and times, and the remark. */
const sealOf = (
  r: Pick<
    HandoverRow,
    | 'digest'
    | 'outgoing_id'
    | 'outgoing_name'
    | 'outgoing_at'
    | 'incoming_id'
    | 'incoming_name'
    | 'incoming_at'
    | 'remark'
  >,
) =>
  sha256(
    JSON.stringify([
      r.digest,
      [r.outgoing_id, r.outgoing_name, r.outgoing_at],
      [r.incoming_id, r.incoming_name, r.incoming_at],
      r.remark,
    ]),
  )

/** Whether a row is unchanged since it was signed. */
const isIntact = (r: HandoverRow) =>
  r.content === null ||
  (sha256(r.content) === r.digest && (r.state !== 'signed' || (r.seal !== null && sealOf(r) === r.seal)))

export const shownHead = (r: HandoverRow): SheetHead => ({
  sheet_id: r.sheet_id,
  version: r.version,
  state: r.state,
  from: r.from_t,
  to: r.to_t,
  outgoing: { account_id: r.outgoing_id, name: r.outgoing_name ?? r.outgoing_now ?? r.outgoing_id },
  incoming: { account_id: r.incoming_id, name: r.incoming_name ?? r.incoming_now ?? r.incoming_id },
  created_at: r.created_at,
  outgoing_at: r.outgoing_at,
  incoming_at: r.incoming_at,
})

/** Handover sheets: drafted, signed by the outgoing and the incoming operator, and unchanged from then on. */
export function createHandovers(s: Services, deps: ContentDeps & { writer: Writer; people: Services }) {
  const { plants, writer, people } = deps

  const fresh = (hydro: string, r: HandoverRow): Promise<SheetContent> => {
    const { outgoing, incoming } = shownHead(r)
    return sheetContentOf(s, deps, hydro, { from: r.from_t, to: r.to_t, outgoing, incoming, words: r.words })
  }

  const shown = async (hydro: string, r: HandoverRow): Promise<Sheet> => {
    const [now, overlaps] = await Promise.all([fresh(hydro, r), readOverlaps(s.db, hydro, r)])
    const signed = r.content === null ? null : sheetContent.parse(JSON.parse(r.content))
    return {
      ...shownHead(r),
      content: signed ?? now,
      overlaps: overlaps.map(shownHead),
      digest: r.digest,
      intact: isIntact(r),
      signed_outgoing:
        r.outgoing_at === null
          ? null
          : { account_id: r.outgoing_id, name: r.outgoing_name!, at: r.outgoing_at },
      signed_incoming:
        r.incoming_at === null
          ? null
          : { account_id: r.incoming_id, name: r.incoming_name!, at: r.incoming_at },
      remark: r.remark,
      seal: r.seal,
      since: signed && sinceSigned(signed, now),
    }
  }

  const found = async (hydro: string, id: string): Promise<Sheet> => {
    const row = await findSheet(s.db, hydro, id)
    if (!row || row.state === 'withdrawn') throw notFound(id)
    return shown(hydro, row)
  }

  const refuse = (caller: Caller, path: string, code: MessageCode, params: Params = {}) =>
    refuseField(caller.language, path, code, params, { as: 'invalid_body' })

  /** Checks the span of a sheet. kept: a beginning that was accepted before, however old it is by now. */
  const checkSpan = (caller: Caller, zone: string, from: number, to: number, kept?: number) => {
    const now = s.clock.now()
    if (to > now) throw refuse(caller, 'to', 'shift_not_yet')
    if (from >= to) throw refuse(caller, 'from', 'from_after_to')
    if (to - from > LONGEST_HOURS * HOUR)
      throw refuse(caller, 'from', 'handover_span', { hours: LONGEST_HOURS })
    const first = now - BACK_DAYS * DAY
    if (from < first && from !== kept) {
      const at = when(first, { zone, language: caller.language })
      throw refuse(caller, 'from', 'handover_too_far_back', { days: BACK_DAYS, at })
    }
  }

  const checkIncoming = async (caller: Caller, id: string) => {
    if (id === caller.accountId) throw refuse(caller, 'incoming_id', 'handover_self')
    const people = await holdersOf(s.db, caller.hydro, 'log.update')
    if (!people.some((p) => p.account_id === id)) throw refuse(caller, 'incoming_id', 'duty_not_allowed')
  }

  /** Checks that the caller is on duty; where nobody is, anybody who may write the log may hand over. */
  const checkOnDuty = async (caller: Caller, on: Sql = s.db.pool) => {
    const [duty] = await readDuty(on, caller.hydro, s.clock.now(), 1)
    if (duty && duty.body.operator_id !== caller.accountId)
      throw conflict('handover_not_on_duty', { name: duty.body.party ?? '' })
    return duty ?? null
  }

  const nameOf = (caller: Caller) => readName(s.db, caller.accountId)

  const recordSheet = (
    c: pg.PoolClient,
    caller: Caller,
    act: string,
    r: Pick<HandoverRow, 'sheet_id'>,
    more: object,
  ) => record(c, s.clock.now(), caller, { act, noun: NOUN, item: r.sheet_id, ...more })

  /** The version of a sheet that the caller saw, or 409. */
  const held = async (
    c: pg.PoolClient,
    caller: Caller,
    id: string,
    version?: number,
  ): Promise<HandoverRow> => {
    const row = await lockSheet(c, caller.hydro, id)
    if (!row || row.state === 'withdrawn') throw notFound(id)
    if (version !== undefined && row.version !== version) throw conflict()
    return row
  }
  const ownDraft = async (c: pg.PoolClient, caller: Caller, id: string, version: number) =>
    asOwnDraft(await held(c, caller, id), caller, version)
  const asOwnDraft = (row: HandoverRow, caller: Caller, version: number): HandoverRow => {
    if (row.state !== 'draft') throw conflict('handover_no_draft')
    if (row.outgoing_id !== caller.accountId)
      throw conflict('handover_not_yours', { name: shownHead(row).outgoing.name })
    if (row.version !== version) throw conflict()
    return row
  }

  const span = (r: Pick<HandoverRow, 'from_t' | 'to_t' | 'incoming_id' | 'words'>) => ({
    from: new Date(r.from_t).toISOString(),
    to: new Date(r.to_t).toISOString(),
    incoming: r.incoming_id,
    words: r.words,
  })

  return {
    found,

    async draft(caller: Caller, input: { from?: string; to?: string; incoming_id: string; words: string }) {
      if (caller.accountId === null) throw forbidden()
      const now = s.clock.now()
      const zone = await plants.zone(caller.hydro)
      const duty = await checkOnDuty(caller)
      await checkIncoming(caller, input.incoming_id)
      const to = input.to === undefined ? now : instantOf(input.to, zone, 'to')
      const usual = duty ? Math.max(duty.t, to - LONGEST_HOURS * HOUR) : to - USUAL_HOURS * HOUR
      const from = input.from === undefined ? Math.min(usual, to - 1) : instantOf(input.from, zone, 'from')
      checkSpan(caller, zone, from, to)
      const row = {
        sheet_id: makeId('ho', now),
        from_t: from,
        to_t: to,
        outgoing_id: caller.accountId,
        incoming_id: input.incoming_id,
        words: input.words || null,
        created_by: caller.actor,
        created_at: now,
      }
      try {
        await s.db.tx(async (c) => {
          await insertSheet(c, caller.hydro, row)
          await recordSheet(c, caller, 'draft', row, { after: span(row) })
        })
      } catch (error) {
        if ((error as { code?: string }).code === '23505') throw conflict('handover_open')
        throw error
      }
      return found(caller.hydro, row.sheet_id)
    },

    async save(
      caller: Caller,
      input: {
        sheet_id: string
        version: number
        from: string
        to: string
        incoming_id: string
        words: string
      },
    ) {
      const zone = await plants.zone(caller.hydro)
      const [from, to] = [instantOf(input.from, zone, 'from'), instantOf(input.to, zone, 'to')]
      await checkIncoming(caller, input.incoming_id)
      await s.db.tx(async (c) => {
        const row = await ownDraft(c, caller, input.sheet_id, input.version)
        // Entered to the second: a time that was not changed keeps its milliseconds.
        const kept = (t: number, was: number) => (Math.floor(was / 1000) * 1000 === t ? was : t)
        const set = {
          from_t: kept(from, row.from_t),
          to_t: kept(to, row.to_t),
          incoming_id: input.incoming_id,
          words: input.words || null,
        }
        checkSpan(caller, zone, set.from_t, set.to_t, row.from_t)
        await changeSheet(c, caller.hydro, row.sheet_id, set)
        await recordSheet(c, caller, 'update', row, { before: span(row), after: span(set) })
      })
      return found(caller.hydro, input.sheet_id)
    },

    /** Signs as the outgoing operator: from then on the content is fixed. */
    async sign(caller: Caller, input: { sheet_id: string; version: number; password: string }) {
      await confirmPassword(people, caller, input.password, { noun: NOUN, item: input.sheet_id })
      const name = await nameOf(caller)
      // Read before the sheet is locked: with many callers at once, each would hold a connection and wait for another.
      // The version check below ensures that span, words and names are still these.
      const seen = await findSheet(s.db, caller.hydro, input.sheet_id)
      if (!seen || seen.state === 'withdrawn') throw notFound(input.sheet_id)
      asOwnDraft(seen, caller, input.version)
      await checkOnDuty(caller)
      await checkIncoming(caller, seen.incoming_id)
      const content = JSON.stringify(await fresh(caller.hydro, seen))
      const digest = sha256(content)
      await s.db.tx(async (c) => {
        const row = await ownDraft(c, caller, input.sheet_id, input.version)
        await checkOnDuty(caller, c)
        await changeSheet(c, caller.hydro, row.sheet_id, {
          state: 'offered',
          content,
          digest,
          outgoing_name: name,
          outgoing_at: s.clock.now(),
        })
        await recordSheet(c, caller, 'sign', row, { after: { as: 'outgoing', digest } })
      })
      return found(caller.hydro, input.sheet_id)
    },

    /** Signs as the incoming operator, who is on duty from then on. */
    async accept(
      caller: Caller,
      input: ShiftWords & { sheet_id: string; digest: string; password: string; remark: string },
    ) {
      await confirmPassword(people, caller, input.password, { noun: NOUN, item: input.sheet_id })
      const name = await nameOf(caller)
      const zone = await plants.zone(caller.hydro)
      await s.db.tx(async (c) => {
        const row = await held(c, caller, input.sheet_id)
        if (row.state !== 'offered') throw conflict('handover_not_offered')
        if (row.incoming_id !== caller.accountId)
          throw conflict('handover_not_yours', { name: shownHead(row).incoming.name })
        if (row.digest !== input.digest) throw conflict('handover_changed')
        if (!isIntact(row)) throw conflict('handover_damaged')
        const set = {
          state: 'signed' as const,
          incoming_name: name,
          incoming_at: s.clock.now(),
          remark: input.remark || null,
        }
        const seal = sealOf({ ...row, ...set })
        await changeSheet(c, caller.hydro, row.sheet_id, { ...set, seal })
        await recordSheet(c, caller, 'sign', row, {
          after: { as: 'incoming', digest: row.digest, seal, remark: set.remark },
        })
        await writer.goOnDuty(c, caller, zone, { account_id: caller.accountId, name }, input)
      })
      return found(caller.hydro, input.sheet_id)
    },

    /** Reopens a sheet as a draft; either operator may do so before both have signed. */
    async reopen(caller: Caller, input: { sheet_id: string; version: number; why: string | null }) {
      await s.db.tx(async (c) => {
        const row = await held(c, caller, input.sheet_id)
        if (row.state !== 'offered') throw conflict('handover_not_offered')
        if (row.outgoing_id !== caller.accountId && row.incoming_id !== caller.accountId)
          throw conflict('handover_not_yours', { name: shownHead(row).outgoing.name })
        if (row.version !== input.version) throw conflict()
        await changeSheet(c, caller.hydro, row.sheet_id, {
          state: 'draft',
          content: null,
          digest: null,
          outgoing_name: null,
          outgoing_at: null,
        })
        // The audit record keeps what had been signed.
        await recordSheet(c, caller, 'reopen', row, {
          before: {
            digest: row.digest,
            signed_at: row.outgoing_at,
            content: JSON.parse(row.content!) as unknown,
          },
          reason: input.why,
        })
      })
      return found(caller.hydro, input.sheet_id)
    },

    async discard(caller: Caller, input: { sheet_id: string; version: number }) {
      await s.db.tx(async (c) => {
        const row = await ownDraft(c, caller, input.sheet_id, input.version)
        await changeSheet(c, caller.hydro, row.sheet_id, { state: 'withdrawn' })
        await recordSheet(c, caller, 'discard', row, { before: span(row) })
      })
    },
  }
}
