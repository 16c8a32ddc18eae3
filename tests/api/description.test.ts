import { READY_CALENDARS } from '#core/price/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#core/description/index.ts'
import { PERMISSIONS } from '#core/access/index.ts'
import { ITEMS, type ItemNoun } from '#contract/items.ts'
import { nameSeries } from '#contract/readings.ts'
import { ImportError, parseSeed, message } from '#server/history-import/index.ts'
import type { Answer } from '../server.ts'
import { HERE, fixture, seed, THERE, type Fixture } from '../people/fixture.ts'

const ZONE = 7 * 3_600_000
const NOUNS = Object.keys(ITEMS) as ItemNoun[]
const SINGLE: readonly ItemNoun[] = ['plant', 'parameters', 'settings']
const MANY = NOUNS.filter((n) => !SINGLE.includes(n))

interface Version {
  id: string
  version: string
  from: number | null
  to: number | null
  recorded_at: number
  recorded_by_name: string | null
  reason: string | null
  superseded_at: number | null
  superseded_by_name: string | null
  superseded_reason: string | null
  body: Record<string, unknown>
}

let h: Fixture

beforeAll(async () => {
  h = await fixture({ two: true })
  const actor = { actor: 'test', address: null, hydro: HERE }
  for (const s of seed.series) await h.server.app.readings.registry.put(HERE, s, actor)
})
afterAll(() => h.close())

type As = Parameters<Fixture['server']['call']>[2]
let admin: As = { account: 'admin', hydro: HERE }
/** Another account with all permissions, as calls per minute are limited by account. */
const takeTurns = async () => {
  const { username } = await h.account(await h.role(1, [...PERMISSIONS]))
  admin = { account: username, hydro: HERE }
}
const ask = (endpoint: unknown, input: object = {}, as: As = admin) =>
  h.server.call(endpoint as never, input as never, as) as unknown as Promise<Answer<never>>

