import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainRevenue } from '#contract/explain.ts'
import { acceptPending, listPending, setReview } from '#contract/edits.ts'
import { ITEMS } from '#contract/items.ts'
import { getReport } from '#contract/report.ts'
import { tariffRevenue } from '#contract/revenue.ts'
import { GOOD, grade } from '#core/quality/index.ts'
import { DAY } from '#core/time/units.ts'
import { AVOIDED, at, HYDRO, soldPlant, type SoldPlant } from './plant.ts'

/** Two approved days among four. */
const DAYS = { from: '2025-10-09', to: '2025-10-13' }
const APPROVED = { from: at('2025-10-10'), to: at('2025-10-12') }
let plant: SoldPlant
let whole: Awaited<ReturnType<typeof revenue>>
beforeAll(async () => {
  plant = await soldPlant()
  await plant.add('tariff', 'avoided', AVOIDED)
  await plant.ask(setReview, { body: { state: 'approved', from: APPROVED.from, to: APPROVED.to - 1 } })
  whole = await revenue()
})
afterAll(() => plant.server.close())

const revenue = async () =>
  (await plant.ask(tariffRevenue, { body: { ...DAYS, group: 'day' } })).rows.map((r) => ({
    from: r.from,
    kwh: r.kwh,
    vnd: r.vnd,
    missing: r.missing,
    missing_steps: r.missing_steps,
    steps: r.steps,
    classes: r.classes.map((c) => [c.class, c.kwh, c.vnd]),
    quality: grade(r.quality),
  }))
const setStep = async (energyStep: 900 | 1800) => {
  const [p] = await plant.ask(ITEMS.parameters.list)
  const body = { version: p.version, body: { ...p.body, energyStep }, from: null }
  await plant.ask(ITEMS.parameters.change, { params: { id: p.id }, body } as never)
}
const accept = async () => {
  const pending_ids = (await plant.ask(listPending, { body: {} })).map((p) => p.pending_id)
  await plant.ask(acceptPending, { body: { pending_ids } })
  await plant.settle()
}

/** Revenue, the report and the explanation say the same of every day, and that nothing is missing. */
async function expectWhole(stepsOf: (day: number) => number) {
  const rows = await revenue()
  rows.forEach((r, i) => {
    expect(r).toMatchObject({ missing: 0, missing_steps: 0, quality: GOOD, steps: stepsOf(r.from) })
    expect(r.kwh).toBeCloseTo(whole[i].kwh, 3)
    expect(Math.abs(r.vnd - whole[i].vnd)).toBeLessThanOrEqual(1)
    r.classes.forEach(([code, kwh], k) => {
      expect(code).toBe(whole[i].classes[k][0])
      expect(kwh).toBeCloseTo(whole[i].classes[k][1] as number, 3)
    })
  })
  const report = await plant.ask(getReport, {
    body: { kind: 'daily', from: DAYS.from, to: DAYS.to, quantities: ['energy.net', 'revenue.plant'] },
  } as never)
  const columnOf = (id: string) => report.columns.findIndex((c) => c.id.startsWith(id))
  const [energy, money] = [columnOf('energy.net'), columnOf('revenue.plant')]
  rows.forEach((r, i) => {
    expect(report.v[energy][i]).toBeCloseTo(r.kwh, 2)
    expect([report.q[energy][i], report.q[money][i]].map((q) => grade(q!))).toEqual([GOOD, GOOD])
    expect(report.v[money][i]).toBe(r.vnd)
  })
  for (const r of rows) {
    const explained = await plant.ask(explainRevenue, { body: { from: r.from, to: r.from + DAY } })
    expect(explained.parts).toHaveLength(stepsOf(r.from))
    expect(explained.parts.reduce((sum, p) => sum + p.kwh, 0)).toBeCloseTo(r.kwh, 3)
  }
}
const isApproved = (day: number) => day >= APPROVED.from && day < APPROVED.to

test('a shorter step: before it is computed again, after, and after it was accepted', async () => {
  await expectWhole(() => 48)
  await setStep(900)
  await expectWhole(() => 48)
  await plant.settle()
  await expectWhole((day) => (isApproved(day) ? 48 : 96))
  expect(await plant.ask(listPending, { body: {} })).toMatchObject([
    { from: APPROVED.from, to: APPROVED.to - 1, why: ['description'] },
  ])
  // Whatever reads the approved days again reads them with their own steps.
  const span = { series: 'energy.net', from: APPROVED.from, to: APPROVED.to }
  await plant.server.app.history.markDirty(HYDRO, ['bin'], [span])
  await plant.settle()
  await expectWhole((day) => (isApproved(day) ? 48 : 96))
  await accept()
  await expectWhole(() => 96)
})

test('a longer step, the same', async () => {
  await setStep(1800)
  await expectWhole(() => 96)
  await plant.settle()
  await expectWhole((day) => (isApproved(day) ? 96 : 48))
  await accept()
  await expectWhole(() => 48)
})
