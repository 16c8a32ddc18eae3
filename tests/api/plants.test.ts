import { DAY } from '#core/time/units.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '#core/description/index.ts'
import { createPlants, type DescriptionChange, type Plants } from '#server/features/plants/index.ts'
import { loadConfig } from '#server/lib/config.ts'
import { fixedClock } from '#server/lib/clock.ts'
import { silentLog } from '#server/lib/log.ts'
import { makeSecrets } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { demoDescription } from '#plant/describe.ts'
import { freshDatabase, type FreshDatabase } from '../database.ts'

const T0 = Date.UTC(2026, 0, 1)
const HYDRO = 'H1'
const actor = { actor: 'ac_1', address: '10.0.0.1', hydro: null }
const clock = fixedClock(T0)
let database: FreshDatabase
let plants: Plants
let s: Services

beforeAll(async () => {
  database = await freshDatabase()
  s = {
    config: loadConfig({ DATA_DIR: '/nonexistent' }),
    db: database.db,
    clock,
    log: silentLog,
    secrets: makeSecrets('x'),
  }
  plants = createPlants(s)
  await plants.create(actor, { ...demoDescription(), hydroCode: HYDRO })
})
afterAll(() => database.drop())

/** A change a minute after the previous one; returns its version. */
async function change(given: Partial<DescriptionChange> & { itemId: string }) {
  clock.advance(60_000)
  const version = await s.db.tx((c) =>
    plants.change(c, actor, {
      hydroCode: HYDRO,
      noun: 'position',
      body: { name: given.itemId },
      from: null,
      to: null,
      reason: null,
      ...given,
    }),
  )
  plants.changed(HYDRO, given.from ?? null, given.to ?? null)
  return version
}
/** Versions of a position, by their start: [from, to, name]. */
async function versions(itemId: string, knownAt?: number) {
  const d = await plants.describe(HYDRO, knownAt)
  return d.positions
    .filter((v) => v.id === itemId)
    .sort((a, b) => a.from - b.from)
    .map((v) => [v.from, v.to, (v.body as { name: string }).name])
}
const audit = async (item: string) =>
  s.db.query<Record<string, unknown>>(
    'SELECT act, noun, hydro_code, actor, address, before, after, reason, at FROM audit WHERE item = $1 ORDER BY at, audit_id',
    [item],
  )

describe('a change', () => {
  test('of a span leaves the rest on both sides as it was', async () => {
    await change({ itemId: 'a', body: { name: 'old' } })
    await change({ itemId: 'a', body: { name: 'new' }, from: T0, to: T0 + DAY })
    expect(await versions('a')).toEqual([
      [-Infinity, T0, 'old'],
      [T0, T0 + DAY, 'new'],
      [T0 + DAY, null, 'old'],
    ])
    const d = await plants.describe(HYDRO)
    const at = (t: number) =>
      inForce(
        d.positions.filter((v) => v.id === 'a'),
        t,
      )!.body.name
    expect([T0 - 1, T0, T0 + DAY - 1, T0 + DAY].map(at)).toEqual(['old', 'new', 'new', 'old'])
  })

  test('over several versions replaces those within and cuts those that overlap', async () => {
    await change({ itemId: 'b', body: { name: '1' }, from: T0, to: T0 + DAY })
    await change({ itemId: 'b', body: { name: '2' }, from: T0 + DAY, to: T0 + 2 * DAY })
    await change({ itemId: 'b', body: { name: '3' }, from: T0 + 2 * DAY })
    await change({ itemId: 'b', body: { name: 'x' }, from: T0 + DAY / 2, to: T0 + 3 * DAY })
    expect(await versions('b')).toEqual([
      [T0, T0 + DAY / 2, '1'],
      [T0 + DAY / 2, T0 + 3 * DAY, 'x'],
      [T0 + 3 * DAY, null, '3'],
    ])
  })

  test('overwrites nothing: the description can be read as of any moment', async () => {
    await change({ itemId: 'c', body: { name: 'first' } })
    const then = clock.now()
    await change({ itemId: 'c', body: { name: 'second' }, from: T0 })
    await change({ itemId: 'c', body: null, from: T0 + DAY })
    expect(await versions('c', then - 1)).toEqual([])
    expect(await versions('c', then)).toEqual([[-Infinity, null, 'first']])
    expect(await versions('c', then + 60_000)).toEqual([
      [-Infinity, T0, 'first'],
      [T0, null, 'second'],
    ])
    expect(await versions('c')).toEqual([
      [-Infinity, T0, 'first'],
      [T0, T0 + DAY, 'second'],
    ])
  })

  test('made from a version that is no longer in force is refused, and changes nothing', async () => {
    const first = await change({ itemId: 'd', body: { name: 'first' } })
    const second = await change({ itemId: 'd', body: { name: 'second' }, expected: first })
    const before = await versions('d')
    await expect(change({ itemId: 'd', body: { name: 'third' }, expected: first })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    })
    expect(await versions('d')).toEqual(before)
    expect(await audit('d')).toHaveLength(2)
    await change({ itemId: 'd', body: { name: 'third' }, expected: second })
    expect(await versions('d')).toEqual([[-Infinity, null, 'third']])
  })

  test('one of two simultaneous ones from one version is refused', async () => {
    const expected = await change({ itemId: 'e' })
    const outcomes = await Promise.allSettled(
      ['x', 'y'].map((name) => change({ itemId: 'e', body: { name }, expected })),
    )
    expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await versions('e')).toHaveLength(1)
  })

  test('over no time, and a retirement of nothing, are refused', async () => {
    await expect(change({ itemId: 'f', from: T0, to: T0 })).rejects.toMatchObject({ status: 400 })
    await expect(change({ itemId: 'f', from: T0 + 1, to: T0 })).rejects.toMatchObject({ status: 400 })
    await expect(change({ itemId: 'f', body: null })).rejects.toMatchObject({ status: 404 })
    expect(await audit('f')).toEqual([])
  })

  test('is recorded with author, time, address, before, after and reason', async () => {
    await change({ itemId: 'g', body: { name: 'one' }, reason: null })
    const version = await change({ itemId: 'g', body: { name: 'two' }, from: T0 })
    await change({ itemId: 'g', body: null, from: T0, reason: 'removed' })
    const common = { noun: 'position', hydro_code: HYDRO, actor: 'ac_1', address: '10.0.0.1' }
    const [add, update, retire] = await audit('g')
    expect(add).toMatchObject({ ...common, act: 'add', before: null, reason: null })
    expect(add.after).toEqual({ effective_from: null, effective_to: null, body: { name: 'one' } })
    expect(update).toMatchObject({ ...common, act: 'update' })
    expect(update.before).toEqual([
      { version: expect.any(String), effective_from: null, effective_to: null, body: { name: 'one' } },
    ])
    expect(update.after).toEqual({ effective_from: T0, effective_to: null, body: { name: 'two' } })
    expect(retire).toMatchObject({ ...common, act: 'retire', reason: 'removed', at: clock.now() })
    expect(retire.before).toEqual([
      { version, effective_from: T0, effective_to: null, body: { name: 'two' } },
    ])
    expect(retire.after).toEqual({ effective_from: T0, effective_to: null, body: null })
  })

  test('that fails in its transaction leaves nothing', async () => {
    await expect(
      s.db.tx(async (c) => {
        await plants.change(c, actor, {
          hydroCode: HYDRO,
          noun: 'position',
          itemId: 'h',
          body: {},
          from: null,
          to: null,
          reason: null,
        })
        throw new Error('later')
      }),
    ).rejects.toThrow('later')
    expect(await versions('h')).toEqual([])
    expect(await audit('h')).toEqual([])
  })
})

