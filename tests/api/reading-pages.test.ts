import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '#core/time/index.ts'
import { getReadings } from '#contract/readings.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const SERIES = 'level.reservoir.1'
let server: TestServer
let token: string
let start: number

beforeAll(async () => {
  server = await testServer()
  await addReservoir(server.app, seed)
  token = await server.ingestToken(seed.hydroCode, ['read'])
  start = Math.floor(server.clock.now() / DAY) * DAY - 400 * DAY
  // Packed days, a gap of a year, rows of yesterday; some instants in both.
  await write(start, 3000, 90 * SECOND)
  await server.app.history.pack()
  await write(start + 90 * SECOND * 2990, 20, 90 * SECOND)
  await write(server.clock.now() - DAY, 300, 60 * SECOND)
})
afterAll(() => server.close())

async function write(from: number, n: number, step: number): Promise<void> {
  const t = Array.from({ length: n }, (_, i) => from + i * step)
  const batch = {
    hydroCode: seed.hydroCode,
    series: t.map(() => SERIES),
    t,
    v: t.map(() => 400),
    q: t.map(() => 0),
  }
  await server.app.history.write(batch, { source: 'ingest' })
}

const page = (query: { from: string; to: string; limit?: string }) =>
  server.call(getReadings, { query: { series: SERIES, ...query } as never }, { token })

describe('readings are returned in pages', () => {
  test.each(['1000', '64', '7000'])(
    'of %s, which continue each other without gaps or duplicates',
    async (limit) => {
      const to = new Date(server.clock.now()).toISOString()
      const all: number[] = []
      let pages = 0
      for (let from: string | null = new Date(start).toISOString(); from !== null; pages++) {
        const { status, body } = await page({ from, to, limit })
        expect(status).toBe(200)
        const { readings, next } = body.data!
        expect(readings.length).toBeLessThanOrEqual(Number(limit))
        all.push(...readings.map((r) => r[0]))
        if (next !== null) expect(Date.parse(next)).toBeGreaterThan(readings.at(-1)?.[0] ?? Date.parse(from))
        from = next
      }
      const whole = await server.app.history.read(seed.hydroCode, [SERIES], start, Date.parse(to), {
        raw: true,
      })
      expect(all).toEqual([...whole.get(SERIES)!.t])
      expect(all.length).toBe(3310)
      expect(pages).toBeLessThan(80)
    },
  )

  test('have at most 100,000 readings; an empty span is one page', async () => {
    expect((await page({ from: '0', to: '1', limit: '100001' })).status).toBe(400)
    const { body } = await page({ from: '2001-01-01T00:00:00Z', to: '2002-01-01T00:00:00Z' })
    expect(body.data).toEqual({ readings: [], next: null })
  })

  test('two at once per token; further ones wait, and too many are refused', async () => {
    const { read } = server.app.history
    let running = 0
    let most = 0
    server.app.history.read = async (...args) => {
      most = Math.max(most, ++running)
      try {
        return await read(...args)
      } finally {
        running--
      }
    }
    try {
      const span = { from: new Date(start).toISOString(), to: new Date(server.clock.now()).toISOString() }
      const answers = await Promise.all(Array.from({ length: 40 }, () => page(span)))
      const statuses = answers.map((a) => a.status)
      expect(most).toBeLessThanOrEqual(2)
      expect(statuses.filter((s) => s === 200).length).toBeGreaterThanOrEqual(22)
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
    } finally {
      server.app.history.read = read
    }
  })
})
