import type { FastifyInstance } from 'fastify'
import { inForce } from '#core/description/index.ts'
import * as contract from '#contract/imports.ts'
import type { ImportMapping } from '#contract/imports.ts'
import { text } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import { keepFile, plainName } from '#server/lib/files.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import {
  ImportError,
  findJob,
  listJobs,
  message,
  undoImport,
  type RowSourceOptions,
  type Survey,
} from '#server/history-import/index.ts'
import { Problem, badFields, badRequest, conflict, notFound } from '#server/lib/errors.ts'
import { refuseHidden } from '#server/lib/hidden-series.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { readFileBytes, onDisk } from './disk.ts'
import { inspectFile } from './file.ts'
import { jobItem, jobTask, taskItem, taskOf } from './response.ts'
import { changeTask, deleteTask, dropFile, findTask, insertTask, listTasks, type TaskRow } from './store.ts'
import { mappingOf, actorOfTask, type Worker } from './worker.ts'

const OPEN = ['uploaded', 'checked', 'refused'] as const

export function serveImportCalls(
  web: FastifyInstance,
  serve: Serve,
  s: Services,
  input: { plants: Plants; registry: Registry; worker: Worker; context: Parameters<typeof undoImport>[0] },
): void {
  const { plants, registry, worker } = input
  for (const type of contract.uploadImport.contentTypes!)
    if (!web.hasContentTypeParser(type))
      web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const held = async (caller: Caller, id: string): Promise<TaskRow> => {
    const task = await findTask(s.db, caller.hydro, id)
    if (!task) throw notFound(id)
    // What is imported into a series of money is changed only by who may see it.
    const money = seesMoney(caller) ? null : await registry.money(caller.hydro)
    if (money) refuseHidden(money, task.mapping)
    return task
  }
  const shown = async (caller: Caller, id: string) => {
    const { hydro, language } = caller
    return taskOf(await held(caller, id), await plants.zone(hydro), language, await plants.describe(hydro))
  }
  /** The possible lake levels. */
  const limitsOf = async (hydro: string) => {
    const plant = inForce((await plants.describe(hydro)).plant, s.clock.now())
    return plant ? { min: plant.body.levels.minPossible, max: plant.body.levels.maxPossible } : null
  }

  serve(contract.listImports, async ({ caller }) => {
    const [tasks, jobs, zone] = await Promise.all([
      listTasks(s.db, caller.hydro),
      listJobs(s.db, caller.hydro),
      plants.zone(caller.hydro),
    ])
    const begun = new Set(tasks.map((t) => t.run_id))
    // An import that has just begun has no run number for a moment: it must not appear twice.
    const beginning = new Set(
      tasks.filter((t) => t.state === 'running' && t.run_id === null).map((t) => `${t.actor} ${t.file_name}`),
    )
    const others = jobs.filter(
      (j) => !begun.has(j.run_id) && !(j.finished_at === null && beginning.has(`${j.actor} ${j.file_name}`)),
    )
    return [...tasks.map((t) => taskItem(t, zone)), ...others.map((j) => jobItem(j, zone))].sort((a, b) =>
      b.created_at.localeCompare(a.created_at),
    )
  })

  serve(contract.getImport, async ({ caller, params }) => {
    const task = await findTask(s.db, caller.hydro, params.id)
    if (task) return shown(caller, params.id)
    const zone = await plants.zone(caller.hydro)
    const job = await findJob(s.db, caller.hydro, params.id)
    if (!job) throw notFound(params.id)
    return jobTask(job, zone, caller.language)
  })

  serve(contract.uploadImport, async ({ caller, query, body }) => {
    const { hydro } = caller
    const name = plainName(query.name)
    const bytes = Buffer.isBuffer(body) ? (body as Buffer) : Buffer.alloc(0)
    const known = await registry.list(hydro)
    const limits = await limitsOf(hydro)
    const layout = await onDisk([bytes], (path) => inspectFile(path, name, known, {}, limits))
    const now = s.clock.now()
    const id = makeId('it', now)
    await s.db.tx(async (c) => {
      const contentType = 'application/octet-stream'
      const fileId = await keepFile(c, hydro, caller.actor, now, { name, contentType, bytes })
      await insertTask(c, {
        hydro_code: hydro,
        task_id: id,
        file_name: name,
        size: bytes.length,
        file_id: fileId,
        options: optionsOf({}, layout),
        layout,
        mapping: null,
        state: 'uploaded',
        progress: null,
        report: null,
        problems: null,
        run_id: null,
        actor: caller.actor,
        address: caller.address,
        created_at: now,
        changed_at: now,
        finished_at: null,
        undone_at: null,
        taken_back: null,
        version: 1,
      })
      await record(c, now, caller, {
        act: 'upload',
        noun: 'history',
        item: id,
        itemName: name,
        after: { size: bytes.length },
      })
    })
    return shown(caller, id)
  })

  serve(contract.layImport, async ({ caller, params, body }) => {
    const task = await held(caller, params.id)
    const { version, ...options } = body
    if (task.version !== version || task.file_id === null) throw conflict()
    const known = await registry.list(caller.hydro)
    const limits = await limitsOf(caller.hydro)
    const layout = await onDisk(readFileBytes(s.db, caller.hydro, task.file_id), (path) =>
      inspectFile(path, task.file_name, known, options, limits),
    )
    const set = {
      options: optionsOf(options, layout),
      layout,
      mapping: null,
      report: null,
      problems: null,
      state: 'uploaded' as const,
    }
    if (!(await changeTask(s.db.pool, task, set, { version, states: OPEN }, s.clock.now()))) throw conflict()
    return shown(caller, params.id)
  })

  serve(contract.checkImport, async ({ caller, params, body }) => {
    const task = await held(caller, params.id)
    try {
      mappingOf(task, body.mapping)
    } catch (error) {
      if (error instanceof ImportError) throw refusal(error, caller)
      throw error
    }
    const set = { mapping: body.mapping, report: null, problems: null, state: 'checking' as const }
    const actor = { actor: caller.actor, address: caller.address }
    const held2 = { version: body.version, states: OPEN }
    if (!(await changeTask(s.db.pool, task, { ...set, ...actor }, held2, s.clock.now()))) throw conflict()
    worker.wake(caller.hydro)
    return shown(caller, params.id)
  })

  serve(contract.runImport, async ({ caller, params, body }) => {
    const task = await held(caller, params.id)
    const now = s.clock.now()
    // A failed one continues where it stopped.
    const states = ['checked', 'failed'] as const
    const mapping = task.state === 'checked' ? withExtremes(task, body.extremes, caller) : task.mapping
    const set = {
      state: 'running' as const,
      mapping,
      problems: null,
      actor: caller.actor,
      address: caller.address,
    }
    await s.db.tx(async (c) => {
      if (!(await changeTask(c, task, set, { version: body.version, states }, now))) throw conflict()
      await record(c, now, actorOfTask({ ...task, ...set }), {
        act: 'start import',
        noun: 'history',
        item: task.task_id,
        itemName: task.file_name,
        after: { mapping, ...(body.extremes ? { extremes: body.extremes } : {}) },
      })
    })
    worker.wake(caller.hydro)
    return shown(caller, params.id)
  })

  serve(contract.undoImport, async ({ caller, params }) => {
    const task = await findTask(s.db, caller.hydro, params.id)
    const now = s.clock.now()
    if (task) {
      await held(caller, params.id)
      const set = { state: 'undoing' as const, actor: caller.actor, address: caller.address }
      if (!(await changeTask(s.db.pool, task, set, { states: ['done'] }, now)))
        throw conflict('import_not_done', { name: task.file_name })
      worker.wake(caller.hydro)
      return shown(caller, params.id)
    }
    const job = await findJob(s.db, caller.hydro, params.id)
    if (!job) throw notFound(params.id)
    if (job.finished_at === null || job.undone_at !== null)
      throw conflict('import_not_done', { name: job.file_name })
    const { readings } = await undoImport({ ...input.context, actor: caller.actor }, caller.hydro, params.id)
    await record(s.db.pool, now, caller, {
      act: 'undo import',
      noun: 'history',
      item: job.run_id,
      itemName: job.file_name,
      after: { readings },
    })
    const zone = await plants.zone(caller.hydro)
    const after = (await findJob(s.db, caller.hydro, params.id))!
    return { ...jobTask(after, zone, caller.language), taken_back: readings }
  })

  serve(contract.discardImport, async ({ caller, params }) => {
    const task = await held(caller, params.id)
    const now = s.clock.now()
    await s.db.tx(async (c) => {
      if (!(await deleteTask(c, task, { states: OPEN })))
        throw conflict('import_at_work', { name: task.file_name })
      await dropFile(c, caller.hydro, task.file_id)
      await record(c, now, caller, {
        act: 'discard',
        noun: 'history',
        item: task.task_id,
        itemName: task.file_name,
      })
    })
    return null
  })
}

