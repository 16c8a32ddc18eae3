import { DAY } from '#core/time/units.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportBundle, importBundle, listChanges, previewBundle, type Bundle } from '#contract/changes.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { ITEMS } from '#contract/items.ts'
import { listSeries } from '#contract/readings.ts'
import { keepFile, readFile } from '#server/lib/files.ts'
import { digestOf } from '#server/features/settings/bundle/canonical.ts'
import type { DescriptionChange } from '#server/features/plants/index.ts'
import type { TestServer } from '../server.ts'
import { changeParameters, HYDRO, parameters, reservoir, seed } from './reservoir.ts'

const actor = { actor: 'test', address: null, hydro: HYDRO }
let server: TestServer
beforeAll(async () => {
  server = await reservoir()
})
afterAll(() => server.close())

const out = async (from = server) => (await from.call(exportBundle)).body as unknown as Bundle
const preview = async (bundle: unknown, more: object = {}, into = server) =>
  into.call(previewBundle, { body: { bundle, ...more } })
const bring = async (bundle: unknown, more: object = {}, into = server) => {
  const { state } = (await preview(bundle, more, into)).body.data!
  return into.call(importBundle, { body: { bundle, state, reason: 'test', ...more } })
}
/** The exported file with a change, sealed again. */
const signed = (b: Bundle, edit: (b: Bundle) => void): Bundle => {
  const copy = structuredClone(b)
  edit(copy)
  return { ...copy, sha256: digestOf({ hydro_code: copy.hydro_code, content: copy.content }) }
}
const put = async (into: TestServer, changes: Omit<DescriptionChange, 'hydroCode' | 'reason'>[]) => {
  const { services, plants } = into.app
  for (const change of changes) {
    into.clock.advance(1000)
    await services.db.tx((c) => plants.change(c, actor, { ...change, hydroCode: HYDRO, reason: null }))
  }
  plants.changed(HYDRO, null, null)
}

/** A minimal reservoir, into which another one is imported. */
const bare: DescriptionSeed = {
  ...seed,
  positions: [],
  gates: [],
  units: [],
  stations: [],
  sensors: [],
  tables: [],
  series: [],
}

describe('round trip', () => {
  let empty: TestServer
  beforeAll(async () => {
    empty = await reservoir(bare)
  })
  afterAll(() => empty.close())

  test('any history of changes is exported from a fresh reservoir as it was imported', async () => {
    const instant = fc.option(
      fc.integer({ min: 0, max: 40 }).map((d) => Date.UTC(2026, 5, 1) + d * DAY),
      { nil: null },
    )
    const body = fc.constantFrom(...seed.positions.map((p) => p.body), null)
    const span = fc.tuple(instant, instant).filter(([a, b]) => a === null || b === null || a < b)
    const change = fc.record({ itemId: fc.constantFrom('p1', 'p2', 'p.3'), body, span })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        for (const {
          itemId,
          body: b,
          span: [from, to],
        } of changes)
          await put(server, [{ noun: 'position', itemId, body: b, from, to }]).catch(
            (e: { status?: number }) => {
              // Nothing to retire there.
              expect(e.status).toBe(404)
            },
          )
        const first = await out()
        const done = await bring(first, {}, empty)
        expect(done.status, JSON.stringify(done.body)).toBe(200)
        const second = await out(empty)
        expect(second.content).toEqual(first.content)
        expect(second.sha256).toBe(first.sha256)
        // A second time, nothing is left to do.
        const again = (await preview(first, {}, empty)).body.data!
        expect(again.items.every((i) => i.act === 'same')).toBe(true)
        expect(again.series).toEqual([])
      }),
      { numRuns: 8 },
    )
  }, 60_000)

  test('contains tables with their original files, byte for byte', async () => {
    const bytes = Buffer.from('z,v\r\n1,2\r\n\u00e9')
    const { services } = server.app
    const fileId = await services.db.tx((c) =>
      keepFile(c, HYDRO, 'test', server.clock.now(), {
        name: 'dung tích.csv',
        contentType: 'text/csv',
        bytes,
      }),
    )
    const table = seed.tables[0]
    await put(server, [
      { noun: 'table', itemId: table.id, body: { ...table.body, fileId }, from: null, to: null },
    ])
    const unnamed = structuredClone((await out()).content.files[0])
    const given = signed(await out(), (b) => b.content.files.push({ ...unnamed, id: 'fi_unnamed' }))
    expect((await bring(given, {}, empty)).status).toBe(200)
    expect(await readFile(empty.app.services, HYDRO, 'fi_unnamed')).toBeNull()
    const file = await readFile(empty.app.services, HYDRO, fileId)
    expect(file).toMatchObject({ name: 'dung tích.csv', contentType: 'text/csv' })
    expect(file!.bytes.equals(bytes)).toBe(true)
    expect((await out(empty)).content).toEqual((await out()).content)
  })
})

