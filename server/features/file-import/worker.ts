import { DAY } from '#core/time/units.ts'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { BUSY, type ImportMapping } from '#contract/imports.ts'
import { record } from '#server/features/audit/index.ts'
import {
  ImportError,
  importHistory,
  mappingSchema,
  problemsOf,
  undoImport,
  type ImportContext,
  type Mapping,
} from '#server/history-import/index.ts'
import { Problem } from '#server/lib/errors.ts'
import type { Disk } from '#server/lib/disk.ts'
import type { Notices } from '#server/lib/notices.ts'
import { plantsWithOldTasks } from '#server/lib/across.ts'
import { createQueue, type Job, type JobContext, type Queue } from '#server/lib/queue.ts'
import type { Services } from '#server/lib/services.ts'
import { readFileBytes, onDisk } from '../file-import/disk.ts'
import { asProblem } from '../file-import/file.ts'
import {
  changeTask,
  deleteTask,
  dropFile,
  findTask,
  IMPORT_JOBS,
  noteRun,
  tasksBefore,
  type ProblemInWords,
  type Task,
} from '../file-import/store.ts'

/** Age at which an uploaded file that nobody imported is deleted, ms. */
const ABANDONED = DAY

export interface Worker extends Queue {
  /** Deletes uploaded files that were never imported. */
  prune(): Promise<void>
}

/** Imports of this process at once, of different reservoirs: while one waits for the database, others read their rows. */
const AT_ONCE = Math.min(3, availableParallelism() + 1)

type Context = Omit<ImportContext, 'actor'>

/** Executes imports. Closing ends the one in progress at its next block of rows. */
export function createImportWorker(
  s: Services,
  context: Context,
  { notices, disk }: { notices?: Notices; disk?: Disk } = {},
): Worker {
  async function work({ hydro, id }: Job, ctx: JobContext): Promise<void> {
    const task = await findTask(s.db, hydro, id)
    if (!task || !BUSY.includes(task.state)) return
    try {
      if (task.state === 'undoing') await undo(task, ctx)
      else await read(task, ctx)
    } catch (error) {
      const problems = ctx.signal.aborted ? null : problemsIn(error, task)
      if (problems === null) throw error
      await end(task, { state: task.state === 'checking' ? 'refused' : 'failed', problems })
    }
  }

  async function failed({ hydro, id }: Job, error: unknown): Promise<void> {
    const incident = randomUUID()
    s.log.error({ err: error, incident, task: id }, 'an import failed')
    const task = await findTask(s.db, hydro, id)
    if (task && BUSY.includes(task.state))
      await end(task, { state: 'failed', problems: [{ word: 'stopped_by', params: { incident } }] })
  }

  async function read(task: Task, ctx: JobContext): Promise<void> {
    const dry = task.state === 'checking'
    const chosen = task.mapping!
    const mapping = mappingOf(task, chosen)
    const report = await onDisk(readFileBytes(s.db, task.hydro_code, task.file_id!), (file) =>
      importHistory(
        { ...context, actor: task.actor },
        {
          file,
          name: task.file_name,
          mapping,
          dry,
          replace: chosen.replace,
          begun: (run) => noteRun(s.db, task, run),
        },
        ({ done, size, rows, readings }) => {
          ctx.signal.throwIfAborted()
          if (disk?.state().full) throw new ImportError([{ word: 'no_room', params: {} }])
          ctx.progress({ share: size ? Math.min(1, done / size) : null, rows, readings })
        },
      ),
    )
    if (dry) return end(task, { state: 'checked', report, problems: null })
    const now = s.clock.now()
    await s.db.tx(async (c) => {
      await ctx.hold(c)
      const set = { state: 'done' as const, report, run_id: report.run, finished_at: now, file_id: null }
      if (!(await changeTask(c, task, { ...set, progress: null }, { states: ['running'] }, now))) return
      await dropFile(c, task.hydro_code, task.file_id)
      const readings = report.columns.reduce((n, x) => n + x.fresh + (report.replace ? x.differing : 0), 0)
      await record(c, now, actorOfTask(task), {
        act: 'import',
        noun: 'history',
        item: report.run,
        itemName: task.file_name,
        after: { rows: report.rows, readings, series: report.columns.map((x) => x.series) },
      })
    })
  }

  async function undo(task: Task, ctx: JobContext): Promise<void> {
    const { readings } = await undoImport(
      { ...context, actor: task.actor },
      task.hydro_code,
      task.run_id!,
    ).catch((error: unknown) => {
      // Killed between the two: the readings are restored, only the task was not updated.
      if (error instanceof ImportError && error.problems[0]?.word === 'undone_already')
        return { readings: task.taken_back ?? 0 }
      throw error
    })
    const now = s.clock.now()
    await s.db.tx(async (c) => {
      await ctx.hold(c)
      const set = { state: 'undone' as const, undone_at: now, taken_back: readings, problems: null }
      if (!(await changeTask(c, task, set, { states: ['undoing'] }, now))) return
      await record(c, now, actorOfTask(task), {
        act: 'undo import',
        noun: 'history',
        item: task.run_id,
        itemName: task.file_name,
        after: { readings },
      })
    })
  }

  async function end(task: Task, set: Partial<Task>): Promise<void> {
    await changeTask(s.db.pool, task, { ...set, progress: null }, { states: [task.state] }, s.clock.now())
  }

  return {
    ...createQueue(
      s,
      // Those of one reservoir write the same days.
      { ...IMPORT_JOBS, serial: true, atOnce: AT_ONCE, backoff: [], work, failed },
      notices,
    ),
    async prune() {
      const before = s.clock.now() - ABANDONED
      const states = ['uploaded', 'checked', 'refused'] as const
      for (const hydro of await plantsWithOldTasks(s.db.pool, before, states))
        for (const task of await tasksBefore(s.db, hydro, before, states))
          await s.db.tx(async (c) => {
            await dropFile(c, hydro, task.file_id)
            await deleteTask(c, task, { version: task.version })
          })
    },
  }
}

