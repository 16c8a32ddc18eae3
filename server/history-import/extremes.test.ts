import { expect, test } from 'vitest'
import { Extremes } from './extremes.ts'
import { PictureMaker } from './picture.ts'

const of = (values: readonly number[]) => {
  const found = new Extremes()
  values.forEach((v, i) => found.add(v, i * 1000, i + 2, undefined))
  return found.find()
}

test('a typing error by a factor of a hundred is reported with its row, a flood is not', () => {
  const year = Array.from({ length: 8760 }, (_, i) => 30 + (i % 50))
  expect(of([...year, 900])).toBeNull()
  const found = of([...year.slice(0, 100), 3412, ...year, -3500])!
  expect(found.decile).toBeGreaterThan(74)
  expect(found.decile).toBeLessThan(76)
  expect(found.count).toBe(2)
  expect(found.largest).toEqual([
    { row: 8863, t: 8_861_000, value: -3500 },
    { row: 102, t: 100_000, value: 3412 },
  ])
})

test('zeros of a gate that is closed most of the year do not make its releases extreme', () => {
  const spill = Array.from({ length: 1000 }, (_, i) => (i > 950 ? 200 + i : 0))
  expect(of(spill)).toBeNull()
  expect(of([...spill, 60_000])).toMatchObject({ count: 1 })
})

test('a few values have no usual range', () => {
  expect(of([1, 2, 3, 1e6])).toBeNull()
  expect(of([])).toBeNull()
})

test('all extremes are counted, but only the largest are kept', () => {
  const found = of(Array.from({ length: 5000 }, (_, i) => (i < 300 ? 1e6 + i : 10)))!
  expect(found.count).toBe(300)
  expect(found.largest).toHaveLength(20)
})

test('the preview has minimum and maximum of its spans, and nothing for empty ones', () => {
  const picture = new PictureMaker()
  const HOUR = 3_600_000
  for (let i = 0; i < 8760; i++)
    if (i < 3000 || i > 4000) picture.add(i * HOUR, i === 5000 ? 99 : 10 + (i % 24))
  const { from, span, low, high } = picture.finish(3600)!
  expect(low.length).toBeGreaterThan(200)
  expect(low.length).toBeLessThanOrEqual(400)
  const at = (i: number) => Math.floor((i * HOUR - from) / span)
  expect([low[at(3500)], high[at(3500)]]).toEqual([null, null])
  expect([low[at(100)], high[at(5000)]]).toEqual([10, 99])
  expect(low.filter((v) => v === null).length * span).toBeGreaterThan(950 * HOUR)
  expect(new PictureMaker().finish(null)).toBeNull()
})

test('a short record of hourly values has no gaps between its readings', () => {
  const picture = new PictureMaker()
  for (let h = 0; h < 48; h++) if (h < 20 || h > 30) picture.add(h * 3_600_000, h)
  const { span, low } = picture.finish(3600)!
  expect(span).toBeGreaterThanOrEqual(5_400_000)
  const empty = low.flatMap((v, i) => (v === null ? [i] : []))
  expect(empty.length).toBeGreaterThan(0)
  expect(empty.at(-1)! - empty[0] + 1).toBe(empty.length)
})
