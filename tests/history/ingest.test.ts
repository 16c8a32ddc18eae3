import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createIngest,
  createRegistry,
  parseBatch,
  type Ingest,
  type Origin,
  type Registry,
} from '#server/features/readings/index.ts'
import { Problem } from '#server/lib/errors.ts'
import { silentLog } from '#server/lib/log.ts'
import { bench, DAY, HOUR, MINUTE, NOW, PLANT, rowsOf, type Bench } from './harness.ts'

const ORIGIN: Origin = { hydroCode: PLANT, source: 'tk_1', allowed: null }
const ACTOR = { actor: 'ac_1', address: '10.0.0.1' }

let b: Bench
let registry: Registry
let ingest: Ingest
beforeEach(async () => {
  b = await bench()
  registry = createRegistry({ db: b.db, clock: b.clock })
  ingest = make()
  for (const code of ['a', 'b'])
    await registry.put(PLANT, { code, name: code, unit: 'm', kind: 'instant', step_s: 300 }, ACTOR)
})
afterEach(async () => {
  await ingest.close()
  await b.close()
})

/** Earliest time of the plant's records. */
let records = { t: Date.UTC(1900, 0, 1), date: null as string | null }
const recordsFrom = async () => records
const make = (limits?: { readings?: number; bytes?: number }) =>
  createIngest({
    history: b.history,
    registry,
    db: b.db,
    clock: b.clock,
    log: silentLog,
    limits,
    recordsFrom,
  })
const body = (readings: unknown[]) =>
  parseBatch(Buffer.from(JSON.stringify({ readings })), 'application/json', 100)
const send = (readings: unknown[], origin: Partial<Origin> = {}) =>
  ingest.submit(body(readings), { ...ORIGIN, ...origin })
const read = async (code: string) =>
  rowsOf(code, (await b.history.read(PLANT, [code], -Infinity, Infinity)).get(code)!)

