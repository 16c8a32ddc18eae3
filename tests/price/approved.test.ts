import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAct, listPending, acceptPending, readEdits, setReview, type EditInput } from '#contract/edits.ts'
import { postReadings } from '#contract/readings.ts'
import { tariffRevenue } from '#contract/revenue.ts'
import { DAY } from '#core/time/units.ts'
import { AVOIDED, at, HYDRO, METER, soldPlant, STEP, type SoldPlant } from './plant.ts'

/** The 10th and the 11th of October are approved, the 9th and the 12th are not. */
const [FROM, TO] = [at('2025-10-10'), at('2025-10-12')]
const OPERATOR = { account: 'operator' }
let plant: SoldPlant
beforeAll(async () => {
  plant = await soldPlant()
  await plant.add('tariff', 'avoided', AVOIDED)
  await plant.ask(setReview, { body: { state: 'approved', from: FROM, to: TO - 1 } })
})
afterAll(() => plant.server.close())

const energyAt = async (t: number) =>
  (await plant.server.app.history.read(HYDRO, ['energy.net'], t, t)).get('energy.net')!.v[0]
const kwhOfDays = async () =>
  (await plant.ask(tariffRevenue, { body: { from: '2025-10-09', to: '2025-10-13', group: 'day' } })).rows.map(
    (r) => r.kwh,
  )
const edit = (t: number, value: number) => {
  const act: EditInput = { kind: 'replace', series: METER, from: t, to: t, value }
  return plant.server.call(addAct, { body: { act, reason: 'a test' } }, OPERATOR)
}

test('the last step of an approved span is locked, the last of the day before is not', async () => {
  const before = await kwhOfDays()
  for (const t of [FROM + STEP, TO - STEP, TO])
    expect((await edit(t, 12_000)).body, new Date(t).toISOString()).toMatchObject({ code: 'edit_approved' })
  expect(await kwhOfDays()).toEqual(before)

  const was = await energyAt(FROM)
  expect((await edit(FROM, was + 4000)).status).toBe(201)
  expect((await edit(TO + STEP, 7000)).status).toBe(201)
  await plant.settle()
  expect(await energyAt(FROM)).toBe(was + 4000)
  expect(await energyAt(TO + STEP)).toBe(7000)
  const after = await kwhOfDays()
  expect(after[0]).toBeCloseTo(before[0] + 4000, 3)
  expect(after.slice(1, 3)).toEqual(before.slice(1, 3))
})

test('the states of the readings of a meter say which of them are locked', async () => {
  const body = { series: METER, from: FROM - DAY, to: TO + DAY }
  const { reviews } = await plant.ask(readEdits, { body })
  expect(reviews).toEqual([
    { from: FROM - DAY, to: FROM, state: 'working' },
    { from: FROM + 1, to: TO, state: 'approved' },
    { from: TO + 1, to: TO + DAY, state: 'working' },
  ])
})

test('a late reading of the last step of an approved span waits until it is accepted', async () => {
  const token = await plant.server.ingestToken(HYDRO)
  const pending = await plant.ask(listPending, { body: {} })
  await plant.ask(acceptPending, { body: { pending_ids: pending.map((p) => p.pending_id) } })
  const was = await energyAt(TO)
  const readings = [{ series: METER, t: TO, v: was + 500 }]
  await plant.server.call(postReadings, { body: { readings } } as never, { token })
  await plant.settle()
  expect(await energyAt(TO)).toBe(was)
  const rows = await plant.ask(listPending, { body: {} })
  expect(rows).toHaveLength(1)
  expect(rows[0].from).toBeGreaterThanOrEqual(FROM)
  expect(rows[0].to).toBe(TO - 1)
  await plant.ask(acceptPending, { body: { pending_ids: rows.map((p) => p.pending_id) } })
  expect(await energyAt(TO)).toBe(was + 500)
  expect(await plant.ask(listPending, { body: {} })).toEqual([])
})
