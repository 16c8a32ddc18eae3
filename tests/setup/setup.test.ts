import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { me } from '#contract/auth.ts'
import { getConfig } from '#contract/config.ts'
import { fullPath } from '#contract/endpoint.ts'
import {
  createReservoir,
  discardSetup,
  getSetup,
  leaveDemo,
  readSetupTable,
  saveSetup,
  type SetupGrid,
} from '#contract/setup.ts'
import { text } from '#contract/messages.ts'
import { dakDrinh } from '../import/real.ts'
import { testServer, type Answer, type TestServer } from '../server.ts'

const ZV = {
  id: 'zv',
  body: {
    group: 'ZV' as const,
    name: 'Z ~ V',
    rows: [
      [320.5, 0],
      [375, 43.33],
      [415, 296.95],
    ],
    units: { v: '10^6 m3' as const },
  },
}
const seed = { ...dakDrinh, tables: [ZV] }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const rows = async () => {
  const { db } = server.app.services
  const count = async (table: string) =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0].n
  return {
    plant: await count('plant'),
    description: await count('description'),
    series: await count('series'),
  }
}
const grid = async (name: string, content: string | Buffer) =>
  (await server.raw({
    method: 'POST',
    url: `${fullPath(readSetupTable)}?${new URLSearchParams({ name })}`,
    headers: {
      authorization: `Bearer ${await server.signIn('admin')}`,
      'content-type': 'application/octet-stream',
      'accept-language': 'en',
    },
    payload: Buffer.from(content),
  })) as Answer<SetupGrid>

describe('an installation without a reservoir', () => {
  test('reports who may set one up', async () => {
    const admin = await server.call(getSetup)
    expect(admin.body.data).toMatchObject({ draft: null, may_create: true, refused: null, demo: null })
    expect(admin.body.data).toMatchObject({ zone: 'Asia/Ho_Chi_Minh' })
    expect(admin.body.data!.provinces).toContain('Quảng Ngãi')
    const operator = await server.call(getSetup, {}, { account: 'operator' })
    expect(operator.body.data).toMatchObject({ may_create: false, refused: 'permission' })
    for (const [endpoint, body] of [
      [saveSetup, { version: null, body: {} }],
      [createReservoir, { version: null, seed }],
    ] as const) {
      const a = await server.call(endpoint, { body: body as never }, { account: 'operator' })
      expect(a.status).toBe(403)
    }
    expect((await server.call(me)).body.data).toMatchObject({ hydro_code: '', reservoirs: [] })
  })

  test('keeps the draft, and refuses the second of two people', async () => {
    const first = await server.call(saveSetup, { body: { version: null, body: { name: 'Đăk' } } })
    expect(first.body.data).toMatchObject({ version: 1, body: { name: 'Đăk' } })
    const twice = await server.call(saveSetup, { body: { version: null, body: {} } }, { account: 'manager' })
    expect([twice.status, twice.body.code]).toEqual([409, 'conflict'])
    const next = await server.call(
      saveSetup,
      { body: { version: 1, body: { name: 'Đăk Đrinh', step: 2 } } },
      { account: 'manager' },
    )
    expect(next.body.data).toMatchObject({ version: 2, updated_by_name: 'manager' })
    expect((await server.call(saveSetup, { body: { version: 1, body: {} } })).status).toBe(409)
    expect((await server.call(getSetup)).body.data!.draft).toMatchObject({
      version: 2,
      body: { name: 'Đăk Đrinh', step: 2 },
    })
    const old = await server.call(createReservoir, { body: { version: 1, seed } })
    expect([old.status, old.body.code]).toEqual([409, 'conflict'])
    expect(await rows()).toEqual({ plant: 0, description: 0, series: 0 })
  })

  test('names the errors and creates nothing', async () => {
    const [position] = seed.positions!
    const wrong = {
      ...seed,
      positions: [{ ...position, body: { ...position.body, series: 'not.there' } }],
      tables: [{ ...ZV, body: { ...ZV.body, rows: [[320, 0], [330], [340, 5]] } }],
    }
    const a = await server.call(createReservoir, { body: { version: 2, seed: wrong } })
    expect(a.status).toBe(400)
    expect(a.body.errors!.map((e) => e.path)).toEqual(['seed.positions.0.body.series'])
    const b = await server.call(createReservoir, {
      body: { version: 2, seed: { ...wrong, positions: seed.positions } },
    })
    expect(b.body.errors).toMatchObject([{ path: 'seed.tables.0.body.rows.1', code: 'table_row_width' }])
    const falling = {
      ...ZV,
      body: {
        ...ZV.body,
        rows: [
          [320, 5],
          [330, 4],
          [340, 6],
        ],
      },
    }
    const c = await server.call(createReservoir, {
      body: { version: 2, seed: { ...seed, tables: [falling] } },
    })
    expect(c.body.errors).toMatchObject([{ path: 'seed.tables.0.body.rows.1', code: 'NOT_INCREASING' }])
    // A series that calculation writes: refused when all else is written already.
    const computed = {
      ...seed,
      series: [
        ...seed.series!,
        { code: 'general.lake_level', name: 'x', unit: 'm' as const, kind: 'instant' as const },
      ],
    }
    const d = await server.call(createReservoir, { body: { version: 2, seed: computed } })
    expect(d.body.code).toBe('computed_series')
    expect(await rows()).toEqual({ plant: 0, description: 0, series: 0 })
    expect((await server.call(getSetup)).body.data!.draft).toMatchObject({ version: 2 })
  })

  test('reads a table into cells', async () => {
    const a = await grid('a/b/curve.csv', '# note\nlevel_m;storage;x\n320,5;0;\n325;0,12;chữ\n')
    expect(a.body.data).toEqual({
      file_name: 'curve.csv',
      sheet: null,
      sheets: [],
      columns: ['level_m', 'storage', 'x'],
      rows: [
        [320.5, 0, null],
        [325, 0.12, 'chữ'],
      ],
      lines: [3, 4],
    })
    expect((await grid('x.csv', '')).body).toMatchObject({
      code: 'empty_upload',
      message: text('empty_upload', 'en', { name: 'x.csv' }),
    })
    expect((await grid('x.csv', 'a\n1\n')).body.code).toBe('upload_one_column')
    const long = `z,v\n${Array.from({ length: 20_001 }, (_, i) => `${i},${i}`).join('\n')}`
    expect((await grid('x.csv', long)).body.code).toBe('upload_rows')
    expect((await grid('x.xlsx', Buffer.from('PK\u0003\u0004 and no more'))).body.code).toBe(
      'workbook_damaged',
    )
  })

  test('is not a demo, and cannot leave one', async () => {
    const a = await server.call(leaveDemo, { body: { name: 'x', password: 'Another2026' } })
    expect([a.status, a.body.code]).toEqual([404, 'not_a_demo'])
  })

  test('gets its reservoir with all its series at once; of two that create it, one succeeds', async () => {
    const both = await Promise.all(
      ['admin', 'manager'].map((account) =>
        server.call(createReservoir, { body: { version: 2, seed } }, { account }),
      ),
    )
    // The other is refused in the transaction, or before it if the first had finished.
    const [first, other] = both.toSorted((a, b) => a.status - b.status)
    expect(first.status).toBe(201)
    expect([409, 400]).toContain(other.status)
    if (other.status === 400) expect(other.body.errors).toMatchObject([{ code: 'code_taken' }])
    expect(first.body.data).toEqual({
      hydro_code: 'DAKDRINH',
      series: ['level.reservoir.1', 'release.total'],
    })
    expect(await rows()).toMatchObject({ plant: 1, series: 2 })
    expect((await server.call(me)).body.data).toMatchObject({ hydro_code: 'DAKDRINH' })
    expect((await server.call(getConfig, {}, {})).body.data).toMatchObject({ site_name: 'Đăk Đrinh' })
    expect((await server.call(getSetup)).body.data).toMatchObject({
      draft: null,
      may_create: false,
      refused: 'one_reservoir',
    })
    const more = await server.call(saveSetup, { body: { version: null, body: {} } })
    expect([more.status, more.body.code]).toEqual([409, 'one_reservoir'])
  })
})