describe('a call', () => {
  it('counts every reading once: accepted, unchanged or rejected', async () => {
    const readings = [
      { series: 'a', t: NOW - HOUR, v: 1 },
      { series: 'a', t: NOW - HOUR, v: 2 },
      { series: 'b', t: NOW, v: null },
      { series: 'no', t: NOW, v: 1 },
      { series: 'a', t: NOW + 10 * MINUTE, v: 3 },
      { series: 'a', t: NOW + 10 * MINUTE + 1, v: 3 },
      { series: 'a', t: Date.UTC(1900, 0, 1), v: 4 },
      { series: 'a', t: Date.UTC(1900, 0, 1) - 1, v: 4 },
      { series: 'a', t: 'yesterday', v: 4 },
    ]
    const rejected = [
      { index: 3, code: 'unknown_series', params: { series: 'no' } },
      { index: 5, code: 'in_future' },
      { index: 7, code: 'too_old' },
      { index: 8, code: 'bad_time' },
    ]
    expect(await send(readings)).toMatchObject({ accepted: 5, unchanged: 0, rejected })
    expect(await read('a')).toEqual([
      ['a', Date.UTC(1900, 0, 1), 4, 0],
      ['a', NOW - HOUR, 2, 0],
      ['a', NOW + 10 * MINUTE, 3, 0],
    ])
    expect(await read('b')).toEqual([['b', NOW, null, 7]])
    expect(await send(readings)).toMatchObject({ accepted: 0, unchanged: 5, rejected })
    expect(await send([{ series: 'a', t: NOW, v: 9 }, ...readings])).toMatchObject({
      accepted: 1,
      unchanged: 5,
    })
  })

  it('does not take seconds for milliseconds, nor anything from before the records of the plant', async () => {
    const seconds = NOW / 1000
    const readings = [seconds, String(seconds), seconds + 0.5, 0, -seconds, 1e11 - 1, 1e11].map((t) => ({
      series: 'a',
      t,
      v: 1,
    }))
    const receipt = await send(readings)
    expect(receipt.rejected.map((r) => [r.index, r.code])).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => [i, 'looks_like_seconds']),
    )
    expect(await read('a')).toEqual([['a', 1e11, 1, 0]])
    const was = records
    records = { t: Date.UTC(2008, 0, 30, 17), date: '2008-01-31' }
    const early = [records.t - 1, records.t].map((t) => ({ series: 'b', t, v: 1 }))
    expect((await send(early)).rejected).toEqual([
      { index: 0, code: 'before_records', params: { series: 'b', from: '2008-01-31' } },
    ])
    expect(await read('b')).toEqual([['b', records.t, 1, 0]])
    records = was
  })

  it('writes only the series that its token names, and none that is computed', async () => {
    await registry.declareComputed(PLANT, [
      { code: 'general.power', name: 'Power', unit: 'kW', kind: 'instant' },
    ])
    const readings = ['a', 'b', 'general.power', 'no'].map((series) => ({ series, t: NOW, v: 1 }))
    const receipt = await send(readings, { allowed: ['b', 'general.power'] })
    expect(receipt.accepted).toBe(1)
    expect(receipt.rejected.map((r) => r.code)).toEqual([
      'series_not_allowed',
      'computed_series',
      'series_not_allowed',
    ])
  })

  it('leaves the names of computed series to the calculation, even before it declares them', async () => {
    for (const code of [
      'general.total_discharge_lake',
      'basin.rain',
      'outlet.g1.q',
      'unit.h1.method',
      'leaf.a.q',
    ])
      await expect(
        registry.put(PLANT, { code, name: 'x', unit: 'm3/s', kind: 'instant' }, ACTOR),
      ).rejects.toMatchObject({
        status: 409,
        code: 'computed_series',
      })
    for (const code of ['unit.1.power', 'leaf.1.opening', 'generals.x'])
      await registry.put(PLANT, { code, name: 'x', unit: 'm', kind: 'instant' }, ACTOR)
  })

  it('stores an impossible negative value as suspect', async () => {
    const put = (code: string, unit: string, kind: 'instant' | 'total' | 'step') =>
      registry.put(PLANT, { code, name: code, unit, kind }, ACTOR)
    await put('rain', 'mm', 'total')
    await put('power', 'MW', 'instant')
    await put('opening', 'm', 'step')
    await put('inflow', 'm3/s', 'instant')
    const codes = ['rain', 'power', 'opening', 'inflow', 'a']
    await send(codes.map((series) => ({ series, t: NOW, v: -1 })))
    await send([{ series: 'rain', t: NOW - HOUR, v: -1, q: 'REJECTED' }])
    expect((await Promise.all(codes.map(read))).map((rows) => rows.at(-1)![3])).toEqual([4, 4, 4, 0, 0])
    expect((await read('rain'))[0][3]).toBe(5)
  })

  it('keeps the arrival of late readings, once', async () => {
    await send([
      { series: 'a', t: NOW - 3 * HOUR, v: 1 },
      { series: 'a', t: NOW - HOUR, v: 1 },
      { series: 'a', t: NOW - MINUTE, v: 1 },
    ])
    await send([{ series: 'a', t: NOW - 3 * HOUR, v: 1 }])
    await send([{ series: 'a', t: NOW, v: 1 }])
    expect(await b.db.query('SELECT received_at, source, n, from_t, to_t FROM arrival')).toEqual([
      { received_at: NOW, source: 'tk_1', n: 2, from_t: NOW - 3 * HOUR, to_t: NOW - HOUR },
    ])
  })

  it('reports a source with a fast clock, until it is right again', async () => {
    for (const minutes of [61, 60, 65]) await send([{ series: 'a', t: NOW + minutes * MINUTE, v: 1 }])
    b.clock.advance(20_000)
    await send([
      { series: 'a', t: NOW + 62 * MINUTE, v: 1 },
      { series: 'b', t: NOW, v: 1 },
    ])
    expect(await ingest.clocks.list(PLANT)).toEqual([
      {
        hydroCode: PLANT,
        source: 'tk_1',
        rejected: 4,
        offset: 62 * MINUTE - 20_000,
        firstAt: NOW,
        lastAt: NOW + 20_000,
      },
    ])
    await send([{ series: 'a', t: NOW, v: 1 }])
    expect(await ingest.clocks.list(PLANT)).toEqual([])
  })
})

