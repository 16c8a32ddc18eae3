import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAct, undoAct } from '#contract/edits.ts'
import { ITEMS } from '#contract/items.ts'
import { countFired, getSeriesStates, listChecks, listFired } from '#contract/quality.ts'
import { grade, GOOD, SUSPECT } from '#core/quality/index.ts'
import { DAY, HOUR, fixture, HYDRO, local, MINUTE, type Fixture } from './fixture.ts'

const FROM = Date.UTC(2025, 9, 14)
const TO = FROM + 6 * HOUR
const GAUGE = 'level.bavan'
const LEVEL = 'level.reservoir.1'
const KEEP = [GAUGE, LEVEL, 'level.reservoir.2', 'discharge.bavan']

let h: Fixture
beforeAll(async () => {
  const faults = [`spike(3):${GAUGE}@+3h/+5h`, `spike(0.5):${LEVEL}@+3h/+4h`, 'silent:discharge.bavan@+4h/']
  h = await fixture(FROM, TO, faults.join(';'), (series) => KEEP.includes(series))
  await h.live(FROM - DAY, FROM, DAY)
  await h.live(FROM, TO, TO - FROM)
}, 300_000)
afterAll(() => h.close())

const open = async (kind: string, series: string) =>
  (await h.ask(listFired, { query: { kind, series } } as never)).fired

describe('fired spans, through the endpoints', () => {
  test('a row has kind, place, time, value, limit and state', async () => {
    const { fired, total } = await h.ask(listFired, { query: { kind: 'missing' } } as never)
    expect(total).toBe(1)
    expect(fired[0]).toMatchObject({
      series: 'discharge.bavan',
      station: 'TV_BAVAN_Q',
      open: true,
      grade: null,
      measure: 's',
      limit: 900,
      value: 7500,
      check_id: null,
      cleared_at: null,
    })
    const [spike] = await open('spike', GAUGE)
    expect(spike).toMatchObject({ measure: 'm', grade: 'SUSPECT', open: false, unit: 'm' })
    expect(spike.value).toBeGreaterThan(2.9)
  })

  test('by station, by time, by state; a reversed range is refused', async () => {
    const listed = async (query: object) => (await h.ask(listFired, { query } as never)).fired
    expect((await listed({ station: 'MN_HO' })).every((f) => f.series === LEVEL)).toBe(true)
    expect((await listed({ station: 'MN_HO' })).length).toBeGreaterThan(0)
    expect((await listed({ state: 'open' })).map((f) => f.kind)).toEqual(['missing'])
    expect(await listed({ to: local(FROM + 2 * HOUR) })).toEqual([])
    const wrong = await h.server.call(listFired, { query: { from: local(TO), to: local(FROM) } } as never, {
      account: 'manager',
    })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_range'])
  })

  test('counts by day add up to the list', async () => {
    const query = { from: local(FROM - 3 * DAY), to: local(FROM + DAY) }
    const { days, rows } = await h.ask(countFired, { query } as never)
    expect(days.length).toBe(5)
    const listed = await h.ask(listFired, { query } as never)
    expect(rows.reduce((n, r) => n + r.total, 0)).toBe(listed.total)
    for (const r of rows) expect(r.counts.reduce((a, b) => a + b, 0)).toBe(r.total)
  })

  test('the state of each series: last good reading, age, share present, open checks', async () => {
    const { at, series } = await h.ask(getSeriesStates)
    expect(at).toBe(TO)
    const of = (code: string) => series.find((s) => s.series === code)!
    expect(of('discharge.bavan')).toMatchObject({ step_s: 300, open: ['missing'] })
    expect(of('discharge.bavan').good!.t).toBe(FROM + 4 * HOUR - 5 * MINUTE)
    expect(of('discharge.bavan').present_24h).toBeCloseTo(22 / 24, 1)
    expect(of(LEVEL).present_24h).toBeGreaterThan(0.99)
    expect(of('rain.bavan')).toMatchObject({ last: null, good: null })
  })
})

