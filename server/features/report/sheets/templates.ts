import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { PERIOD_ROWS, type Figure, type FigureCell, type SheetPeriod } from '#core/report/index.ts'
import { round } from '#contract/fields.ts'
import type { MessageCode } from '#contract/messages.ts'
import * as contract from '#contract/sheets.ts'
import { seesMoney } from '#server/features/price/index.ts'
import { notFound, unprocessable } from '#server/lib/errors.ts'
import { keepFile, plainName, readFile } from '#server/lib/files.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import { readBook } from '#server/lib/sheets/book.ts'
import { SheetError } from '#server/lib/sheets/inflate.ts'
import {
  fillTemplate,
  inspectTemplate,
  type NamedCells,
  type TemplateFault,
  type TemplateValue,
  type TemplateValues,
} from '#server/lib/sheets/template.ts'
import { serialOf } from '#server/lib/sheets/xml.ts'
import { createViews } from '#server/features/dashboard/index.ts'
import { fileNameOf, lastOver, openPeriod, sheetOf, SHEET_TYPE, valuesOf } from './make.ts'
import type { OpenPeriod, SheetDeps, SheetFile, SheetReader } from './make.ts'
import type { NewVersion, SheetVersion, TemplateBody } from './store.ts'
import { figuresFor } from './values.ts'

interface Keeping {
  deps: SheetDeps
  reader(caller: Caller): Promise<SheetReader>
  keep(
    caller: Caller,
    sheetId: string,
    act: 'add' | 'update',
    version: number,
    next: Omit<NewVersion, 'sheetId' | 'version'>,
    file: (c: PoolClient, now: number) => Promise<string>,
  ): Promise<contract.ReportSheet>
  checkRoom(hydro: string): Promise<void>
}

/** Faults of a file that are answered at once; more are seldom read. */
const MOST_FAULTS = 50

/** Uploads of templates: checked, tried on the last period that is over, and kept. */
export function serveTemplates(
  web: FastifyInstance,
  serve: Serve,
  { deps, reader, keep, checkRoom }: Keeping,
): void {
  for (const type of contract.TEMPLATE_TYPES)
    if (!web.hasContentTypeParser(type))
      web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  serve(contract.uploadTemplate, async ({ query, request, caller }) => {
    const { period } = query
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const isNew = query.sheet_id === undefined
    const before = isNew ? null : (await sheetOf(deps, caller.hydro, query.sheet_id!)).body
    if (before && (before.kind !== 'template' || before.period !== period)) throw notFound(query.sheet_id!)
    if (isNew) await checkRoom(caller.hydro)

    const names = await checkedNames(bytes, period, caller)
    const title = query.title || plainName(query.name).replace(/\.xlsx$/i, '')
    const body: TemplateBody = {
      kind: 'template',
      name: query.title || !before ? { vi: title, en: title } : before.name,
      period,
      names,
    }
    const who = await reader(caller)
    const view = await createViews(deps)(caller)
    const date = lastOver(view.at, view.plant.zone, period)
    const open = await openPeriod(deps, who, period, { date })
    const { values, filled, gaps } = await cellsOf(body, open)
    try {
      // Opened by the reader of uploads, as another program would.
      await readBook(await fillTemplate(bytes, values))
    } catch (error) {
      if (!(error instanceof SheetError)) throw error
      throw unprocessable('template_damaged', { detail: error.message })
    }

    const file = { name: query.name, contentType: SHEET_TYPE, bytes }
    const sheetId = query.sheet_id ?? makeId('sh', deps.clock.now())
    const sheet = await keep(
      caller,
      sheetId,
      isNew ? 'add' : 'update',
      query.version,
      { body, fileId: null, removed: false, reason: query.reason ?? null },
      (c, now) => keepFile(c, caller.hydro, caller.actor, now, file),
    )
    return {
      sheet,
      names: names.map(({ name, sheet, cells }) => ({ name, sheet, cells })),
      tried: { date, filled, gaps },
    }
  })

  /** The names of a file, each a figure with room for its values. @throws Problem 422 naming every fault */
  async function checkedNames(
    bytes: Buffer,
    period: SheetPeriod,
    caller: Caller,
  ): Promise<TemplateBody['names']> {
    const { names, refused } = await inspectTemplate(bytes)
    if (refused) throw unprocessable(...wordsOfFault(refused))
    if (names.length === 0) throw unprocessable('template_no_names')
    const view = await createViews(deps)(caller)
    const series = await deps.registry.known(caller.hydro)
    const { figures } = figuresFor(view, period, series, seesMoney(caller))
    const faults = faultsOf(names, figures, period)
    if (faults.length > 0)
      throw unprocessable('template_faults', { n: faults.length }, faults.slice(0, MOST_FAULTS))
    return names.map(({ name, sheet, written, cells }) => ({
      name: name.toLowerCase(),
      sheet,
      cells: written,
      places: cells,
    }))
  }
}

