import { writeXlsx, type WriteOptions } from 'hucre'
import { fullPath, type Endpoint, type Output } from '#contract/endpoint.ts'
import { previewUpload, saveTable } from '#contract/tables/uploads.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { demoDescription } from '#plant/describe.ts'
import { testServer, type Answer, type Caller, type TestServer } from '../server.ts'

export const HYDRO = demoDescription().hydroCode
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Cell = string | number | null
export type Sheets = WriteOptions['sheets']
export type Preview = Output<typeof previewUpload>

/** The demo reservoir on a server of its own; tables of a test belong to objects of that test. */
export async function tableFixture(now = Date.UTC(2026, 9, 20, 5)) {
  const server = await testServer({ now })
  await server.app.plants.create({ actor: 'test', address: null, hydro: null }, demoDescription())
  return { server, ...callsOf(server) }
}

function callsOf(server: TestServer) {
  /** Sends raw bytes. */
  const send = async <E extends Endpoint>(
    endpoint: E,
    bytes: Buffer | string,
    options: { query?: object; headers?: Record<string, string>; as?: Caller; type?: string } = {},
  ): Promise<Answer<Output<E>>> => {
    const { as = { account: 'admin' } } = options
    const token = as.token ?? (await server.signIn(as.account!))
    return server.raw({
      method: endpoint.method,
      url: `${fullPath(endpoint)}?${new URLSearchParams(options.query as Record<string, string>)}`,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': as.language ?? 'en',
        'content-type': options.type ?? 'application/octet-stream',
        ...options.headers,
      },
      payload: bytes,
    }) as Promise<Answer<Output<E>>>
  }
  const upload = (name: string, bytes: Buffer | string, as?: Caller) =>
    send(previewUpload, bytes, { query: { name }, as })
  return {
    send,
    upload,
    /** The preview of an upload; fails the test when it is refused. */
    async preview(name: string, bytes: Buffer | string): Promise<Preview> {
      const { status, body } = await upload(name, bytes)
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body.data!
    },
    /** Uploads and saves its first table. */
    async put(name: string, bytes: Buffer | string, choice: object = {}): Promise<Answer<TableItem>> {
      const up = await upload(name, bytes)
      if (up.status !== 201) return up as never
      const { upload_id, candidates } = up.body.data!
      return server.call(saveTable, {
        body: {
          upload_id,
          candidate: 0,
          group: candidates[0].group ?? 'ZV',
          name: name.replace(/\..*$/, ''),
          object: null,
          from: null,
          ...choice,
        } as never,
      })
    },
  }
}

export type Fixture = Awaited<ReturnType<typeof tableFixture>>

/** A workbook of one sheet, or of the given ones. */
export async function workbook(rows: Cell[][] | Sheets, more: Partial<WriteOptions> = {}): Promise<Buffer> {
  const sheets = isSheets(rows) ? rows : [{ name: 'Sheet1', rows }]
  return Buffer.from(await writeXlsx({ sheets, ...more }))
}

const isSheets = (rows: Cell[][] | Sheets): rows is Sheets => rows.length > 0 && !Array.isArray(rows[0])

export const csv = (rows: readonly (readonly Cell[])[], delimiter = ',') =>
  rows.map((r) => r.map((c) => c ?? '').join(delimiter)).join('\n') + '\n'

export { XLSX }

/** A file with the rating of a gate, whose last discharge is `q`. */
export const rating = (q: number) =>
  csv([
    ['z', 'a', 'q'],
    [380, 0.5, 3],
    [380, 1, 6],
    [400, 0.5, 4],
    [400, 1, q],
  ])