describe('a dry run', () => {
  test('lists what is added, changed and retired, and stores nothing', async () => {
    const saved = await out()
    await changeParameters(server, { window: 5400 })
    await put(server, [
      { noun: 'unit', itemId: seed.units[0].id, body: null, from: null, to: null },
      { noun: 'position', itemId: 'new', body: seed.positions[0].body, from: null, to: null },
    ])
    const before = await out()
    const plan = (await preview(saved)).body.data!
    const acting = plan.items.filter((i) => i.act !== 'same')
    expect(acting.map((i) => [i.act, i.noun, i.id]).sort()).toEqual([
      ['add', 'unit', seed.units[0].id],
      ['change', 'parameters', 'parameters'],
      ['retire', 'position', 'new'],
    ])
    expect(acting.find((i) => i.noun === 'parameters')!.periods).toEqual([
      { from: null, to: null, differences: [{ path: ['window'], before: 5400, after: 3600 }] },
    ])
    expect(plan.same_plant).toBe(true)
    expect((await out()).content).toEqual(before.content)

    // One of its items; the rest stays.
    const one = await bring(saved, { only: [{ noun: 'unit', id: seed.units[0].id }] })
    expect(one.body.data).toEqual({ added: 1, changed: 0, retired: 0, series: 0 })
    expect((await parameters(server)).body.window).toBe(5400)

    const all = await bring(saved)
    expect(all.body.data).toEqual({ added: 0, changed: 1, retired: 1, series: 0 })
    expect((await out()).content).toEqual(saved.content)
    const [last] = (await server.call(listChanges, { query: { noun: 'position' } })).body.data!.changes
    expect(last).toMatchObject({ act: 'retire', id: 'new', reason: 'test' })
    const [act] = await server.app.services.db.query<{ act: string; after: object }>(
      `SELECT act, after FROM audit WHERE noun = 'configuration' AND act = 'import' ORDER BY at DESC, audit_id DESC`,
    )
    expect(act.after).toMatchObject({ changed: 1, retired: 1, sha256: saved.sha256 })
  })

  test('is refused once somebody else has changed something', async () => {
    const saved = await out()
    const { state } = (await preview(saved)).body.data!
    await changeParameters(server, { window: 1800 })
    const late = await server.call(importBundle, { body: { bundle: saved, state, reason: 'x' } })
    expect(late.status).toBe(409)
    expect((await parameters(server)).body.window).toBe(1800)
  })
})

