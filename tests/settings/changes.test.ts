import { DAY } from '#core/time/units.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  exportBundle,
  getDescribedVersion,
  getDescriptionAt,
  listChanges,
  restoreVersion,
} from '#contract/changes.ts'
import { ITEMS } from '#contract/items.ts'
import type { TestServer } from '../server.ts'
import { changeParameters, later, parameters, reservoir, seed } from './reservoir.ts'

let server: TestServer
let as: { token: string }
const gate = seed.gates[0]

beforeAll(async () => {
  server = await reservoir()
  as = await later(server, 0)
})
afterAll(() => server.close())

const list = async (query: Record<string, string> = {}) => {
  const a = await server.call(listChanges, { query: query as never }, as)
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}
const at = async (day: string, known?: string) =>
  (await server.call(getDescriptionAt, { query: { day, ...(known ? { known } : {}) } }, as)).body.data!.items
const gates = async () => (await server.call(ITEMS.gate.list, {}, as)).body.data!

describe('the list of changes', () => {
  test('begins with the set-up, one record for each item, 25 a page', async () => {
    const all = await list()
    const { positions, gates: g, units, stations, sensors = [], tables } = seed
    expect(all.total).toBe(
      3 + positions.length + g.length + units.length + stations.length + sensors.length + tables.length,
    )
    expect(all.changes).toHaveLength(25)
    const last = await list({ page: String(Math.ceil(all.total / 25)) })
    expect(last.changes.at(-1)).toMatchObject({
      act: 'add',
      noun: 'plant',
      id: 'plant',
      name: seed.plant.name,
    })
  })

  test('has author, time, reason, period and differences', async () => {
    as = await later(server, DAY)
    const now = server.clock.now()
    await changeParameters(
      server,
      { window: 7200, evaporation: Array(12).fill(4) },
      {
        from: '2026-10-25 00:00:00',
        reason: 'quieter inflow',
      },
    )
    const [change] = (await list()).changes
    expect(change).toMatchObject({
      at: now,
      act: 'update',
      noun: 'parameters',
      id: 'parameters',
      reason: 'quieter inflow',
      from: Date.UTC(2026, 9, 24, 17),
      to: null,
    })
    expect(change.by_name).toMatch(/\S/)
    expect(change.replaced).toHaveLength(1)
    expect(change.replaced[0].differences).toEqual([
      { path: ['window'], before: 3600, after: 7200 },
      { path: ['evaporation'], before: seed.parameters.evaporation, after: Array(12).fill(4) },
    ])
    const held = await server.call(ITEMS.parameters.history, { params: { id: 'parameters' } }, as)
    expect(held.body.data!.map((v) => v.version)).toContain(change.version)
  })

  test('shows the number of rows of tables, and whether they differ', async () => {
    const table = seed.tables.find((t) => t.body.group === 'ZV')!
    const { plants, services } = server.app
    const actor = { actor: 'test', address: null, hydro: seed.hydroCode }
    const rows = table.body.rows.map((r, i) => (i === 1 ? [r[0], r[1] + 0.001] : r))
    server.clock.advance(1000)
    await services.db.tx((c) =>
      plants.change(c, actor, {
        hydroCode: seed.hydroCode,
        noun: 'table',
        itemId: table.id,
        body: { ...table.body, rows },
        from: null,
        to: null,
        reason: null,
      }),
    )
    const [change] = (await list({ noun: 'table', item: table.id })).changes
    expect(change.replaced[0].differences.map((d) => d.path)).toEqual([['rows', 'digest']])
    const [added] = (await list({ noun: 'table', item: table.id })).changes.slice(-1)
    const rowCount = added.replaced[0].differences.find((d) => d.path.join('.') === 'rows.count')
    expect(rowCount).toEqual({ path: ['rows', 'count'], before: null, after: rows.length })
  })

  test('is filtered by time, kind, item and person', async () => {
    const whole = (await list()).total
    expect((await list({ from: '2026-10-21' })).total).toBe(2)
    expect((await list({ to: '2026-10-21' })).total).toBe(whole - 2)
    expect((await list({ noun: 'gate' })).total).toBe(seed.gates.length)
    expect((await list({ noun: 'gate', item: gate.id })).total).toBe(1)
    expect((await list({ by: 'admin' })).total).toBe(1)
    expect((await list({ by: 'nobody-of-this-name' })).total).toBe(0)
    expect((await list({ by: '%' })).total).toBe(0)
  })

  test('refuses invalid times, naming them', async () => {
    for (const [query, path] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '2026-10-22', to: '2026-10-21' }, 'from'],
      [{ page: '0' }, 'page'],
    ] as const)
      for (const language of ['vi', 'en'] as const) {
        const a = await server.call(listChanges, { query: query as never }, { ...as, language })
        expect(a.status).toBe(400)
        expect(a.body.errors![0]).toMatchObject({ path })
      }
  })
})

test('the description of a day is as known now, or as it was known then', async () => {
  const window = async (day: string, known?: string) => {
    const item = (await at(day, known)).find((i) => i.noun === 'parameters')!
    return item.fields.find((f) => f.path[0] === 'window')!.after
  }
  expect(await window('2026-10-22')).toBe(3600)
  expect(await window('2026-10-26')).toBe(7200)
  // The change was recorded on the 21st: on the 20th nobody knew of it.
  expect(await window('2026-10-26', '2026-10-20 13:00')).toBe(3600)
  as = await later(server, 10 * DAY)
  const [old] = (await at('2026-10-22')).filter((i) => i.noun === 'parameters')
  expect(old.present).toBe(false)
  expect(old.since).toEqual([
    { path: ['window'], before: 3600, after: 7200 },
    { path: ['evaporation'], before: seed.parameters.evaporation, after: Array(12).fill(4) },
  ])
  expect(old.present_version).toBe((await parameters(server, as)).version)
})

