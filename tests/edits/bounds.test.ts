import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAct, setReview, updateStationData } from '#contract/edits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addGateLog } from '#contract/gate-log.ts'
import { getHistory, postReadings, putSeries, type IngestResult } from '#contract/readings.ts'
import { at, HOUR, fixture, LEVEL, seed, START, T, type Fixture } from './fixture.ts'

const LEAF = seed.gates.find((g) => g.body.type !== 1)!.body.leaves[0].id
const STATION = seed.stations.find((s) => s.body.series === LEVEL)!.body

let h: Fixture
beforeAll(async () => {
  h = await fixture()
}, 60_000)
afterAll(() => h.close())

/** The refusal of a call: status, and the errors by field. */
async function refused(endpoint: Endpoint, body: object, language: 'vi' | 'en' = 'en') {
  const answer = await h.call(endpoint, { body } as never, { account: 'manager', language })
  const [error] = answer.body.errors ?? []
  return [answer.status, error?.path, error?.code, error?.message]
}

describe('times with a mistyped year', () => {
  const move = (when: string) => ({ at: when, moves: [{ kind: 'leaf', object_id: LEAF, to: 0.5 }] })

  test('the gate log accepts nothing from before the reservoir', async () => {
    const [status, path, code, message] = await refused(addGateLog, move('1900-01-01 06:00'))
    expect([status, path, code]).toEqual([400, 'at', 'before_begin'])
    expect(message).toContain('check the year')
    expect((await refused(addGateLog, move('1926-10-16 06:00')))[2]).toBe('before_begin')
    expect((await refused(addGateLog, move('1926-10-16 06:00'), 'vi'))[3]).toContain('kiểm tra lại năm')
    expect((await h.call(addGateLog, { body: move('2025-10-16 06:00') } as never)).status).toBe(201)
  })

  test('data of a station: the row is named, and nothing of the call is stored', async () => {
    const before = await h.raw()
    const body = {
      station_code: STATION.code,
      type: STATION.type,
      reason: 'hand reading',
      data: [
        { date_string: '2025-10-16 06:00:00', value: 410 },
        { date_string: '1926-10-16 06:05:00', value: 410 },
      ],
    }
    expect((await refused(updateStationData, body)).slice(0, 3)).toEqual([
      400,
      'data.1.date_string',
      'before_begin',
    ])
    expect(await h.used()).toEqual(before)
  })

  test('an edit, a review', async () => {
    const act = {
      kind: 'flag',
      series: LEVEL,
      from: Date.UTC(1926, 0, 1),
      to: Date.UTC(1926, 0, 2),
      grade: 4,
    }
    expect((await refused(addAct, { act, reason: 'x' })).slice(0, 3)).toEqual([
      400,
      'act.from',
      'before_begin',
    ])
    const review = { state: 'in_review', from: -8e15, to: T }
    expect((await refused(setReview, review)).slice(0, 3)).toEqual([400, 'from', 'too_old'])
  })

  test('history over invalid times', async () => {
    const body = { series: [LEVEL], from: START, to: T }
    expect((await refused(getHistory, { ...body, to: 1e300 })).slice(0, 3)).toEqual([
      400,
      'to',
      'invalid_time',
    ])
    expect((await refused(getHistory, { ...body, from: -1e300 })).slice(0, 3)).toEqual([
      400,
      'from',
      'invalid_time',
    ])
    expect((await refused(getHistory, { ...body, from: T + 1 })).slice(0, 3)).toEqual([
      400,
      'from',
      'from_after_to',
    ])
    expect((await h.call(getHistory, { body })).status).toBe(200)
  })
})

test('a reading that is not a number is refused alone, with the reason; the others of its call are stored', async () => {
  const t = T - HOUR
  const power = seed.units[0].body.powerSeries
  const readings = [
    { series: LEVEL, t: t + 1, v: 3.4e38 },
    { series: LEVEL, t: t + 2, v: 410.01 },
    { series: 'rain.bavan', t: t + 3, v: 2e5 },
    { series: 'rain.bavan', t: t + 4, v: 1.2 },
    { series: power, t: t + 5, v: -1e30 },
    // Wrong, but a number: it is stored, and checks flag it.
    { series: LEVEL, t: t + 6, v: -9999 },
    { series: LEVEL, t: t + 7, v: null },
  ]
  const answer = await h.call(postReadings, { body: { readings } } as never, { token: h.token })
  const result = answer.body.data as IngestResult
  expect([answer.status, result.accepted]).toEqual([200, 4])
  expect(result.rejected.map((r) => [r.index, r.code])).toEqual([
    [0, 'beyond_bounds'],
    [2, 'beyond_bounds'],
    [4, 'beyond_bounds'],
  ])
  expect(result.rejected[0].message).toContain('20000 m')
  const stored = await h.raw(LEVEL, t, t + 10)
  expect([...stored.t]).toEqual([t, t + 2, t + 6, t + 7])
  expect(at(stored, t + 6)).toBe(-9999)
})

test('an edit that adds nothing is refused as having no effect', async () => {
  const span = { series: LEVEL, from: T - HOUR, to: T }
  const offset = { kind: 'offset', ...span, b: 0 }
  const drift = { kind: 'drift', ...span, b0: 0, b1: 0 }
  expect((await refused(addAct, { act: offset, reason: 'x' })).slice(0, 3)).toEqual([
    422,
    'act.b',
    'edit_nothing',
  ])
  expect((await refused(addAct, { act: drift, reason: 'x' })).slice(0, 3)).toEqual([
    422,
    'act.b1',
    'edit_nothing',
  ])
})

test('a token cannot be limited to series that are computed, tried or written by the log', async () => {
  const body = { name: 'x', unit: 'm3/s', kind: 'instant' }
  const put = async (code: string) =>
    (await h.call(putSeries, { params: { code }, body } as never, { token: h.token })).status
  const codes = ['what-if.level', 'general.x', 'basin.x', 'outlet.g.q', 'unit.h.method', 'leaf.a.q', 'log.a']
  for (const code of codes) expect([code, await put(code)]).toEqual([code, 409])
  // Sensors of gates and units are named after these.
  for (const code of ['leaf.a.opening', 'unit.9.power', 'what-ifs.x'])
    expect([code, await put(code)]).toEqual([code, 200])
})
