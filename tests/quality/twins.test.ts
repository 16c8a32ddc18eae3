import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getWaterdepths } from '#contract/dashboard.ts'
import { getSeriesStates, listFired } from '#contract/quality.ts'
import { getHistory } from '#contract/readings.ts'
import { listSensors } from '#contract/sensors.ts'
import { fromColumn } from '#client/ui/chart/column.ts'
import { ESTIMATED, GOOD, grade, PARTIAL, REJECTED, SUSPECT } from '#core/quality/index.ts'
import type { Reading } from '#plant/index.ts'
import type { AsOf } from '#server/features/history/index.ts'
import { HOUR, HYDRO, fixture, local, MINUTE, type Fixture } from './fixture.ts'

const FROM = Date.UTC(2025, 9, 14)
const TO = FROM + 4 * HOUR
const [BAD, GOOD_ONE, LAKE] = ['level.reservoir.1', 'level.reservoir.2', 'general.lake_level']

async function fired(h: Fixture, kind: string, series: string) {
  return (await h.ask(listFired, { query: { kind, series } } as never)).fired
}
/** Grades by instant, effective. */
async function grades(h: Fixture, series: string, from: number, to: number) {
  const body = { series: [series], from, to, px: 10_000 }
  const line = fromColumn((await h.ask(getHistory, { body })).series[series])
  return new Map(Array.from(line.t, (t, i) => [t, grade(line.q?.[i] ?? 0)]))
}

