import { afterAll, beforeAll, expect, test } from 'vitest'
import { utcDay } from '#core/time/index.ts'
import { markCalculationDirty } from '#server/features/plants/index.ts'
import { addSeries, batch, bench, DAY, HOUR, INGEST, NOW, PLANT, type Bench } from './harness.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
  for (const code of ['a', 'b']) await addSeries(b.db, code)
})
afterAll(() => b.close())

const LONG_AGO = Date.UTC(1900, 0, 2)
const SEVENTIES = Date.UTC(1970, 0, 21)
/** Two days apart with nothing between; some packed. */
const RECENT = [NOW - 400 * DAY, NOW - 398 * DAY, NOW - 5 * DAY, NOW - DAY, NOW]

const marks = (series: string) =>
  b.db.query<{ kind: string; day: number; from_t: number; to_t: number }>(
    'DELETE FROM dirty_span WHERE series = $1 RETURNING kind, day, from_t, to_t',
    [series],
  )
const daysOf = (found: { day: number }[]) => [...new Set(found.map((m) => m.day))].sort((x, y) => x - y)

test('a change marks only days with readings, not the decades between them', async () => {
  const all = [LONG_AGO, SEVENTIES, ...RECENT]
  await b.history.write(batch(all.map((t, i) => [i % 2 ? 'a' : 'b', t, 1] as const)), INGEST)
  await b.history.pack({ olderThan: NOW - 2 * DAY })
  await b.db.query('DELETE FROM dirty_span')

  await b.history.markDirty(PLANT, ['bin', 'calc'], [{ series: 'a', from: -Infinity, to: Infinity }])
  const open = await marks('a')
  expect(daysOf(open)).toEqual(all.map(utcDay))
  expect(open).toHaveLength(2 * all.length)

  await b.db.tx((c) => markCalculationDirty(c, PLANT, null, null, NOW))
  const described = await marks('*description')
  expect(daysOf(described)).toEqual(all.map(utcDay))
  expect(Math.max(...described.map((m) => m.to_t))).toBe(NOW)

  await b.db.tx((c) => markCalculationDirty(c, PLANT, NOW - 398 * DAY + HOUR, NOW - DAY, NOW))
  const within = await marks('*description')
  expect(within.map((m) => [m.from_t, m.to_t]).sort((x, y) => x[0] - y[0])).toEqual([
    [NOW - 398 * DAY + HOUR, (utcDay(NOW) - 397) * DAY - 1],
    [utcDay(NOW - 5 * DAY) * DAY, (utcDay(NOW) - 4) * DAY - 1],
    [utcDay(NOW - DAY) * DAY, NOW - DAY - 1],
  ])
})

test('a span of a year at most marks all its days, whatever they contain', async () => {
  await b.history.markDirty(PLANT, ['calc'], [{ series: 'a', from: NOW - 100 * DAY, to: NOW - 90 * DAY }])
  expect(await marks('a')).toHaveLength(11)
})