describe('restoring', () => {
  test('puts an earlier version in force from a day on, as a version of its own', async () => {
    const [change] = (await list({ noun: 'parameters' })).changes
    const now = await parameters(server, as)
    const restored = await server.call(
      restoreVersion,
      {
        body: {
          noun: 'parameters',
          id: 'parameters',
          version: change.replaced[0].version!,
          expected: now.version,
          from: '2026-11-05',
          reason: 'as before',
        },
      },
      as,
    )
    expect(restored.status, JSON.stringify(restored.body)).toBe(200)
    as = await later(server, 20 * DAY)
    expect(await parameters(server, as)).toMatchObject({
      version: restored.body.data!.version,
      reason: 'as before',
      from: Date.UTC(2026, 10, 4, 17),
      body: { window: 3600 },
    })
    const before = await server.call(ITEMS.parameters.list, { query: { at: '2026-11-04' } }, as)
    expect(before.body.data![0].body.window).toBe(7200)
  })

  test('brings back a retired item, and not twice', async () => {
    const held = (await gates()).find((g) => g.id === gate.id)!
    await server.call(
      ITEMS.gate.retire,
      {
        params: { id: gate.id },
        body: { version: held.version, from: null, reason: 'mistake' },
      },
      as,
    )
    expect((await gates()).map((g) => g.id)).not.toContain(gate.id)
    const [retired] = (await list({ noun: 'gate', item: gate.id })).changes
    expect(retired).toMatchObject({ act: 'retire', version: null, reason: 'mistake' })
    const body = {
      noun: 'gate' as const,
      id: gate.id,
      version: retired.replaced[0].version!,
      expected: null,
      reason: 'it is there',
    }
    const back = await server.call(restoreVersion, { body }, as)
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    expect((await gates()).find((g) => g.id === gate.id)!.body).toEqual(held.body)
    expect((await server.call(restoreVersion, { body }, as)).status).toBe(409)
  })

  test('refuses the second of two, and keeps the first change', async () => {
    const now = await parameters(server, as)
    const [change] = (await list({ noun: 'parameters' })).changes.slice(-1)
    const body = {
      noun: 'parameters' as const,
      id: 'parameters',
      version: change.version ?? change.replaced[0].version!,
      expected: now.version,
      reason: 'x',
    }
    await changeParameters(server, { movingPoints: 7 }, {}, as)
    const late = await server.call(restoreVersion, { body }, as)
    expect(late.status).toBe(409)
    expect(late.body.code).toBe('conflict')
    expect((await parameters(server, as)).body.movingPoints).toBe(7)
  })

  test('needs a reason, an existing version, and the permission for that kind of item', async () => {
    const now = await parameters(server, as)
    const given = {
      noun: 'parameters' as const,
      id: 'parameters',
      version: now.version,
      expected: now.version,
    }
    const silent = await server.call(restoreVersion, { body: { ...given, reason: ' ' } }, as)
    expect(silent.status).toBe(400)
    expect(silent.body.errors![0].path).toBe('reason')
    const none = await server.call(
      restoreVersion,
      { body: { ...given, version: 've_none', reason: 'x' } },
      as,
    )
    expect(none.status).toBe(404)

    const { db } = server.app.services
    await db.query(
      `UPDATE role SET permissions = '{settings}' WHERE role_id = (SELECT role_id FROM account_role WHERE account_id = 'ac_manager')`,
    )
    const [version] = await gates()
    for (const language of ['vi', 'en'] as const) {
      const a = await server.call(
        restoreVersion,
        {
          body: {
            noun: 'gate',
            id: version.id,
            version: version.version,
            expected: version.version,
            reason: 'x',
          },
        },
        { account: 'manager', language },
      )
      expect(a.status).toBe(403)
      expect(a.body.code).toBe('item_forbidden')
      expect(a.body.message).toContain(language === 'vi' ? 'Công trình xả' : 'Outlet')
    }
  })

  test('without permission for a kind of item its changes, its past and the whole file are hidden', async () => {
    const manager = { account: 'manager' }
    const kinds = (items: readonly { noun: string }[]) => [...new Set(items.map((i) => i.noun))].sort()
    const changes = await server.call(listChanges, {}, manager)
    expect(kinds(changes.body.data!.changes)).toEqual(['parameters', 'settings'])
    const day = new Date(server.clock.now()).toISOString().slice(0, 10)
    const held = await server.call(getDescriptionAt, { query: { day } }, manager)
    expect(kinds(held.body.data!.items)).toEqual(['parameters', 'settings'])
    const [version] = await gates()
    const refused = [
      await server.call(listChanges, { query: { noun: 'gate' } }, manager),
      await server.call(
        getDescribedVersion,
        { query: { noun: 'gate', id: version.id, version: version.version } },
        manager,
      ),
      await server.call(exportBundle, {}, manager),
    ]
    expect(refused.map((a) => [a.status, a.body.code])).toEqual(refused.map(() => [403, 'item_hidden']))
  })
})
