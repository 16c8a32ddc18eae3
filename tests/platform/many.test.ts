import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import type { DescriptionSeed } from '#contract/description.ts'
import { createApp, type App } from '#server/app.ts'
import { createNotify } from '#server/features/history/index.ts'
import { loadConfig } from '#server/lib/config.ts'
import { fixedClock } from '#server/lib/clock.ts'
import { openDatabase, type Database } from '#server/lib/database.ts'
import type { Jobs } from '#server/lib/jobs.ts'
import { silentLog } from '#server/lib/log.ts'
import { createNotices } from '#server/lib/notices.ts'
import { makeSecrets } from '#server/lib/secrets.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#core/time/units.ts'
import { schedule } from '#server/schedule.ts'
import { freshDatabase } from '../database.ts'

const example = JSON.parse(readFileSync('docs/example-plant.json', 'utf8')) as DescriptionSeed
// Ten minutes past an hour at which every plant is computed.
const NOW = Date.UTC(2026, 9, 20, 5, 10)
const ACTOR = { actor: 'test', address: null }
const LEVEL = 'level.reservoir.1'
const HEAD = 'general.total_discharge_out'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

interface Replica {
  app: App
  db: Database
  /** Statements sent so far. */
  sent(): number
  /** Acts while no turn is running. */
  hold(work: () => Promise<unknown>): Promise<void>
  /** Runs everything that runs at intervals, once. */
  chores(): Promise<void>
  /** Waits until nothing runs; returns how long it would rest, ms. */
  rest(): Promise<number>
}

const clock = fixedClock(NOW)

/**
 * A whole server on a database, with its background work; waits end when something wakes them. alone: without others.
 */
async function replica(url: string, { alone = false } = {}): Promise<Replica> {
  const db = openDatabase(url, silentLog)
  let sent = 0
  db.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => (sent++, query(...args))) as never
  })
  const services = {
    config: loadConfig({ DATA_DIR: '/nonexistent' }),
    db,
    clock,
    log: silentLog,
    secrets: makeSecrets('test secret'),
  }
  const app = await createApp(services, { demo: false, ...(!alone && { url }) })
  const chores: (() => Promise<unknown>)[] = []
  const stop = new AbortController()
  const loops: Promise<void>[] = []
  const jobs = {
    every: (_: string, __: number, fn: () => Promise<unknown>) => void chores.push(fn),
    // Queues poll every half minute; here they do so with the other chores.
    loop: (name: string, fn: (signal: AbortSignal) => Promise<void>) =>
      void (name === 'work of plants' && loops.push(fn(stop.signal))),
  } as Jobs
  let requests: { ms: number; signal: AbortSignal }[] = []
  let wake = () => {}
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((end) => {
      // Gathering takes no time.
      if (ms === 150 || signal.aborted) return end()
      signal.addEventListener('abort', () => end())
      requests.push({ ms, signal })
      wake()
    })
  let turns = 0
  let gate = Promise.resolve()
  const counted =
    <T>(turn: (hydro: string) => Promise<T>) =>
    async (hydro: string) => {
      turns++
      await gate
      return turn(hydro).finally(() => turns--)
    }
  const { calculation, history, quality } = app
  const full = { free: null, reserve: 0, full: false }
  const disk = { state: () => full, look: async () => full, needRoom: async () => {} }
  schedule(
    jobs,
    {
      ...services,
      ...app,
      people: services,
      calculation: { ...calculation, turn: counted(calculation.turn) },
      quality: { ...quality, checkSilences: counted(quality.checkSilences) },
      history: {
        ...history,
        packSome: counted(history.packSome),
        settlePlantBins: counted(history.settlePlantBins),
      },
      disk,
    },
    { wait },
  )
  cleanups.push(async () => {
    stop.abort()
    await Promise.all(loops)
    await app.close()
    await db.close()
  })
  return {
    app,
    db,
    sent: () => sent,
    async hold(work) {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      await work()
      resolve()
    },
    async chores() {
      for (const chore of chores) await chore()
      for (const queue of [app.imports, app.runs]) await queue.turn()
    },
    async rest() {
      for (;;) {
        while (requests.length === 0) await new Promise<void>((done) => (wake = done))
        const { ms, signal } = requests.at(-1)!
        await new Promise(setImmediate)
        if (turns === 0 && !signal.aborted && requests.at(-1)!.signal === signal) return ms
        requests = requests.filter((one) => !one.signal.aborted)
      }
    },
  }
}

async function database() {
  const fresh = await freshDatabase()
  cleanups.push(() => fresh.drop())
  clock.set(NOW)
  return fresh.url
}

