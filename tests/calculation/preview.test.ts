import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { previewDifference, type Preview } from '#contract/preview.ts'
import { ITEMS } from '#contract/items.ts'
import { DAY, HOUR, T, expectSame, fixture, local, seed, type Fixture } from './fixture.ts'

let h: Fixture
beforeAll(async () => {
  h = await fixture(2 * DAY, { hourly: true })
})
afterAll(() => h.server.close())

const span = { from: local(T - DAY), to: local(T) }
const level = seed.positions.find((p) => p.body.series === 'level.reservoir.1')!
const body = { ...level.body, every: 3600 }
const raised = { noun: 'position' as const, id: level.id, body: { ...body, offset: body.offset + 0.04 } }
const preview = (given: object) => h.ask(previewDifference, { body: { ...span, ...given } })
const figure = (p: Preview, series: string) => p.figures.find((f) => f.series === series)!

test('without a change nothing differs from stored values', async () => {
  const p = await preview({})
  expect(p).toMatchObject({ instants: 25, changed: 0, standing: 0 })
  for (const line of Object.values(p.lines)) expect(line.after).toEqual(line.before)
})

test('a changed calibration is previewed as it will be computed, and nothing is stored', async () => {
  const before = await h.stored(T - DAY, T)
  const p = await preview({ changes: [raised] })
  expectSame(await h.stored(T - DAY, T), before)
  expect(figure(p, 'general.lake_level')).toMatchObject({ instants: 25, changed: 25 })
  expect(figure(p, 'general.lake_level').largest!.by).toBeCloseTo(0.02, 5)
  // Least, mean and greatest, of what is stored and of what is drawn.
  const { before: line, after } = p.lines['general.lake_level']
  const extremes = (v: (number | null)[]) => [Math.min(...(v as number[])), Math.max(...(v as number[]))]
  const explained = figure(p, 'general.lake_level')
  expect([explained.low_before, explained.peak_before]).toEqual(extremes(line.v))
  expect([explained.low_after, explained.peak_after]).toEqual(extremes(after.v))
  expect(p.approved).toBe(false)
  expect(p.changed).toBe(25)
  const { version } = (await h.ask(ITEMS.position.list)).find((x) => x.id === level.id)!
  await h.ask(ITEMS.position.change, {
    params: { id: level.id },
    body: { version, body: raised.body },
  })
  await h.settle()
  const stored = (await h.stored(T - DAY, T)).get('general.lake_level')!
  expect(p.lines['general.lake_level'].after.v).toEqual(
    Array.from(stored.v, (v) => Math.round(v * 1e6) / 1e6),
  )
  // From a time on: earlier values stay.
  const later = await preview({ changes: [{ ...raised, body, from: local(T - 6 * HOUR) }] })
  expect(later.lines['general.lake_level'].after.v.slice(0, 18)).toEqual(
    later.lines['general.lake_level'].before.v.slice(0, 18),
  )
  expect(figure(later, 'general.lake_level').changed).toBeGreaterThanOrEqual(6)
  const back = (await h.ask(ITEMS.position.list)).find((x) => x.id === level.id)!
  await h.ask(ITEMS.position.change, {
    params: { id: level.id },
    body: { version: back.version, body },
  })
  await h.settle()
  expectSame(await h.stored(T - DAY, T), before)
})

test('saved instants and manual operation stay as they are', async () => {
  const at = T - 3 * HOUR
  const saved = await h.ask(calculation.calculateSave, {
    body: { at: local(at), levels: { start: 410, end: 410 } },
  })
  const p = await preview({ changes: [raised] })
  expect(p.standing).toBe(1)
  expect(figure(p, 'general.lake_level').changed).toBe(24)
  const { t, v } = p.lines['general.lake_level'].after
  let instant = 0
  expect(v[t.findIndex((step) => (instant += step) === at)]).toBe(410)
  await h.ask(calculation.rollbackData, { body: { run_id: saved.run_id! } })
  const manual = await preview({
    changes: [
      raised,
      {
        noun: 'parameters',
        body: { ...seed.parameters, interval: 3600, operation: 'manual' },
        from: local(T - 12 * HOUR),
      },
    ],
  })
  expect(figure(manual, 'general.lake_level').changed).toBe(12)
})

test('a preview is refused at the field: of the span, of the draft, and without permission', async () => {
  const refused = (given: object, as = 'manager') =>
    h.refused(previewDifference, { body: { ...span, ...given } }, { account: as })
  expect((await refused({ from: local(T), to: local(T - HOUR) })).fields).toEqual([['from', 'from_after_to']])
  expect((await refused({ from: local(T - 100 * DAY) })).fields).toEqual([['from', 'span_too_long']])
  expect((await refused({ from: local(T - 30 * DAY), to: local(T - 20 * DAY) })).fields).toEqual([
    ['to', 'before_first_reading'],
  ])
  const wrong = { ...raised, body: { ...body, series: 'no.such.series' } }
  expect((await refused({ changes: [raised, wrong] })).fields).toEqual([
    ['changes.1.body.series', 'unknown_series'],
  ])
  expect(await refused({ changes: [{ ...raised, id: 'nobody' }] })).toMatchObject({ status: 404 })
  expect(await refused({}, 'viewer')).toMatchObject({ status: 403 })
})
