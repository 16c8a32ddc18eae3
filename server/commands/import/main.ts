/** npm run import: reads files into history, tables and plants. `npm run import` alone prints its usage. */
import { userInfo } from 'node:os'
import { inForce } from '#core/description/index.ts'
import { toLocal } from '#core/time/index.ts'
import { ConfigError, loadConfig } from '#server/lib/config.ts'
import { Problem } from '#server/lib/errors.ts'
import { readEnv } from '#server/lib/settings.ts'
import { SheetError } from '#server/lib/sheets.ts'
import { text } from '#contract/messages.ts'
import { USAGE, Usage, json, parseCommand, type Action, type Command } from './args.ts'
import { connect, type Connection } from './connect.ts'
import { importHistory } from '#server/history-import/history.ts'
import { importPlant } from '#server/history-import/plant.ts'
import { progressBar } from './progress.ts'
import { listJobs } from '#server/history-import/store.ts'
import { suggest, writesDayFirst } from '#server/history-import/suggest.ts'
import { TableError, importTable } from '#server/history-import/table.ts'
import { issueLines, reportLines, table } from './text.ts'
import { undoImport } from '#server/history-import/undo.ts'
import { ImportError, message as word, type Language } from '#server/history-import/words.ts'

const out = (line: string) => process.stdout.write(`${line}\n`)
const print = (line: string) => process.stderr.write(`${line}\n`)
process.stdout.on('error', () => {})

let connection: Connection | null = null

async function run({ action, language, json: asJson }: Command): Promise<void> {
  const { ctx } = connection!
  switch (action.act) {
    case 'plant': {
      const seed = await importPlant(ctx, json(action.file))
      out(word(language, 'plant_made', { plant: seed.hydroCode, n: seed.series.length }))
      return
    }
    case 'suggest': {
      const known = await ctx.registry.list(action.plant)
      const plant = inForce((await ctx.plants.describe(action.plant)).plant, ctx.clock.now())
      const limits = plant ? { min: plant.body.levels.minPossible, max: plant.body.levels.maxPossible } : null
      const dayFirst = writesDayFirst(await ctx.plants.zone(action.plant))
      const { mapping, left } = await suggest(
        action.plant,
        action.file,
        known,
        action.options,
        limits,
        dayFirst,
      )
      out(JSON.stringify(mapping, null, 2))
      if (left.length > 0) print(`# ${left.join(', ')}`)
      return
    }
    case 'runs':
      return runs(action.plant)
    case 'undo': {
      const { job, readings } = await undoImport(ctx, action.plant, action.run)
      out(word(language, 'undone', { run: job.run_id, n: readings.toLocaleString('en-US') }))
      break
    }
    case 'table': {
      const result = await importTable(ctx, action.request)
      for (const line of issueLines(result.warnings, language)) print(line)
      const { group } = action.request
      out(word(language, 'table_stored', { group, n: result.rows, version: result.version ?? '-' }))
      break
    }
    case 'history': {
      const bar = progressBar(process.stderr, language)
      try {
        const report = await importHistory(ctx, action.request, bar.tell)
        bar.end()
        if (asJson) out(JSON.stringify(report))
        else for (const line of reportLines(report, language)) out(line)
        if (report.dry) return
      } finally {
        bar.end()
      }
      break
    }
  }
  await calculate(action, language)
}

async function calculate(action: Action, language: Language): Promise<void> {
  if (!('calculate' in action) || !action.calculate) return
  const plant = action.act === 'history' ? action.request.mapping.plant : plantOf(action)
  const n = await connection!.ctx.calculation.settle(plant)
  out(word(language, 'settled', { n: n.toLocaleString('en-US') }))
}

const plantOf = (action: Extract<Action, { act: 'table' | 'undo' }>) =>
  action.act === 'table' ? action.request.plant : action.plant

async function runs(plant: string): Promise<void> {
  const { ctx } = connection!
  const jobs = await listJobs(ctx.db, plant)
  if (jobs.length === 0) return
  const zone = await ctx.plants.zone(plant)
  const rows = jobs.map((j) => [
    j.run_id,
    j.file_name,
    toLocal(j.started_at, zone),
    j.undone_at !== null ? 'undone' : j.finished_at !== null ? 'done' : 'unfinished',
    j.actor,
  ])
  for (const line of table(rows)) out(line)
}

/** An error in the language of the caller. */
function explain(error: unknown, language: Language): string[] {
  if (error instanceof Usage) return [error.message, '', USAGE]
  if (error instanceof ImportError) return error.problems.map((p) => word(language, p.word, p.params))
  if (error instanceof TableError)
    return [word(language, 'table_refused', { group: error.group }), ...issueLines(error.issues, language)]
  if (error instanceof Problem) return [text(error.code, language, error.params)]
  if (error instanceof ConfigError || error instanceof SheetError) return [error.message]
  return [`${word(language, 'failed')}: ${(error as Error).message}`, word(language, 'go_on')]
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // Each write is one transaction with its progress, so nothing has to be finished.
    const code = signal === 'SIGINT' ? 130 : 143
    const end = () => process.exit(code)
    const postgres = connection?.stop()
    if (postgres) postgres.then(end, end)
    else end()
  })

let language: Language = 'en'
try {
  const args = process.argv.slice(2)
  if (args.length === 0) throw new Usage('what is to be imported?')
  if (args.includes('--help') || args.includes('-h')) {
    out(USAGE)
    process.exit(0)
  }
  const command = parseCommand(args, process.env)
  language = command.language
  connection = await connect(loadConfig(readEnv('.env')), `import:${userInfo().username}`)
  await run(command)
} catch (error) {
  for (const line of explain(error, language)) print(line)
  process.exitCode = error instanceof Usage ? 2 : 1
} finally {
  await connection?.close()
}