test('a reservoir that exists is not created again', async () => {
  await expect(plants.create(actor, { ...demoDescription(), hydroCode: HYDRO })).rejects.toMatchObject({
    status: 409,
  })
})

test('a failed read of the reservoirs is not cached', async () => {
  const { pool } = s.db
  const query = pool.query
  pool.query = (() => Promise.reject(new Error('away'))) as never
  const fresh = createPlants(s)
  await expect(fresh.codes()).rejects.toThrow('away')
  await expect(fresh.describe(HYDRO)).rejects.toThrow('away')
  pool.query = query
  expect(await fresh.codes()).toEqual([HYDRO])
  expect((await fresh.describe(HYDRO)).plant).toHaveLength(1)
})

test('any changes over any spans equal a map of days, as of every instant', async () => {
  const DAYS = 12
  const day = fc.integer({ min: 0, max: DAYS })
  const one = fc
    .record({ from: fc.option(day), to: fc.option(day), body: fc.option(fc.integer({ min: 0, max: 99 })) })
    .filter(({ from, to }) => (from ?? -1) < (to ?? DAYS + 1))
  let item = 0
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 8 }), async (list) => {
      const itemId = `p${item++}`
      // Day -1: before all; day DAYS: after all.
      const model: (number | null)[] = new Array(DAYS + 2).fill(null)
      const known: { at: number; model: (number | null)[] }[] = []
      const t = (d: number | null) => (d === null ? null : T0 + d * DAY)
      for (const { from, to, body } of list) {
        const a = (from ?? -1) + 1
        const b = (to ?? DAYS + 1) + 1
        const nothing = body === null && model.slice(a, b).every((v) => v === null)
        const done = change({ itemId, from: t(from), to: t(to), body: body === null ? null : { name: body } })
        if (nothing) await expect(done).rejects.toMatchObject({ status: 404 })
        else await done
        model.fill(body, a, b)
        known.push({ at: clock.now(), model: [...model] })
      }
      for (const { at, model: then } of known) {
        const all = (await plants.describe(HYDRO, at)).positions.filter((v) => v.id === itemId)
        for (let d = -1; d <= DAYS; d++) {
          const held = all.filter((v) => T0 + d * DAY >= v.from && (v.to === null || T0 + d * DAY < v.to))
          expect(held.length).toBeLessThanOrEqual(1)
          expect((held[0]?.body as { name: unknown } | undefined)?.name ?? null).toBe(then[d + 1])
        }
      }
    }),
    { numRuns: 25 },
  )
})