export const actorOfTask = (task: Pick<Task, 'actor' | 'address' | 'hydro_code'>) => ({
  actor: task.actor,
  address: task.address,
  hydro: task.hydro_code,
})

/** The page's mapping in the form of the import. @throws ImportError naming what is wrong */
export function mappingOf(
  task: Pick<Task, 'hydro_code' | 'options' | 'layout'>,
  chosen: ImportMapping,
): Mapping {
  const { replace: _, zone, time, columns, ...rest } = chosen
  const { delimiter, decimal, header, sheet } = task.options
  const parsed = mappingSchema.safeParse({
    ...rest,
    ...Object.fromEntries(
      Object.entries({ delimiter, decimal, header, sheet }).filter(([, v]) => v !== undefined),
    ),
    plant: task.hydro_code,
    // By position: names may be missing, or occur twice.
    time: time.map((place) => `#${place}`),
    ...(zone === null ? {} : { zone }),
    columns: columns.map((c) => {
      const quantity = task.layout?.columns[c.column - 1]?.guess
      return {
        ...c,
        ...(quantity?.series === c.series && quantity.quantity ? { quantity: quantity.quantity } : {}),
      }
    }),
  })
  if (!parsed.success) throw problemsOf(parsed.error, 'bad_mapping')
  return parsed.data
}

/** The faults of a mapping as texts; null for other errors. */
function problemsIn(error: unknown, task: Task): ProblemInWords[] | null {
  if (error instanceof ImportError) return error.problems.map(({ word, params }) => ({ word, params }))
  const problem = error instanceof Problem ? error : asProblem(error, task.file_name)
  if (!(problem instanceof Problem)) return null
  return [{ code: problem.code, params: problem.params }]
}