async function list(noun: ItemNoun, query: { at?: string; known?: string } = {}): Promise<Version[]> {
  const { status, body } = await ask(ITEMS[noun].list, { query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as never
}
const one = async (noun: ItemNoun, id: string, query = {}) =>
  (await list(noun, query)).find((v) => v.id === id)
async function history(noun: ItemNoun, id: string): Promise<Version[]> {
  const { status, body } = await ask(ITEMS[noun].history, { params: { id } })
  expect(status).toBe(200)
  return body.data as never
}
const add = (noun: ItemNoun, body: unknown, more: object = {}) =>
  ask(ITEMS[noun].add, { body: { body, from: null, ...more } })
const change = (noun: ItemNoun, v: Version, body: unknown, more: object = {}) =>
  ask(ITEMS[noun].change, { params: { id: v.id }, body: { version: v.version, body, ...more } })
const retire = (noun: ItemNoun, v: Version, from: string | null, reason?: string) =>
  ask(ITEMS[noun].retire, { params: { id: v.id }, body: { version: v.version, from, reason } })
const errors = (a: Answer) => (a.body.errors ?? []).map((e) => `${e.path}: ${e.code}`)

/** A plant's local time of the wire. */
const local = (ms: number) => new Date(ms + ZONE).toISOString().slice(0, 19).replace('T', ' ')
/** Gives every act an instant of its own. */
const later = (ms = 1000) => h.server.clock.advance(ms)

let made = 0
/** A body of each noun that is not in the demo, and a change of one of its fields. */
const BODIES: Record<ItemNoun, () => { body: Record<string, unknown>; changed: Record<string, unknown> }> = {
  plant: () => ({ body: { ...seed.plant }, changed: { river: `Sông ${made++}` } }),
  parameters: () => ({ body: { ...seed.parameters }, changed: { movingPoints: 7 + (made++ % 5) } }),
  settings: () => ({ body: { ...DEFAULT_SETTINGS }, changed: { waterLevelMin: 370 + made++ } }),
  position: () => ({ body: { ...seed.positions[0].body, name: `P${made++}` }, changed: { offset: 1.25 } }),
  gate: () => ({
    body: {
      ...seed.gates[0].body,
      name: `G${made}`,
      leaves: [
        { id: `leaf.${made}.1`, name: 'Cửa 1', openingSeries: 'gate.1.opening', openingUnit: 'm' },
        { id: `leaf.${made++}.2`, name: 'Cửa 2', openingSeries: 'gate.2.opening', openingUnit: 'm' },
      ],
    },
    changed: { environmental: true },
  }),
  unit: () => ({ body: { ...seed.units[0].body, name: `U${made++}` }, changed: { qmax: 61.5 } }),
  station: () => ({
    body: { ...seed.stations[0].body, code: `ST_${made}`, name: `S${made++}` },
    changed: { address: 'xã khác' },
  }),
  sensor: () => ({
    body: {
      name: `C${made++}`,
      kind: 2,
      port: '',
      target: null,
      series: null,
      state: 'not_installed',
      gain: 1,
      offset: 0,
      plate: '',
    },
    changed: { plate: 'VEGAPULS 61' },
  }),
  // Of a kind there is one check per series and season: each gets a season of its own.
  check: () => ({
    body: {
      name: `K${made}`,
      kind: 'missing',
      series: [seed.stations[0].body.series],
      season: { from: dayOfYear(made++), to: '12-31' },
      limits: { steps: 4 },
    },
    changed: { enabled: false },
  }),
  calendar: () => ({
    body: { ...READY_CALENDARS['EVN-2014'], name: `C${made++}` },
    changed: { energyStep: 15 },
  }),
  tariff: () => ({
    body: { name: `T${made++}`, kind: 'flat', calendar: 'EVN-2014', currency: 'VND', price: 1000 },
    changed: { price: 1100 },
  }),
  deduction: () => ({
    body: { name: `D${made++}`, kind: 'per_kwh', amount: 36, deducted: true },
    changed: { amount: 40 },
  }),
}

const two = (n: number) => String(n).padStart(2, '0')
const dayOfYear = (n: number) => `${two(1 + (Math.floor(n / 28) % 12))}-${two(1 + (n % 28))}`

/** An item that was just added; of a noun with a single item, the existing one. */
async function fresh(noun: ItemNoun): Promise<{ v: Version; changed: Record<string, unknown> }> {
  const { body, changed } = BODIES[noun]()
  later()
  if (SINGLE.includes(noun)) {
    const [had] = await list(noun)
    if (had) return { v: had, changed }
  }
  const a = await add(noun, body)
  expect(a.status, JSON.stringify(a.body)).toBe(201)
  const { id } = a.body.data as unknown as { id: string }
  return { v: (await one(noun, id))!, changed }
}

describe.each(NOUNS)('%s', (noun) => {
  beforeAll(takeTurns)

  test('is added, listed, and in its history', async () => {
    const { v } = await fresh(noun)
    expect(v).toMatchObject({ from: null, to: null, superseded_at: null })
    const [first] = (await history(noun, v.id)).slice(-1)
    expect(first).toMatchObject({ id: v.id, superseded_by_name: null })
  })

  test('is corrected over its whole period, with author and reason', async () => {
    const { v, changed } = await fresh(noun)
    later()
    const a = await change(noun, v, { ...v.body, ...changed }, { reason: 'nhập sai' })
    expect(a.status, JSON.stringify(a.body)).toBe(200)
    const now = (await one(noun, v.id))!
    expect(now).toMatchObject({ from: v.from, to: v.to, reason: 'nhập sai' })
    expect(now.body).toMatchObject(changed)
    expect(now.recorded_by_name).toBeTruthy()
    const old = (await history(noun, v.id)).find((x) => x.version === v.version)!
    expect(old.superseded_at).toBe(now.recorded_at)
    expect(old).toMatchObject({ superseded_reason: 'nhập sai', superseded_by_name: now.recorded_by_name })
  })

  test('is changed from a local time on: before it everything stays as it was', async () => {
    const { v, changed } = await fresh(noun)
    const t = h.server.clock.now() - 3 * 86_400_000
    const from = local(t)
    later()
    expect((await change(noun, v, { ...v.body, ...changed }, { from })).status).toBe(200)
    expect((await one(noun, v.id))!).toMatchObject({
      from: Math.floor(t / 1000) * 1000,
      to: null,
      body: changed,
    })
    expect((await one(noun, v.id, { at: local(t - 60_000) }))!.body).toEqual(v.body)
    expect((await one(noun, v.id, { at: from }))!.body).toMatchObject(changed)
  })

  test('is read as it was known before a change', async () => {
    const { v, changed } = await fresh(noun)
    const known = local(h.server.clock.now())
    later()
    expect((await change(noun, v, { ...v.body, ...changed })).status).toBe(200)
    later()
    expect((await one(noun, v.id, { known }))!.body).toEqual(v.body)
    expect((await one(noun, v.id))!.body).toMatchObject(changed)
  })

  test('is not overwritten by a person who had not seen the latest change', async () => {
    const { v, changed } = await fresh(noun)
    later()
    expect((await change(noun, v, { ...v.body, ...changed })).status).toBe(200)
    const before = await history(noun, v.id)
    later()
    const second = await change(noun, v, v.body)
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect(await history(noun, v.id)).toEqual(before)
  })

  test('leaves a record of each change', async () => {
    const { v, changed } = await fresh(noun)
    const db = h.server.app.services.db
    later()
    await change(noun, v, { ...v.body, ...changed }, { reason: 'ghi lại' })
    const [record] = await db.query<Record<string, unknown>>(
      `SELECT act, noun, item, actor, reason, hydro_code FROM audit WHERE item = $1 AND noun = $2
        ORDER BY at DESC, audit_id DESC LIMIT 1`,
      [v.id, noun],
    )
    expect(record).toMatchObject({ act: 'update', noun, item: v.id, reason: 'ghi lại', hydro_code: HERE })
    expect(record.actor).toMatch(/^ac_/)
  })

  test('belongs to its reservoir: another one is neither seen nor changed', async () => {
    const { v } = await fresh(noun)
    const local = await h.account({
      [THERE]: await h.role(2, [ITEMS[noun].list.access, ITEMS[noun].change.access]),
    })
    for (const [endpoint, input] of [
      [ITEMS[noun].list, {}],
      [ITEMS[noun].history, { params: { id: v.id } }],
      [ITEMS[noun].change, { params: { id: v.id }, body: { version: v.version, body: v.body } }],
    ] as const) {
      const a = await ask(endpoint, input, { account: local.username, hydro: HERE })
      expect([a.status, a.body.code]).toEqual([403, 'reservoir_forbidden'])
    }
    if (!SINGLE.includes(noun)) {
      const a = await ask(
        ITEMS[noun].history,
        { params: { id: v.id } },
        { account: local.username, hydro: THERE },
      )
      expect(a.status).toBe(404)
    }
  })

  test('an unknown item or version is refused', async () => {
    const { v } = await fresh(noun)
    expect((await ask(ITEMS[noun].history, { params: { id: 'none' } })).status).toBe(404)
    expect((await change(noun, { ...v, id: 'none' }, v.body)).status).toBe(404)
    expect((await change(noun, { ...v, version: 've_none' }, v.body)).status).toBe(409)
  })

  test('is refused with an invalid time, naming its field', async () => {
    const { v } = await fresh(noun)
    const wrong = await change(noun, v, v.body, { from: '2026-02-30 10:00' })
    expect([wrong.status, errors(wrong)]).toEqual([400, ['from: invalid_time']])
    expect((await change(noun, v, v.body, { from: 'yesterday' })).status).toBe(400)
    const at = await ask(ITEMS[noun].list, { query: { at: '2026-13-01' } })
    expect(at.status).toBe(400)
  })
})

describe.each(MANY)('%s, of which there are many', (noun) => {
  test('is retired from a time on and stays readable, with author and reason', async () => {
    const { v } = await fresh(noun)
    later()
    const from = local(h.server.clock.now())
    later()
    expect((await retire(noun, v, from, 'đã tháo dỡ')).status).toBe(200)
    expect(await one(noun, v.id)).toBeUndefined()
    expect((await one(noun, v.id, { at: '2026-01-01' }))!.body).toEqual(v.body)
    const old = (await history(noun, v.id)).find((x) => x.version === v.version)!
    expect(old.superseded_reason).toBe('đã tháo dỡ')
    expect(old.superseded_by_name).toBeTruthy()
    expect((await retire(noun, v, from)).status).toBe(409)
  })

  test('is removed as if it had never existed', async () => {
    const { v } = await fresh(noun)
    later()
    expect((await retire(noun, v, null)).status).toBe(200)
    expect(await one(noun, v.id, { at: '2026-01-01' })).toBeUndefined()
    expect(await history(noun, v.id)).toHaveLength(1)
  })

  test('is not added twice under one id', async () => {
    const { v } = await fresh(noun)
    const { body } = BODIES[noun]()
    const again = await add(noun, body, { id: v.id })
    expect([again.status, again.body.code]).toEqual([409, 'code_taken'])
  })
})

describe('marks', () => {
  test('from a change from a time on are set on days from there, from a correction on all, never on empty days', async () => {
    const { db } = h.server.app.services
    const token = await h.server.ingestToken(HERE, ['write'])
    const day = 86_400_000
    const first = Math.floor(h.server.clock.now() / day) * day - 5 * day
    const answer = await h.server.raw({
      method: 'POST',
      url: '/api/ingest/v1/readings',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({
        // Of every day except the second.
        readings: [0, 2, 3, 4, 5].map((n) => ({
          series: 'level.reservoir.1',
          t: first + n * day + (n === 5 ? 0 : 3_600_000),
          v: 400,
        })),
      }),
    })
    expect(answer.status).toBe(200)
    const marked = async () => {
      const rows = await db.query<{ day: number }>(
        "SELECT day FROM dirty_span WHERE hydro_code = $1 AND series = '*description' ORDER BY day",
        [HERE],
      )
      return rows.map((r) => r.day - first / day)
    }
    const clear = () => db.query('DELETE FROM dirty_span WHERE hydro_code = $1', [HERE])
    const { v, changed } = await fresh('unit')
    await clear()
    later()
    const from = local(first + 3 * day + 5 * 3_600_000)
    await change('unit', v, { ...v.body, ...changed }, { from })
    expect(await marked()).toEqual([3, 4, 5])
    await clear()
    const now = (await one('unit', v.id))!
    const { v: position } = await fresh('position')
    await clear()
    await change('position', position, { ...position.body, offset: 3 })
    expect(await marked()).toEqual([0, 2, 3, 4, 5])
    await clear()
    await change('unit', now, v.body, {})
    expect(await marked()).toEqual([3, 4, 5])
  })
})

describe('an invalid body', () => {
  beforeAll(takeTurns)

  test("names its field in the caller's language, and stores nothing", async () => {
    const { body } = BODIES.gate()
    const before = (await list('gate')).length
    const wrong = {
      ...body,
      parameters: { width: -3, sill: 41735 },
      leaves: [{ id: 'a b', name: '' }],
      every: 0,
    }
    const vi = await ask(ITEMS.gate.add, { body: { body: wrong, from: null } }, { ...admin, language: 'vi' })
    expect(vi.status).toBe(400)
    expect(vi.body.errors).toEqual([
      { path: 'body.parameters.width', code: 'above_zero', message: 'Phải lớn hơn 0' },
      { path: 'body.parameters.sill', code: 'too_high', message: 'Giá trị lớn nhất là 9000' },
      {
        path: 'body.leaves.0.id',
        code: 'id_rule',
        message: 'Chỉ gồm chữ cái không dấu, chữ số và . _ -, bắt đầu bằng chữ hoặc số',
      },
      { path: 'body.leaves.0.name', code: 'required', message: 'Bắt buộc nhập' },
      { path: 'body.every', code: 'above_zero', message: 'Phải lớn hơn 0' },
    ])
    const en = await add('gate', wrong)
    expect(en.body.errors![0].message).toBe('Must be above 0')
    expect(await list('gate')).toHaveLength(before)
  })

  test('a missing series is named at the field that refers to it', async () => {
    const gate = BODIES.gate().body as { leaves: { openingSeries: string }[] }
    gate.leaves[1].openingSeries = 'gate.9.opening'
    expect(errors(await add('gate', gate))).toEqual(['body.leaves.1.openingSeries: unknown_series'])
    const unit = { ...BODIES.unit().body, powerSeries: 'unit.9.power' }
    const vi = await ask(ITEMS.unit.add, { body: { body: unit, from: null } }, { ...admin, language: 'vi' })
    expect(vi.body.errors).toEqual([
      { path: 'body.powerSeries', code: 'unknown_series', message: 'Không có chuỗi unit.9.power' },
    ])
  })

  test('where the whole outflow is measured, units beside it are only shown', async () => {
    const gate = BODIES.gate().body as { method: string; leaves: { dischargeSeries?: string }[] }
    expect(errors(await add('gate', { ...gate, total: true }))).toEqual(['body.total: total_is_measured'])
    const actor = { actor: 'test', address: null, hydro: HERE }
    const release = { code: 'release.all', name: 'release', unit: 'm3/s', kind: 'instant' as const }
    await h.server.app.readings.registry.put(HERE, release, actor)
    const measured = { ...gate, method: 'measured', total: true }
    for (const leaf of measured.leaves) leaf.dischargeSeries = release.code
    expect((await add('gate', measured)).status).toBe(201)
  })

  test('a series in another unit than its quantity is refused, unless a gain converts it', async () => {
    const actor = { actor: 'test', address: null, hydro: HERE }
    for (const [code, unit] of [
      ['raw.level', 'cm'],
      ['raw.opening', 'mm'],
      ['raw.power', 'kW'],
    ] as const)
      await h.server.app.readings.registry.put(HERE, { code, name: code, unit, kind: 'instant' }, actor)
    const position = { ...BODIES.position().body, series: 'raw.level' }
    expect(errors(await add('position', { ...position, gain: 1 }))).toEqual(['body.gain: unit_needs_gain'])
    expect((await add('position', { ...position, gain: 0.01 })).status).toBe(201)
    const gate = BODIES.gate().body as { leaves: { openingSeries: string }[] }
    gate.leaves[0].openingSeries = 'raw.opening'
    expect(errors(await add('gate', gate))).toEqual(['body.leaves.0.openingSeries: unit_differs'])
    const sensor = {
      ...BODIES.sensor().body,
      series: 'raw.opening',
      port: '',
      gain: 0.001,
      state: 'installed',
    }
    expect((await add('sensor', { ...sensor, target: null })).status).toBe(201)
    expect((await add('gate', gate)).status).toBe(201)
    const unit = { ...BODIES.unit().body, powerSeries: 'raw.power' }
    expect(errors(await add('unit', { ...unit, powerUnit: 'MW' }))).toEqual([
      'body.powerSeries: unit_differs',
    ])
    expect((await add('unit', { ...unit, powerUnit: 'kW' })).status).toBe(201)
  })

  test('a meter is the energy of each interval: a counter or a power in its place is refused', async () => {
    const actor = { actor: 'test', address: null, hydro: HERE }
    const put = (code: string, kind: 'instant' | 'total') =>
      h.server.app.readings.registry.put(HERE, { code, name: code, unit: 'kWh', kind, step_s: 1800 }, actor)
    await put('meter.counter', 'instant')
    await put('meter.energy', 'total')
    const unit = { ...BODIES.unit().body, meterSeries: 'meter.counter' }
    expect(errors(await add('unit', unit))).toEqual(['body.meterSeries: meter_not_total'])
    const [parameters] = await list('parameters')
    const wrong = { ...parameters.body, netSeries: 'meter.counter', meterSeries: 'meter.energy' }
    expect(errors(await change('parameters', parameters, wrong))).toEqual(['body.netSeries: meter_not_total'])
    expect((await add('unit', { ...unit, meterSeries: 'meter.energy' })).status).toBe(201)
  })

  test('a rain sensor has no offset, and a method that reads a series names it', async () => {
    const sensor = {
      ...BODIES.sensor().body,
      kind: 1,
      series: null,
      port: '',
      target: null,
      state: 'not_installed',
    }
    expect(errors(await add('sensor', { ...sensor, offset: -0.5 }))).toEqual(['body.offset: rain_offset'])
    const [parameters] = await list('parameters')
    const body = { ...parameters.body, inflowMethod: 5, inflowSeries: null }
    expect(errors(await change('parameters', parameters, body))).toEqual(['body.inflowSeries: required'])
  })

  test('one of several simultaneous uses of a code succeeds', async () => {
    const { body } = BODIES.station()
    const answers = await Promise.all(Array.from({ length: 6 }, () => add('station', body)))
    expect(answers.map((a) => a.status).sort()).toEqual([201, 400, 400, 400, 400, 400])
    const same = await Promise.all(
      Array.from({ length: 6 }, () => add('position', BODIES.position().body, { id: 'same.id' })),
    )
    expect(same.map((a) => a.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('a change never covers versions that it did not name', async () => {
    const { v } = await fresh('unit')
    later(60_000)
    const from = local(h.server.clock.now())
    expect((await change('unit', v, { ...v.body, qmax: 50 }, { from })).status).toBe(200)
    later()
    const now = (await one('unit', v.id))!
    const over = await change('unit', now, { ...now.body, qmax: 60 }, { from: null })
    expect([over.status, over.body.code]).toEqual([409, 'spans_others'])
    expect([(await retire('unit', now, null)).body.code]).toEqual(['spans_others'])
  })

  test('another file cannot be named as that of the outline', async () => {
    const [plant] = await list('plant')
    expect((await change('plant', plant, { ...plant.body, basinFile: 'nope' })).status).toBe(200)
    expect((await list('plant'))[0].body.basinFile).toBe(plant.body.basinFile)
  })

  test('the whole demo passes its own checks', async () => {
    for (const noun of NOUNS)
      for (const v of (await list(noun)).filter((x) => JSON.stringify(seed).includes(JSON.stringify(x.id)))) {
        const { status, body } = await change(noun, v, v.body)
        expect(status, `${noun} ${v.id}: ${JSON.stringify(body)}`).toBe(200)
      }
  })

  test('a taken code is reported at its field, even if a gate of another outlet has it', async () => {
    const { v } = await fresh('station')
    const { body } = BODIES.station()
    expect(errors(await add('station', { ...body, code: v.body.code }))).toEqual(['body.code: code_taken'])
    const { v: gate } = await fresh('gate')
    const [leaf] = gate.body.leaves as { id: string }[]
    const other = BODIES.gate().body as { leaves: { id: string }[] }
    other.leaves[0].id = leaf.id
    expect(errors(await add('gate', other))).toEqual(['body.leaves.0.id: code_taken'])
    // Its own leaves are its own.
    expect((await change('gate', gate, { ...gate.body, name: 'Tên khác' })).status).toBe(200)
  })

  test('items that must exist cannot be retired', async () => {
    for (const noun of SINGLE) {
      const { v } = await fresh(noun)
      const a = await retire(noun, v, null)
      expect([a.status, a.body.code], noun).toEqual([400, 'not_retired'])
    }
  })

  test('values that are not numbers are refused', async () => {
    const { body } = BODIES.position()
    // JSON has no NaN: it is sent as null.
    expect(errors(await add('position', { ...body, gain: NaN }))).toEqual(['body.gain: required'])
    expect(errors(await add('position', { ...body, gain: '1' }))).toEqual(['body.gain: not_a_number'])
    expect(errors(await add('position', { ...body, gain: 0 }))).toEqual(['body.gain: not_zero'])
  })
})

test('series are listed for accounts that may see the reservoir only', async () => {
  const here = await h.account({ [HERE]: await h.role(5, ['map']) })
  const names = await ask(nameSeries, {}, { account: here.username, hydro: HERE })
  expect((names.body.data as unknown as { code: string }[]).map((s) => s.code)).toContain('level.reservoir.1')
  expect((await ask(nameSeries, {}, { account: here.username, hydro: THERE })).status).toBe(403)
})

test('faults of a plant in a file are reported in both languages', () => {
  const wrong = { ...seed, plant: { ...seed.plant, levels: { ...seed.plant.levels, dead: 300 } } }
  let error: unknown
  try {
    parseSeed(wrong)
  } catch (e) {
    error = e
  }
  expect(error).toBeInstanceOf(ImportError)
  const [problem] = (error as ImportError).problems
  expect(message('vi', problem.word, problem.params)).toContain('plant.levels.dead: Thấp hơn 378 m')
  expect(message('en', problem.word, problem.params)).toContain('plant.levels.dead: Below 378 m')
})
