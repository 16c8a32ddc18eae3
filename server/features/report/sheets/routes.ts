import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { messages, text, type Language, type MessageCode } from '#contract/messages.ts'
import * as contract from '#contract/sheets.ts'
import { PERIOD_ROWS, figuresIn, isMoneyFigure, type ComposedSheet, type Figure } from '#core/report/index.ts'
import { nameOfAccount } from '#server/features/accounts/index.ts'
import { record } from '#server/features/audit/index.ts'
import { badFields, conflict, notFound, unprocessable } from '#server/lib/errors.ts'
import { readFile } from '#server/lib/files.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import { sendFile } from '../send-file.ts'
import { wordsOf, type Words } from '../words.ts'
import { composedFile, lastOver, madeSheet, openPeriod, SHEET_TYPE, sheetOf, valuesOf } from './make.ts'
import type { OpenPeriod, SheetDeps, SheetReader } from './make.ts'
import { READY_SHEETS } from './ready.ts'
import { serveTemplates, templateFile } from './templates.ts'
import { figuresFor } from './values.ts'
import {
  addSheetVersion,
  readNewest,
  readSheetVersions,
  type NewVersion,
  type SheetBody,
  type SheetVersion,
} from './store.ts'
import { seesMoney } from '#server/features/price/index.ts'
import { createViews } from '#server/features/dashboard/index.ts'

/** The reply is sent already. */
const EMPTY = null as never