describe('group commit', () => {
  it('stores many calls with few transactions, and counts each for itself', async () => {
    await send([{ series: 'a', t: NOW - 5 * MINUTE, v: 5 }])
    const before = ingest.gauges().forebay_ingest_commits_total
    const receipts = await Promise.all(
      Array.from({ length: 64 }, (_, i) => send([{ series: i % 2 ? 'a' : 'b', t: NOW - i * MINUTE, v: i }])),
    )
    expect(ingest.gauges().forebay_ingest_commits_total - before).toBeLessThanOrEqual(2)
    expect(receipts.map((r) => r.unchanged)).toEqual(receipts.map((_, i) => (i === 5 ? 1 : 0)))
    expect(receipts.map((r) => r.accepted)).toEqual(receipts.map((_, i) => (i === 5 ? 0 : 1)))
    expect(await read('a')).toHaveLength(32)
  })

  it('counts calls about the same reading one after the other; the last one counts', async () => {
    const receipts = await Promise.all([1, 1, 2, 2].map((v) => send([{ series: 'a', t: NOW, v }])))
    expect(receipts.map((r) => [r.accepted, r.unchanged])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
    ])
    expect(await read('a')).toEqual([['a', NOW, 2, 0]])
  })

  it('keeps plants apart in one transaction', async () => {
    await registry.put('H2', { code: 'a', name: 'a', unit: 'm', kind: 'instant' }, ACTOR)
    await Promise.all([
      send([{ series: 'a', t: NOW, v: 1 }]),
      send([{ series: 'a', t: NOW, v: 2 }], { hydroCode: 'H2' }),
      send([{ series: 'b', t: NOW - DAY, v: 3 }]),
    ])
    const last = async (plant: string) => (await b.history.last(plant, ['a'])).get('a')?.v
    expect([await last(PLANT), await last('H2')]).toEqual([1, 2])
  })

  it('lets a failing call fail alone', async () => {
    await b.db.query(`CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.v = 666 THEN RAISE EXCEPTION 'no such number'; END IF; RETURN NEW; END $$`)
    await b.db.query(
      'CREATE TRIGGER no BEFORE INSERT OR UPDATE ON reading FOR EACH ROW EXECUTE FUNCTION no()',
    )
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        send([{ series: 'a', t: NOW - i * MINUTE, v: i === 7 || i === 13 ? 666 : i }]),
      ),
    )
    expect(results.map((r) => r.status)).toEqual(
      results.map((_, i) => (i === 7 || i === 13 ? 'rejected' : 'fulfilled')),
    )
    expect(await read('a')).toHaveLength(18)
    expect(await send([{ series: 'a', t: NOW, v: 1 }])).toMatchObject({ accepted: 1 })
  })

  it('reports that the database is unreachable, and continues when it is back', async () => {
    const pids = await b.db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const other = b.another()
    await b.db.query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.v = 666 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); END IF; RETURN NEW; END $$`)
    await b.db.query('CREATE TRIGGER die BEFORE INSERT ON reading FOR EACH ROW EXECUTE FUNCTION die()')
    expect(pids).toHaveLength(1)
    const problem = await send([{ series: 'a', t: NOW, v: 666 }]).catch((e: unknown) => e)
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({ status: 503, retryAfter: 2 })
    expect(await send([{ series: 'a', t: NOW, v: 1 }])).toMatchObject({ accepted: 1 })
    await other.db.close()
  })
})

describe('back-pressure', () => {
  it('refuses calls that would wait too long, with a time to retry, and accepts them later', async () => {
    await ingest.close()
    ingest = make({ readings: 10, bytes: 1000 })
    const list = (k: number) =>
      Array.from({ length: 6 }, (_, i) => ({ series: 'a', t: NOW - (k * 6 + i) * MINUTE, v: 1 }))
    const results = await Promise.allSettled([0, 1, 2, 3].map((k) => send(list(k))))
    const refused = results.filter((r) => r.status === 'rejected').map((r) => r.reason as Problem)
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(2)
    expect(refused.map((p) => [p.status, p.code])).toEqual([
      [429, 'busy'],
      [429, 'busy'],
    ])
    expect(refused[0].retryAfter).toBeGreaterThanOrEqual(1)
    expect(await send(list(3))).toMatchObject({ accepted: 6 })
    expect(ingest.gauges().forebay_ingest_waiting_readings).toBe(0)
  })

  it('checks the limits before a body is read', async () => {
    await ingest.close()
    ingest = make({ readings: 1000, bytes: 150 })
    const first = send([{ series: 'a', t: NOW, v: 1 }])
    // A waiting call holds its 100 bytes; nothing waits before the series are known.
    await registry.known(PLANT, ['a'])
    await Promise.resolve()
    expect(() => ingest.admit(100)).toThrow(expect.objectContaining({ status: 429 }))
    expect(() => ingest.admit(50)).not.toThrow()
    await first
    expect(() => ingest.admit(10_000)).not.toThrow()
  })

  it('stores accepted readings before it closes, and accepts no more', async () => {
    const taken = send([{ series: 'a', t: NOW, v: 1 }])
    await registry.known(PLANT, ['a'])
    await Promise.resolve()
    await ingest.close()
    expect(await taken).toMatchObject({ accepted: 1 })
    await expect(send([{ series: 'a', t: NOW, v: 2 }])).rejects.toMatchObject({ status: 503 })
  })
})

describe('the registry', () => {
  it('fixes unit, kind and step once there are readings; the name may change', async () => {
    const put = (change: object) =>
      registry.put(PLANT, { code: 'a', name: 'a', unit: 'm', kind: 'instant', step_s: 300, ...change }, ACTOR)
    expect(await put({ unit: 'cm' })).toMatchObject({ unit: 'cm', source: 'ingest' })
    expect(await put({})).toMatchObject({ unit: 'm' })
    await send([{ series: 'a', t: NOW - 5 * DAY, v: 1 }])
    await b.history.pack()
    for (const change of [{ unit: 'cm' }, { kind: 'step' }, { step_s: 600 }, { step_s: null }])
      await expect(put(change)).rejects.toMatchObject({ status: 409, code: 'series_has_data' })
    expect(await put({ name: 'Level' })).toMatchObject({ name: 'Level', unit: 'm' })
    expect(await registry.list(PLANT)).toMatchObject([{ code: 'a', name: 'Level' }, { code: 'b' }])
    const acts = await b.db.query<{ act: string }>(
      "SELECT act FROM audit WHERE noun = 'series' AND item = 'a' ORDER BY audit_id",
    )
    expect(acts.map((a) => a.act)).toEqual(['create', 'update', 'update', 'update'])
  })

  it('refuses units that cannot be converted, and leaves computed series alone', async () => {
    const input = { code: 'x', name: 'x', kind: 'instant' as const }
    await expect(registry.put(PLANT, { ...input, unit: 'furlong' }, ACTOR)).rejects.toMatchObject({
      status: 400,
      code: 'unknown_unit',
    })
    await registry.declareComputed(PLANT, [{ ...input, unit: 'm' }])
    await expect(registry.put(PLANT, { ...input, unit: 'm' }, ACTOR)).rejects.toMatchObject({
      status: 409,
      code: 'computed_series',
    })
  })

  it('sees a series that another process created', async () => {
    const another = createRegistry({ db: b.db, clock: b.clock })
    expect(await registry.get(PLANT, 'a')).not.toBeNull()
    expect(await another.list(PLANT)).toHaveLength(2)
    await Promise.all(
      [1, 2, 3].map(() => another.put(PLANT, { code: 'new', name: 'n', unit: 'm', kind: 'instant' }, ACTOR)),
    )
    expect(await createRegistry({ db: b.db, clock: b.clock }).get(PLANT, 'new')).toMatchObject({
      code: 'new',
    })
    const made = await b.db.query("SELECT 1 FROM audit WHERE noun = 'series' AND item = 'new'")
    expect(made).toHaveLength(1)
  })
})
