import { randomUUID } from 'node:crypto'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { HOUR, SECOND } from '#core/time/units.ts'
import { text } from '#contract/messages.ts'
import type { IssueState } from '#contract/report-schedules.ts'
import { rightsOf } from '#server/features/accounts/index.ts'
import { record } from '#server/features/audit/index.ts'
import { dropParts, insertPart, readParts } from '#server/features/report/index.ts'
import type { Sql } from '#server/lib/database.ts'
import { Problem } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { LetterRefused, LetterUncertain, type Mail } from '#server/lib/mail.ts'
import { createQueue, type Job, type JobContext, type Queue } from '#server/lib/queue.ts'
import type { ScheduleDeps } from './deps.ts'
import { makeFile, makerOf, openDue, packed } from './make.ts'
import { LATE } from './plan.ts'
import {
  changeIssue,
  changeSchedule,
  findIssue,
  lockSchedule,
  REPORT_ISSUES,
  type Fault,
  type IssueRow,
} from './store.ts'

/** Waits after attempts that failed: a mail server is tried for an hour and a half. */
const BACKOFF = [30 * SECOND, 5 * MINUTE, 15 * MINUTE, HOUR] as const
/** Attempts, with those of killed processes, after which a report cannot be made. */
const MOST_ATTEMPTS = 6