/** Ready sheets, copies of them and templates: their list, their versions, and sheets of a period. */
export function serveSheets(web: FastifyInstance, serve: Serve, deps: SheetDeps): void {
  const { db, clock } = deps
  const reader = async (caller: Caller): Promise<SheetReader> => ({
    ...caller,
    by: caller.accountId === null ? null : await nameOfAccount(db, caller.accountId),
  })

  serve(contract.listSheets, async ({ caller }) => {
    const stored = new Map((await readNewest(db, caller.hydro)).map((r) => [r.sheet_id, r]))
    const ready = Object.entries(READY_SHEETS).map(([id, body]) => headOf(id, body, stored.get(id) ?? null))
    const own = [...stored.values()].filter((r) => !r.removed && !READY_SHEETS[r.sheet_id])
    own.sort((a, b) =>
      a.body.name[caller.language].localeCompare(b.body.name[caller.language], caller.language),
    )
    return [...ready, ...own.map((r) => headOf(r.sheet_id, r.body, r))]
  })

  serve(contract.readSheet, async ({ params, query, caller }) => {
    const versions = await readSheetVersions(db.pool, caller.hydro, params.id)
    const ready = READY_SHEETS[params.id]
    const newest = versions[0] ?? null
    if (!ready && (!newest || newest.removed)) throw notFound(params.id)
    const row =
      query.version === undefined ? newest : (versions.find((v) => v.version === query.version) ?? null)
    if (query.version !== undefined && !row && !(ready && query.version === 0))
      throw notFound(`${params.id} ${query.version}`)
    const body = row?.body ?? ready
    return {
      ...headOf(params.id, body, row),
      body: body.kind === 'composed' ? body : null,
      names: body.kind === 'template' ? body.names : null,
      versions: versions.map((v) => ({
        version: v.version,
        made_by: v.made_by_name,
        made_at: v.made_at,
        reason: v.reason,
        file: fileOf(v),
      })),
    }
  })

  serve(contract.listFigures, async ({ query, caller }) => {
    const { period } = query
    const who = await reader(caller)
    const view = await createViews(deps)(caller)
    const known = await deps.registry.known(caller.hydro)
    const { figures } = figuresFor(view, period, known, seesMoney(caller))
    const names = new Map([...known.values()].map((s) => [s.code, s.name]))
    const words = wordsOf(view.description, view.at, caller.language, names)
    const open = await openPeriod(deps, who, period, { date: lastOver(view.at, view.plant.zone, period) })
    const { values } = await valuesOf(open, figures.keys())
    return [...figures.values()].map((f) => ({
      name: f.name,
      meaning: figureMeaning(f, words, caller.language),
      unit: f.unit,
      format: f.format,
      cells: f.many ? PERIOD_ROWS[period].most : 1,
      example: values.get(f.name)?.find((cell) => cell.v !== null)?.v ?? null,
      decimals: f.decimals,
    }))
  })

  serve(contract.makeSheet, async ({ body, caller, reply }) => {
    const who = await reader(caller)
    const { body: sheet, row } = await sheetOf(deps, caller.hydro, body.sheet_id)
    if (sheet.kind === 'template' && body.format === 'json') throw unprocessable('sheet_is_template')
    const open = await openPeriod(deps, who, sheet.period, body)
    if (sheet.kind === 'composed') {
      const made = await madeSheet(deps, who, sheet, open)
      if (body.format === 'json') return { ...about(body.sheet_id, sheet, open), ...made }
      const file = composedFile(who, sheet, made, open)
      await sendFile(reply, file)
      return EMPTY
    }
    await sendFile(reply, await templateFile(deps, caller, sheet, row!, open))
    return EMPTY
  })

  serve(contract.saveSheet, async ({ body, caller }) => {
    await checkFigures(body.body, caller)
    const isNew = body.sheet_id === undefined
    const sheetId = body.sheet_id ?? makeId('sh', clock.now())
    if (isNew) await checkRoom(caller.hydro)
    else {
      const { body: before } = await sheetOf(deps, caller.hydro, sheetId)
      if (before.kind !== 'composed') throw unprocessable('sheet_is_template')
    }
    return keep(caller, sheetId, isNew ? 'add' : 'update', body.version, {
      body: body.body,
      fileId: null,
      removed: false,
      reason: body.reason,
    })
  })

  serve(contract.restoreSheet, async ({ body, caller }) => {
    const { sheet_id: id, of } = body
    const versions = await readSheetVersions(db.pool, caller.hydro, id)
    const earlier = versions.find((v) => v.version === of)
    const before = earlier?.body ?? (of === 0 ? READY_SHEETS[id] : undefined)
    if (!before) throw notFound(`${id} ${of}`)
    return keep(caller, id, 'restore', body.version, {
      body: before,
      fileId: earlier?.file_id ?? null,
      removed: false,
      reason: body.reason,
    })
  })

  serve(contract.removeSheet, async ({ body, caller }) => {
    if (READY_SHEETS[body.sheet_id]) throw unprocessable('sheet_ready_stays')
    const { body: before, row } = await sheetOf(deps, caller.hydro, body.sheet_id)
    await keep(caller, body.sheet_id, 'remove', body.version, {
      body: before,
      fileId: row?.file_id ?? null,
      removed: true,
      reason: body.reason,
    })
    return null
  })

  serveTemplates(web, serve, { deps, reader, keep, checkRoom })

  serve(contract.readTemplate, async ({ params, query, caller, reply }) => {
    const versions = await readSheetVersions(db.pool, caller.hydro, params.id)
    const row = query.version === undefined ? versions[0] : versions.find((v) => v.version === query.version)
    const file = row?.file_id ? await readFile(deps, caller.hydro, row.file_id) : null
    if (!file) throw notFound(params.id)
    await reply
      .header('content-type', SHEET_TYPE)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('cache-control', 'no-store')
      .send(file.bytes)
    return EMPTY
  })

  /** Adds a version with its record. @throws Problem 409 where the sheet is no longer at `version` */
  async function keep(
    caller: Caller,
    sheetId: string,
    act: 'add' | 'update' | 'restore' | 'remove',
    version: number,
    next: Omit<NewVersion, 'sheetId' | 'version'>,
    file?: (c: PoolClient, now: number) => Promise<string>,
  ): Promise<contract.ReportSheet> {
    const now = clock.now()
    await db.tx(async (c) => {
      const [before] = await readSheetVersions(c, caller.hydro, sheetId)
      if ((before?.version ?? 0) !== version) throw conflict()
      const fileId = file ? await file(c, now) : next.fileId
      const added = { ...next, fileId, sheetId, version: version + 1 }
      if (!(await addSheetVersion(c, caller.hydro, caller.actor, now, added))) throw conflict()
      await record(c, now, caller, {
        act,
        noun: 'report sheet',
        item: sheetId,
        itemName: next.body.name[caller.language],
        before: before ? before.body : (READY_SHEETS[sheetId] ?? null),
        after: next.removed ? null : next.body,
        reason: next.reason,
      })
    })
    const [row] = await readSheetVersions(db.pool, caller.hydro, sheetId)
    return headOf(sheetId, row.body, row)
  }

  async function checkRoom(hydro: string): Promise<void> {
    const own = (await readNewest(db, hydro)).filter((r) => !r.removed)
    if (own.length >= contract.MOST_SHEETS)
      throw unprocessable('sheet_too_many', { most: contract.MOST_SHEETS })
  }

  /** @throws Problem 400 at the figures that a sheet cannot show */
  async function checkFigures(sheet: ComposedSheet, caller: Caller): Promise<void> {
    const view = await createViews(deps)(caller)
    const { figures } = figuresFor(view, sheet.period, await deps.registry.known(caller.hydro), true)
    const ready = new Set(
      Object.values(READY_SHEETS)
        .filter((one) => one.period === sheet.period)
        .flatMap((one) => [...figuresIn(one)]),
    )
    const faults: { path: string; code: MessageCode; params: { name: string } }[] = []
    const check = (path: string, name: string, many: boolean) => {
      // Of a plant without tariffs they are left out of the sheet, as for who may not see money; so is what a ready sheet
      // has and this plant has not.
      if (isMoneyFigure(name)) return
      const found = figures.get(name)
      if (!found && ready.has(name)) return
      const fault = !found
        ? 'sheet_no_figure'
        : found.many && !many
          ? 'sheet_figure_many'
          : !found.many && many
            ? 'sheet_figure_one'
            : null
      if (fault) faults.push({ path, code: fault, params: { name } })
    }
    sheet.facts.forEach((f, i) => check(`body.facts.${i}.figure`, f.figure, false))
    sheet.columns.forEach((f, i) => check(`body.columns.${i}.figure`, f.figure, true))
    sheet.summary.forEach((f, i) => check(`body.summary.${i}.figure`, f.figure, false))
    const inTables = new Set([...sheet.facts, ...sheet.columns, ...sheet.summary].map((f) => f.figure))
    for (const name of figuresIn(sheet)) if (!inTables.has(name)) check('body.title', name, false)
    if (faults.length > 0) throw badFields(faults)
  }
}

