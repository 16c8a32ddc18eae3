import type { IssueState, SchedulePace, ScheduleWhat } from '#contract/report-schedules.ts'
import type { Language, MessageCode } from '#contract/messages.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** A schedule of a report. Instants are epoch ms; the text of columns is in the migration. */
export interface ScheduleRow {
  hydro_code: string
  schedule_id: string
  version: number
  name: string
  what: ScheduleWhat
  paces: SchedulePace[]
  delay: number
  recipients: string[]
  language: Language
  maker: string
  paused: boolean
  stopped: MessageCode | null
  planned_to: number
  last_number: number
  created_at: number
  updated_at: number
  removed_at: number | null
}

export interface Fault {
  code: MessageCode
  params: Record<string, string | number>
}

/** One report of a schedule. */
export interface IssueRow {
  hydro_code: string
  issue_id: string
  schedule_id: string
  slot: number
  correction: number
  number: number
  state: IssueState
  to_send: boolean
  late: boolean
  pace: string | null
  name: string
  what: ScheduleWhat
  delay: number
  recipients: string[]
  language: Language
  maker: string
  from_t: number | null
  to_t: number | null
  made_at: number | null
  sent_at: number | null
  changed_at: number
  send_id: string | null
  file_id: string | null
  file_name: string | null
  content_type: string | null
  size: number | null
  sha256: string | null
  /** Whether what was made holds money; null: not made, or made before this was kept. */
  money: boolean | null
  /** Which version of its sheet was made; null: a report, or not made. */
  sheet_version: number | null
  rejected: string[] | null
  error: Fault | null
}

const SCHEDULE = [
  'hydro_code',
  'schedule_id',
  'version',
  'name',
  'what',
  'paces',
  'delay',
  'recipients',
  'language',
  'maker',
  'paused',
  'stopped',
  'planned_to',
  'last_number',
  'created_at',
  'updated_at',
  'removed_at',
] as const satisfies readonly (keyof ScheduleRow)[]

const ISSUE = [
  'hydro_code',
  'issue_id',
  'schedule_id',
  'slot',
  'correction',
  'number',
  'state',
  'to_send',
  'late',
  'pace',
  'name',
  'what',
  'delay',
  'recipients',
  'language',
  'maker',
  'from_t',
  'to_t',
  'made_at',
  'sent_at',
  'changed_at',
  'send_id',
  'file_id',
  'file_name',
  'content_type',
  'size',
  'sha256',
  'money',
  'sheet_version',
  'rejected',
  'error',
] as const satisfies readonly (keyof IssueRow)[]

const JSONS: readonly string[] = ['what', 'paces', 'error']
const written = (name: string, value: unknown) =>
  JSONS.includes(name) && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)
const of = (alias: string, columns: readonly string[]) => columns.map((c) => `${alias}.${c}`).join(', ')

/** Reports that are due, or have to be sent. */
export const REPORT_ISSUES = {
  name: 'scheduled reports',
  table: 'report_issue',
  id: 'issue_id',
  waiting: "(state IN ('due', 'sending') OR (state = 'made' AND to_send))",
}

/** Schedules of a reservoir that are there, by name. */
export function readSchedules(
  db: Database,
  hydro: string,
): Promise<(ScheduleRow & { maker_name: string | null })[]> {
  return db.query(
    `SELECT ${of('s', SCHEDULE)}, ${accountName('s.maker')} AS maker_name FROM report_schedule s
      WHERE s.hydro_code = $1 AND s.removed_at IS NULL ORDER BY lower(s.name), s.schedule_id`,
    [hydro],
  )
}

/** A schedule that is there, its row locked until the transaction ends. */
export async function lockSchedule(c: Sql, hydro: string, id: string): Promise<ScheduleRow | undefined> {
  const { rows } = await c.query<ScheduleRow>(
    `SELECT ${of('s', SCHEDULE)} FROM report_schedule s
      WHERE s.hydro_code = $1 AND s.schedule_id = $2 AND s.removed_at IS NULL FOR UPDATE`,
    [hydro, id],
  )
  return rows[0]
}

export async function countSchedules(c: Sql, hydro: string): Promise<number> {
  const { rows } = await c.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM report_schedule WHERE hydro_code = $1 AND removed_at IS NULL',
    [hydro],
  )
  return rows[0].n
}

export async function insertSchedule(c: Sql, row: ScheduleRow): Promise<void> {
  await c.query(
    `INSERT INTO report_schedule (${SCHEDULE.join(', ')}) VALUES (${SCHEDULE.map((_, i) => `$${i + 1}`).join(', ')})`,
    SCHEDULE.map((name) => written(name, row[name])),
  )
}

export async function changeSchedule(
  c: Sql,
  hydro: string,
  id: string,
  set: Partial<ScheduleRow>,
): Promise<void> {
  const names = Object.keys(set) as (keyof ScheduleRow)[]
  await c.query(
    `UPDATE report_schedule SET ${names.map((n, i) => `${n} = $${i + 3}`).join(', ')}
      WHERE hydro_code = $1 AND schedule_id = $2`,
    [hydro, id, ...names.map((n) => written(n, set[n]))],
  )
}

