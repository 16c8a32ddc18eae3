import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeries, bench, DAY, NOW, PLANT, type Bench } from './harness.ts'

const ROWS = 60_000
const ROUNDS = 5
let b: Bench

beforeAll(async () => {
  b = await bench()
  await addSeries(b.db, 's', 'instant', null)
})
afterAll(() => b.close())

/** History of one round: days of its own, closed long ago. */
const write = (round: number, closed = true) => {
  const start = closed ? NOW - (400 - round * 10) * DAY : NOW - DAY / 2
  const t = Array.from({ length: ROWS }, (_, i) => start + i * 1000)
  return b.history.write(
    { hydroCode: PLANT, series: t.map(() => 's'), t, v: t.map((at) => at % 977), q: t.map(() => 0) },
    { source: 'ingest' },
  )
}

const size = async () => {
  const [row] = await b.db.query<{ n: number }>(`SELECT pg_total_relation_size('reading') AS n`)
  return row.n
}

test('history written in bulk, packed as it arrives, takes no more space than its first part did', async () => {
  await write(0)
  expect(b.history.unpacked(PLANT)).toBe(ROWS)
  const first = await size()
  await b.history.pack()
  expect(b.history.unpacked(PLANT)).toBe(0)
  for (let round = 1; round < ROUNDS; round++) {
    await write(round)
    await b.history.pack()
  }
  expect(await size()).toBeLessThanOrEqual(first)
})

test('rows of open days are never delayed', async () => {
  await write(0, false)
  expect(b.history.unpacked(PLANT)).toBe(0)
})
