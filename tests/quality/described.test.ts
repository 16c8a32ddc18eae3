import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ITEMS } from '#contract/items.ts'
import { ESTIMATED, grade } from '#core/quality/index.ts'
import type { Series } from '#core/series/index.ts'
import type { FiredRow } from '#server/features/quality/index.ts'
import { differences } from '../api/bench.ts'
import { DAY, HOUR, fixture, HYDRO, local, MINUTE, seed, type Fixture } from './fixture.ts'

const FROM = Date.UTC(2025, 9, 14)
const TO = FROM + 6 * HOUR
const [ONE, TWO, GAUGE, POWER] = ['level.reservoir.1', 'level.reservoir.2', 'level.bavan', 'unit.1.power']

const bodyOf = (series: string) => seed.positions.find((p) => p.body.series === series)!.body
const OFFSET = bodyOf(ONE).offset

let h: Fixture
/** What is in force and computed before anything changes. */
let before: { fired: string[]; computed: Map<string, Series> }

beforeAll(async () => {
  const during = '@+20h/+26h'
  const faults = [`spike(3):${GAUGE}`, 'silent:rain.nuocsim'].map((f) => f + during)
  h = await fixture(FROM - DAY, TO, [...faults, `stuck:${TWO}@+20h/+22h`].join(';'))
  for (let t = FROM - DAY; t < TO; t += 2 * HOUR) await h.live(t, t + 2 * HOUR)
  before = await state()
}, 300_000)
afterAll(() => h.close())

const open = async () => (await h.fired()).filter((f) => f.cleared_at === null)

const rowOf = (f: FiredRow) => [f.key, f.series, f.from_t, f.to_t, f.grade, f.codes].join(' ')

async function state() {
  const fired = (await open()).map(rowOf)
  const { readings, history } = h.server.app
  const codes = (await readings.registry.list(HYDRO)).map((x) => x.code)
  return { fired, computed: await history.read(HYDRO, codes, FROM - DAY, TO) }
}

async function sameAsBefore(): Promise<void> {
  const now = await state()
  expect(now.fired).toEqual(before.fired)
  expect(differences(before.computed, now.computed)).toEqual([])
}

interface Item {
  id: string
  version: string
  body: Record<string, unknown> & { series: string }
}
type Noun = 'position' | 'sensor' | 'station' | 'gate' | 'unit'

const itemsOf = async (noun: Noun) => (await h.ask(ITEMS[noun].list)) as unknown as Item[]
const change = async (noun: Noun, which: (i: Item) => boolean, more: object, from: number | null = null) => {
  const { id, version, body } = (await itemsOf(noun)).find(which)!
  await h.ask(ITEMS[noun].change, {
    params: { id },
    body: { version, from: from === null ? null : local(from), body: { ...body, ...more } },
  } as never)
}
const of = (series: string) => (i: Item) => i.body.series === series
const apart = async () => (await open()).filter((f) => f.kind === 'twin')

describe("a sensor's description applies to all of its readings, and no longer once it is reverted", () => {
  test('there are stored spans of all kinds', () => {
    const kinds = before.fired.map((f) => f.split('/')[0])
    expect([...new Set(kinds)].toSorted()).toEqual(expect.arrayContaining(['missing', 'spike', 'stuck']))
  })

  test('offset of a position + 0.3 m: both sensors disagree from the first reading on', async () => {
    await change('position', of(ONE), { offset: OFFSET + 0.3 })
    await h.settle()
    const found = await apart()
    expect([...new Set(found.map((f) => f.series))].toSorted()).toEqual([ONE, TWO])
    expect(Math.min(...found.map((f) => f.from_t))).toBeLessThan(FROM - DAY + HOUR)
    const used = await h.server.app.history.read(HYDRO, [ONE], FROM - 12 * HOUR, FROM - 12 * HOUR)
    expect(grade(used.get(ONE)!.q[0])).toBe(ESTIMATED)
    await change('position', of(ONE), { offset: OFFSET })
    await h.settle()
    await sameAsBefore()
  })

  test('a reading in between, and the change reverted before its days were checked: nothing is left of it', async () => {
    const { db } = h.server.app.services
    await change('position', of(ONE), { offset: OFFSET + 0.3 })
    // As if days of it were still pending while a present reading is settled.
    await db.query("DELETE FROM dirty_span WHERE kind = 'calc' AND series LIKE '*%'")
    await h.sendTrue((r) => r.series === ONE && r.t > TO - 10 * MINUTE && r.t <= TO)
    await h.server.app.history.markDirty(HYDRO, ['calc'], [{ series: ONE, from: TO - HOUR, to: TO }])
    await h.settle()
    expect(await apart()).not.toEqual([])
    await change('position', of(ONE), { offset: OFFSET })
    await h.settle()
    await sameAsBefore()
  })

  test('calibration of the sensor of another series', async () => {
    await change('sensor', of(POWER), { gain: 2 })
    await h.settle()
    expect((await open()).filter((f) => f.kind === 'range' && f.series === POWER)).not.toEqual([])
    await change('sensor', of(POWER), { gain: 1 })
    await h.settle()
    await sameAsBefore()
  })

  test('a unit below its power, a position that no longer counts, a gauge that reads hourly', async () => {
    await change('unit', (u) => u.body.powerSeries === POWER, { ratedPower: 5000 })
    await change('position', of(TWO), { average: false })
    await change('station', of('rain.nuocsim'), { every: 86_400 })
    await h.settle()
    const now = await open()
    expect(now.some((f) => f.kind === 'range' && f.series === POWER)).toBe(true)
    expect(now.some((f) => f.series === TWO)).toBe(false)
    expect(now.some((f) => f.series === 'rain.nuocsim')).toBe(false)
    const unit = seed.units.find((u) => u.body.powerSeries === POWER)!
    await change('unit', (u) => u.body.powerSeries === POWER, { ratedPower: unit.body.ratedPower })
    await change('position', of(TWO), { average: true })
    await change('station', of('rain.nuocsim'), {
      every: seed.stations.find((s) => s.body.series === 'rain.nuocsim')!.body.every,
    })
    await h.settle()
    await sameAsBefore()
  })

  test('from an instant on only: earlier days are not checked again', async () => {
    const rows = () => h.server.app.services.db.query('SELECT day, xmin::text FROM check_day ORDER BY day')
    const had = await rows()
    await change('position', of(ONE), { offset: OFFSET + 0.3 }, FROM + HOUR)
    await h.settle()
    const usual = new Set(before.fired)
    const found = (await apart()).filter((f) => !usual.has(rowOf(f)))
    expect(Math.min(...found.map((f) => f.from_t))).toBe(FROM + HOUR)
    expect((await rows()).slice(0, -1)).toEqual(had.slice(0, -1))
    await change('position', of(ONE), { offset: OFFSET }, FROM + HOUR)
    await h.settle()
    await sameAsBefore()
  })
})
