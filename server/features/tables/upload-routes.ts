import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/tables/uploads.ts'
import { plainName } from '#server/lib/files.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { candidateOf, rowsAround } from './candidate.ts'
import { examinedContentOf, examine, type Choice } from './examine.ts'
import { acceptable, blockOf, tableBodyOf, uploadBytesOf, periodOf, tablesIn } from './request.ts'
import { checkObject, objectsOf } from './objects.ts'
import { overlapsOf, type TableSave } from './save.ts'
import { readHeads } from './store.ts'
import { findUpload, keepUpload } from './upload-store.ts'
import type { ShowVersion } from './read-routes.ts'

const ISSUES = 1000
const WRITTEN = 300

/** Accepts raw bodies of any content type: files are recognized by their content. */
export function takeFiles(web: FastifyInstance): void {
  for (const type of contract.TABLE_TYPES)
    if (!web.hasContentTypeParser(type))
      web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Uploads, checks and saves tables; the file is sent once. */
export function serveUploads(
  serve: Serve,
  s: Services,
  { plants, save, show }: { plants: Plants; save: TableSave; show: ShowVersion },
): void {
  serve(contract.previewUpload, async ({ query, request, caller }) => {
    const type = request.headers['content-type']
    const bytes = uploadBytesOf(request.body, type)
    const name = plainName(query.name)
    const blocks = await tablesIn(name, bytes)
    const candidates = blocks.map((b, i) => candidateOf(b, i, caller.language, name))
    const contentType = (type ?? 'application/octet-stream').split(';')[0].trim()
    const { uploadId, expiresAt } = await keepUpload(s, caller, { name, contentType, bytes })
    return { upload_id: uploadId, file_name: name, size: bytes.length, expires_at: expiresAt, candidates }
  })

  serve(contract.checkUpload, async ({ body, caller }) => {
    const file = await findUpload(s, caller, body.upload_id)
    const block = blockOf(await tablesIn(file.name, file.bytes), body.candidate, caller.language)
    const choice = choiceOf(body)
    const { rows, sheetRows, headKind, issues, errors, warnings } = examine(block, choice, caller.language)
    const period = await periodOf(plants, caller, body)
    const complete = body.object !== undefined && body.from !== undefined
    const overlaps = complete
      ? overlapsOf(
          await readHeads(s.db.pool, caller.hydro),
          {
            id: '',
            ...period,
            body: { group: body.group, object: body.object ?? null, loopByYear: body.loop_by_year },
          },
          await plants.zone(caller.hydro),
        )
      : []
    return {
      ...examinedContentOf(body.group, rows ?? [], choice.units),
      sheet_rows: sheetRows,
      head_kind: headKind,
      units: choice.units,
      errors,
      warnings,
      issues: issues.slice(0, ISSUES),
      as_written: errors > 0 ? rowsAround(block, issues.slice(0, ISSUES), WRITTEN) : [],
      overlaps: overlaps.map((h) => ({
        id: h.item_id,
        version: h.version_id,
        name: h.body.name,
        from: h.effective_from,
        to: h.effective_to,
        loop_by_year: h.body.loopByYear,
        uploaded_at: h.body.uploadedAt,
      })),
    }
  })

  serve(contract.saveTable, async ({ body, caller }) => {
    const { language, hydro } = caller
    const file = await findUpload(s, caller, body.upload_id)
    const block = blockOf(await tablesIn(file.name, file.bytes), body.candidate, language)
    const choice = choiceOf(body)
    const examined = examine(block, choice, language)
    checkObject(
      objectsOf(await plants.fresh(hydro), (await plants.plant(hydro)).name),
      body.group,
      body.object,
      language,
    )
    const rows = acceptable(examined, body.accept_warnings, language)
    const period = await periodOf(plants, caller, body)
    const kept = { fileName: file.name, fileId: file.fileId }
    const made = await save.save(caller, {
      ...period,
      body: tableBodyOf(choice, body, kept, rows, examined.headKind, s.clock.now()),
      replaces: body.replaces,
      reason: body.reason ?? null,
      uploadId: body.upload_id,
    })
    return show(caller, made.id, made.version)
  })
}

const choiceOf = (body: {
  group: Choice['group']
  columns?: string[] | null
  units: Choice['units']
  head_kind?: 'gross' | 'net' | null
}): Choice => ({
  group: body.group,
  columns: body.columns ?? null,
  units: body.units,
  headKind: body.head_kind ?? null,
})