async function addPlant({ app }: Replica, hydroCode: string, from = NOW - 10 * MINUTE, to = NOW) {
  await app.plants.create({ ...ACTOR, hydro: hydroCode }, { ...example, hydroCode })
  for (const series of example.series) await app.readings.registry.put(hydroCode, series, { ...ACTOR })
  await write(app, hydroCode, from, to)
}

async function write(app: App, hydroCode: string, from: number, to: number, value = 400) {
  const t: number[] = []
  for (let at = Math.ceil(from / HOUR) * HOUR; at <= to; at += HOUR) t.push(at)
  for (const series of [LEVEL, 'release.total'])
    await app.history.write(
      { hydroCode, series: t.map(() => series), t, v: t.map(() => value), q: t.map(() => 0) },
      { source: 'ingest' },
    )
}

const computedUntil = async ({ app }: Replica, hydro: string) =>
  (await app.history.last(hydro, [HEAD], { raw: true })).get(HEAD)?.t ?? null

describe('at rest', () => {
  /** Statements of everything that runs at intervals, once, with so many idle plants. */
  async function costOf(plants: number): Promise<number> {
    // Notices between replicas are gathered for a moment; polling for them is counted below.
    const one = await replica(await database(), { alone: true })
    for (let i = 0; i < plants; i++) await addPlant(one, `H${i}`)
    await one.rest()
    await one.chores()
    await one.rest()
    for (let i = 0; i < plants; i++) expect(await computedUntil(one, `H${i}`)).toBe(NOW - 10 * MINUTE)
    const line = createNotices({ db: one.db, url: null, log: silentLog })
    const notify = createNotify({ notices: line, history: one.app.history, clock, log: silentLog })
    // Later than any change that another replica may not know yet.
    clock.advance(2 * MINUTE)
    const before = one.sent()
    await one.chores()
    await notify.poll()
    await one.rest()
    const cost = one.sent() - before
    await notify.close()
    return cost
  }

  test('fifty plants cost the same statements as one', async () => {
    const [few, many] = [await costOf(1), await costOf(50)]
    expect(many).toBe(few)
    expect(few).toBeLessThan(20)
  }, 120_000)
})

describe('fair turns', () => {
  test('a plant with two years to catch up and one that fails do not delay a third', async () => {
    const one = await replica(await database())
    for (const hydro of ['LONG', 'POISON', 'THIRD']) await addPlant(one, hydro)
    await one.rest()
    await one.db.query(
      `CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'poisoned'; END $$`,
    )
    await one.db.query(
      `CREATE TRIGGER poison BEFORE INSERT ON reading FOR EACH ROW
         WHEN (NEW.hydro_code = 'POISON' AND NEW.series = '${HEAD}') EXECUTE FUNCTION poison()`,
    )
    const left = () =>
      one.db.query<{ hydro_code: string; n: number }>(
        `SELECT hydro_code, count(*) AS n FROM dirty_span WHERE kind = 'calc' GROUP BY 1 ORDER BY 1`,
      )
    const third = new Promise<void>((done) =>
      one.app.history.onChange((list) => {
        if (list.some((c) => c.hydroCode === 'THIRD' && c.series === HEAD)) done()
      }),
    )
    await one.hold(async () => {
      await write(one.app, 'LONG', NOW - 730 * DAY, NOW - DAY)
      await write(one.app, 'POISON', NOW - 3 * DAY, NOW - DAY)
      await write(one.app, 'THIRD', NOW - 5 * HOUR, NOW - HOUR, 401)
    })
    await third
    const waiting = await left()
    expect(waiting.map((w) => w.hydro_code)).toContain('LONG')
    expect(waiting.find((w) => w.hydro_code === 'LONG')!.n).toBeGreaterThan(365)
    await one.rest()
    // And LONG finishes beside the one that cannot.
    expect((await left()).map((w) => w.hydro_code)).toEqual(['POISON'])
  }, 240_000)
})

