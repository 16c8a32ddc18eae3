import { expect, test } from 'vitest'
import { enteredOf, textOf, typed, wrongTimes, type SensorInputs, type Own } from './entered.ts'

const sensed = (value: number | null) => ({ value, t: 1000, quality: 0 })
const source = 'sensor' as const
const auto: SensorInputs = {
  from: 0,
  at: 3_600_000,
  start: sensed(410.123456),
  end: sensed(410.2),
  downstream: sensed(331.5),
  leaves: ['a', 'b', 'c'].map((id) => ({ id, name: id, most: 8, source, ...sensed(0.5) })),
  units: ['h1', 'h2'].map((id) => ({ id, name: id, most: 60, source, ...sensed(42) })),
}
const entered = (own: Own, spanned = false) => enteredOf(own, auto, { at: '2026-11-20 14:00' }, spanned)

test('unchanged values stay with the sensors', () => {
  expect(entered({}).body).toEqual({ at: '2026-11-20 14:00' })
  expect(typed({ downstream: '3' }, 'downstream', textOf(auto.downstream), auto.downstream)).toEqual({})
})

test('one entered level takes the other from its sensor, to the last digit', () => {
  expect(entered({ 'levels.end': '410,5' }).body.levels).toEqual({ start: 410.123456, end: 410.5 })
  const blind = enteredOf({ 'levels.end': '410.5' }, { ...auto, start: sensed(null) }, {}, false)
  expect(blind.body.levels).toBeUndefined()
  expect(blind.problems).toEqual({ 'levels.start': { code: 'required', text: '' } })
})

test('an entered T1 sends the levels between which the inflow is computed', () => {
  expect(entered({}, true).body.levels).toEqual({ start: 410.123456, end: 410.2 })
})

test('powers are sent in kW, and refusals are shown at the typed field', () => {
  const { body, keyOf } = entered({ 'openings.c': '1.5', 'powers.h2': '30' })
  expect(body.openings).toEqual([{ leaf_id: 'c', opening: 1.5 }])
  expect(body.powers).toEqual([{ unit_id: 'h2', power: 30_000 }])
  expect(keyOf('openings.0.opening')).toBe('openings.c')
  expect(keyOf('body.powers.0.power')).toBe('powers.h2')
  expect(keyOf('levels.end')).toBe('levels.end')
  expect(keyOf('from')).toBe('from')
  expect(keyOf('openings.7.opening')).toBeNull()
})

test('text that is not a number is an error at its field and not sent', () => {
  const { body, problems } = entered({ 'openings.a': 'x', 'powers.h1': '', downstream: '1,234' })
  expect(body).toEqual({ at: '2026-11-20 14:00' })
  expect(problems).toEqual({
    'openings.a': { code: 'not_a_number', text: 'x' },
    'powers.h1': { code: 'required', text: '' },
    downstream: { code: 'ambiguous_number', text: '1,234' },
  })
})

test('an invalid T1 or T2 is an error in the form; the present is never calculated instead', () => {
  const zone = 'Asia/Ho_Chi_Minh'
  expect(wrongTimes({ from: '99/99', at: '20/11/2026 14:00' }, zone)).toEqual(['from'])
  expect(wrongTimes({ from: '', at: ' ' }, zone)).toEqual([])
  const { problems } = enteredOf({}, auto, {}, false, wrongTimes({ at: '2026-13-40' }, zone))
  expect(problems).toEqual({ at: { code: 'invalid_time', text: '' } })
})
