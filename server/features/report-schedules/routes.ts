import { Readable } from 'node:stream'
import { can } from '#core/access/index.ts'
import { inForce } from '#core/description/index.ts'
import { nextPaceInstant, paceIn, type Pace } from '#core/report/index.ts'
import { DAY, daysInMonth, MINUTE } from '#core/time/index.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { reportBody } from '#contract/report.ts'
import * as contract from '#contract/report-schedules.ts'
import type { ReportIssue } from '#contract/report-schedules.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import type { z } from 'zod'
import { record } from '#server/features/audit/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import { mayOpen, maySeeSheet, readParts, sendFile } from '#server/features/report/index.ts'
import {
  conflict,
  forbidden,
  notFound,
  Problem,
  refuseField,
  unprocessable,
  type Params,
} from '#server/lib/errors.ts'
import type { Sql } from '#server/lib/database.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { IssueChanges } from './changed.ts'
import type { ScheduleDeps } from './deps.ts'
import { openDue } from './make.ts'
import { statesAt } from './plan.ts'
import {
  changeIssue,
  changeSchedule,
  countFaults,
  countSchedules,
  endUnsent,
  findIssue,
  insertIssue,
  insertSchedule,
  listIssues,
  lockSchedule,
  newestOf,
  readSchedules,
  type IssueRow,
  type ScheduleRow,
} from './store.ts'

type Body = z.output<typeof contract.scheduleBody>

/** What a schedule is called, and what is kept of it in the audit. */
const kept = ({ name, what, paces, delay, recipients, language }: Body) => ({
  name,
  what,
  paces,
  delay,
  recipients,
  language,
})
/** States in which a report has been made. */
const MADE = ['made', 'sent', 'recorded', 'failed', 'uncertain'] as const

