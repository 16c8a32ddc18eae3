import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAct, undoAct } from '#contract/edits.ts'
import { listFired } from '#contract/quality.ts'
import { ESTIMATED, GOOD, grade } from '#core/quality/index.ts'
import { DAY, HOUR, fixture, HYDRO, MINUTE, type Fixture } from './fixture.ts'

const NOW = Date.UTC(2025, 9, 16)
const CODE = 'level.downstream'
const STEP = 5 * MINUTE
const FROM = NOW - 2 * DAY
const TO = FROM + 26 * HOUR
let h: Fixture

beforeAll(async () => {
  h = await fixture(NOW, NOW + HOUR, '', () => false)
  const n = (TO - FROM) / STEP + 1
  await h.send(
    Array.from({ length: n }, (_, i) => ({
      series: CODE,
      t: FROM + i * STEP,
      v: 268.98,
      at: FROM + i * STEP,
    })),
  )
  await h.settle()
}, 300_000)
afterAll(() => h.close())

const stuck = async () => (await h.ask(listFired, { query: { kind: 'stuck', series: CODE } } as never)).fired
const grades = async () => {
  const used = (await h.server.app.history.read(HYDRO, [CODE], FROM + STEP, TO)).get(CODE)!
  return [...new Set(Array.from(used.q, grade))].sort()
}
async function act(body: object) {
  const made = await h.ask(addAct, { body: { act: body, reason: 'read at the staff' } } as never)
  await h.settle()
  return made.act.act_id
}
async function undo(act_id: string) {
  await h.ask(undoAct, { body: { act_id } } as never)
  await h.settle()
}

test("a check that fires on an operator's values is listed, with the note that it has no effect there", async () => {
  expect(await stuck()).toMatchObject([{ grade: 'ESTIMATED', replaced: null }])
  expect(await grades()).toEqual([ESTIMATED])
  // Someone typed the same staff reading all day: as constant as the sensor.
  const whole = await act({ kind: 'replace', series: CODE, from: FROM, to: TO, value: 269.1 })
  expect(await stuck()).toMatchObject([{ grade: 'ESTIMATED', replaced: 'whole' }])
  expect(await grades()).toEqual([GOOD])
  // Moved, it still counts as entered; graded SUSPECT by a person, checks apply to it again.
  const moved = await act({ kind: 'offset', series: CODE, from: FROM, to: TO, b: 0.1 })
  expect((await stuck())[0].replaced).toBe('whole')
  const doubted = await act({ kind: 'flag', series: CODE, from: FROM, to: TO - HOUR, grade: ESTIMATED })
  expect((await stuck())[0].replaced).toBe('part')
  for (const id of [doubted, moved, whole]) await undo(id)
  expect(await stuck()).toMatchObject([{ grade: 'ESTIMATED', replaced: null }])
  expect(await grades()).toEqual([ESTIMATED])
})
