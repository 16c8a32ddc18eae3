import { basename } from 'node:path'
import { MINUTE, utcDay } from '#core/time/index.ts'
import { Column, type RowVerdict } from './column.ts'
import type { ImportContext } from './context.ts'
import { AmbiguousTime, InstantReader } from '../lib/read/local-instant.ts'
import { begin, type Writing } from './job.ts'
import type { Mapping } from './mapping.ts'
import { recordsFromOf, type RecordsFrom } from '#core/description/records.ts'
import { importPlanOf, type ImportPlan } from './plan.ts'
import { openSource, type SourceRow, type RowSource } from '../lib/read/index.ts'
import { turns } from '#server/lib/turns.ts'
import { SHOWN, complain, rejectedIn, type ColumnReport, type Report } from './report.ts'
import { SeenReadings } from './seen.ts'
import { endJob, type ImportPart } from './store.ts'
import { importError } from './words.ts'
import { compare, noCounts, readStored, writePart, type Stretch, type WriteHow } from './write.ts'

export interface HistoryRequest {
  file: string
  /** Its name for people; by default that on disk. */
  name?: string
  mapping: Mapping
  dry?: boolean
  /** Overwrites stored readings that differ; otherwise they stay. */
  replace?: boolean
  /** Writes nothing when anything in the file is refused. */
  strict?: boolean
  /** About how many cells are collected before they are written. */
  cells?: number
  /** Called with the number of the run before anything is written under it. */
  begun?: (run: string) => Promise<unknown>
}

export interface Progress {
  /** Bytes or rows read, and in all where known. */
  done: number
  size: number | null
  rows: number
  readings: number
}

const CELLS = 1_000_000
/** Parts of the columns of a file, which are written at the same time: while one packs, another's statement runs. */
const PARTS = 3
/** Connections that write or compare for all imports of this process at once: the others are for everybody else. */
const inTurn = turns(PARTS)
/** Number of times read to tell day from month. */
const SAMPLE = 2000
const AHEAD = 10 * MINUTE

/**
 * Imports the history of one plant from a file. Rows that cannot be read never stop the others. After a crash, it
 * continues where it was when started again with the same file and mapping. Throws ImportError for a faulty request.
 */
export async function importHistory(
  ctx: ImportContext,
  request: HistoryRequest,
  progress: (p: Progress) => void = () => {},
): Promise<Report> {
  const { mapping } = request
  const { plant } = mapping
  const codes = await ctx.plants.codes()
  if (!codes.includes(plant)) throw importError('no_plant', { plant, plants: codes.join(', ') || '-' })
  if (request.strict && !request.dry) {
    const report = await importHistory(ctx, { ...request, dry: true, strict: false })
    const n = rejectedIn(report)
    if (n > 0) throw importError('strict', { n })
  }
  const zone = mapping.zone ?? (await ctx.plants.zone(plant))
  const known = await ctx.registry.known(
    plant,
    mapping.columns.map((c) => c.series),
  )
  const description = await ctx.plants.describe(plant)
  const sample = await withSource(request, (source) => sampleOf(source, mapping))
  const plan = importPlanOf(mapping, sample.columns, known, description)
  const instants = instantReader(mapping, zone, plan, sample.rows)
  const create = plan.columns.flatMap((c) => (c.create ? [c.create] : []))
  const writing = request.dry
    ? null
    : await begin(
        ctx,
        request,
        create.map((c) => c.code),
      )
  try {
    if (writing) await request.begun?.(writing.run)
    if (writing)
      for (const series of create) await ctx.registry.put(plant, series, { actor: ctx.actor, address: null })
    return await withSource(request, async (source) => {
      const records = recordsFromOf(description, ctx.clock.now())
      const pass = new Pass(ctx, request, plan, instants, zone, records, source, writing, progress)
      return pass.run()
    })
  } finally {
    await writing?.release()
  }
}