/** The chosen options, with the decimal sign that the possible lake levels decided. */
const optionsOf = (chosen: RowSourceOptions, { decided }: Survey): RowSourceOptions =>
  decided === null ? chosen : { ...chosen, decimal: decided }

/**
 * The mapping with limits, where values that its report calls extreme shall be stored as REJECTED. @throws Problem 400
 * naming the field without an answer
 */
function withExtremes(
  task: TaskRow,
  answer: 'keep' | 'reject' | undefined,
  caller: Caller,
): ImportMapping | null {
  const extreme = (task.report?.columns ?? []).filter((c) => c.extremes)
  if (extreme.length === 0 || task.mapping === null || answer === 'keep') return task.mapping
  if (answer === undefined) {
    const n = extreme.reduce((sum, c) => sum + c.extremes!.count, 0)
    const message = text('import_extremes', caller.language, {
      n,
      columns: extreme.map((c) => c.column).join(', '),
    })
    throw badFields([{ path: 'extremes', code: 'import_extremes', message }])
  }
  const limits = new Map(extreme.map((c) => [c.series, c.extremes!.limit]))
  return {
    ...task.mapping,
    columns: task.mapping.columns.map((c) => {
      const limit = limits.get(c.series)
      return limit === undefined ? c : { ...c, min: -limit, max: limit }
    }),
  }
}

/** An invalid mapping as a response, with the path of each field. */
function refusal(error: ImportError, caller: Caller): Problem {
  const errors = error.problems.map(({ word, params }) => ({
    path: params.path === undefined ? 'mapping' : `mapping.${params.path}`,
    code: word,
    message:
      word === 'bad_mapping'
        ? String(params[`detail_${caller.language}`] ?? params.detail)
        : message(caller.language, word, params),
  }))
  const first = errors[0]
  return badRequest(
    'invalid_body',
    { path: first.path, detail: text('wrong_format', caller.language) },
    errors,
  )
}