describe('a file is refused', () => {
  const refused = async (bundle: unknown, code: string, path: string | RegExp, more: object = {}) => {
    const before = await out()
    const messages = new Set<string>()
    for (const language of ['vi', 'en'] as const) {
      const as = { account: 'admin', language }
      const a = await server.call(previewBundle, { body: { bundle, ...more } }, as)
      expect(a.status, JSON.stringify(a.body)).toBe(400)
      expect(a.body.errors!.map((e) => e.code)).toContain(code)
      const error = a.body.errors!.find((e) => e.code === code)!
      expect(error.path).toMatch(path)
      messages.add(error.message)
      const i = await server.call(importBundle, { body: { bundle, state: 'x', reason: 'x', ...more } }, as)
      expect(i.status).toBe(400)
    }
    expect(messages.size, 'each language has words of its own').toBe(2)
    expect((await out()).content).toEqual(before.content)
  }

  test('in an unknown format', async () => {
    await refused({ hello: 1 }, 'bundle_format', 'bundle')
    await refused('text', 'bundle_format', 'bundle')
    await refused(null, 'bundle_format', 'bundle')
  })

  test('of a newer format', async () => {
    await refused({ ...(await out()), version: 99, product: '9.0.0' }, 'bundle_newer', 'bundle')
  })

  test('that was damaged or edited', async () => {
    const b = structuredClone(await out())
    ;(b.content.items.find((i) => i.noun === 'parameters')!.periods[0].body as { window: number }).window = 1
    await refused(b, 'bundle_damaged', 'bundle')
  })

  test('of another reservoir, unless that is confirmed', async () => {
    const other = signed(await out(), (b) => (b.hydro_code = 'OTHER'))
    await refused(other, 'bundle_other_plant', 'bundle')
    const plan = (await preview(other, { other_plant: true })).body.data!
    expect(plan).toMatchObject({ same_plant: false, hydro_code: 'OTHER' })
  })

  test('with a wrong value, naming item and field', async () => {
    const b = signed(await out(), (x) => {
      const gate = x.content.items.find((i) => i.noun === 'gate')!
      ;(gate.periods[0].body as { parameters: { width: number } }).parameters.width = -3
    })
    await refused(b, 'above_zero', /^gate\..+\.parameters\.width$/)
  })

  test.each([
    [{ rivers: null }, 'plant.plant.mapLayers.rivers'],
    [null, 'plant.plant.mapLayers'],
    ['rivers', 'plant.plant.mapLayers'],
  ])('with map layers that are %j, naming where', async (mapLayers, path) => {
    const given = signed(await out(), (b) => {
      b.content.items.find((i) => i.noun === 'plant')!.periods[0].body.mapLayers = mapLayers
    })
    const brought = { bundle: given, state: 'x', reason: 'x' }
    for (const a of [await preview(given), await server.call(importBundle, { body: brought })])
      expect([a.status, a.body.errors?.[0].path], JSON.stringify(a.body)).toEqual([400, path])
  })

  test('with periods that overlap, a duplicate item, a series that does not exist, a table that cannot be read', async () => {
    const item = (x: Bundle, noun: string) => x.content.items.find((i) => i.noun === noun)!
    await refused(
      signed(await out(), (x) => item(x, 'gate').periods.push({ ...item(x, 'gate').periods[0] })),
      'invalid_range',
      /^gate\..+\.periods$/,
    )
    await refused(
      signed(await out(), (x) => x.content.items.push(structuredClone(item(x, 'station')))),
      'code_taken',
      /^station\./,
    )
    await refused(
      signed(await out(), (x) => (item(x, 'position').periods[0].body.series = 'no.such')),
      'unknown_series',
      /^position\..+\.series$/,
    )
    await refused(
      signed(await out(), (x) => {
        const zv = x.content.items.find((i) => i.noun === 'table' && i.periods[0].body.group === 'ZV')!
        const rows = zv.periods[0].body.rows as number[][]
        zv.periods[0].body.rows = [...rows, [rows.at(-1)![0] + 1, 0]]
      }),
      'NOT_INCREASING',
      /^table\..+\.rows$/,
    )
  })

  test('without items that a reservoir needs for its calculation', async () => {
    const b = signed(await out(), (x) => {
      x.content.items = x.content.items.filter((i) => i.noun !== 'parameters')
    })
    await refused(b, 'required', 'parameters')
  })
})

