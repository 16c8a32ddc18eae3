import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grade, ESTIMATED, GOOD, SUSPECT } from '#core/quality/index.ts'
import type { FiredRow } from '#server/features/quality/index.ts'
import { DAY, HOUR, fixture, HYDRO, MINUTE, type Fixture } from './fixture.ts'

// The wet season: the lake rises by a decimetre an hour.
const FROM = Date.UTC(2025, 9, 14)
const ON = FROM + 2 * HOUR
const OFF = FROM + 5 * HOUR
const STEP = 10 * MINUTE
const during = '@+26h/+29h'

let h: Fixture
/** The recorded fired spans at each step. */
const seen = new Map<number, FiredRow[]>()

beforeAll(async () => {
  const faults = [
    'stuck:level.reservoir.2',
    'silent:rain.nuocsim',
    'silent:unit.1.power',
    'spike(3):level.bavan',
    'negative(0.4):rain.bavan',
    'lie(0.35):level.reservoir.1',
  ]
  h = await fixture(FROM - DAY, FROM + 8 * HOUR, faults.map((f) => f + during).join(';'))
  await h.live(FROM - DAY, FROM, DAY)
  for (let t = FROM; t < FROM + 8 * HOUR; t += STEP) {
    await h.live(t, t + STEP)
    seen.set(t + STEP, await h.fired())
  }
}, 300_000)
afterAll(() => h.close())

const rows = (t: number, kind: string, series: string) =>
  seen.get(t)!.filter((f) => f.kind === kind && f.series === series && f.cleared_at === null)
const isOpen = (t: number, kind: string, series: string) => rows(t, kind, series).some((f) => f.open)
/** The first step at which a condition holds. */
const since = (holds: (t: number) => boolean) => [...seen.keys()].find(holds) ?? Infinity

describe('a failing sensor fires the right check, which ends when it recovers', () => {
  test('stuck: an hour after it stopped while the other one moves; ends with the next change', () => {
    const stuck = (t: number) => isOpen(t, 'stuck', 'level.reservoir.2')
    expect(since(stuck) - ON).toBeLessThanOrEqual(HOUR + STEP)
    expect(stuck(OFF - STEP)).toBe(true)
    expect(stuck(OFF + STEP)).toBe(false)
    // Its repeated value is flagged, from the second of the equal readings on.
    const [row] = rows(OFF + HOUR, 'stuck', 'level.reservoir.2')
    expect(row).toMatchObject({ grade: SUSPECT, open: false, cleared_at: null })
    expect(row.from_t - ON).toBeLessThanOrEqual(2 * MINUTE)
    expect(OFF - row.to_t).toBeLessThanOrEqual(2 * MINUTE)
  })

  test('drift: twin sensors disagree at once, both are marked as estimates', () => {
    const apart = (code: string) => (t: number) => isOpen(t, 'twin', code)
    for (const code of ['level.reservoir.1', 'level.reservoir.2']) {
      expect(since(apart(code)) - ON).toBeLessThanOrEqual(STEP)
      expect(apart(code)(OFF - STEP)).toBe(true)
      expect(apart(code)(OFF + STEP)).toBe(false)
      expect(rows(OFF + HOUR, 'twin', code)[0].grade).toBe(ESTIMATED)
    }
  })

  test('silence: missing after three intervals, closed by the first reading that comes back', () => {
    for (const code of ['rain.nuocsim', 'unit.1.power']) {
      const silent = (t: number) => isOpen(t, 'missing', code)
      expect(since(silent) - ON).toBeLessThanOrEqual(15 * MINUTE + STEP)
      expect(silent(OFF - STEP)).toBe(true)
      expect(silent(OFF + STEP)).toBe(false)
      const [row] = rows(OFF + STEP, 'missing', code)
      expect(row.grade).toBe(null)
      expect(OFF - row.to_t).toBeLessThanOrEqual(5 * MINUTE)
    }
  })

  test('spikes of a river gauge: each is found when it arrives, and marked as suspect', () => {
    const spikes = rows(OFF + HOUR, 'spike', 'level.bavan')
    expect(spikes.length).toBeGreaterThan(1)
    for (const s of spikes) {
      expect(s.grade).toBe(SUSPECT)
      expect(s.from_t).toBeGreaterThanOrEqual(ON)
      expect(s.to_t).toBeLessThan(OFF)
      expect(s.worst).toBeGreaterThan(2.5)
    }
    expect(isOpen(OFF + HOUR, 'spike', 'level.bavan')).toBe(false)
  })

  test('negative rain is out of range while it lasts', () => {
    expect(since((t) => isOpen(t, 'range', 'rain.bavan')) - ON).toBeLessThanOrEqual(STEP)
    expect(rows(OFF + HOUR, 'range', 'rain.bavan')).toMatchObject([{ open: false, worst: -0.4, bound: 0 }])
  })

  test('nothing else fires, and nothing at a good sensor', () => {
    const faulty = ['level.reservoir.1', 'level.reservoir.2', 'rain.nuocsim', 'unit.1.power', 'level.bavan']
    const others = [...seen.values()].at(-1)!.filter((f) => !faulty.includes(f.series ?? ''))
    expect(others.map((f) => [f.kind, f.series])).toEqual([['range', 'rain.bavan']])
  })

  test('flags are effective in readings and in the level; raw stays as sent', async () => {
    const { history } = h.server.app
    const t = OFF - HOUR
    const codes = ['level.reservoir.1', 'level.reservoir.2', 'general.lake_level']
    const used = await history.read(HYDRO, codes, t, t)
    const raw = await history.read(HYDRO, codes.slice(0, 2), t, t, { raw: true })
    expect(codes.map((code) => grade(used.get(code)!.q[0]))).toEqual([ESTIMATED, SUSPECT, 2])
    expect(codes.slice(0, 2).map((code) => grade(raw.get(code)!.q[0]))).toEqual([GOOD, GOOD])
    // The stuck sensor is left out: the level comes from the other one.
    expect(used.get('general.lake_level')!.v[0]).toBeCloseTo(used.get('level.reservoir.1')!.v[0], 2)
  })

  test('checking all of it again changes no row', async () => {
    const before = await h.server.app.services.db.query(
      'SELECT *, xmin::text FROM check_span ORDER BY span_id',
    )
    const spans = codesOf(before as FiredRow[]).map((series) => ({ series, from: FROM, to: FROM + 8 * HOUR }))
    await h.server.app.history.markDirty(HYDRO, ['calc'], spans)
    await h.settle()
    const after = await h.server.app.services.db.query(
      'SELECT *, xmin::text FROM check_span ORDER BY span_id',
    )
    expect(after).toEqual(before)
  })

  test('late readings that fill a silence clear it', async () => {
    await h.sendTrue((r) => r.series === 'unit.1.power' && r.t >= ON && r.t < OFF)
    await h.settle()
    const missing = (await h.fired()).filter((f) => f.kind === 'missing' && f.series === 'unit.1.power')
    expect(missing.map((f) => f.cleared_at !== null)).toEqual([true])
  })
})

const codesOf = (list: readonly FiredRow[]) => [...new Set(list.flatMap((f) => f.series ?? []))]
