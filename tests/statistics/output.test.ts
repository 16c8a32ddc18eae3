import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOOD, MISSING, grade } from '#core/quality/index.ts'
import { fullPath } from '#contract/endpoint.ts'
import { upsertErlog } from '#contract/erlogs.ts'
import { savePlan } from '#contract/output-plan.ts'
import { exportOutput, getOutput } from '#contract/statistics.ts'
import {
  at,
  HYDRO,
  kwhOver,
  NOW,
  outputPlant,
  seed,
  stepsOf,
  STEP,
  UNITS,
  type OutputPlant,
} from './plant.ts'

const [DAY, HOUR] = [86_400_000, 3_600_000]
const PRICES = { peak: 2000, normal: 1200, off: 700 }
const TARIFF = at('2025-01-01 00:00:00')

/** The class of a half-hour by the hours of 2014, from its beginning. */
function classOf(begin: number): keyof typeof PRICES {
  const local = new Date(begin + 7 * HOUR)
  const hour = local.getUTCHours() + local.getUTCMinutes() / 60
  if (hour >= 22 || hour < 4) return 'off'
  const peak = (hour >= 9.5 && hour < 11.5) || (hour >= 17 && hour < 20)
  return peak && local.getUTCDay() !== 0 ? 'peak' : 'normal'
}

/** VND over [from, to), by class; the test's own sum. */
function vndOver(from: number, to: number, only?: keyof typeof PRICES): number {
  let sum = 0
  for (const [end, kwh] of stepsOf(null)) {
    const code = classOf(end - STEP)
    if (end > from && end <= to && end > TARIFF && (!only || only === code)) sum += kwh * PRICES[code]
  }
  return sum
}

let plant: OutputPlant
beforeAll(async () => {
  plant = await outputPlant()
  await plant.tariff(TARIFF, PRICES)
})
afterAll(() => plant.server.close())

const output = (query: Record<string, string>) => plant.ask(getOutput, { query: query as never })
const month = (n: number, year = 2026) => at(`${year}-${String(n).padStart(2, '0')}-01 00:00:00`)

test('each day has its energy and revenue, by class and unit; what is not known is said, and is not 0', async () => {
  const { rows, classes, units, total } = await output({ group: 'day', from: '2026-02-01', to: '2026-02-28' })
  expect(rows).toHaveLength(28)
  expect(units.map((u) => u.id)).toEqual(UNITS)
  rows.forEach((r, i) => {
    const [from, to] = [month(2) + i * DAY, month(2) + (i + 1) * DAY]
    expect([r.from, r.to, r.over]).toEqual([from, to, true])
    if (i === 4) {
      // Fifteen hours of it are missing.
      expect([r.computed.kwh, r.computed.vnd, r.used.kwh, r.used.complete]).toEqual([null, null, null, false])
      expect([grade(r.computed.quality), r.computed.missing]).toEqual([MISSING, 0.625])
      return
    }
    expect(r.computed.kwh).toBe(kwhOver(null, from, to))
    expect(r.computed.vnd).toBe(vndOver(from, to))
    expect(r.computed.mean_price).toBeCloseTo(vndOver(from, to) / kwhOver(null, from, to), 3)
    classes.forEach(({ class: code }, k) =>
      expect(r.classes[k].vnd, `${i} ${code}`).toBe(vndOver(from, to, code as 'peak')),
    )
    expect(r.units.map((u) => u.kwh)).toEqual(UNITS.map((_, u) => kwhOver(u, from, to)))
    expect([grade(r.computed.quality), r.computed.missing]).toEqual(i === 2 ? [GOOD, 0.0833] : [GOOD, 0])
  })
  expect(new Set(classes.map((c) => c.class))).toEqual(new Set(['peak', 'normal', 'off']))
  // The total is of all that is known, and says how much is not.
  expect(total.computed.kwh).toBe(kwhOver(null, month(2), month(3)))
  expect(total.computed.vnd).toBe(vndOver(month(2), month(3)))
  expect(total.computed.missing).toBeCloseTo((2 + 15) / (28 * 24), 3)
  expect(total.used.complete).toBe(false)
})