test('series are included; one with readings keeps its unit, otherwise nothing is stored', async () => {
  const series = {
    code: 'level.extra',
    name: 'Mực nước phụ',
    unit: 'm',
    kind: 'instant' as const,
    step_s: 300,
  }
  const b = signed(await out(), (x) => x.content.series.push(series))
  const plan = (await preview(b)).body.data!
  expect(plan.series.map((x) => [x.act, x.code])).toEqual([['add', 'level.extra']])
  expect((await bring(b)).body.data).toMatchObject({ series: 1 })
  const token = await server.ingestToken(HYDRO, ['read'])
  const listed = await server.call(listSeries, {}, { token })
  expect(JSON.stringify(listed.body.data)).toContain('level.extra')

  await server.app.history.write(
    { hydroCode: HYDRO, series: ['level.extra'], t: [Date.UTC(2026, 9, 1)], v: [1], q: [0] },
    { source: 'ingest' },
  )
  const before = await out()
  const other = signed(before, (x) => {
    x.content.series.find((s) => s.code === 'level.extra')!.unit = 'cm'
    const p = x.content.items.find((i) => i.noun === 'parameters')!.periods[0].body
    p.movingPoints = 11
  })
  const refused = await bring(other)
  expect(refused.status).toBe(409)
  expect(refused.body.code).toBe('series_has_data')
  expect((await out()).content).toEqual(before.content)
})

test('permission for settings alone does not import other kinds of items', async () => {
  const saved = await out()
  await put(server, [{ noun: 'gate', itemId: 'g9', body: seed.gates[0].body, from: null, to: null }])
  const { db } = server.app.services
  await db.query(
    `UPDATE role SET permissions = $1 WHERE role_id = (SELECT role_id FROM account_role WHERE account_id = 'ac_manager')`,
    [['settings', 'information.view', 'stations.view', 'sensor.view', 'interpolate.view', 'quality.view']],
  )
  const as = { account: 'manager' }
  // Without the permission to see prices a file has none, and the prices that are there stay.
  const calendar = READY_CALENDARS['EVN-2014']
  await put(server, [{ noun: 'calendar', itemId: 'own', body: calendar, from: null, to: null }])
  const own = (await server.call(exportBundle, {}, as)).body as unknown as Bundle
  expect(own.content.nouns).not.toContain('calendar')
  expect(own.content.items.map((i) => i.noun)).not.toContain('calendar')
  const whole = signed(await out(), (b) => {
    b.content.items = b.content.items.filter((i) => i.noun !== 'calendar')
  })
  for (const bundle of [own, whole]) {
    const { status, body } = await server.call(previewBundle, { body: { bundle } }, as)
    expect([status, body.data!.items.map((i) => i.noun).includes('calendar')]).toEqual([200, false])
  }
  const { state } = (await server.call(previewBundle, { body: { bundle: saved } }, as)).body.data!
  const a = await server.call(importBundle, { body: { bundle: saved, state, reason: 'x' } }, as)
  expect(a.status).toBe(403)
  expect((await server.call(ITEMS.gate.list)).body.data!.map((g) => g.id)).toContain('g9')
})

test('a file of before prices retires none', async () => {
  const saved = await out()
  const older = signed(saved, (b) => {
    delete b.content.nouns
    b.version = 1
  })
  const body = READY_CALENDARS['EVN-2014']
  await put(server, [{ noun: 'calendar', itemId: 'stays', body, from: null, to: null }])
  const actsOf = async (bundle: Bundle) =>
    (await preview(bundle)).body.data!.items.filter((i) => i.id === 'stays').map((i) => i.act)
  expect(await actsOf(older)).toEqual([])
  expect((await bring(older)).status).toBe(200)
  expect((await server.call(ITEMS.calendar.list)).body.data!.map((c) => c.id)).toContain('stays')
  // One that lists calendars has all of them.
  expect(await actsOf(saved)).toEqual(['retire'])
})

test('an existing error does not prevent importing other items', async () => {
  const saved = await out()
  const series = 'gone.series'
  await put(server, [
    { noun: 'position', itemId: 'odd', body: { ...seed.positions[0].body, series }, from: null, to: null },
  ])
  await changeParameters(server, { window: 1200 })
  const one = await bring(saved, { only: [{ noun: 'parameters', id: 'parameters' }] })
  expect(one.status, JSON.stringify(one.body)).toBe(200)
  const odd = await out()
  expect((await preview(odd)).body.data!.items.every((i) => i.act === 'same')).toBe(true)
})