describe('silence', () => {
  /** A plant of which one level has no series yet. */
  async function addWithout(one: Replica, hydroCode: string) {
    await one.app.plants.create({ ...ACTOR, hydro: hydroCode }, { ...example, hydroCode })
    for (const series of example.series)
      if (series.code !== LEVEL) await one.app.readings.registry.put(hydroCode, series, { ...ACTOR })
  }
  const level = example.series.find((series) => series.code === LEVEL)!

  test('a sensor is watched from when its series is registered, here and at another replica', async () => {
    const url = await database()
    const [here, there] = [await replica(url), await replica(url)]
    await addWithout(here, 'H1')
    await here.rest()
    await there.rest()
    const notified = new Promise<void>((done) => there.app.readings.registry.onChange(() => done()))
    expect(here.app.quality.isSilent('H1', LEVEL)).toBe(false)
    await here.app.readings.registry.put('H1', level, { ...ACTOR })
    await notified
    await here.rest()
    await there.rest()
    for (const { app } of [here, there]) expect(app.quality.isSilent('H1', LEVEL)).toBe(true)
  }, 60_000)

  test('the next check is no later than the next version of the description', async () => {
    const one = await replica(await database(), { alone: true })
    await addPlant(one, 'H1', NOW - HOUR)
    await one.rest()
    const { plants, quality } = one.app
    const position = (await plants.describe('H1')).positions.find((p) => p.body.series === LEVEL)!
    const from = NOW + 10 * SECOND
    expect(await quality.checkSilences('H1')).toBeGreaterThan(from)
    const body = { ...position.body, every: 1 }
    const order = { hydroCode: 'H1', noun: 'position' as const, itemId: position.id, body, from, to: null }
    await one.db.tx((c) => plants.change(c, { ...ACTOR, hydro: 'H1' }, { ...order, reason: null }))
    plants.changed('H1', from, null)
    expect(await quality.checkSilences('H1')).toBe(from)
    await one.rest()
    // From then on it is late after three seconds.
    clock.set(from)
    await quality.checkSilences('H1')
    expect(quality.isSilent('H1', LEVEL)).toBe(true)
  }, 60_000)
})

describe('two replicas', () => {
  test('a description changed by one replica applies at the other with its commit', async () => {
    const url = await database()
    const [here, there] = [await replica(url), await replica(url)]
    const notified = (hydro: string) =>
      new Promise<void>((done) => there.app.plants.onChange((code) => code === hydro && done()))
    const made = notified('H1')
    await addPlant(here, 'H1')
    await made
    expect(await there.app.plants.codes()).toEqual(['H1'])
    expect((await there.app.plants.plant('H1')).name).toBe(example.plant.name)
    const before = there.sent()
    expect((await there.app.plants.plant('H1')).name).toBe(example.plant.name)
    expect(there.sent()).toBe(before)
    const changed = notified('H1')
    const change = {
      hydroCode: 'H1',
      noun: 'plant' as const,
      itemId: 'plant',
      from: null,
      to: null,
      reason: null,
    }
    // A process killed here, after the commit, has announced it.
    await here.db.tx((c) =>
      here.app.plants.change(
        c,
        { ...ACTOR, hydro: 'H1' },
        { ...change, body: { ...example.plant, name: 'Hồ Khác' } },
      ),
    )
    await changed
    expect((await there.app.plants.plant('H1')).name).toBe('Hồ Khác')
    // A rollback announces nothing; both series and plants are announced.
    const series = await there.app.readings.registry.get('H1', LEVEL)
    expect(series!.name).toBe('Mực nước hồ')
    await here.app.readings.registry.put('H1', { ...example.series[0], name: 'Mực nước khác' }, ACTOR)
    const again = notified('H1')
    await here.db.tx((c) =>
      here.app.plants.change(c, { ...ACTOR, hydro: 'H1' }, { ...change, body: example.plant }),
    )
    await again
    expect((await there.app.readings.registry.get('H1', LEVEL))!.name).toBe('Mực nước khác')
  }, 60_000)

  test('readings accepted by one are computed by the other, once its marks name the plant', async () => {
    const url = await database()
    const [here, there] = [await replica(url), await replica(url)]
    await addPlant(here, 'H1')
    await here.rest()
    await there.rest()
    clock.advance(HOUR)
    // Written by a process that was killed before it could announce it.
    const t = NOW + 50 * MINUTE
    await here.db.query(
      `INSERT INTO reading (hydro_code, series, t, v, q, arrived) SELECT hydro_code, series, $1, 405, 0, arrived
         FROM reading WHERE hydro_code = 'H1' AND series = $2 ORDER BY t DESC LIMIT 1`,
      [t, LEVEL],
    )
    await here.db.query(
      `INSERT INTO dirty_span (hydro_code, kind, series, day, from_t, to_t, n, since)
       VALUES ('H1', 'calc', $2, $3, $1, $1, 1, $1)`,
      [t, LEVEL, Math.floor(t / DAY)],
    )
    await there.chores()
    await there.rest()
    const level = await there.app.history.at('H1', 'general.lake_level', t)
    expect(level).toMatchObject({ t, v: 405 })
  }, 60_000)
})
