import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewEdit as previewCall } from '#contract/edits.ts'
import { listSeries } from '#contract/readings.ts'
import { previewEdit } from '#server/features/calculation/index.ts'
import type { History } from '#server/features/history/index.ts'
import { DAY, HOUR, fixture, HYDRO, LEVEL, T, type Fixture } from './fixture.ts'

/** A value for every minute of it: close to the limit of one edit. */
const LONG = 80 * DAY

let h: Fixture
beforeAll(async () => {
  h = await fixture()
}, 60_000)
afterAll(() => h.close())

test('while an edit of months is previewed, others are served', async () => {
  const act = { kind: 'replace' as const, series: LEVEL, from: T - LONG, to: T, value: 409.5 }
  let done = false
  const preview = h.call(previewCall, { body: { act } }, { account: 'manager' }).finally(() => (done = true))
  let answered = 0
  while (!done) {
    expect((await h.call(listSeries, {}, { token: h.token })).status).toBe(200)
    answered++
  }
  const answer = await preview
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200)
  const { calculation } = answer.body.data as { calculation: { instants: number } }
  expect(calculation.instants).toBeGreaterThan(79 * 288)
  // Twice a day that is computed, and more often around it.
  expect(answered).toBeGreaterThan(2 * 79)
}, 120_000)

test('it is computed in half days, with a turn of the event loop between', async () => {
  let turn = 0
  let counting = true
  const count = (async () => {
    while (counting) {
      await setImmediate()
      turn++
    }
  })()
  const pieces: { turn: number; from: number; to: number }[] = []
  const history: History = {
    ...h.app.history,
    read(hydro, series, from, to, o) {
      if (o?.change) pieces.push({ turn, from, to })
      return h.app.history.read(hydro, series, from, to, o)
    },
  }
  const layer = {
    id: 'x',
    source: 'act' as const,
    kind: 'offset' as const,
    from: T - 10 * DAY,
    to: T,
    b: 0.1,
  }
  const { plants, readings, services } = h.app
  const change = { add: [{ series: LEVEL, layer }] }
  const span = { from: T - 10 * DAY, to: T, money: false, px: 500, change }
  await previewEdit(services, { plants, history, readings }, HYDRO, LEVEL, span)
  counting = false
  await count
  const ends = [...new Set(pieces.map((p) => p.to))].sort((a, b) => a - b)
  expect(ends.length).toBeGreaterThanOrEqual(20)
  // Each ends at most half a day after the previous one.
  for (let i = 1; i < ends.length; i++) expect(ends[i] - ends[i - 1]).toBeLessThanOrEqual(12 * HOUR)
  const first = ends.map((to) => Math.min(...pieces.filter((p) => p.to === to).map((p) => p.turn)))
  for (let i = 1; i < first.length; i++) expect(first[i]).toBeGreaterThan(first[i - 1])
}, 60_000)