function wordsOfFault({ fault, part }: TemplateFault): [code: MessageCode, params: Record<string, string>] {
  return [`template_${fault}`, { part, detail: part }]
}

interface Fault {
  path: string
  code: MessageCode
  params: Record<string, string | number>
}

/** Everything that keeps names from being filled, by sheet and cell. */
function faultsOf(
  names: readonly NamedCells[],
  figures: ReadonlyMap<string, Figure>,
  period: SheetPeriod,
): Fault[] {
  const { most } = PERIOD_ROWS[period]
  const taken = new Map<string, string>()
  return names.flatMap(({ name, sheet, written, cells, isCovered, formulas }): Fault[] => {
    const fault = (code: MessageCode, more: Fault['params'] = {}): Fault => ({
      path: sheet === '' ? name : `${sheet}!${written.replaceAll('$', '')}`,
      code,
      params: { name, sheet, cell: written.replaceAll('$', ''), ...more },
    })
    const figure = figures.get(name.toLowerCase())
    if (!figure) return [fault('template_unknown_name')]
    if (isCovered) return [fault('template_merged')]
    if (cells.length === 0) return [fault('template_bad_place')]
    if (!figure.many && cells.length !== 1) return [fault('template_one_cell')]
    if (figure.many && cells.length < most) return [fault('template_few_cells', { rows: most })]
    const shared = cells.flatMap((cell) => {
      const place = `${sheet}!${cell}`
      const other = taken.get(place)
      taken.set(place, name)
      return other === undefined ? [] : [fault('template_shared', { cell, other })]
    })
    return [...formulas.map((cell) => fault('template_formula', { cell })), ...shared]
  })
}

/** The values of the cells of a template by sheet and reference, and how many have one or lack theirs. */
async function cellsOf(
  { names }: TemplateBody,
  open: OpenPeriod,
): Promise<{ values: TemplateValues; filled: number; gaps: number }> {
  const { source, view } = open
  const read = await valuesOf(open, new Set(names.map((n) => n.name)))
  // A map, since people name the sheets: a key such as __proto__ would be written into every object.
  const values = new Map<string, Map<string, TemplateValue>>()
  let [filled, gaps] = [0, 0]
  for (const { name, sheet, places } of names) {
    const figure = source.figures.get(name)
    const cells = read.values.get(name) ?? []
    if (cells.slice(places.length).some((cell) => cell.v !== null))
      throw unprocessable('sheet_rows_short', { name, cells: places.length, rows: cells.length })
    const own = values.get(sheet) ?? new Map<string, TemplateValue>()
    values.set(sheet, own)
    places.forEach((place, i) => {
      const cell = cells[i] as FigureCell | undefined
      const value = valueOf(figure, cell, view.plant.zone)
      own.set(place, value)
      if (value !== null) filled++
      else if (cell && cell.q !== null) gaps++
    })
  }
  return { values, filled, gaps }
}

/** The value of a cell: dates as serial numbers, numbers as reports have them; null empties it. */
function valueOf(figure: Figure | undefined, cell: FigureCell | undefined, zone: string): TemplateValue {
  const v = cell?.v ?? null
  if (v === null || typeof v === 'string') return v
  if (figure?.format !== 'time' && figure?.format !== 'date') return round(v)
  const serial = serialOf(v, zone)
  return serial === null ? null : { serial }
}

/** A template with the values of a period. */
export async function templateFile(
  deps: SheetDeps,
  who: Pick<SheetReader, 'hydro'>,
  body: TemplateBody,
  row: SheetVersion,
  open: OpenPeriod,
): Promise<SheetFile> {
  const file = row.file_id === null ? null : await readFile(deps, who.hydro, row.file_id)
  if (!file) throw notFound(row.sheet_id)
  const { values } = await cellsOf(body, open)
  const bytes = await fillTemplate(file.bytes, values)
  return {
    name: fileNameOf(who.hydro, body.name[open.language], open.span.date, open.source.demo),
    type: SHEET_TYPE,
    content: Readable.from([bytes], { objectMode: false }),
  }
}