test('of two reservoirs created at the same time one remains, where only one is allowed', async () => {
  const fresh = await testServer()
  try {
    const both = await Promise.all(
      ['FIRST', 'SECOND'].map((hydroCode) =>
        fresh.call(createReservoir, { body: { version: null, seed: { ...seed, hydroCode } } }),
      ),
    )
    // The other is refused in the transaction, or before it if the first had finished.
    const [first, other] = both.toSorted((a, b) => a.status - b.status)
    expect(first.status).toBe(201)
    expect([409, 400]).toContain(other.status)
    if (other.status === 400) expect(other.body.errors).toMatchObject([{ code: 'code_taken' }])
    expect(both.find((a) => a.status === 409)!.body.code).toBe('one_reservoir')
    expect(await fresh.app.plants.codes()).toHaveLength(1)
  } finally {
    await fresh.close()
  }
})

test('the office of several reservoirs adds another, under a code of its own', async () => {
  const office = await testServer({ env: { EDITION: 'SERVER' } })
  try {
    const send = (hydroCode: string, account = 'admin') =>
      office.call(createReservoir, { body: { version: null, seed: { ...seed, hydroCode } } }, { account })
    expect((await send('ONE')).status).toBe(201)
    expect((await send('TWO')).status).toBe(201)
    const again = await send('TWO')
    expect(again.body.errors).toMatchObject([{ path: 'seed.hydroCode', code: 'code_taken' }])
    const saved = await office.call(saveSetup, { body: { version: null, body: { a: 1 } } })
    expect(saved.status).toBe(200)
    expect((await office.call(discardSetup, { body: { version: 7 } })).status).toBe(409)
    expect((await office.call(discardSetup, { body: { version: 1 } })).status).toBe(200)
    // A role at a single reservoir does not allow describing a further one.
    const { db } = office.app.services
    await db.query("UPDATE account_role SET hydro_code = 'ONE' WHERE account_id = 'ac_manager'")
    expect((await send('THREE', 'manager')).status).toBe(403)
  } finally {
    await office.close()
  }
})