test('hours run, starts and capacity factor are of the readings of power', async () => {
  const { rows, total, units } = await output({ group: 'day', from: '2026-02-01', to: '2026-02-14' })
  // The first unit runs from 6 to 24 o'clock every day, the second in the evening of every second day.
  expect(rows.map((r) => [r.units[0].hours, r.units[0].starts])).toEqual(rows.map(() => [18, 1]))
  expect(new Set(rows.map((r) => r.units[1].hours))).toEqual(new Set([0, 4]))
  expect(total.units[1].starts).toBe(7)
  expect([total.hours, total.starts]).toEqual([14 * 18 + 7 * 4, 14 + 7])
  const rated = units.reduce((sum, u) => sum + u.rated_kw, 0)
  expect(rows[0].capacity_factor).toBeCloseTo(kwhOver(null, month(2), month(2) + DAY) / (rated * 24), 4)
  expect(rows[2].units[0].capacity_factor).toBeCloseTo(
    kwhOver(0, month(2) + 2 * DAY, month(2) + 3 * DAY) / (seed.units[0].body.ratedPower * 22),
    4,
  )
  // Before there were readings of power nothing is known of how they ran.
  const before = await output({ group: 'day', from: '2026-01-10', to: '2026-01-10' })
  expect([before.total.hours, before.total.starts, before.rows[0].units[0].hours]).toEqual([null, null, null])
})

test('months against the same time last year: of the month that runs as much as has passed', async () => {
  const { rows, compared } = await output({
    group: 'month',
    from: '2025-12-15',
    to: '2026-03-10',
    compare: 'last_year',
  })
  expect(rows.map((r) => r.from)).toEqual([month(12, 2025), month(1), month(2), month(3)])
  expect(rows.map((r) => r.over)).toEqual([true, true, true, false])
  const passed = at('2025-03-10 13:00:00')
  const spans = [
    [month(12, 2024), month(1, 2025)],
    [month(1, 2025), month(2, 2025)],
    [month(2, 2025), month(3, 2025)],
    [month(3, 2025), passed],
  ]
  rows.forEach((r, i) => {
    const [from, to] = spans[i]
    expect(r.against.kwh, String(i)).toBe(kwhOver(null, from, to))
    // Nothing had a price in 2024.
    expect(r.against.vnd).toBe(i === 0 ? null : vndOver(from, to))
  })
  // Of the month that runs, what is compared ends at the same hour on both sides; February lacks less than a tenth.
  const until = at('2026-03-10 13:00:00')
  expect(rows[3].comparable.kwh).toBe(kwhOver(null, month(3), until))
  expect(compared.kwh).toEqual({
    rows: 4,
    used: rows.reduce((sum, r) => sum + r.comparable.kwh!, 0),
    against: spans.reduce((sum, [from, to]) => sum + kwhOver(null, from, to), 0),
  })
  expect(compared.vnd.rows).toBe(3)
})

test('the mean of the years on record names how many they are, and a day that a year lacks is in none', async () => {
  const { rows } = await output({ group: 'month', from: '2026-01-01', to: '2026-02-28', compare: 'mean' })
  const mean = (n: number) =>
    (kwhOver(null, month(n, 2025), month(n + 1, 2025)) + kwhOver(null, month(n, 2024), month(n + 1, 2024))) /
    2
  expect(rows.map((r) => [r.against.kwh, r.against.kwh_of])).toEqual([
    [mean(1), '2'],
    [mean(2), '2'],
  ])
  expect(rows.map((r) => r.against.vnd_of)).toEqual(['1', '1'])
  const leap = await output({ group: 'day', from: '2024-02-28', to: '2024-02-29', compare: 'last_year' })
  expect(leap.rows.map((r) => r.against.kwh)).toEqual([null, null])
  // 28 February is compared with one day also where the year before has a 29th.
  const after = await output({ group: 'day', from: '2025-02-28', to: '2025-02-28', compare: 'last_year' })
  expect(after.rows[0].against.kwh).toBe(kwhOver(null, at('2024-02-28 00:00:00'), at('2024-02-29 00:00:00')))
})

