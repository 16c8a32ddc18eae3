import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFired } from '#contract/quality.ts'
import type { FiredRow } from '#server/features/quality/index.ts'
import { differences } from '../api/bench.ts'
import { DAY, HOUR, fixture, HYDRO, MINUTE, type Fixture } from './fixture.ts'

// The wet season: the lake rises by a decimetre an hour.
const FROM = Date.UTC(2025, 9, 14)
const ON = FROM + 2 * HOUR
const OFF = FROM + 4 * HOUR
const TO = FROM + 6 * HOUR
const STEP = 10 * MINUTE
const [LATE, MIXED, TWICE, AHEAD] = [
  'level.reservoir.1',
  'level.reservoir.2',
  'level.bavan',
  'discharge.bavan',
]
const has = (series: string) => [LATE, MIXED, TWICE, AHEAD].includes(series)

let h: Fixture
/** The same plant without faults. */
let clean: Fixture
/** The recorded fired spans at each step. */
const seen = new Map<number, FiredRow[]>()
/** Sources reported with a wrong clock at each step. */
const wrong = new Map<number, number>()

beforeAll(async () => {
  const during = '@+2h/+4h'
  const faults = [
    `late(1800):${LATE}`,
    `disorder(900):${MIXED}`,
    `duplicate:${TWICE}`,
    `clock(1200):${AHEAD}`,
  ]
  clean = await fixture(FROM, TO, '', has)
  await clean.live(FROM, TO)
  h = await fixture(FROM, TO, faults.map((f) => f + during).join(';'), has)
  for (let t = FROM; t < TO; t += STEP) {
    await h.live(t, t + STEP)
    seen.set(t + STEP, await h.fired())
    wrong.set(t + STEP, (await h.server.app.readings.ingest.clocks.list(HYDRO)).length)
  }
}, 300_000)
afterAll(async () => {
  await h.close()
  await clean.close()
})

const open = (t: number, series: string) =>
  seen.get(t)!.filter((f) => f.series === series && f.open && f.cleared_at === null)
const listed = async (series: string) => (await h.ask(listFired, { query: { series } } as never)).fired
const digits = async (of: Fixture, series: string, from = FROM, to = TO) =>
  of.server.app.history.read(HYDRO, [series], from, to)

describe('a courier that delivers readings late, shuffled, twice, or with wrong times', () => {
  test('late: missing until they arrive, and then cleared', async () => {
    expect(open(ON + HOUR, LATE).map((f) => f.kind)).toEqual(['missing'])
    expect(open(OFF + HOUR, LATE)).toEqual([])
    expect(await listed(LATE)).toEqual([])
    const cleared = (await h.fired()).filter((f) => f.series === LATE && f.cleared_at !== null)
    expect(cleared.length).toBeGreaterThan(0)
  })

  test('shuffled and twice: without effect, and every reading is as it was sent', async () => {
    expect(await listed(MIXED)).toEqual([])
    // For those that arrive twice in order nothing ever fires.
    expect((await h.fired()).filter((f) => f.series === TWICE)).toEqual([])
    for (const series of [LATE, MIXED, TWICE])
      expect(differences(await digits(clean, series), await digits(h, series))).toEqual([])
  })

  test('computed values are as if they had arrived in order, to the last digit and flag', async () => {
    const codes = ['general.lake_level', 'general.total_capacity', 'general.total_discharge_lake']
    for (const code of codes) {
      const [a, b] = [await digits(clean, code), await digits(h, code)]
      expect(a.get(code)!.t.length).toBeGreaterThan(60)
      expect(differences(a, b)).toEqual([])
    }
  })

  test('with wrong times: refused while its clock is ahead, reported as missing, cleared with the right time', async () => {
    expect(wrong.get(ON - STEP)).toBe(0)
    expect(wrong.get(ON + HOUR)).toBe(1)
    expect(wrong.get(TO)).toBe(0)
    expect(open(ON + HOUR, AHEAD).map((f) => f.kind)).toEqual(['missing'])
    expect(open(OFF + STEP, AHEAD)).toEqual([])
    const [row, ...more] = await listed(AHEAD)
    expect(more).toEqual([])
    expect(row).toMatchObject({ kind: 'missing', open: false, grade: null })
    expect(row.from - ON).toBeLessThanOrEqual(5 * MINUTE)
    expect(OFF - row.to).toBeLessThanOrEqual(5 * MINUTE)
    const stored = (await digits(h, AHEAD, ON, OFF - 1)).get(AHEAD)!
    expect(stored.t.length).toBe(0)
    expect((await digits(h, AHEAD, ON - DAY, ON - 1)).get(AHEAD)!.t.length).toBeGreaterThan(20)
  })
})
