import { READY_SHEETS } from '#server/features/report/sheets/ready.ts'
import { keepFile } from '#server/lib/files.ts'
import { book } from '../report/template.ts'
import type { TestServer } from '../server.ts'

const BODY = READY_SHEETS['monthly-operation']
let made = 0

/** What the calls of report sheets need to succeed. */
export function sheetSamples(server: TestServer) {
  const { db } = server.app.services
  const sheet = async () => {
    const [hydro] = await server.app.plants.codes()
    const id = `sh_walk${made++}`
    await db.query(
      `INSERT INTO report_sheet (hydro_code, sheet_id, version, body, made_by, made_at)
       VALUES ($1, $2, 1, $3, 'test', 0)`,
      [hydro, id, JSON.stringify(BODY)],
    )
    return id
  }
  const template = async () => {
    const [hydro] = await server.app.plants.codes()
    const id = `sh_walk${made++}`
    const bytes = await book({ 'plant.name': 'Own!$C$1' })
    const file = { name: 'walked.xlsx', contentType: 'application/octet-stream', bytes }
    const fileId = await keepFile(db.pool, hydro, 'test', 0, file)
    const body = { kind: 'template', name: BODY.name, period: 'day', names: [] }
    await db.query(
      `INSERT INTO report_sheet (hydro_code, sheet_id, version, body, file_id, made_by, made_at)
       VALUES ($1, $2, 1, $3, $4, 'test', 0)`,
      [hydro, id, JSON.stringify(body), fileId],
    )
    return id
  }
  return {
    'GET /api/renew/v1/report/sheets/item/{id}/file': async () => ({ params: { id: await template() } }),
    'POST /api/renew/v1/report/sheets/template': async () => ({
      query: { name: 'walked.xlsx', period: 'day' },
      file: await book({ 'plant.name': 'Own!$C$1' }),
    }),
    'GET /api/renew/v1/report/sheets/item/{id}': { params: { id: 'daily-observation' } },
    'GET /api/renew/v1/report/sheets/figures': { query: { period: 'day' } },
    'POST /api/renew/v1/report/sheets/make': { body: { sheet_id: 'daily-observation', date: '2026-10-19' } },
    'POST /api/renew/v1/report/sheets/save': { body: { body: BODY } },
    'POST /api/renew/v1/report/sheets/restore': async () => ({
      body: { sheet_id: await sheet(), version: 1, of: 1 },
    }),
    'POST /api/renew/v1/report/sheets/remove': async () => ({
      body: { sheet_id: await sheet(), version: 1 },
    }),
  }
}