export function serveScheduleCalls(
  serve: Serve,
  deps: ScheduleDeps,
  {
    changed,
    wake,
    replan,
  }: { changed: IssueChanges; wake: (hydro: string) => void; replan: (hydro: string) => void },
): void {
  const { db, clock, plants, demo, mail } = deps

  const mayReport = ({ permissions }: Caller) => {
    if (!can(permissions, 'report')) throw forbidden('schedule_needs_report')
  }
  /** Whether a caller may see a schedule by what it makes now. */
  const maySee = ({ what }: Pick<IssueRow, 'what'>, caller: Caller): Promise<boolean> =>
    what.of === 'sheet'
      ? // A sheet that is gone is for those from whom nothing in it is hidden.
        maySeeSheet(deps, caller, what.sheet).catch((error: unknown) => {
          if (error instanceof Problem) return false
          throw error
        })
      : mayOpen(deps, reportBody.parse({ ...what.report, from: '2000-01-01', to: '2000-01-03' }), caller)

  /** Whether a caller may see a report: what was made by what it holds, whatever has become of its sheet since. */
  const maySeeIssue = async (row: IssueRow, caller: Caller): Promise<boolean> => {
    if (seesMoney(caller)) return true
    if (row.money !== null) return !row.money
    // What was made before it was kept may hold money.
    return row.what.of === 'sheet' && row.file_id !== null ? false : maySee(row, caller)
  }

  /** Refuses what a schedule of no plant could do, and what its maker may not see. */
  async function check(body: Body, caller: Caller): Promise<void> {
    const refuse = (path: string, message: MessageCode, params: Params = {}) =>
      refuseField(caller.language, path, message, params, { as: 'invalid_body' })
    body.paces.forEach(({ when, times }, i) => {
      const path = `paces.${i}`
      if (when === null && i < body.paces.length - 1) throw refuse(`${path}.when`, 'schedule_last_pace')
      if (when !== null && Object.keys(when).length === 0)
        throw refuse(`${path}.when`, 'schedule_condition_empty')
      for (const side of ['from', 'to'] as const) {
        const day = when?.season?.[side]
        // 29 February is a day of some years.
        if (day && Number(day.slice(3)) > daysInMonth(2024, Number(day.slice(0, 2))))
          throw refuse(`${path}.when.season.${side}`, 'schedule_no_season', { day })
      }
      const twice = 'at' in times ? times.at.findIndex((t, k) => times.at.indexOf(t) < k) : -1
      if ('at' in times && twice >= 0)
        throw refuse(`${path}.times.at.${twice}`, 'schedule_time_twice', { time: times.at[twice] })
    })
    const wanted = { hydro_code: caller.hydro, what: body.what, slot: clock.now(), language: caller.language }
    await openDue(deps, wanted, caller.permissions).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      if (body.what.of === 'sheet' && error.status === 404)
        throw refuse('what.sheet', 'not_found', { what: body.what.sheet })
      if (!error.errors) throw error
      const errors = error.errors.map((f) => ({
        ...f,
        path: body.what.of === 'report' ? `what.report.${f.path}` : 'what.sheet',
      }))
      throw new Problem(error.status, error.code, error.params, { errors })
    })
  }

  serve(contract.listReportSchedules, async ({ caller }) => {
    const { hydro, language } = caller
    const now = clock.now()
    const [all, faults, plant, description] = await Promise.all([
      readSchedules(db, hydro),
      countFaults(db, hydro, now - 7 * DAY),
      plants.plant(hydro),
      plants.describe(hydro),
    ])
    const seen = await Promise.all(all.map((row) => maySee(row, caller)))
    const stateAt = await statesAt(deps, hydro, [now])
    const season = (inForce(description.plant, now) ?? description.plant.at(0))!.body.seasonLimits?.[0]
    return {
      mail: demo.on() ? ('demo' as const) : mail === null ? ('off' as const) : ('on' as const),
      zone: plant.zone,
      season: season ? { from: season.from, to: season.to } : null,
      schedules: all
        .filter((_, i) => seen[i])
        .map((row) => {
          const runs = !row.paused && row.stopped === null
          const pace = runs ? paceIn(row.paces as readonly Pace[], stateAt(now)) : null
          const next = pace && nextPaceInstant([pace], plant.zone, now - row.delay * MINUTE)
          return {
            ...kept(row),
            schedule_id: row.schedule_id,
            version: row.version,
            maker: row.maker_name,
            own: row.maker === caller.actor,
            paused: row.paused,
            stopped: row.stopped && text(row.stopped, language, { name: row.maker_name ?? row.maker }),
            pace: pace && pace.name,
            next: next === null || next === Infinity ? null : next,
            faults: faults.get(row.schedule_id) ?? 0,
            updated_at: row.updated_at,
          }
        }),
    }
  })

  serve(contract.addReportSchedule, async ({ body, caller }) => {
    mayReport(caller)
    await check(body, caller)
    const now = clock.now()
    const id = makeId('sc', now)
    await db.tx(async (c) => {
      if ((await countSchedules(c, caller.hydro)) >= contract.SCHEDULE_LIMITS.schedules)
        throw unprocessable('schedule_many', { most: contract.SCHEDULE_LIMITS.schedules })
      await insertSchedule(c, {
        ...kept(body),
        hydro_code: caller.hydro,
        schedule_id: id,
        version: 1,
        maker: caller.actor,
        paused: false,
        stopped: null,
        planned_to: now,
        last_number: 0,
        created_at: now,
        updated_at: now,
        removed_at: null,
      })
      await record(c, now, caller, {
        act: 'add',
        noun: 'report schedule',
        item: id,
        itemName: body.name,
        after: kept(body),
      })
    })
    replan(caller.hydro)
    return { schedule_id: id }
  })

  /** Changes a schedule as the caller saw it. @throws Problem 404, 409 */
  async function change(
    caller: Caller,
    { schedule_id: id, version }: { schedule_id: string; version: number },
    act: string,
    make: (row: ScheduleRow, now: number) => Partial<ScheduleRow>,
    also?: (c: Sql, row: ScheduleRow, now: number) => Promise<void>,
  ): Promise<void> {
    mayReport(caller)
    await db.tx(async (c) => {
      const row = await lockSchedule(c, caller.hydro, id)
      if (!row || !(await maySee(row, caller))) throw notFound(id)
      if (row.version !== version) throw conflict()
      const now = clock.now()
      const set = make(row, now)
      await changeSchedule(c, caller.hydro, id, { ...set, version: version + 1, updated_at: now })
      await record(c, now, caller, {
        act,
        noun: 'report schedule',
        item: id,
        itemName: set.name ?? row.name,
        before: { ...kept(row), paused: row.paused },
        after: act === 'remove' ? null : { ...kept({ ...row, ...set }), paused: set.paused ?? row.paused },
      })
      await also?.(c, row, now)
    })
    replan(caller.hydro)
  }

  serve(contract.updateReportSchedule, async ({ body, caller }) => {
    const { schedule_id, version, ...rest } = body
    mayReport(caller)
    await check(rest, caller)
    await change(caller, { schedule_id, version }, 'update', (row, now) => ({
      ...kept(rest),
      maker: caller.actor,
      stopped: null,
      // What was due while it was stopped is not made.
      planned_to: row.stopped === null ? row.planned_to : now,
    }))
    return null
  })

  serve(contract.pauseReportSchedule, async ({ body, caller }) => {
    await change(caller, body, body.paused ? 'pause' : 'resume', (row, now) => ({
      paused: body.paused,
      planned_to: row.paused && !body.paused ? now : row.planned_to,
    }))
    return null
  })

  serve(contract.removeReportSchedule, async ({ body, caller }) => {
    await change(
      caller,
      body,
      'remove',
      (_row, now) => ({ removed_at: now }),
      // Nobody would expect a letter of a schedule that is gone.
      async (c, row, now) => {
        const code = 'schedule_removed'
        for (const issue of await endUnsent(c, row, { code, params: {} }, now))
          await record(c, now, caller, {
            act: 'fail',
            noun: 'report',
            item: issue.issue_id,
            itemName: issue.name,
            after: { state: issue.state, number: issue.number, code },
          })
      },
    )
    return null
  })

  serve(contract.listReportIssues, async ({ query, caller }) => {
    const { schedule = null, state = null, page } = query
    const skip = (page - 1) * PAGE_SIZE
    const rows = await listIssues(db, caller.hydro, { schedule, state }, PAGE_SIZE, skip)
    const seen = await Promise.all(rows.map((row) => maySeeIssue(row, caller)))
    return {
      issues: rows.filter((_, i) => seen[i]).map((row) => shown(row, !row.newest, caller.language)),
      total: rows[0]?.n ?? 0,
      page,
      page_size: PAGE_SIZE,
    }
  })

  async function issueOf(caller: Caller, id: string): Promise<IssueRow> {
    const row = await findIssue(db.pool, caller.hydro, id)
    if (!row || !(await maySeeIssue(row, caller))) throw notFound(id)
    return row
  }

  serve(contract.checkReportIssues, async ({ body, caller }) => {
    const out: { issue_id: string; changed: number }[] = []
    for (const id of body.ids) {
      const row = await findIssue(db.pool, caller.hydro, id)
      if (!row || row.file_id === null || !(await maySeeIssue(row, caller))) continue
      // What it was made of may be described no more.
      const count = await changed.count(row).catch((error: unknown) => {
        if (error instanceof Problem) return null
        throw error
      })
      if (count !== null) out.push({ issue_id: id, changed: count })
    }
    return out
  })

  serve(contract.getReportIssueDifference, async ({ params, caller }) =>
    changed.difference(await issueOf(caller, params.id)),
  )

  serve(contract.getReportIssueFile, async ({ params, caller, reply }) => {
    const row = await issueOf(caller, params.id)
    if (row.file_id === null) throw new Problem(404, 'report_job_no_file')
    void reply.header('digest', `sha-256=${Buffer.from(row.sha256!, 'hex').toString('base64')}`)
    await sendFile(reply, {
      name: row.file_name!,
      type: row.content_type!,
      content: Readable.from(readParts(db.pool, caller.hydro, row.file_id), { objectMode: false }),
    })
    return null
  })

  serve(contract.repeatReportIssue, async ({ params, caller }) => {
    mayReport(caller)
    const row = await issueOf(caller, params.id)
    const now = clock.now()
    const waits = row.state === 'made' && row.error !== null && !row.to_send
    if (row.state !== 'failed' && row.state !== 'uncertain' && !waits) throw conflict('issue_not_again')
    const isMade = row.file_id !== null
    await db.tx(async (c) => {
      const set = {
        state: isMade ? ('made' as const) : ('due' as const),
        to_send: isMade && row.recipients.length > 0,
        // It is made and sent by who asks for it now.
        maker: caller.actor,
        error: null,
        changed_at: now,
      }
      if (!(await changeIssue(c, row, set, { states: [row.state] }, now))) throw conflict()
      await record(c, now, caller, {
        act: 'repeat',
        noun: 'report',
        item: row.issue_id,
        itemName: row.name,
        before: { state: row.state, number: row.number },
      })
    })
    wake(caller.hydro)
    return null
  })

  serve(contract.correctReportIssue, async ({ params, caller }) => {
    mayReport(caller)
    const row = await issueOf(caller, params.id)
    const isMade = (MADE as readonly string[]).includes(row.state) && row.file_id !== null
    if (!isMade) throw conflict('issue_not_correctable')
    if ((await changed.difference(row)).total === 0) throw conflict('issue_unchanged')
    const now = clock.now()
    const id = makeId('ri', now)
    await db.tx(async (c) => {
      const correction = row.correction + 1
      const fresh: IssueRow = {
        ...row,
        issue_id: id,
        correction,
        state: 'due',
        to_send: false,
        late: false,
        maker: caller.actor,
        from_t: null,
        to_t: null,
        made_at: null,
        sent_at: null,
        changed_at: now,
        send_id: null,
        file_id: null,
        file_name: null,
        content_type: null,
        size: null,
        sha256: null,
        rejected: null,
        error: null,
      }
      const isNewest = (await newestOf(c, row)) === row.correction
      if (!isNewest || !(await insertIssue(c, fresh))) throw conflict('issue_not_correctable')
      await record(c, now, caller, {
        act: 'correct',
        noun: 'report',
        item: id,
        itemName: row.name,
        after: { number: row.number, correction, of: row.issue_id },
      })
    })
    wake(caller.hydro)
    return { issue_id: id }
  })
}

function shown(row: IssueRow, corrected: boolean, language: Language): ReportIssue {
  const { error } = row
  return {
    issue_id: row.issue_id,
    schedule_id: row.schedule_id,
    name: row.name,
    number: row.number,
    correction: row.correction,
    slot: row.slot,
    pace: row.pace,
    state: row.state,
    late: row.late,
    made_at: row.made_at,
    sent_at: row.sent_at,
    recipients: row.recipients,
    rejected: row.rejected ?? [],
    file: row.file_id === null ? null : { name: row.file_name!, size: row.size!, sha256: row.sha256! },
    error: error && text(error.code, language, error.params),
    corrected,
  }
}