/** Adds a report that is due, unless there is one of its slot. Returns whether there was none. */
export async function insertIssue(c: Sql, row: IssueRow): Promise<boolean> {
  const { rows } = await c.query(
    `INSERT INTO report_issue (${ISSUE.join(', ')}, due_at)
     VALUES (${ISSUE.map((_, i) => `$${i + 1}`).join(', ')}, $${ISSUE.length + 1})
     ON CONFLICT (hydro_code, schedule_id, slot, correction) DO NOTHING RETURNING issue_id`,
    [...ISSUE.map((name) => written(name, row[name])), row.changed_at],
  )
  return rows.length > 0
}

export async function findIssue(db: Sql, hydro: string, id: string): Promise<IssueRow | null> {
  const { rows } = await db.query<IssueRow>(
    `SELECT ${of('i', ISSUE)} FROM report_issue i WHERE i.hydro_code = $1 AND i.issue_id = $2`,
    [hydro, id],
  )
  return rows[0] ?? null
}

/** What a report said, gzipped JSON; null: it was not made. */
export async function readCells(db: Sql, hydro: string, id: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ cells: Buffer | null }>(
    'SELECT cells FROM report_issue WHERE hydro_code = $1 AND issue_id = $2',
    [hydro, id],
  )
  return rows[0]?.cells ?? null
}

/** Changes a report that is in one of these states. Returns whether it was. due: makes a job of it that is due now. */
export async function changeIssue(
  c: Sql,
  { hydro_code: hydro, issue_id: id }: Pick<IssueRow, 'hydro_code' | 'issue_id'>,
  set: Partial<IssueRow & { cells: Buffer }>,
  held: { states: readonly IssueState[]; send?: string; toSend?: true },
  due: number | null = null,
): Promise<boolean> {
  const names = Object.keys(set) as (keyof typeof set)[]
  const { rows } = await c.query(
    `UPDATE report_issue SET ${names.map((n, i) => `${n} = $${i + 7}`).join(', ')},
            due_at = coalesce($5, due_at), attempt = CASE WHEN $5::bigint IS NULL THEN attempt ELSE 0 END
      WHERE hydro_code = $1 AND issue_id = $2 AND state = ANY($3) AND ($4::text IS NULL OR send_id = $4)
        AND ($6::boolean IS NULL OR to_send)
      RETURNING issue_id`,
    [
      hydro,
      id,
      held.states,
      held.send ?? null,
      due,
      held.toSend ?? null,
      ...names.map((n) => written(n, set[n])),
    ],
  )
  return rows.length > 0
}

/** Ends what a schedule has not sent yet, with a fault. Returns what was ended, in the state in which it is now. */
export async function endUnsent(
  c: Sql,
  { hydro_code, schedule_id }: Pick<ScheduleRow, 'hydro_code' | 'schedule_id'>,
  error: Fault,
  now: number,
): Promise<IssueRow[]> {
  const { rows } = await c.query<IssueRow>(
    // One that is being handed to the mail server is not tried again.
    `UPDATE report_issue i
        SET state = CASE WHEN i.state = 'due' THEN 'failed' ELSE i.state END, to_send = false, error = $3, changed_at = $4
      WHERE i.hydro_code = $1 AND i.schedule_id = $2
        AND (i.state = 'due' OR (i.state IN ('made', 'sending') AND i.to_send))
      RETURNING ${of('i', ISSUE)}`,
    [hydro_code, schedule_id, JSON.stringify(error), now],
  )
  return rows
}

/** The newest correction of a report. */
export async function newestOf(c: Sql, { hydro_code, schedule_id, slot }: IssueRow): Promise<number> {
  const { rows } = await c.query<{ correction: number }>(
    `SELECT max(correction) AS correction FROM report_issue
      WHERE hydro_code = $1 AND schedule_id = $2 AND slot = $3`,
    [hydro_code, schedule_id, slot],
  )
  return rows[0].correction
}

type ListedIssue = IssueRow & { newest: boolean; n: number }

/** A page of the reports of a reservoir, the last due first. */
export function listIssues(
  db: Database,
  hydro: string,
  filter: { schedule: string | null; state: IssueState | null },
  size: number,
  skip: number,
): Promise<ListedIssue[]> {
  return db.query<ListedIssue>(
    `SELECT ${of('i', ISSUE)}, count(*) OVER ()::int AS n,
            NOT EXISTS (SELECT FROM report_issue x
                         WHERE x.hydro_code = $1 AND x.schedule_id = i.schedule_id AND x.slot = i.slot
                           AND x.correction > i.correction) AS newest
       FROM report_issue i
      WHERE i.hydro_code = $1 AND ($2::text IS NULL OR i.schedule_id = $2) AND ($3::text IS NULL OR i.state = $3)
      ORDER BY i.slot DESC, i.correction DESC, i.issue_id DESC LIMIT $4 OFFSET $5`,
    [hydro, filter.schedule, filter.state, size, skip],
  )
}

/** How many reports of each schedule failed, or may not have been sent, since an instant. */
export async function countFaults(db: Database, hydro: string, since: number): Promise<Map<string, number>> {
  const rows = await db.query<{ schedule_id: string; n: number }>(
    `SELECT schedule_id, count(*)::int AS n FROM report_issue
      WHERE hydro_code = $1 AND changed_at >= $2 AND state IN ('failed', 'uncertain', 'skipped') GROUP BY 1`,
    [hydro, since],
  )
  return new Map(rows.map((r) => [r.schedule_id, r.n]))
}
