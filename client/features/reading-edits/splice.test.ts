import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EditRow, EditsData } from '#contract/edits.ts'
import { vi } from '../../lib/text/vi/index.ts'
import { stripsOf } from './chart-strips.ts'
import { around, spliced } from './splice.ts'

const series = fc
  .uniqueArray(fc.record({ t: fc.nat(60), v: fc.integer({ min: -9, max: 9 }) }), {
    selector: (e) => e.t,
    maxLength: 30,
  })
  .map((all) => {
    const sorted = all.sort((a, b) => a.t - b.t)
    return { t: Float64Array.from(sorted, (e) => e.t), v: Float64Array.from(sorted, (e) => e.v) }
  })
const span = fc.tuple(fc.nat(60), fc.nat(20)).map(([from, n]) => ({ from, to: from + n }))

describe('a preview', () => {
  test('replaces everything in its span, and nothing else', () => {
    fc.assert(
      fc.property(series, series, span, (old, by, s) => {
        const made = spliced(old, s, by)
        const expected = [...Array(81).keys()].flatMap((t) => {
          const from = t >= s.from && t <= s.to ? by : old
          const i = from.t.indexOf(t)
          return i < 0 ? [] : [[t, from.v[i]]]
        })
        expect([...made.t].map((t, i) => [t, made.v[i]])).toEqual(expected)
      }),
    )
  })

  test('is drawn with one entry beyond each end', () => {
    fc.assert(
      fc.property(series, span, (all, s) => {
        const part = around(all, s)
        const inside = [...all.t].filter((t) => t >= s.from && t <= s.to)
        const before = [...all.t].filter((t) => t < s.from).slice(-1)
        const after = [...all.t].filter((t) => t > s.to).slice(0, 1)
        expect([...part.t]).toEqual([...before, ...inside, ...after])
      }),
    )
  })
})

test('strips show active edits, findings of checks, and review states; empty rows are left out', () => {
  const act = (kind: EditRow['kind'], from: number, to: number, undone_at: number | null = null) =>
    ({ act_id: `${kind}${from}`, kind, from, to, undone_at }) as EditRow
  const data = {
    from: 0,
    to: 100,
    acts: [act('offset', 10, 50), act('delete', 20, 30), act('flag', 60, 70, 5)],
    reviews: [
      { from: 0, to: 40, state: 'approved' },
      { from: 41, to: 100, state: 'working' },
    ],
  } as EditsData
  const [acts, review, ...none] = stripsOf({ data, fired: [] }, vi)
  expect(none).toEqual([])
  expect(acts.spans.map((s) => [s.from, s.to, s.label])).toEqual([
    [10, 19, 'Cộng độ lệch'],
    [20, 30, 'Xóa +1'],
    [31, 50, 'Cộng độ lệch'],
  ])
  expect(review.spans.map((s) => [s.label, s.style])).toEqual([
    ['Đã duyệt', 'filled'],
    ['Đang làm', 'plain'],
  ])
})
