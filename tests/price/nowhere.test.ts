import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '#core/access/index.ts'
import { exportAudit, listAudit } from '#contract/audit.ts'
import { exportBundle, getDescribedVersion, getDescriptionAt, listChanges } from '#contract/changes.ts'
import {
  addAct,
  listEdits,
  previewEdit,
  previewUndo,
  readEdits,
  setReview,
  undoAct,
} from '#contract/edits.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { fullPath } from '#contract/endpoint.ts'
import { explain, explainRevenue } from '#contract/explain.ts'
import { getFeed } from '#contract/feed.ts'
import { ITEMS } from '#contract/items.ts'
import { previewDifference } from '#contract/preview.ts'
import { getHistory, nameSeries, postReadings } from '#contract/readings.ts'
import { getReport, getReportOutlets } from '#contract/report.ts'
import { previewPrices, tariffRevenue } from '#contract/revenue.ts'
import { getTimeline } from '#contract/timeline.ts'
import { addView, listViews, SERIES_COLORS } from '#contract/views.ts'
import { DAY } from '#core/time/units.ts'
import { openReader } from '../api/stream.ts'
import { usesOf } from '../people/walk.ts'
import { at, HYDRO, METER, soldPlant, type SoldPlant } from './plant.ts'

/** Prices that nothing else looks like. */
const PRICES = { peak: 87654.329, normal: 76543.218, off: 65432.197 }
const TARIFF = {
  name: 'Bí mật',
  kind: 'table',
  calendar: 'EVN-2014',
  currency: 'VND',
  prices: Object.entries(PRICES).map(([code, price]) => ({ class: code, price })),
}
const FROM = '2025-10-10'
const TO = '2025-10-16 13:00'
const T = at('2025-10-15 10:00')
/** A price of each day, in a series of its own. */
const MARKET = 'market.price'
const MARKET_PRICE = 12345.678
const MARKET_EDIT = 23456.789
const marketAct = { kind: 'replace' as const, series: MARKET, from: T, to: T, value: MARKET_EDIT }
const act = { kind: 'replace' as const, series: METER, from: T, to: T, value: 1234 }

let plant: SoldPlant
let version: string
let marketEdit: string
/** Every figure in VND and VND/kWh that the calls of prices answer. */
const money = new Set<string>()
const EACH = [
  ['operator', null],
  ['viewer', null],
  [
    'everything but prices and statistics',
    PERMISSIONS.filter((p) => p !== 'price' && !p.startsWith('statistical')),
  ],
] as const
const tokens = new Map<string, string>()

beforeAll(async () => {
  plant = await soldPlant({ EXPERT_ACCOUNTS: 'admin,expert' })
  const { server } = plant
  version = await plant.add('tariff', 'secret', TARIFF)
  const deduction = await plant.add('deduction', 'fee', { name: 'Phí', kind: 'per_kwh', amount: 3456.78 })
  expect(deduction).not.toBe('')
  // One that was replaced, so that a change of prices is in every list of changes.
  const dearer = { ...TARIFF, prices: TARIFF.prices.map((p) => ({ ...p, price: p.price + 0.5 })) }
  await plant.ask(ITEMS.tariff.change, {
    params: { id: 'secret' },
    body: { version, body: dearer, from: '2025-10-14', reason: 'dearer' },
  } as never)
  await plant.ask(addAct, { body: { act: { ...act, value: 999 }, reason: 'read again' } })
  const who = { actor: 'test', address: null, hydro: HYDRO }
  const priced = {
    code: MARKET,
    name: 'Giá thị trường',
    unit: 'VND/kWh',
    kind: 'step' as const,
    step_s: null,
  }
  await server.app.readings.registry.put(HYDRO, priced, who)
  const readings = Array.from({ length: 16 }, (_, i) => ({
    series: MARKET,
    t: at('2025-10-01 10:00') + i * DAY,
    v: MARKET_PRICE,
  }))
  const ingest = await server.ingestToken(HYDRO)
  const sent = await server.call(postReadings, { body: { readings } } as never, { token: ingest })
  expect(sent.body.data).toMatchObject({ rejected: [] })
  const line = { code: MARKET, side: 'left' as const, color: SERIES_COLORS[0], hidden: false }
  const content = {
    panes: [
      { kind: 'time' as const, series: [line] },
      { kind: 'xy' as const, x: MARKET, y: METER },
    ],
    span: { hours: 24 },
    compare: null,
    table: false,
  }
  await plant.ask(addView, { body: { name: 'Market', content, shared: true } })
  marketEdit = (await plant.ask(addAct, { body: { act: marketAct, reason: 'market' } })).act.act_id
  await plant.settle()
  const take = (x: unknown, key = ''): void => {
    if (Array.isArray(x)) return x.forEach((one) => take(one, key))
    if (x !== null && typeof x === 'object')
      return Object.entries(x).forEach(([k, v]) => take(v, `${key}.${k}`))
    if (typeof x === 'number' && Math.abs(x) > 1000 && /vnd|price|amount/.test(key)) money.add(String(x))
  }
  for (const group of ['day', 'month', 'year'] as const)
    take(await plant.ask(tariffRevenue, { body: { from: FROM, to: TO, group } }))
  take(await plant.ask(explainRevenue, { body: { from: at('2025-10-15'), to: at('2025-10-16') } }))
  take(await plant.ask(previewEdit, { body: { act, px: 800 } }))
  take(
    await plant.ask(previewPrices, {
      body: { changes: [{ noun: 'tariff', id: 'secret', body: TARIFF, from: '2025-10-01' }] },
    } as never),
  )
  for (const v of [MARKET_PRICE, MARKET_EDIT]) money.add(String(v))
  take([...TARIFF.prices, ...dearer.prices, { amount: 3456.78 }])
  // Experts open saved views of the chart page, whatever their role.
  await server.app.services.db.query(
    `INSERT INTO account (account_id, account_code, username, password_hash, created_at, updated_at)
     SELECT 'ac_expert', 'expert', 'expert', password_hash, 0, 0 FROM account WHERE username = 'admin'`,
  )
  await server.app.services.db.query(
    `INSERT INTO account_role SELECT 'ac_expert', '*', role_id FROM role WHERE role_name = 'viewer'`,
  )
  for (const [name, permissions] of EACH) {
    if (permissions === null) tokens.set(name, await server.signIn(name))
    else {
      await server.app.services.db.query(
        `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ('ro_all', 'all', 1, $1, 0)`,
        [permissions],
      )
      await server.app.services.db.query(
        `INSERT INTO account (account_id, account_code, username, password_hash, created_at, updated_at)
         SELECT 'ac_all', 'all', 'all', password_hash, 0, 0 FROM account WHERE username = 'admin'`,
      )
      await server.app.services.db.query(`INSERT INTO account_role VALUES ('ac_all', '*', 'ro_all')`)
      tokens.set(name, await server.signIn('all'))
    }
  }
})
afterAll(() => plant.server.close())