test('against the plan: its own, or the sum of a finer one that is whole', async () => {
  const token = await plant.server.signIn('manager')
  const send = async (csv: string, base: number) => {
    const answer = await plant.server.raw({
      method: 'POST',
      url: `${fullPath(savePlan)}?name=plan.csv&base=${base}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(csv),
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
  await send('month,kWh,VND\n2026-01,6000000,7000000000\n', 0)
  const days = Array.from({ length: 28 }, (_, i) => `2026-02-${String(i + 1).padStart(2, '0')},200000`)
  await send(`day,kWh\n${days.join('\n')}\n`, 1)
  const { rows, compared } = await output({ group: 'month', from: '2026-01-01', to: '2026-03-31' })
  expect(rows.map((r) => r.against)).toEqual([
    { kwh: 6_000_000, vnd: 7_000_000_000, kwh_of: 'month', vnd_of: 'month' },
    { kwh: 5_600_000, vnd: null, kwh_of: 'day', vnd_of: null },
    { kwh: null, vnd: null, kwh_of: null, vnd_of: null },
  ])
  expect([compared.kwh.rows, compared.kwh.against]).toEqual([2, 11_600_000])
})

test('totals are made of what was entered where that is asked for, and say of how many days', async () => {
  await plant.ask(upsertErlog, { body: { day_string: '2026-01-02', e: 180_000, r: 220_000_000 } })
  await plant.ask(upsertErlog, { body: { day_string: '2026-01-03', e: 170_000, r: null } })
  const query = { group: 'month', from: '2026-01-01', to: '2026-01-31' }
  const computed = await output(query)
  expect(computed.rows[0]).toMatchObject({
    entered: { kwh: 350_000, vnd: 220_000_000, kwh_days: 2, vnd_days: 1, days: 31 },
    used: { kwh: kwhOver(null, month(1), month(2)), vnd: vndOver(month(1), month(2)), complete: true },
  })
  const entered = await output({ ...query, basis: 'entered' })
  expect(entered.rows[0].used).toEqual({
    kwh: 350_000,
    vnd: 220_000_000,
    // Of the one day that has both.
    mean_price: 1222.2222,
    complete: false,
  })
  expect(entered.rows[0].computed).toEqual(computed.rows[0].computed)
})

test('what is entered for a part of the days, lacks much or runs is not compared', async () => {
  const token = await plant.server.signIn('manager')
  const url = `${fullPath(savePlan)}?name=plan.csv&base=2`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const payload = Buffer.from('month,kWh\n2026-03,6000000\n')
  expect((await plant.server.raw({ method: 'POST', url, headers, payload })).status).toBe(201)
  const { rows, compared } = await output({ group: 'month', from: '2026-02-01', to: '2026-03-31' })
  expect(rows[1].against.kwh).toBe(6_000_000)
  expect(rows[1].comparable.kwh).toBeNull()
  expect(compared.kwh).toEqual({ rows: 1, used: rows[0].used.kwh, against: 5_600_000 })
  const entered = await output({ group: 'month', from: '2026-01-01', to: '2026-01-31', basis: 'entered' })
  expect([entered.rows[0].used.kwh, entered.compared.kwh.rows]).toEqual([350_000, 0])
})

test('a mean price is of the energy that has a price, and what has none leaves the revenue incomplete', async () => {
  const { rows } = await output({ group: 'year', from: '2024-01-01', to: '2025-12-31' })
  const { computed, used } = rows[1]
  expect(used.mean_price).toBeCloseTo(computed.vnd! / (computed.sold_kwh - computed.unpriced_kwh), 3)
  expect(rows[0].used.complete).toBe(false)
})

test('revenue has its own missing share where energy sold is missing and energy generated is known', async () => {
  const other = await outputPlant()
  await other.tariff(null, 1000)
  const [from, to] = [at('2026-01-10 00:00:00'), at('2026-01-22 00:00:00')]
  const t = [...stepsOf(null).keys()].filter((end) => end > from && end <= to)
  const batch = {
    hydroCode: HYDRO,
    series: t.map(() => 'energy.net'),
    t,
    v: t.map(() => NaN),
    q: t.map(() => MISSING),
  }
  await other.server.app.history.write(batch, { source: 'computed' })
  await other.server.app.history.settleBins()
  const query = { group: 'month', from: '2026-01-01', to: '2026-01-31', compare: 'last_year' } as const
  const { rows, compared } = await other.ask(getOutput, { query })
  expect(rows[0].computed).toMatchObject({ missing: 0, vnd_missing: Number((12 / 31).toFixed(4)) })
  expect(rows[0].used).toMatchObject({ kwh: kwhOver(null, month(1), month(2)), complete: false })
  expect([compared.kwh.rows, compared.vnd.rows]).toEqual([1, 0])
  await other.server.close()
})

test('the year that runs is counted until now, and the years before are whole', async () => {
  const { rows, at: now } = await output({ group: 'year', from: '2024-01-01', to: '2026-12-31' })
  expect(now).toBe(NOW)
  expect(rows.map((r) => [r.over, r.computed.kwh])).toEqual([
    [true, kwhOver(null, month(1, 2024), month(1, 2025))],
    [true, kwhOver(null, month(1, 2025), month(1, 2026))],
    [false, kwhOver(null, month(1, 2026), NOW)],
  ])
  expect(rows.map((r) => r.computed.vnd)).toEqual([
    null,
    vndOver(month(1, 2025), month(1, 2026)),
    vndOver(month(1, 2026), NOW),
  ])
  // Without a tariff energy has no price, which is said.
  expect(rows[0].computed.unpriced_kwh).toBe(rows[0].computed.sold_kwh)
})

test('revenue by unit adds up to that of the plant', async () => {
  const { total } = await output({ group: 'month', from: '2026-01-01', to: '2026-01-31', unit_revenue: '1' })
  const sum = total.units.reduce((all, u) => all + u.vnd!, 0)
  expect(sum).toBe(total.computed.vnd)
})

test('spans that are reversed, too long or in the future are refused by field', async () => {
  const list = [
    [{ group: 'day', from: '2026-02-02', to: '2026-02-01' }, 'from', 'from_after_to'],
    [{ group: 'day', from: '2020-01-01', to: '2026-02-01' }, 'to', 'span_too_long'],
    [{ group: 'day', from: '2026-04-01', to: '2026-04-02' }, 'from', 'report_in_future'],
    [{ group: 'day', from: '2026-02-30', to: '2026-03-02' }, 'from', 'no_such_day'],
    [{ group: 'week', from: '2026-02-01', to: '2026-03-02' }, 'group', 'not_allowed'],
  ] as const
  for (const [query, path, code] of list)
    expect(await plant.refused(getOutput, { query })).toMatchObject({ status: 400, fields: [[path, code]] })
})

test('the file says what it is made of, leaves gaps empty, and has the same figures', async () => {
  const token = await plant.server.signIn('manager')
  const file = async (query: Record<string, string>) => {
    const all = { group: 'day', from: '2026-02-01', to: '2026-02-28', ...query }
    const answer = await plant.server.app.web.inject({
      method: 'GET',
      url: `${fullPath(exportOutput)}?${new URLSearchParams(all)}`,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'vi' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
  }
  const csv = (await file({ format: 'csv' })).body.split('\r\n')
  expect(csv[0]).toMatch(/^\uFEFFNgày,Số liệu tính · Sản lượng \(kWh\),Số liệu tính · Doanh thu \(VND\)/)
  const fifth = csv[5].split(',')
  expect(fifth.slice(0, 4)).toEqual(['2026-02-05', '', '', ''])
  expect(csv[1].split(',').slice(0, 3)).toEqual([
    '2026-02-01',
    String(kwhOver(null, month(2), month(2) + DAY)),
    String(vndOver(month(2), month(2) + DAY)),
  ])
  const book = await file({ format: 'xlsx', language: 'en' })
  expect(book.headers['content-disposition']).toMatch(/-output-day-2026-02-01-2026-02-28\.xlsx"$/)
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('other editions do not have it, unless they show the pages of all', async () => {
  const query = { group: 'day', from: '2026-02-01', to: '2026-02-02' } as const
  const { config } = plant.server.app.services
  const before = { edition: config.edition, uiAllPages: config.uiAllPages }
  try {
    config.edition = 'ADVANCE'
    expect(await plant.refused(getOutput, { query })).toMatchObject({ status: 403, code: 'not_in_edition' })
    config.uiAllPages = 'always'
    expect(await plant.refused(getOutput, { query })).toMatchObject({ status: 200 })
  } finally {
    Object.assign(config, before)
  }
})

test('money is nowhere in an answer to who lacks the permission', async () => {
  for (const account of ['operator', 'viewer']) {
    const answer = await plant.server.call(
      getOutput,
      { query: { group: 'day', from: '2026-02-01', to: '2026-02-02' } } as never,
      { account },
    )
    expect([answer.status, answer.body.data]).toEqual([403, null])
  }
})