async function withSource<T>(
  { file, mapping }: HistoryRequest,
  work: (s: RowSource) => Promise<T>,
): Promise<T> {
  const { delimiter, decimal, header, sheet } = mapping
  const source = await openSource(file, { delimiter, decimal, header, sheet })
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

async function sampleOf(
  source: RowSource,
  mapping: Mapping,
): Promise<{ columns: readonly string[]; rows: string[][] }> {
  const rows: string[][] = []
  if (mapping.timeFormat === 'auto')
    while (rows.length < SAMPLE && (await source.fill()))
      for (let row; rows.length < SAMPLE && (row = source.next());)
        rows.push(Array.from({ length: row.length }, (_, i) => row.text(i)))
  return { columns: source.columns, rows }
}

function instantReader(
  mapping: Mapping,
  zone: string,
  plan: ImportPlan,
  rows: readonly string[][],
): InstantReader {
  const times = rows.map((cells) => plan.time.map((i) => cells[i] ?? ''))
  try {
    return new InstantReader(mapping.timeFormat, zone, plan.time, times)
  } catch (error) {
    if (error instanceof AmbiguousTime) throw importError('ambiguous_time', { example: error.example })
    throw error
  }
}

/** One reading of the file from its first row to its last. */
class Pass {
  private readonly ctx: ImportContext
  private readonly request: HistoryRequest
  private readonly instants: InstantReader
  private readonly records: RecordsFrom
  private readonly source: RowSource
  private readonly writing: Writing | null
  private readonly progress: (p: Progress) => void
  private readonly columns: Column[]
  private readonly parts: ImportPart[]
  private readonly report: Report
  private readonly seen = new SeenReadings()

  constructor(
    ctx: ImportContext,
    request: HistoryRequest,
    plan: ImportPlan,
    instants: InstantReader,
    zone: string,
    records: RecordsFrom,
    source: RowSource,
    writing: Writing | null,
    progress: (p: Progress) => void,
  ) {
    this.ctx = ctx
    this.request = request
    this.instants = instants
    this.records = records
    this.source = source
    this.writing = writing
    this.progress = progress
    this.columns = plan.columns.map((p) => new Column(p))
    const saved = writing?.parts ?? []
    this.parts = Array.from(
      { length: Math.min(PARTS, this.columns.length) },
      (_, part) => saved.find((p) => p.part === part) ?? { part, rows_done: 0, counts: {} },
    )
    const resumed = saved.length > 0 ? Math.min(...this.parts.map((p) => p.rows_done)) : null
    this.report = {
      run: writing?.run ?? null,
      dry: writing === null,
      replace: request.replace ?? false,
      file: request.name ?? basename(request.file),
      form: source.form,
      zone,
      rows: 0,
      from: null,
      to: null,
      stamps: null,
      badTimes: 0,
      disorder: 0,
      repeats: 0,
      rejects: [],
      complaints: [],
      columns: [],
      resumedAt: resumed,
    }
  }

  async run(): Promise<Report> {
    const { source, report } = this
    const limit = Math.floor((this.request.cells ?? CELLS) / this.columns.length)
    const latest = this.ctx.clock.now() + AHEAD
    let gathered = 0
    let day = NaN
    while (await source.fill()) {
      for (let row; (row = source.next());) {
        const t = this.instants.read(row)
        if (t !== null) {
          const today = utcDay(t)
          // Between two days, so that no day is written twice, and at the same rows whenever the file is read.
          if (gathered >= limit && today !== day) {
            await this.flush()
            gathered = 0
          }
          day = today
        }
        report.rows++
        gathered++
        this.take(row, t, latest)
      }
      this.tell()
    }
    await this.flush()
    if (report.rows === 0) throw importError('empty_file')
    report.columns = this.columns.map((c) => this.finish(c))
    if (this.writing)
      await endJob(this.ctx.db, this.request.mapping.plant, this.writing.run, this.ctx.clock.now(), report)
    return report
  }

  private take(row: SourceRow, t: number | null, latest: number): void {
    const { report } = this
    if (t === null) {
      report.badTimes++
      const value = this.stampOf(row).slice(0, 60)
      const column = [this.request.mapping.time].flat().join(' ')
      if (report.rejects.length < SHOWN)
        report.rejects.push({
          row: row.line,
          ...(row.sheet === undefined ? {} : { sheet: row.sheet }),
          column,
          value,
          reason: 'bad_time',
        })
      complain(report.complaints, 'bad_time', row, value)
      return
    }
    if (report.from === null || t < report.from) {
      report.from = t
      report.stamps = { first: this.stampOf(row), last: report.stamps?.last ?? '' }
    }
    if (this.seen.add(t)) report.repeats++
    else if (report.to !== null && t < report.to) report.disorder++
    if (report.to === null || t > report.to) {
      report.to = t
      report.stamps!.last = this.stampOf(row)
    }
    const verdict = this.verdictOf(row, t, latest)
    for (const column of this.columns) column.take(row, t, verdict)
  }

  /** Why all cells of a row are refused; null: each is examined. */
  private verdictOf(row: SourceRow, t: number, latest: number): RowVerdict | null {
    if (t > latest) return 'in_future'
    if (t < this.records.t) return this.records.date === null ? 'too_old' : 'before_records'
    // A decimal comma splits a number into two cells, and shifts all behind it.
    if (this.source.form.kind === 'csv')
      for (let i = this.source.columns.length; i < row.length; i++)
        if (!row.isEmpty(i)) return 'too_many_fields'
    return null
  }

  /** The time of a row as the file writes it. */
  private stampOf(row: SourceRow): string {
    return this.instants.columns.map((i) => row.text(i)).join(' ')
  }

  /** Compares the collected readings with the stored ones, and writes them. */
  private async flush(): Promise<void> {
    const { ctx, request, report, seen } = this
    const given = this.columns.map((c): Stretch => ({
      series: c.plan.series,
      data: c.give(),
      shift: c.plan.shift,
    }))
    const again = seen.cut()
    await Promise.all(
      this.parts.map((part, p) =>
        inTurn(async () => {
          if (part.rows_done >= report.rows) return
          const stretches = given.filter((_, i) => i % this.parts.length === p)
          if (this.writing) {
            const how: WriteHow = {
              hydroCode: request.mapping.plant,
              run: this.writing.run,
              worker: this.writing.worker,
              actor: ctx.actor,
              reason: report.file,
              replace: report.replace,
            }
            this.parts[p] = await writePart(ctx.db, ctx.history, how, stretches, again, part, report.rows)
          } else {
            const full = stretches.filter((s) => s.data.t.length > 0)
            if (full.length === 0) return
            const stored = await readStored(ctx.history, request.mapping.plant, full)
            for (const one of full)
              compare(
                stored.get(one.series)!,
                one,
                report.replace,
                again,
                (part.counts[one.series] ??= noCounts()),
              )
          }
        }),
      ),
    )
    this.tell()
  }

  private tell(): void {
    const { done, size } = this.source
    const readings = this.columns.reduce((n, c) => n + c.report.readings, 0)
    this.progress({ done, size, rows: this.report.rows, readings })
  }

  private finish(column: Column): ColumnReport {
    const report = column.finish()
    for (const { counts } of this.parts) Object.assign(report, counts[report.series])
    // A resumed import finds the series that it created at its start.
    if (this.writing) report.created = this.writing.created.includes(report.series)
    return report
  }
}