/** Figures of money in an answer, and the name of its field. */
function found(answer: unknown): string[] {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).filter((n) => money.has(n))
  const names = text.match(/"[a-z_]*vnd[a-z_]*"|market\.price/g) ?? []
  return [...new Set([...numbers, ...names])]
}

test('the search finds what is there', async () => {
  expect(money.size).toBeGreaterThan(80)
  const { body } = await plant.server.call(tariffRevenue, { body: { from: FROM, to: TO, group: 'day' } })
  expect(found(body).length).toBeGreaterThan(20)
  const changes = await plant.server.call(listChanges, {}, { account: 'admin' })
  expect(found(changes.body)).toContain('87654.329')
})

test.each(EACH.map(([name]) => [name]))('%s finds money in no answer of any call', async (name) => {
  const { server } = plant
  const token = tokens.get(name)!
  const held = (EACH.find((e) => e[0] === name)![1] ?? []) as readonly Permission[]
  const leaks: string[] = []
  let answered = 0
  const look = (what: string, { status, body }: { status: number; body: unknown }) => {
    if (status < 300) answered++
    // The log says who edited which series, and not its values.
    const own = found(body).filter((one) => one !== MARKET || !what.includes('/v1/audit/'))
    if (own.length > 0) leaks.push(`${what}: ${own.join(', ')}`)
  }
  const send = async <E extends Endpoint>(endpoint: E, input?: Input<E>) =>
    look(`${endpoint.method} ${fullPath(endpoint)}`, await server.call(endpoint, input as never, { token }))
  for (const kind of ['raw', 'hourly', 'daily', 'monthly', 'yearly'] as const)
    for (const format of ['json', 'csv'] as const)
      for (const quantities of [['energy.net', 'energy.plant'], ['revenue.plant']])
        await send(getReport, {
          body: { kind, from: FROM, to: TO, quantities, format, limit: 5000 },
        } as never)
  await send(getReportOutlets)
  await send(explain, { query: { series: 'energy.net', at: String(T) } })
  await send(previewEdit, { body: { act, px: 800 } })
  await send(previewDifference, { body: { from: FROM, to: TO, px: 800, changes: [] } })
  await send(getTimeline, { query: { from: FROM, to: TO } } as never)
  await send(listChanges)
  await send(getDescriptionAt, { query: { day: '2025-10-15' } })
  await send(getDescribedVersion, { query: { noun: 'tariff', id: 'secret', version } })
  await send(listAudit)
  await send(listAudit, { query: { noun: 'tariff' } } as never)
  await send(exportAudit)
  await send(exportBundle)
  await send(explain, { query: { series: MARKET, at: String(T) } })
  await send(previewEdit, { body: { act: marketAct, px: 800 } })
  await send(previewUndo, { body: { act_id: marketEdit, px: 800 } })
  const span = { from: T - 5 * DAY, to: T }
  await send(readEdits, { body: { series: MARKET, ...span, px: 800 } } as never)
  await send(listEdits, { body: { ...span, page: 1 } } as never)
  await send(listEdits, { body: { series: MARKET, ...span, page: 1 } } as never)
  await send(getHistory, { body: { series: [METER, MARKET], ...span, px: 800 } })
  await send(getHistory, { body: { series: [MARKET], ...span, px: 800, rows: 'day' } } as never)
  await send(nameSeries)
  await send(listViews)
  for (const { list, history } of [ITEMS.tariff, ITEMS.calendar, ITEMS.deduction]) {
    await send(list)
    await send(history, { params: { id: 'secret' } })
  }
  // And every other call that only reads, as the walk of permissions sends it, for who may do the most.
  for (const use of held.length > 0 ? usesOf(server) : []) {
    const { endpoint } = use
    if (endpoint.answer === 'stream' || (endpoint.method !== 'GET' && (endpoint.changes ?? ['?']).length > 0))
      continue
    look(use.name, await use.send(held[0] ?? 'map', token))
  }
  expect(leaks).toEqual([])
  expect(answered).toBeGreaterThan(held.length > 0 ? 80 : 10)
})