const fileOf = (r: SheetVersion) =>
  r.file_name === null || r.file_size === null ? null : { name: r.file_name, size: r.file_size }

function headOf(id: string, body: SheetBody, row: SheetVersion | null): contract.ReportSheet {
  return {
    sheet_id: id,
    name: (row && !row.removed ? row.body : body).name,
    period: body.period,
    kind: body.kind,
    ready: READY_SHEETS[id] !== undefined,
    version: row?.version ?? 0,
    made_by: row?.made_by_name ?? null,
    made_at: row?.made_at ?? null,
    file: row ? fileOf(row) : null,
  }
}

const about = (id: string, sheet: ComposedSheet, { view, span, source, language, review }: OpenPeriod) => ({
  sheet_id: id,
  name: sheet.name[language],
  period: sheet.period,
  date: span.date,
  from: span.whole.spans.day.start,
  to: span.whole.spans.day.end,
  zone: view.plant.zone,
  known_at: view.known ? view.at : null,
  review,
  demo: source.demo,
})

/** What a figure means, in a language. */
export function figureMeaning(f: Figure, words: Words, language: Language): string {
  if (f.column && !f.less) {
    const { name } = words.head(f.column, null, false)
    return f.before ? `${name.replace(/ · [^·]*$/, '')} · ${text('figure_before', language)}` : name
  }
  const flood = /^plant\.flood_p(.+)$/.exec(f.name)
  if (flood) return text('figure_plant_flood', language, { p: flood[1] })
  return messages[language][`figure_${f.name.replaceAll('.', '_')}` as MessageCode] ?? f.name
}
