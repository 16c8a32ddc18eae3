import { expect, test } from 'vitest'
import { editInput } from '#contract/edits.ts'
import { EDIT_KINDS } from '#core/edits/index.ts'
import { editOf, EMPTY_EDIT, fieldOf, isTouched, pointOf } from './draft.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const span = { from: 1000, to: 2000 }
const place = { series: 'level.1', ...span }

test('a draft says what the call takes', () => {
  const full = { ...EMPTY_EDIT, value: '604,31', b: '-0.05', b0: '0', b1: '0,02', grade: 4 as const }
  const acts = EDIT_KINDS.map((kind) => {
    const made = editOf({ ...full, kind }, 'level.1', span, ZONE)
    return 'act' in made ? editInput.parse(made.act) : made
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

test('numbers that are missing or read in two ways are shown at their fields, those of other kinds are not', () => {
  expect(editOf({ ...EMPTY_EDIT, kind: 'drift', value: 'x', b0: '1,234' }, 'a', span, ZONE)).toEqual({
    problems: { b0: { code: 'ambiguous_number', text: '1,234' }, b1: { code: 'required', text: '' } },
  })
})

test('errors of the server stand at the fields that they speak of', () => {
  expect(
    ['act.value', 'act.from', 'to', 'reason', 'act.b0', 'body.act.grade', 'act', 'version'].map(fieldOf),
  ).toEqual(['value', 'span', 'span', 'reason', 'b0', 'grade', null, null])
  expect([fieldOf('act.points.12.1'), pointOf('act.points.12.1'), pointOf('act.value')]).toEqual([
    'points',
    12,
    null,
  ])
})

test('a draft with nothing typed may be left', () => {
  expect(isTouched({ ...EMPTY_EDIT, kind: 'drift', grade: 5 })).toBe(false)
  expect(isTouched({ ...EMPTY_EDIT, reason: 'x' })).toBe(true)
})

test('readings typed line by line are an edit with their lines, or errors line by line', () => {
  const day = { from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 21, 12) }
  const draft = { ...EMPTY_EDIT, by: 'points' as const, value: 'x' }
  const made = editOf({ ...draft, points: '\n21/11/2026 08:00 2\n21/11/2026 07:00 1' }, 'level.1', day, ZONE)
  const points = [
    [Date.UTC(2026, 10, 21, 0), 1],
    [Date.UTC(2026, 10, 21, 1), 2],
  ]
  expect(made).toEqual({ act: { kind: 'replace', series: 'level.1', ...day, points }, lines: [3, 2] })
  expect('act' in made && editInput.parse(made.act)).toMatchObject({ points })
  for (const bad of ['', '20/11/2026 08:00 2', '21/11/2026 08:00 x'])
    expect(editOf({ ...draft, points: bad }, 'level.1', day, ZONE)).toHaveProperty('points')
  // Lines of another kind of edit do not interfere.
  expect(editOf({ ...draft, kind: 'delete', points: 'x' }, 'level.1', day, ZONE)).toHaveProperty('act')
})
