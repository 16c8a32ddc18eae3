import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#core/time/index.ts'
import { getDataFromTo } from '#contract/dashboard.ts'
import { readEdits } from '#contract/edits.ts'
import { getHistory } from '#contract/readings.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const [A, B, C] = seed.series.map((s) => s.code)
const HYDRO = seed.hydroCode
const DAYS = 10
let server: TestServer
let from: number
let to: number

beforeAll(async () => {
  server = await testServer()
  await addReservoir(server.app, seed)
  to = Math.floor(server.clock.now() / DAY) * DAY - 60 * DAY
  from = to - DAYS * DAY
  for (const series of [A, B, C]) {
    const t = Array.from({ length: (DAYS * DAY) / (10 * MINUTE) }, (_, i) => from + i * 10 * MINUTE)
    await server.app.history.write(
      {
        hydroCode: HYDRO,
        series: t.map(() => series),
        t,
        v: t.map((_, i) => 400 + (i % 7)),
        q: t.map(() => 0),
      },
      { source: 'ingest' },
    )
  }
  await server.app.history.pack()
})
afterAll(() => server.close())

const chart = (series: string[], more: object = {}, account = 'admin') =>
  server.call(getHistory, { body: { series, from, to, px: 500, ...more } as never }, { account })

/** Days as a sensor of a hundred readings a second would leave them, by their declared number. */
async function sendMany(series: string, inAll: number): Promise<void> {
  await server.app.services.db.query(
    'UPDATE reading_day SET n = $3 WHERE hydro_code = $1 AND series = $2 AND n > 0',
    [HYDRO, series, Math.round(inAll / DAYS)],
  )
}

describe('large calls of one caller run in turn', () => {
  test('four at once per account, of any kind; another account is not kept waiting', async () => {
    const { thin } = server.app.history
    const running = { admin: 0, other: 0 }
    const most = { admin: 0, other: 0 }
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    server.app.history.thin = async (...args) => {
      const actor = args[4] === 501 ? 'other' : 'admin'
      most[actor] = Math.max(most[actor], ++running[actor])
      if (actor === 'admin') await held
      try {
        return await thin(...args)
      } finally {
        running[actor]--
      }
    }
    try {
      const span = { from: '2026-08-01 00:00:00', to: '2026-08-02 00:00:00' }
      const requests = Array.from({ length: 70 }, (_, i) =>
        i % 2 === 0
          ? chart([A])
          : server.call(getDataFromTo, { body: { ...span, layout: 'columns' } }, { account: 'admin' }),
      )
      // Beyond those that may wait, calls are refused at once, while the first are still held.
      const refused = await Promise.race(requests)
      expect(refused.status).toBe(429)
      expect((await chart([A], { px: 501 }, 'operator')).status).toBe(200)
      release()
      const statuses = (await Promise.all(requests)).map((a) => a.status)
      expect(most).toEqual({ admin: 4, other: 1 })
      expect(statuses.filter((one) => one === 200)).toHaveLength(64)
      expect(statuses.filter((one) => one === 429)).toHaveLength(6)
    } finally {
      release()
      server.app.history.thin = thin
    }
  })
})

describe('a single call reads a limited amount', () => {
  test('pixels of all series together', async () => {
    const many = Array.from({ length: 31 }, (_, i) => `none.${i}`)
    const { status, body } = await chart(many, { px: 10_000 })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ path: 'px', code: 'too_many_px' }])
    expect((await chart(many.slice(1), { px: 10_000 })).status).toBe(200)
  })

  test('long series are read one after the other, with the same answer', async () => {
    const before = (await chart([A, B, C])).body.data
    for (const series of [A, B, C]) await sendMany(series, 600_000)
    const { pool } = server.app.services.db
    const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<never>
    const together: number[] = []
    pool.query = ((text: string, values?: unknown[]) => {
      if (text.includes('array_send(array_agg(t)) t') && Array.isArray(values?.[1]))
        together.push(values[1].length)
      return query(text, values)
    }) as never
    try {
      expect((await chart([A, B, C])).body.data).toEqual(before)
    } finally {
      pool.query = query as never
    }
    expect(together).toEqual([1, 1, 1])
  })

  test('more than five million readings are refused with the reason', async () => {
    await sendMany(B, 5_000_010)
    const refused = await chart([A, B])
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'too_much_to_read' })
    expect(refused.body.message).toMatch(/5\D?000\D?0/)
    const rows = await server.call(readEdits, { body: { series: B, from, to } as never })
    expect(rows.body).toMatchObject({ code: 'too_much_to_read' })
    // The hour bins of the whole record still answer.
    expect((await chart([A, B], { rows: 500 })).status).toBe(200)
  })
})
