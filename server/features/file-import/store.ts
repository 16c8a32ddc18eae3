import { BUSY, type ImportMapping, type ImportState } from '#contract/imports.ts'
import type { MessageCode } from '#contract/messages.ts'
import type { Report, RowSourceOptions, Survey, Word } from '#server/history-import/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** Why something failed: a text of the import, or a message of the product. */
export type ProblemInWords = ({ word: Word } | { code: MessageCode }) & {
  params: Record<string, string | number>
}

/** An import from the pages. */
export interface Task {
  hydro_code: string
  task_id: string
  file_name: string
  size: number
  file_id: string | null
  options: RowSourceOptions
  layout: Survey | null
  mapping: ImportMapping | null
  state: ImportState
  progress: { share: number | null; rows: number; readings: number } | null
  report: Report | null
  problems: ProblemInWords[] | null
  run_id: string | null
  actor: string
  address: string | null
  created_at: number
  changed_at: number
  finished_at: number | null
  undone_at: number | null
  taken_back: number | null
  version: number
}

export type TaskRow = Task & { actor_name: string | null }

const COLUMNS = [
  'hydro_code',
  'task_id',
  'file_name',
  'size',
  'file_id',
  'options',
  'layout',
  'mapping',
  'state',
  'progress',
  'report',
  'problems',
  'run_id',
  'actor',
  'address',
  'created_at',
  'changed_at',
  'finished_at',
  'undone_at',
  'taken_back',
  'version',
] as const satisfies readonly (keyof Task)[]
const JSONS: readonly string[] = ['options', 'layout', 'mapping', 'progress', 'report', 'problems']
const SHOWN = `${COLUMNS.map((c) => `t.${c}`).join(', ')},
  ${accountName('t.actor')} AS actor_name`

const written = (name: string, value: unknown) =>
  JSONS.includes(name) && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)

export async function insertTask(c: Sql, task: Task): Promise<void> {
  await c.query(
    `INSERT INTO import_task (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})`,
    COLUMNS.map((name) => written(name, task[name])),
  )
}

export async function findTask(db: Database, hydro: string, id: string): Promise<TaskRow | null> {
  const [row] = await db.query<TaskRow>(
    `SELECT ${SHOWN} FROM import_task t WHERE t.hydro_code = $1 AND t.task_id = $2`,
    [hydro, id],
  )
  return row ?? null
}

/** The imports of a reservoir, newest first, without the columns that only the page of one import shows. */
export function listTasks(db: Database, hydro: string): Promise<TaskRow[]> {
  return db.query<TaskRow>(
    `SELECT ${SHOWN.replace('t.layout', 'NULL AS layout')} FROM import_task t WHERE t.hydro_code = $1
      ORDER BY t.created_at DESC, t.task_id DESC LIMIT 500`,
    [hydro],
  )
}

/** Jobs that check, write or undo in the background. */
export const IMPORT_JOBS = {
  name: 'imports',
  table: 'import_task',
  id: 'task_id',
  waiting: `state IN (${BUSY.map((state) => `'${state}'`).join(', ')})`,
}

/** Tasks of a reservoir that were last changed before an instant. */
export function tasksBefore(
  db: Database,
  hydro: string,
  before: number,
  states: readonly ImportState[],
): Promise<Task[]> {
  return db.query<Task>(
    `SELECT ${COLUMNS.join(', ')} FROM import_task
      WHERE hydro_code = $1 AND changed_at < $2 AND state = ANY($3) ORDER BY changed_at`,
    [hydro, before, states],
  )
}

/**
 * Changes a task that still has the caller's version, or one of the given states. Returns whether it had. Work that
 * follows is due at once. Progress alone does not change the version, since no decision depends on it.
 */
export async function changeTask(
  c: Sql,
  task: Pick<Task, 'hydro_code' | 'task_id'>,
  set: Partial<Task>,
  held: { version?: number; states?: readonly ImportState[] },
  now: number,
): Promise<boolean> {
  const names = Object.keys(set)
  const { rows } = await c.query(
    `UPDATE import_task SET ${names.map((n, i) => `${n} = $${i + 6}`).join(', ')}, version = version + 1, changed_at = $5, due_at = $5
      WHERE hydro_code = $1 AND task_id = $2 AND ($3::int IS NULL OR version = $3)
        AND ($4::text[] IS NULL OR state = ANY($4))
  RETURNING version`,
    [
      task.hydro_code,
      task.task_id,
      held.version ?? null,
      held.states ?? null,
      now,
      ...names.map((n) => written(n, set[n as keyof Task])),
    ],
  )
  return rows.length > 0
}

/** Records the run of a task before its first reading is written. */
export async function noteRun(db: Database, task: Pick<Task, 'hydro_code' | 'task_id'>, run: string) {
  await db.query('UPDATE import_task SET run_id = $3 WHERE hydro_code = $1 AND task_id = $2', [
    task.hydro_code,
    task.task_id,
    run,
  ])
}

export async function dropFile(c: Sql, hydro: string, fileId: string | null): Promise<void> {
  if (fileId !== null)
    await c.query('DELETE FROM file WHERE hydro_code = $1 AND file_id = $2', [hydro, fileId])
}

/** Bytes [from, from + length) of a kept file, `from` counted from 1; undefined where the file is gone. */
export async function readFilePart(
  db: Database,
  hydro: string,
  fileId: string,
  from: number,
  length: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ part: Buffer }>(
    'SELECT substring(bytes FROM $3 FOR $4) AS part FROM file WHERE hydro_code = $1 AND file_id = $2',
    [hydro, fileId, from, length],
  )
  return row?.part
}

/** Deletes a task that still has the caller's version, or one of the given states. Returns whether it had. */
export async function deleteTask(
  c: Sql,
  task: Pick<Task, 'hydro_code' | 'task_id'>,
  held: { version?: number; states?: readonly ImportState[] },
): Promise<boolean> {
  const { rows } = await c.query(
    `DELETE FROM import_task WHERE hydro_code = $1 AND task_id = $2 AND ($3::int IS NULL OR version = $3)
        AND ($4::text[] IS NULL OR state = ANY($4)) RETURNING task_id`,
    [task.hydro_code, task.task_id, held.version ?? null, held.states ?? null],
  )
  return rows.length > 0
}