test('who sees no prices writes none, and the rest of a series of prices is as for others', async () => {
  const { server } = plant
  const token = tokens.get('everything but prices and statistics')!
  const status = async <E extends Endpoint>(endpoint: E, input: Input<E>) =>
    (await server.call(endpoint, input as never, { token })).status
  expect(await status(addAct, { body: { act: { ...marketAct, value: 1 }, reason: 'x' } })).toBe(403)
  expect(await status(undoAct, { body: { act_id: marketEdit } })).toBe(403)
  expect(await status(setReview, { body: { series: MARKET, from: T, to: T, state: 'approved' } })).toBe(403)
  // Others are read as before, and who sees prices sees these.
  const of = (account: string) => server.call(nameSeries, {}, { account })
  const codes = async (account: string) =>
    ((await of(account)).body.data as { code: string }[]).map((s) => s.code)
  expect(await codes('admin')).toEqual(expect.arrayContaining([METER, MARKET]))
  expect(await codes('viewer')).toEqual((await codes('admin')).filter((code) => code !== MARKET))
  const views = await plant.ask(listViews, {}, { account: 'expert' })
  expect(views.map((v) => v.content.panes)).toEqual([[{ kind: 'time', series: [] }]])
  expect(
    (await plant.ask(readEdits, { body: { series: MARKET, from: T, to: T, px: 800 } })).acts,
  ).toHaveLength(1)
})

test('the audit log says that a price was edited, and not to what', async () => {
  const token = tokens.get('everything but prices and statistics')!
  const of = async (as: object) => {
    const answer = await plant.server.call(listAudit, { query: { noun: 'readings' } } as never, as)
    return (answer.body.data as { records: { item_name: string; before: unknown; after: unknown }[] }).records
  }
  const own = (all: Awaited<ReturnType<typeof of>>) => all.filter((r) => r.item_name === MARKET)
  expect(own(await of({ token }))).toMatchObject([{ before: null, after: null }])
  expect(found(own(await of({ account: 'admin' })))).toContain(String(MARKET_EDIT))
  const others = (await of({ token })).filter((r) => r.item_name === METER)
  expect(others[0].after).not.toBe(null)
})

test.each(EACH.map(([name]) => [name]))('the feed of %s has no money', async (name) => {
  const { server } = plant
  const origin = await server.app.web.listen({ port: 0, host: '127.0.0.1' }).catch(() => {
    const address = server.app.web.server.address() as { port: number }
    return `http://127.0.0.1:${address.port}`
  })
  const reader = await openReader(origin + fullPath(getFeed), {
    authorization: `Bearer ${tokens.get(name)!}`,
    hydro: HYDRO,
  })
  await reader.next('snapshot')
  const saved = await plant.ask(addAct, {
    body: {
      act: { ...act, from: T + 1_800_000, to: T + 1_800_000, value: 1000 + name.length },
      reason: name,
    },
  })
  expect(saved.act.act_id).not.toBe('')
  const price = { ...marketAct, value: 20000 + name.length, from: T - DAY, to: T - DAY }
  await plant.ask(addAct, { body: { act: price, reason: name } })
  money.add(String(price.value))
  await plant.settle()
  await reader.next('change')
  expect(found(reader.events)).toEqual([])
  reader.close()
  await reader.closed
})