/** Makes reports that are due and sends them, each once. */
export function createIssueQueue(deps: ScheduleDeps): Queue {
  const { db, clock, log, mail, demo } = deps

  async function work({ hydro, id, attempt }: Job, ctx: JobContext): Promise<void> {
    const row = await findIssue(db.pool, hydro, id)
    if (!row) return
    // Whoever sent it has died in between: it is not sent a second time.
    if (row.state === 'sending') return end(row, ctx, 'sending', 'uncertain', uncertain())
    try {
      const maker = await makerOf(deps, row)
      if (row.state === 'due') {
        if (attempt > MOST_ATTEMPTS) throw new Problem(500, 'report_job_killed')
        await make(row, ctx, maker)
      }
    } catch (error) {
      if (!(error instanceof Problem) || ctx.signal.aborted) throw error
      if (error.code === 'schedule_maker_closed' || error.code === 'schedule_maker_rights')
        return stop(row, ctx, { code: error.code, params: { name: '', ...error.params } })
      if (row.what.of === 'sheet' && error.code === 'not_found')
        return stop(row, ctx, { code: 'schedule_sheet_gone', params: {} })
      return end(row, ctx, row.state, 'failed', { code: error.code, params: error.params })
    }
    const made = await findIssue(db.pool, hydro, id)
    if (made?.state !== 'made' || !made.to_send) return
    if (mail !== null) return send(made, mail, ctx)
    // The server was set up without mail since.
    await changeIssue(
      db.pool,
      made,
      { to_send: false, error: { code: 'schedule_mail_off', params: {} }, changed_at: clock.now() },
      { states: ['made'] },
    )
  }

  async function failed({ hydro, id }: Job, error: unknown, ctx: JobContext): Promise<void> {
    const row = await findIssue(db.pool, hydro, id)
    if (!row) return
    if (error instanceof LetterRefused)
      return end(row, ctx, row.state, 'failed', {
        code: 'schedule_refused',
        params: { reply: replyOf(error) },
      })
    const incident = randomUUID()
    log.error({ err: error, incident, issue: id }, 'a scheduled report failed')
    await end(row, ctx, row.state, 'failed', { code: 'schedule_failed', params: { incident } })
  }

  async function make(
    row: IssueRow,
    ctx: JobContext,
    maker: { name: string; permissions: readonly string[] },
  ) {
    const due = await openDue(deps, row, maker.permissions)
    const said = await due.said()
    const made_at = clock.now()
    const late = row.late || made_at > row.slot + row.delay * MINUTE + LATE
    const file = await makeFile({ ...row, late }, due, maker)
    const fileId = makeId('rf', made_at)
    const isSent = row.recipients.length > 0
    await db.tx(async (c) => {
      await ctx.hold(c)
      if (row.file_id !== null) await dropParts(c, row.hydro_code, row.file_id)
      for (const [part, bytes] of file.parts.entries())
        await insertPart(c, row.hydro_code, fileId, part, bytes)
      const isKept = await changeIssue(
        c,
        row,
        {
          state: isSent && demo.on() ? 'recorded' : 'made',
          to_send: isSent && !demo.on() && mail !== null,
          error: isSent && !demo.on() && mail === null ? { code: 'schedule_mail_off', params: {} } : null,
          late,
          from_t: due.from,
          to_t: due.to,
          made_at,
          changed_at: made_at,
          file_id: fileId,
          file_name: file.name,
          content_type: file.type,
          size: file.size,
          sha256: file.sha256,
          money: due.money,
          sheet_version: due.sheetVersion,
          cells: packed(said),
        },
        { states: ['due'] },
      )
      // Its schedule was removed meanwhile.
      if (!isKept) await dropParts(c, row.hydro_code, fileId)
    })
  }

  async function send(row: IssueRow, out: Mail, ctx: JobContext): Promise<void> {
    const { hydro_code: hydro } = row
    const sendId = makeId('rs', clock.now())
    const letter = await letterOf(row)
    const isHeld = await db.tx(async (c) => {
      await ctx.hold(c)
      return changeIssue(
        c,
        row,
        { state: 'sending', send_id: sendId, changed_at: clock.now() },
        { states: ['made'], toSend: true },
      )
    })
    // Its schedule was removed meanwhile.
    if (!isHeld) return
    // What became of it is known here alone: it is recorded even where this process has lost the job meanwhile.
    const outcome = (set: Partial<IssueRow>) =>
      changeIssue(
        db.pool,
        row,
        { ...set, changed_at: clock.now() },
        { states: ['sending', 'uncertain'], send: sendId },
      )
    try {
      const { rejected } = await out.send(letter)
      const now = clock.now()
      await outcome({ state: 'sent', sent_at: now, rejected, to_send: false, error: null })
      const after = { number: row.number, recipients: row.recipients, rejected }
      await record(db.pool, now, actorOf(row), {
        act: 'send',
        noun: 'report',
        item: row.issue_id,
        itemName: row.name,
        after,
      })
    } catch (error) {
      if (error instanceof LetterUncertain) {
        await outcome({ state: 'uncertain', to_send: false, error: uncertain() })
        await recordFault(db.pool, row, 'uncertain', uncertain())
        return tellMaker(row, uncertain())
      }
      if (error instanceof LetterRefused) await outcome({ state: 'made', error: refusedBy(error) })
      throw error
    }

    async function letterOf({ language, number, correction, late }: IssueRow) {
      const { name: reservoir, zone } = await deps.plants.plant(hydro)
      const parts: Buffer[] = []
      for await (const part of readParts(db.pool, hydro, row.file_id!)) parts.push(part)
      const values = {
        reservoir,
        name: row.name,
        number,
        time: toLocal(row.slot, zone).slice(0, 16),
        file: row.file_name!,
        sha256: row.sha256!,
      }
      return {
        id: `<${row.issue_id}@forebay>`,
        to: row.recipients,
        subject: text(correction > 0 ? 'issue_subject_corrected' : 'issue_subject', language, values),
        text: [
          text('issue_letter', language, values),
          ...(late
            ? [text('issue_letter_late', language, { time: toLocal(row.made_at!, zone).slice(0, 16) })]
            : []),
          ...(correction > 0 ? [text('issue_letter_corrected', language)] : []),
        ].join('\n'),
        attachments: [{ name: row.file_name!, type: row.content_type!, content: Buffer.concat(parts) }],
      }
    }
  }

  /** Ends a report with a fault, which its maker hears of. */
  async function end(
    row: IssueRow,
    ctx: JobContext,
    from: IssueState,
    state: 'failed' | 'uncertain',
    error: Fault,
  ): Promise<void> {
    const now = clock.now()
    const isEnded = await db.tx(async (c) => {
      await ctx.hold(c)
      const ended = await changeIssue(
        c,
        row,
        { state, error, to_send: false, changed_at: now },
        { states: [from] },
      )
      if (ended) await recordFault(c, row, state, error)
      return ended
    })
    if (isEnded) await tellMaker(row, error)
  }

  const recordFault = (c: Sql, row: IssueRow, state: IssueState, { code }: Fault) =>
    record(c, clock.now(), actorOf(row), {
      act: 'fail',
      noun: 'report',
      item: row.issue_id,
      itemName: row.name,
      after: { state, number: row.number, code },
    })

  /** Ends a report whose maker has lost their rights or whose sheet is gone, and makes no further ones of its schedule. */
  async function stop(row: IssueRow, ctx: JobContext, error: Fault): Promise<void> {
    await end(row, ctx, row.state, 'failed', error)
    await db.tx(async (c) => {
      const schedule = await lockSchedule(c, row.hydro_code, row.schedule_id)
      // Somebody else may have taken it over.
      if (schedule?.maker !== row.maker || schedule.stopped !== null) return
      await changeSchedule(c, row.hydro_code, row.schedule_id, { stopped: error.code })
      await record(c, clock.now(), actorOf(row), {
        act: 'stop',
        noun: 'report schedule',
        item: row.schedule_id,
        itemName: row.name,
        after: { code: error.code },
      })
    })
  }

  /** Writes to the maker once; that it fails as well is in the log. */
  async function tellMaker(row: IssueRow, { code, params }: Fault): Promise<void> {
    const maker = await rightsOf(db, row.maker, row.hydro_code)
    if (mail === null || demo.on() || !maker?.email) return
    const { language, number, name } = row
    const { name: reservoir, zone } = await deps.plants.plant(row.hydro_code)
    const time = toLocal(row.slot, zone).slice(0, 16)
    const values = { reservoir, name, number, time, reason: text(code, language, params) }
    await mail
      .send({
        to: maker.email,
        subject: text('issue_fault_subject', language, values),
        text: text('issue_fault_letter', language, values),
      })
      .catch((err: unknown) => log.warn({ err, issue: row.issue_id }, 'the maker of a report was not told'))
  }

  return createQueue(deps, { ...REPORT_ISSUES, backoff: BACKOFF, work, failed }, deps.notices)
}

const uncertain = (): Fault => ({ code: 'schedule_uncertain', params: {} })
const replyOf = (error: Error): string => error.message.slice(0, 200)
const refusedBy = (error: Error): Fault => ({ code: 'schedule_refused', params: { reply: replyOf(error) } })
const actorOf = (row: IssueRow) => ({ actor: row.maker, address: null, hydro: row.hydro_code })
