import { expect, test } from 'vitest'
import { actInput } from '#contract/edits.ts'
import { ACT_KINDS } from '#core/acts/index.ts'
import { actOf, EMPTY, fieldOf, isTouched } from './draft.ts'

const span = { from: 1000, to: 2000 }
const place = { series: 'level.1', ...span }

test('a draft says what the call takes', () => {
  const full = { ...EMPTY, value: '604,31', b: '-0.05', b0: '0', b1: '0,02', grade: 4 as const }
  const acts = ACT_KINDS.map((kind) => {
    const made = actOf({ ...full, kind }, 'level.1', span)
    return 'act' in made ? actInput.parse(made.act) : made
  })
  expect(acts).toEqual([
    { kind: 'replace', ...place, value: 604.31 },
    { kind: 'delete', ...place },
    { kind: 'interpolate', ...place },
    { kind: 'offset', ...place, b: -0.05 },
    { kind: 'drift', ...place, b0: 0, b1: 0.02 },
    { kind: 'flag', ...place, grade: 4 },
  ])
})

test('numbers that are missing or read in two ways are told at their fields, those of other kinds are not', () => {
  expect(actOf({ ...EMPTY, kind: 'drift', value: 'x', b0: '1,234' }, 'a', span)).toEqual({
    problems: { b0: { code: 'ambiguous_number', text: '1,234' }, b1: { code: 'required', text: '' } },
  })
})

test('errors of the server stand at the fields that they speak of', () => {
  expect(
    ['act.value', 'act.from', 'to', 'reason', 'act.b0', 'body.act.grade', 'act', 'version'].map(fieldOf),
  ).toEqual(['value', 'span', 'span', 'reason', 'b0', 'grade', null, null])
})

test('a draft with nothing typed may be left', () => {
  expect(isTouched({ ...EMPTY, kind: 'drift', grade: 5 })).toBe(false)
  expect(isTouched({ ...EMPTY, reason: 'x' })).toBe(true)
})