describe('spikes of one of two sensors', () => {
  let h: Fixture
  beforeAll(async () => {
    const has = (series: string) => series === BAD || series === GOOD_ONE
    h = await fixture(FROM, TO, `spike(0.5):${BAD}@+1h/+3h`, has)
    await h.live(FROM, TO, 5 * MINUTE)
  }, 120_000)
  afterAll(() => h.close())

  test('fire at that one, and leave its good twin unchanged', async () => {
    const spikes = await fired(h, 'spike', BAD)
    expect(spikes.length).toBeGreaterThan(3)
    const wrong = [...spikes, ...(await fired(h, 'rate', BAD))]
    expect(await fired(h, 'twin', GOOD_ONE)).toEqual([])
    expect(await fired(h, 'stuck', GOOD_ONE)).toEqual([])
    const good = await grades(h, GOOD_ONE, FROM, TO)
    expect([...new Set(good.values())]).toEqual([GOOD])
    // The bad reading differs from the other sensor, and is flagged; its neighbours are not.
    const bad = await grades(h, BAD, FROM, TO)
    const doubted = [...bad].filter(([, g]) => g !== GOOD)
    expect(doubted.length).toBeGreaterThan(3)
    for (const [t, g] of doubted) {
      // The calculation's grade is worse than that of the two sensors' comparison.
      expect(g).toBe(SUSPECT)
      expect([t - FROM, wrong.some((s) => s.from <= t && t <= s.to)]).toEqual([t - FROM, true])
    }
  })

  test('the level is that of the other sensor at their minute, flagged as missing one', async () => {
    const spikes = await fired(h, 'spike', BAD)
    const level = await grades(h, LAKE, FROM + 30 * MINUTE, TO)
    // Five-minute means: those without a spike stay good.
    const hit = (t: number) => spikes.some((s) => s.to > t - 5 * MINUTE && s.from <= t)
    for (const [t, g] of level) if (!hit(t)) expect([t, g]).toEqual([t, GOOD])
    for (const [, g] of level) expect([GOOD, ESTIMATED, PARTIAL]).toContain(g)
  })

  test('an impossible level is not part of the line, and is shown beside it', async () => {
    const t = TO - 20 * MINUTE
    const regraded: string[] = []
    const stop = h.server.app.history.onChange((changes) =>
      regraded.push(...changes.flatMap((c) => (c.regraded === 'shown' ? [c.series] : []))),
    )
    // Hour bins are equal whether counted before the check or after.
    await h.send([{ series: BAD, t, at: t, v: 990 }])
    await h.server.app.history.settleBins()
    await h.settle()
    stop()
    // Open charts are notified that their line has changed.
    expect(regraded).toContain(BAD)
    expect(await fired(h, 'range', BAD)).toMatchObject([{ from: t, to: t, grade: 'REJECTED' }])
    const body = { series: [BAD, GOOD_ONE], from: t - HOUR, to: TO, px: 10_000 }
    const { series } = await h.ask(getHistory, { body })
    const line = fromColumn(series[BAD])
    expect(line.t).not.toContain(t)
    expect(line.t).toContain(t - MINUTE)
    expect(line.rejected).toEqual({ t: Float64Array.of(t), v: Float64Array.of(990) })
    expect(series[GOOD_ONE].rejected).toBeUndefined()

    // Four days on fifty pixels are drawn from hours, a table's rows are hours.
    const far = { series: [BAD], from: t - 110 * HOUR, to: TO }
    const hourly = fromColumn((await h.ask(getHistory, { body: { ...far, px: 50 } })).series[BAD])
    expect(Math.max(...hourly.v.filter((v) => v === v))).toBeLessThan(900)
    expect(hourly.rejected).toEqual({ t: Float64Array.of(t), v: Float64Array.of(990) })
    const table = (await h.ask(getHistory, { body: { ...far, rows: 5000 } })).series[BAD]
    expect(Math.max(...table.max!.map((v) => v ?? 0))).toBeLessThan(900)

    // Nothing remains of it after it was undone.
    await h.send([{ series: BAD, t, at: t, v: line.v[line.t.indexOf(t - MINUTE)] }])
    await h.settle()
    const mended = fromColumn((await h.ask(getHistory, { body: { ...far, px: 50 } })).series[BAD])
    expect(mended.rejected).toBeUndefined()

    // An impossible value is never a last reading.
    await h.send([{ series: BAD, t: TO, at: TO, v: 990 }])
    await h.settle()
    const sensor = (await h.ask(listSensors)).find((s) => s.series === BAD)!
    expect([sensor.last_data < 900, sensor.date_string]).toEqual([true, local(TO - MINUTE)])
  })

  test('as known then, a level that was corrected since is still impossible', async () => {
    const then = h.server.clock.now()
    const level = async (known_at?: string) =>
      (await h.ask(getWaterdepths, { query: known_at ? { known_at } : {} })).find((w) => w.series === BAD)!
    const before = await level()
    expect([before.current_data! < 900, before.date_string]).toEqual([true, local(TO - MINUTE)])
    const drawn = async (source: Pick<AsOf, 'thin'>) =>
      (await source.thin(HYDRO, [BAD], TO - HOUR, TO, 10_000)).get(BAD)!
    const { history } = h.server.app
    const line = await drawn(history)
    expect([...line.rejected.v]).toEqual([990])

    h.server.clock.set(then + 2 * MINUTE)
    const good = line.data.v[line.data.t.indexOf(TO - MINUTE)]
    await h.send([{ series: BAD, t: TO, at: TO, v: good }])
    await h.settle()
    expect((await drawn(history)).rejected.t.length).toBe(0)
    expect((await level()).date_string).toBe(local(TO))
    // As people saw it then.
    expect(await drawn(history.asKnown(then))).toEqual(line)
    expect(await level(local(then))).toEqual(before)
    const shown = await history.asKnown(then).readShown(HYDRO, [BAD], TO, TO, { carry: true })
    expect([...shown.get(BAD)!.q].map((q) => grade(q)).at(-1)).toBe(REJECTED)
    expect([...(await history.asKnown(then).read(HYDRO, [BAD], TO, TO)).get(BAD)!.q]).toEqual([ESTIMATED])
  })

  test('a sensor that sends only impossible levels is shown with them, as rejected, however long', async () => {
    const stuck = (from: number, to: number) => {
      const list: Reading[] = []
      for (let t = from; t <= to; t += MINUTE) list.push({ series: BAD, t, v: 990, at: t })
      return list
    }
    const as = { account: 'admin' } as const
    const level = async (known_at?: string) =>
      (await h.ask(getWaterdepths, { query: known_at ? { known_at } : {} }, as)).find(
        (w) => w.series === BAD,
      )!
    const end = TO + 100 * MINUTE
    h.server.clock.set(end)
    await h.send(stuck(TO + MINUTE, end))
    await h.settle()
    const at = local(end)
    const now = await level()
    expect(now).toMatchObject({ current_data: 990, date_string: at })
    expect(grade(now.quality)).toBe(REJECTED)
    const sensor = (await h.ask(listSensors, {}, as)).find((s) => s.series === BAD)!
    expect(sensor).toMatchObject({ raw_data: 990, date_string: at })
    expect(grade(sensor.quality.last_data)).toBe(REJECTED)
    const state = (await h.ask(getSeriesStates, {}, as)).series.find((s) => s.series === BAD)!
    expect([state.last!.t, grade(state.last!.q), state.good!.v < 900]).toEqual([end, REJECTED, true])

    // A reading that may be used is shown before one that may not, for two intervals of five minutes.
    h.server.clock.set(end + 11 * MINUTE)
    const good = 410
    await h.send([
      { series: BAD, t: end + MINUTE, at: end + MINUTE, v: good },
      ...stuck(end + 2 * MINUTE, end + 2 * MINUTE),
    ])
    await h.settle()
    expect(await level()).toMatchObject({ current_data: good, date_string: local(end + MINUTE) })
    h.server.clock.set(end + 11 * MINUTE + 1)
    const silent = await level()
    expect([silent.date_string, grade(silent.quality)]).toEqual([local(end + 2 * MINUTE), REJECTED])
    // As known then.
    expect(await level(at)).toEqual(now)
  })
})

test('constant level: a spike of one sensor does not prove that the water moved, and the other is not stuck', async () => {
  const h = await fixture(FROM, FROM + 2 * HOUR, '', () => false)
  const zero = 375.2
  const all: Reading[] = []
  for (let t = FROM - 3 * HOUR; t <= FROM; t += MINUTE) {
    const spike = t === FROM - HOUR ? 0.5 : 0
    all.push({ series: BAD, t, v: 410 + spike + (((t / MINUTE) % 2) * 0.004 - 0.002), at: t })
    all.push({ series: GOOD_ONE, t, v: 410 - zero, at: t })
  }
  await h.send(all)
  await h.settle()
  expect((await fired(h, 'spike', BAD)).length).toBe(1)
  expect(await fired(h, 'stuck', GOOD_ONE)).toEqual([])
  expect(await fired(h, 'twin', GOOD_ONE)).toEqual([])
  await h.close()
}, 60_000)