describe('thresholds', () => {
  const body = (more: object = {}) => ({
    name: 'Ba Vân, spikes',
    kind: 'spike',
    series: [GAUGE],
    season: null,
    enabled: true,
    grade: 'SUSPECT',
    limits: { resolution: 5 },
    ...more,
  })
  const shown = async () =>
    (await h.ask(listChecks)).find((c) => c.key === `spike/${GAUGE}`) as Record<string, unknown>

  test('defaults exist without being described; levels are checked where they are calculated', async () => {
    expect(await shown()).toMatchObject({ source: 'default', enabled: true, limits: { resolution: 0.01 } })
    const range = (await h.ask(listChecks)).find((c) => c.key === `range/${LEVEL}`)
    expect(range).toMatchObject({ source: 'calculation', check_id: null })
  })

  test('a described check replaces the default: spans that no longer fire are cleared, and fire again without it', async () => {
    const before = await open('spike', GAUGE)
    expect(before.length).toBeGreaterThan(0)
    const { id, version } = await h.ask(ITEMS.check.add, { body: { body: body(), from: null } } as never)
    expect(await shown()).toMatchObject({ source: 'described', check_id: id, limits: { resolution: 5 } })
    await h.settle()
    expect(await open('spike', GAUGE)).toEqual([])
    const used = await h.server.app.history.read(HYDRO, [GAUGE], before[0].from, before[0].from)
    expect(grade(used.get(GAUGE)!.q[0])).toBeLessThan(SUSPECT)
    await h.ask(ITEMS.check.retire, { params: { id }, body: { version, from: null } } as never)
    await h.settle()
    expect((await open('spike', GAUGE)).map((f) => f.from)).toEqual(before.map((f) => f.from))
  })

  test('out of its season the default applies', async () => {
    const season = { from: '01-01', to: '02-28' }
    const { id, version } = await h.ask(ITEMS.check.add, {
      body: { body: body({ season }), from: null },
    } as never)
    expect(await shown()).toMatchObject({ source: 'default' })
    await h.ask(ITEMS.check.retire, { params: { id }, body: { version, from: null } } as never)
  })

  test('invalid limits are refused at their field', async () => {
    const refused = async (more: object) => (await h.refused(ITEMS.check.add, body(more))).fields
    const path = (list: [string, string][]) =>
      list.map(([p, code]) => `${p.replace(/^(body\.)+/, '')} ${code}`)
    expect(path(await refused({ limits: {} }))).toEqual(['limits.resolution required'])
    expect(path(await refused({ kind: 'range', limits: { min: 5, max: 1 } }))).toEqual([
      'limits.max check_order',
    ])
    expect(path(await refused({ kind: 'missing', limits: { steps: 3 } }))).toEqual(['grade check_no_grade'])
    expect(path(await refused({ kind: 'twin', limits: { difference: 1 } }))).toEqual([
      'series check_two_series',
    ])
    expect(path(await refused({ series: [LEVEL] }))).toEqual(['series.0 check_by_calculation'])
    expect(path(await refused({ series: ['general.lake_level'] }))).toEqual(['series.0 check_computed'])
    expect(path(await refused({ series: ['nothing.here'] }))).toEqual(['series.0 unknown_series'])
    expect(path(await refused({ limits: { resolution: 1, steps: 2 } }))).toEqual([
      'limits.steps check_not_of_kind',
    ])
  })
})

describe('readings confirmed by an operator', () => {
  const flag = (series: string, t: number) => ({
    act: { kind: 'flag', series, from: t, to: t, grade: GOOD },
    reason: 'seen with own eyes',
  })

  test('fire no more, until the edit is undone', async () => {
    const [spike] = await open('spike', GAUGE)
    const made = await h.ask(addAct, { body: flag(GAUGE, spike.from) } as never)
    await h.settle()
    expect((await open('spike', GAUGE)).map((f) => f.from)).not.toContain(spike.from)
    await h.ask(undoAct, { body: { act_id: made.act.act_id } } as never)
    await h.settle()
    expect((await open('spike', GAUGE)).map((f) => f.from)).toContain(spike.from)
  })

  test('count in the level too, where the check is the calculation’s own', async () => {
    const [spike] = (await open('spike', LEVEL)).filter((f) => f.from % (5 * MINUTE) === 0)
    const [first] = spike ? [spike] : await open('spike', LEVEL)
    const at = Math.ceil(first.from / (5 * MINUTE)) * 5 * MINUTE
    const level = async () =>
      (await h.server.app.history.read(HYDRO, ['general.lake_level'], at, at)).get('general.lake_level')!.v[0]
    const before = await level()
    await h.ask(addAct, { body: flag(LEVEL, first.from) } as never)
    await h.settle()
    expect((await open('spike', LEVEL)).map((f) => f.from)).not.toContain(first.from)
    // A spike of half a metre now affects the mean.
    expect(Math.abs((await level()) - before)).toBeGreaterThan(0.03)
  })
})
