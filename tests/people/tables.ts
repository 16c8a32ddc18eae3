import type { Permission } from '#core/access/index.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { uploadOutletXa, uploadStationZq } from '#contract/tables/ratings.ts'
import { previewUpload } from '#contract/tables/uploads.ts'
import { demoDescription } from '#plant/describe.ts'
import type { Answer, TestServer } from '../server.ts'
import type { Use } from './walk.ts'

const seed = demoDescription()
const ZV = 'z,v\n380,40\n400,160\n'

let made = 0

/** Bodies with which the JSON calls of tables succeed; each changing call gets new tables. */
export function tableSamples(server: TestServer) {
  const { db } = server.app.services
  /** An inactive table, so that it does not overlap others. */
  const table = async (group: 'QZ' | 'ZQ' | 'ZAoAc' = 'QZ') => {
    const id = `walked${made++}`
    const rows =
      group === 'ZAoAc'
        ? [
            [0, 0, 0],
            [0, 9, 1],
          ]
        : [
            [0, 1],
            [9, 2],
          ]
    const version = await db.tx((c) =>
      server.app.plants.change(
        c,
        { actor: 'test', address: null, hydro: seed.hydroCode },
        {
          hydroCode: seed.hydroCode,
          noun: 'table',
          itemId: id,
          body: {
            ...seed.tables[0].body,
            group,
            name: id,
            object: { QZ: null, ZQ: 'MN_HO', ZAoAc: 'bottom.1' }[group],
            active: false,
            rows,
            units: {},
          },
          from: null,
          to: null,
          reason: null,
        },
      ),
    )
    return { id, version }
  }
  const upload = async () => {
    const answer = await server.raw({
      method: 'POST',
      url: `${fullPath(previewUpload)}?name=walk.csv`,
      headers: { authorization: `Bearer ${await server.signIn('admin')}`, 'content-type': 'text/csv' },
      payload: ZV,
    })
    const { upload_id } = answer.body.data as { upload_id: string }
    return { upload_id, candidate: 0, group: 'ZV' }
  }
  const base = '/api/renew/v1/table'
  return {
    [`GET ${base}/item/{id}`]: { params: { id: 'ZV' } },
    [`GET ${base}/item/{id}/versions`]: { params: { id: 'ZV' } },
    [`GET ${base}/item/{id}/compare`]: async () => {
      const { id, version } = await table()
      return { params: { id }, query: { a: version, b: version } }
    },
    [`GET ${base}/item/{id}/download`]: { params: { id: 'ZV' } },
    [`GET ${base}/template/{group}`]: { params: { group: 'ZV' }, query: { as: 'csv' } },
    [`POST ${base}/lookup`]: async () => ({ body: { id: (await table()).id, inputs: [5] } }),
    [`POST ${base}/check`]: async () => ({ body: await upload() }),
    [`POST ${base}/save`]: async () => ({
      body: { ...(await upload()), name: 'walked', object: null, from: null, active: false },
    }),
    [`PATCH ${base}/item/{id}`]: async () => {
      const { id, version } = await table()
      return { params: { id }, body: { version, name: 'walked' } }
    },
    [`POST ${base}/item/{id}/use-again`]: async () => {
      const { id, version } = await table('ZQ')
      // Each for a day of its own: it comes into force without overlapping others.
      const day = (n: number) => new Date(Date.UTC(1990, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
      return { params: { id }, body: { version, seen: [version], from: day(made), to: day(made + 1) } }
    },
    [`POST ${base}/item/{id}/retire`]: async () => {
      const { id, version } = await table()
      return { params: { id }, body: { version } }
    },
    [`DELETE ${base}/outlet-xa/{id}`]: async () => ({ params: { id: (await table('ZAoAc')).id } }),
    [`GET ${base}/mst-interpolate-zq/{id}`]: async () => ({ params: { id: (await table('ZQ')).id } }),
    [`GET ${base}/station-zq/{id}`]: async () => ({ params: { id: (await table('ZQ')).id } }),
    [`POST ${base}/station-zq`]: {
      body: {
        station: 'MN_HO',
        name: 'walked',
        from: null,
        active: false,
        rows: [
          { z: 1, q: 0 },
          { z: 2, q: 5 },
        ],
      },
    },
  }
}

const UPLOADS: { endpoint: Endpoint; query: string; headers: Record<string, string>; content: string }[] = [
  { endpoint: previewUpload, query: 'name=walk.csv', headers: {}, content: ZV },
  {
    endpoint: uploadStationZq,
    query: 'name=walk.csv',
    headers: { station: 'MN_HALUU' },
    content: 'z,q\n1,0\n2,5\n',
  },
  {
    endpoint: uploadOutletXa,
    query: 'name=walk.csv',
    headers: { outlet: 'bottom.1' },
    content: 'x,a\n0,0\n50,1\n',
  },
]

/** Calls whose body is a file. */
export function tableUploads(server: TestServer): Use[] {
  const { db } = server.app.services
  return UPLOADS.map(({ endpoint, query, headers, content }) => ({
    name: `${endpoint.method} ${fullPath(endpoint)}`,
    endpoint,
    needs: [endpoint.access as Permission],
    async send(_permission, token) {
      // Removes what the walk saved before, which would overlap.
      await db.query(
        `UPDATE description SET superseded_at = recorded_at + 1
          WHERE hydro_code = $1 AND noun = 'table' AND body->>'fileName' = 'walk.csv' AND superseded_at IS NULL`,
        [seed.hydroCode],
      )
      return server.raw({
        method: endpoint.method,
        url: `${fullPath(endpoint)}?${query}`,
        headers: {
          'content-type': 'text/csv',
          ...headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        payload: content,
      }) as Promise<Answer>
    },
  }))
}
