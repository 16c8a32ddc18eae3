import { DAY } from '#core/time/units.ts'
import { randomUUID } from 'node:crypto'
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
  type Progress,
} from '#server/import/index.ts'
import { isLost } from '#server/lib/database.ts'
import { Problem } from '#server/lib/errors.ts'
import type { Services } from '#server/lib/services.ts'
import { bytesOf, onDisk } from './disk.ts'
import { asProblem } from './file.ts'
import {
  changeTask,
  dropFile,
  noteProgress,
  noteRun,
  tasksIn,
  type ProblemInWords,
  type Task,
} from './store.ts'

/** ms between two notes of how far an import is. */
const NOTE = 500
/** ms after which an uploaded file that nobody ran is thrown away. */
const ABANDONED = DAY

/** The program is stopping: the task stays as it is and goes on at the next start. */
class Stopping extends Error {}

export interface Worker {
  /** Does what there is to do; of two at once, one. Settles when nothing is left that this process may take. */
  turn(): Promise<void>
  /** Throws away what was uploaded and never run. */
  prune(): Promise<void>
  /** Ends what is under way at the next row block; it goes on at the next start. */
  close(): Promise<void>
}

type Context = Omit<ImportContext, 'actor'>

export function createWorker(s: Services, context: Context): Worker {
  let closing = false
  let running: Promise<void> | null = null
  let again = false

  async function all(): Promise<void> {
    do {
      again = false
      for (const hydro of await context.plants.codes())
        for (const task of await tasksIn(s.db, hydro, BUSY)) if (!closing) await take(task)
    } while (again && !closing)
  }

  /** Works on a task unless another process does. */
  async function take(task: Task): Promise<void> {
    const client = await s.db.pool.connect()
    const key = `import task ${task.hydro_code} ${task.task_id}`
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
        [key],
      )
      if (!rows[0].mine) return
      // What it is may have changed while the lock was another's.
      const [now] = (await tasksIn(s.db, task.hydro_code, [task.state])).filter(
        (t) => t.task_id === task.task_id,
      )
      if (now) await work(now)
    } finally {
      // Closing the session gives the lock back, whatever state it is in.
      client.release(true)
    }
  }

  async function work(task: Task): Promise<void> {
    try {
      if (task.state === 'undoing') await undo(task)
      else await read(task)
    } catch (error) {
      if (error instanceof Stopping || closing || isLost(error)) return
      const problems = problemsIn(error, task)
      if (problems === null) {
        const incident = randomUUID()
        s.log.error({ err: error, incident, task: task.task_id }, 'an import failed')
        return end(task, { state: 'failed', problems: [{ word: 'stopped_by', params: { incident } }] })
      }
      await end(task, { state: task.state === 'checking' ? 'refused' : 'failed', problems })
    }
  }

  async function read(task: Task): Promise<void> {
    const dry = task.state === 'checking'
    const asked = task.mapping!
    const mapping = mappingOf(task, asked)
    const told = teller(task)
    const report = await onDisk(bytesOf(s.db, task.hydro_code, task.file_id!), (file) =>
      importHistory(
        { ...context, actor: task.actor },
        {
          file,
          name: task.file_name,
          mapping,
          dry,
          replace: asked.replace,
          begun: (run) => noteRun(s.db, task, run),
        },
        told.tell,
      ),
    )
    await told.idle()
    if (dry) return end(task, { state: 'checked', report, problems: null })
    const now = s.clock.now()
    await s.db.tx(async (c) => {
      const set = { state: 'done' as const, report, run_id: report.run, finished_at: now, file_id: null }
      if (!(await changeTask(c, task, { ...set, progress: null }, { states: ['running'] }, now))) return
      await dropFile(c, task.hydro_code, task.file_id)
      const readings = report.columns.reduce((n, x) => n + x.fresh + (report.replace ? x.differing : 0), 0)
      await record(c, now, whoOf(task), {
        act: 'import',
        noun: 'history',
        item: report.run,
        itemName: task.file_name,
        after: { rows: report.rows, readings, series: report.columns.map((x) => x.series) },
      })
    })
  }

  async function undo(task: Task): Promise<void> {
    const { readings } = await undoImport(
      { ...context, actor: task.actor },
      task.hydro_code,
      task.run_id!,
    ).catch((error: unknown) => {
      // Killed between the two: the readings are as before, only the task did not hear of it.
      if (error instanceof ImportError && error.problems[0]?.word === 'undone_already')
        return { readings: task.taken_back ?? 0 }
      throw error
    })
    const now = s.clock.now()
    await s.db.tx(async (c) => {
      const set = { state: 'undone' as const, undone_at: now, taken_back: readings, problems: null }
      if (!(await changeTask(c, task, set, { states: ['undoing'] }, now))) return
      await record(c, now, whoOf(task), {
        act: 'undo import',
        noun: 'history',
        item: task.run_id,
        itemName: task.file_name,
        after: { readings },
      })
    })
  }

  /** Notes how far an import is, seldom; throws in it when the program stops. */
  function teller(task: Task) {
    let last = 0
    let noting: Promise<void> = Promise.resolve()
    return {
      tell(p: Progress): void {
        if (closing) throw new Stopping()
        const now = performance.now()
        if (now - last < NOTE) return
        last = now
        const share = p.size ? Math.min(1, p.done / p.size) : null
        const { rows, readings } = p
        noting = noting
          .then(() => noteProgress(s.db, task, { share, rows, readings }))
          .catch((err: unknown) => s.log.warn({ err, task: task.task_id }, 'progress was not noted'))
      },
      idle: () => noting,
    }
  }

  async function end(task: Task, set: Partial<Task>): Promise<void> {
    await changeTask(s.db.pool, task, { ...set, progress: null }, { states: [task.state] }, s.clock.now())
  }

  return {
    turn() {
      again = true
      running ??= all().finally(() => (running = null))
      return running
    },
    async prune() {
      const before = s.clock.now() - ABANDONED
      for (const hydro of await context.plants.codes())
        for (const task of await tasksIn(s.db, hydro, ['uploaded', 'checked', 'refused']))
          if (task.changed_at < before)
            await s.db.tx(async (c) => {
              await dropFile(c, hydro, task.file_id)
              await c.query(
                'DELETE FROM import_task WHERE hydro_code = $1 AND task_id = $2 AND version = $3',
                [hydro, task.task_id, task.version],
              )
            })
    },
    async close() {
      closing = true
      await running?.catch(() => undefined)
    },
  }
}

export const whoOf = (task: Pick<Task, 'actor' | 'address' | 'hydro_code'>) => ({
  actor: task.actor,
  address: task.address,
  hydro: task.hydro_code,
})

/** What the page asked as the engine takes it. @throws ImportError naming what is wrong */
export function mappingOf(
  task: Pick<Task, 'hydro_code' | 'options' | 'layout'>,
  asked: ImportMapping,
): Mapping {
  const { replace: _, zone, time, columns, ...rest } = asked
  const { delimiter, decimal, header, sheet } = task.options
  const parsed = mappingSchema.safeParse({
    ...rest,
    ...Object.fromEntries(
      Object.entries({ delimiter, decimal, header, sheet }).filter(([, v]) => v !== undefined),
    ),
    plant: task.hydro_code,
    // By their places: names may be missing, or stand twice.
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

/** What was asked wrongly, in words; null for what nobody asked. */
function problemsIn(error: unknown, task: Task): ProblemInWords[] | null {
  if (error instanceof ImportError) return error.problems.map(({ word, params }) => ({ word, params }))
  const problem = error instanceof Problem ? error : asProblem(error, task.file_name)
  if (!(problem instanceof Problem)) return null
  return [{ code: problem.code, params: problem.params }]
}
