import { Writable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { isEnergyCode, isTotalCode, reachOf } from '#core/calculation/index.ts'
import { grade, MISSING } from '#core/quality/index.ts'
import { slice, type Series } from '#core/series/index.ts'
import { utcDay, utcDayStart } from '#core/time/index.ts'
import { createLog, silentLog, type Log } from '#server/lib/log.ts'
import { createScheduler } from '#server/lib/scheduler.ts'
import { addPlantWork } from '#server/schedule.ts'
import type { Change } from '#server/features/history/index.ts'
import { demoDescription } from '#plant/describe.ts'
import { bench, day, DAY, HOUR, MINUTE, differences, part, type Bench, type Parts } from './bench.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
// In a flood, in the middle of a UTC day, at the end of an interval.
const T = Date.UTC(2025, 9, 16, 6)
const START = T - 30 * HOUR
const readings = day(START, T + 12 * HOUR)
const span = (from: number, to: number) => readings.filter((r) => r.t > from && r.t <= to)

let b: Bench
afterEach(() => b.close())

/** A plant with all readings up to T stored and computed. */
async function settled(upTo = T) {
  b = await bench(upTo)
  await b.create(seed)
  await b.write(HYDRO, span(0, upTo))
  await b.calculation.settle(HYDRO)
}
/** Notices of computed series while something runs. */
async function changesDuring(work: () => Promise<unknown>): Promise<Change[]> {
  const changes: Change[] = []
  const stop = b.history.onChange((list) => changes.push(...list))
  await work()
  stop()
  return changes.filter((c) => /^(general|outlet|leaf|unit\..*\.(q|method)|basin)/.test(c.series))
}
const expectRight = async (from = START, to = b.clock.now()) => {
  const stored = await b.stored(HYDRO, from, to)
  expect(differences(stored, await b.computed(HYDRO, from, to)).slice(0, 5)).toEqual([])
  return stored
}

describe('settling', () => {
  test('computes every instant that readings affect, with the digits of one computation of all', async () => {
    await settled()
    const stored = await expectRight()
    expect(stored.get('general.total_discharge_lake')!.v.at(-1)).not.toBeNaN()
    const out = stored.get('general.total_discharge_out')!
    expect(out.t.at(-1)).toBe(T)
    expect(out.t.length).toBe(30 * 12 + 1)
  })

  test('a second time does nothing: no row is written, nothing is published', async () => {
    await settled()
    const rows = () => b.services.db.query('SELECT series, t, xmin::text FROM reading ORDER BY series, t')
    const before = await rows()
    expect(
      await changesDuring(async () => {
        expect(await b.calculation.settle(HYDRO)).toBe(0)
        expect(await b.another().calculation.settle(HYDRO)).toBe(0)
        // Even after a recalculation.
        expect(await b.calculation.recompute(HYDRO, T - 6 * HOUR, T, 'test')).toBe(73)
      }),
    ).toEqual([])
    expect(await rows()).toEqual(before)
  })

  test('a late packet changes what depends on it and nothing else', async () => {
    b = await bench(T)
    await b.create(seed)
    const lost = { from: T - 10 * HOUR, to: T - 9 * HOUR }
    const late = span(lost.from, lost.to).filter((r) => /^level\.reservoir|^gate|^unit/.test(r.series))
    await b.write(
      HYDRO,
      span(0, T).filter((r) => !late.includes(r)),
    )
    await b.calculation.settle(HYDRO)
    const before = await b.stored(HYDRO, START, T)
    await b.write(HYDRO, late)
    const changes = await changesDuring(() => b.calculation.settle(HYDRO))
    await expectRight()
    const { back, after } = reachOf(await b.plants.describe(HYDRO))
    expect(changes.length).toBeGreaterThan(0)
    for (const c of changes) {
      expect(c.from).toBeGreaterThanOrEqual(lost.from - back)
      expect(c.to).toBeLessThanOrEqual(lost.to + after)
    }
    const now = await b.stored(HYDRO, START, T)
    for (const [from, to] of [
      [START, lost.from - back],
      [lost.to + after + 1, T + 1],
    ])
      expect(differences(part(now, from, to), part(before, from, to))).toEqual([])
    const level = (s: typeof now) =>
      s.get('general.lake_level')!.v[s.get('general.lake_level')!.t.indexOf(T - 9.5 * HOUR)]
    expect(level(before)).toBeNaN()
    expect(level(now)).not.toBeNaN()
  })

  test('does not use readings of the future before their time', async () => {
    await settled()
    await b.write(HYDRO, span(T, T + 10 * MINUTE))
    await b.calculation.settle(HYDRO)
    expect((await b.history.last(HYDRO, ['general.lake_level'])).get('general.lake_level')!.t).toBe(T)
    b.clock.advance(10 * MINUTE)
    await b.calculation.settle(HYDRO)
    await expectRight()
  })

  test('after a stop fills in the missed instants, as missing', async () => {
    await settled()
    b.clock.advance(3 * HOUR + 2 * MINUTE)
    expect(await b.another().calculation.settle(HYDRO)).toBe(36)
    const level = (await b.stored(HYDRO, T + 1, b.clock.now())).get('general.lake_level')!
    expect(level.t.length).toBe(36)
    expect(level.t.at(-1)).toBe(T + 3 * HOUR)
    expect(level.v.at(-1)).toBeNaN()
    expect(grade(level.q.at(-1)!)).toBe(MISSING)
    await expectRight()
    // The logger sends what it kept, and that is computed.
    await b.write(HYDRO, span(T, T + 3 * HOUR))
    await b.another().calculation.settle(HYDRO)
    await expectRight()
  })

  test('from an opening held without a heartbeat reaches to its next move', async () => {
    b = await bench(T)
    const gates = seed.gates.map((g) => (g.id === 'bottom' ? { ...g, body: { ...g.body, every: 0 } } : g))
    await b.create({ ...seed, gates })
    const opening = (t: number, v: number) => ({ series: 'gate.bottom.opening', t, v, at: t })
    const others = span(0, T).filter((r) => r.series !== 'gate.bottom.opening')
    await b.write(HYDRO, [...others, opening(START, 0.2), opening(T - 2 * HOUR, 0.1)])
    await b.calculation.settle(HYDRO)
    await expectRight()
    await b.write(HYDRO, [opening(T - 25 * HOUR, 0.4)])
    await b.calculation.settle(HYDRO)
    await expectRight()
    const q = (await b.stored(HYDRO, T - 3 * HOUR, T - 3 * HOUR)).get('leaf.bottom.1.q')!
    expect(q.v[0]).toBeGreaterThan(1)
  })
})

describe('manual operation', () => {
  const parameters = (operation: 'manual' | 'automatic') => ({
    noun: 'parameters' as const,
    itemId: 'parameters',
    body: { ...seed.parameters, operation },
  })
  const parted = (all: ReadonlyMap<string, Series>) => ({
    energy: new Map([...all].filter(([code]) => isEnergyCode(code))),
    others: new Map([...all].filter(([code]) => !isEnergyCode(code))),
  })

  // Energy goes on: what is sold does not wait for a person (decision 0102).
  test('publishes nothing but energy, and keeps what a person published meanwhile', async () => {
    await settled(T - 4 * HOUR)
    await b.change({ ...parameters('manual'), from: T - 3 * HOUR, to: T - HOUR })
    for (const t of [T - 2.5 * HOUR, T - 2 * HOUR]) {
      b.clock.set(t)
      await b.write(HYDRO, span(T - 4 * HOUR, t))
      await b.calculation.settle(HYDRO)
    }
    const meanwhile = parted(await b.stored(HYDRO, T - 3 * HOUR, T))
    // Totals are of the time before their stamp: those at the beginning belong to automatic operation.
    const since = (code: string) => T - 3 * HOUR + (isTotalCode(code) ? 1 : 0)
    expect([...meanwhile.others].flatMap(([code, s]) => [...s.t].filter((t) => t >= since(code)))).toEqual([])
    expect([...meanwhile.energy.get('energy.plant')!.t]).toEqual([3, 2.5, 2].map((h) => T - h * HOUR))
    const now = parted(await b.computed(HYDRO, START, T - 2 * HOUR))
    const all = parted(await b.stored(HYDRO, START, T))
    expect(differences(all.energy, now.energy)).toEqual([])
    const before = new Map([...now.others].map(([code, s]) => [code, slice(s, START, since(code))]))
    expect(differences(all.others, before)).toEqual([])
    expect(await b.calculation.recompute(HYDRO, T - 3 * HOUR, T - 2 * HOUR, 'ac_1')).toBe(13)
    const saved = await b.stored(HYDRO, T - 3 * HOUR, T - 2 * HOUR)
    b.clock.set(T)
    await b.write(HYDRO, span(T - 2 * HOUR, T))
    await b.write(HYDRO, [{ series: 'level.reservoir.1', t: T - 2.5 * HOUR, v: 160, at: T }])
    await b.calculation.settle(HYDRO)
    const kept = parted(await b.stored(HYDRO, T - 3 * HOUR, T - HOUR - 1))
    expect(differences(kept.others, parted(saved).others)).toEqual([])
    expect(kept.energy.get('energy.plant')!.t.at(-1)).toBe(T - 1.5 * HOUR)
    expect(
      differences(kept.energy, parted(await b.computed(HYDRO, T - 3 * HOUR, T - HOUR - 1)).energy),
    ).toEqual([])
    // The totals stamped at its end are of manual operation.
    await expectRight(T - HOUR + 1)
  })
})

describe('a change of the description', () => {
  const at = T - 12 * HOUR
  const position = seed.positions[0]
  const moved = {
    noun: 'position' as const,
    itemId: position.id,
    body: { ...position.body, offset: position.body.offset + 0.05 },
    from: at,
  }

  test('computes everything again from its instant on, whichever process dies in between', async () => {
    await settled()
    const other = b.another()
    // It read the description as it was before.
    expect((await other.plants.describe(HYDRO)).positions).toHaveLength(4)
    const before = await b.stored(HYDRO, START, T)
    await b.services.db.tx((c) =>
      b.plants.change(
        c,
        { actor: 'test', address: null, hydro: HYDRO },
        {
          hydroCode: HYDRO,
          to: null,
          reason: null,
          ...moved,
        },
      ),
    )
    // No notice in this process, as after a kill right after the commit.
    await other.calculation.settle(HYDRO)
    await expectRight()
    const after = await b.stored(HYDRO, START, T)
    const { back } = reachOf(await b.plants.fresh(HYDRO))
    expect(differences(part(after, START, at - back), part(before, START, at - back))).toEqual([])
    const level = after.get('general.lake_level')!
    const old = before.get('general.lake_level')!
    const i = level.t.indexOf(at + HOUR)
    // One of two sensors whose mean is the level.
    expect(level.v[i] - old.v[i]).toBeCloseTo(0.025, 6)
    expect(await other.calculation.settle(HYDRO)).toBe(0)
  })

  test('that fails leaves no mark, one of long ago marks the days with values, one of the future none', async () => {
    await settled()
    const marks = () =>
      b.services.db.query<{ from_t: number; to_t: number }>(
        "SELECT from_t, to_t FROM dirty_span WHERE kind = 'calc' ORDER BY day",
      )
    await expect(b.change({ ...moved, expected: 've_none' })).rejects.toMatchObject({ status: 409 })
    expect(await marks()).toEqual([])
    await b.change({ ...moved, from: T + DAY })
    expect(await marks()).toEqual([])
    await b.change({ ...moved, from: Date.UTC(1950, 0, 1), to: T - HOUR })
    const list = await marks()
    // Results begin shortly before the first reading, here on the day before it.
    const [{ first }] = await b.services.db.query<{ first: number }>('SELECT min(t) AS first FROM reading')
    expect(list[0].from_t).toBe(utcDayStart(utcDay(first)))
    expect(list.at(-1)!.to_t).toBe(T - HOUR - 1)
    await b.calculation.settle(HYDRO)
    expect(await marks()).toEqual([])
    await expectRight()
  })

  test('to a retired outlet or a longer interval leaves nothing behind', async () => {
    await settled()
    await b.change({ noun: 'gate', itemId: 'bottom', body: null, from: at })
    await b.change({
      noun: 'parameters',
      itemId: 'parameters',
      body: { ...seed.parameters, interval: 600 },
      from: at,
    })
    await b.calculation.settle(HYDRO)
    await expectRight()
    const stored = await b.stored(HYDRO, at, T)
    expect([...stored.get('leaf.bottom.1.q')!.t]).toEqual([])
    expect(stored.get('general.lake_level')!.t.length).toBe(12 * 6 + 1)
    expect((await b.history.last(HYDRO, ['leaf.bottom.1.q'])).get('leaf.bottom.1.q')!.t).toBeLessThan(at)
  })

  test('over a long time is computed in parts, the newest first', async () => {
    b = await bench(T)
    const slow = { ...seed.parameters, interval: 3600 }
    await b.create({ ...seed, parameters: slow })
    const long = T - 25 * DAY
    await b.write(
      HYDRO,
      day(long, T).filter((r) => r.t % HOUR === 0),
    )
    await b.calculation.settle(HYDRO)
    await b.change({ ...moved, from: long })
    const order: number[] = []
    const stop = b.history.onChange((list) => {
      for (const c of list) if (c.series === 'general.lake_level') order.push(c.to)
    })
    await b.calculation.settle(HYDRO)
    stop()
    expect(order.length).toBeGreaterThan(5)
    expect(order).toEqual([...order].sort((x, y) => y - x))
    await expectRight(long, T)
  })
})

describe('the loop', () => {
  /** The plants' background work as in the server, with waits that the test ends; gathering takes no time. */
  function loop(parts: Parts, log: Log = silentLog) {
    const requests: { ms: number; signal: AbortSignal; end: () => void }[] = []
    let wake = () => {}
    const wait = (ms: number, signal: AbortSignal) =>
      new Promise<void>((end) => {
        if (ms === GATHER || signal.aborted) return end()
        signal.addEventListener('abort', () => end())
        requests.push({ ms, signal, end })
        wake()
      })
    let turns = 0
    const counted = (turn: (hydro: string) => Promise<number>) => async (hydro: string) => {
      turns++
      return turn(hydro).finally(() => turns--)
    }
    const calculation = { ...parts.calculation, turn: counted(parts.calculation.turn) }
    const history = {
      ...parts.history,
      packSome: counted(parts.history.packSome),
      settlePlantBins: counted(parts.history.settlePlantBins),
    }
    const scheduler = createScheduler({ clock: b.clock, log }, { wait })
    const sweep = addPlantWork(scheduler, { ...parts, calculation, history, clock: b.clock, log })
    const stop = new AbortController()
    const running = scheduler.run(stop.signal)
    return {
      sweep,
      join: (hydro: string) => scheduler.join(hydro),
      /** How long it rests when nothing runs any more. */
      async rest() {
        for (;;) {
          while (requests.length === 0) await new Promise<void>((done) => (wake = done))
          const one = requests.shift()!
          await new Promise(setImmediate)
          if (turns === 0 && !one.signal.aborted) return one
        }
      },
      async stop() {
        stop.abort()
        await running
      },
    }
  }
  const GATHER = 150

  test('computes at the end of every interval, and at once after a change', async () => {
    await settled()
    const other = b.another()
    const last = async () =>
      (await b.history.last(HYDRO, ['general.lake_level'])).get('general.lake_level')!.t
    b.clock.set(T + 4.5 * MINUTE)
    const l = loop(other)
    l.join(HYDRO)
    const rest = await l.rest()
    expect(rest.ms).toBe(MINUTE / 2)
    expect(await last()).toBe(T)
    b.clock.set(T + 5 * MINUTE)
    rest.end()
    const again = await l.rest()
    expect(await last()).toBe(T + 5 * MINUTE)
    expect(again.ms).toBe(MINUTE)
    // Levels arrive: it wakes up by itself.
    await other.history.write(
      { hydroCode: HYDRO, series: ['level.reservoir.1'], t: [T + 4 * MINUTE], v: [150], q: [0] },
      { source: 'ingest' },
    )
    await l.rest()
    expect(again.signal.aborted).toBe(true)
    expect(await b.history.dirtyPlants('calc')).toEqual([])
    await l.stop()
  })

  test('logs a plant that cannot be computed, and continues with the others', async () => {
    await settled()
    await b.create({ ...seed, hydroCode: 'BROKEN' })
    await b.create({ ...seed, hydroCode: 'SOUND' })
    for (const code of ['BROKEN', 'SOUND']) await b.write(code, span(T - HOUR, T))
    await b.services.db.query(
      "UPDATE description SET body = 'null' WHERE hydro_code = 'BROKEN' AND noun = 'gate'",
    )
    const lines: string[] = []
    const log = createLog(
      'error',
      new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }),
    )
    const l = loop(b.another({ log }), log)
    // No change was announced, but dirty spans name both.
    await l.sweep()
    await l.rest()
    await l.stop()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'calculation failed', plant: 'BROKEN' },
    ])
    const last = await b.history.last('SOUND', ['general.lake_level'])
    expect(last.get('general.lake_level')!.t).toBe(T)
    // Its dirty spans are left for later.
    const [{ n }] = await b.services.db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM dirty_span WHERE kind = 'calc' AND hydro_code = 'BROKEN'",
    )
    expect(n).toBeGreaterThan(0)
  })
})
