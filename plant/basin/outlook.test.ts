import { expect, test } from 'vitest'
import { HOUR } from '../time.ts'
import { SEED } from '../truth/index.ts'
import { outlooksAt, RUN_EVERY } from './outlook.ts'
import { typhoonAt } from './storms.ts'

const NOW = Date.UTC(2026, 9, 20, 5, 10)
const sum = (v: readonly number[]) => v.reduce((a, b) => a + b, 0)
const basinSum = (body: ReturnType<typeof outlooksAt>[number], hours: number) =>
  sum(body.places.map((p) => sum((p.precipitation ?? []).slice(0, hours)))) / 6

test('a run says the same however often it is asked, and another run something else', () => {
  const first = outlooksAt(SEED, NOW, [])
  expect(outlooksAt(SEED, NOW + HOUR / 4, [])).toEqual(first)
  const next = outlooksAt(SEED, NOW + RUN_EVERY, [])
  expect(next[0].run_at).toBe(first[0].run_at + RUN_EVERY)
  expect(next).not.toEqual(first)
})

test('the hours are those ahead, and each service has every station and the dam', () => {
  for (const { t, places } of outlooksAt(SEED, NOW, [])) {
    expect(t[0]).toBe(Date.UTC(2026, 9, 20, 6))
    expect(t.at(-1)! - t[0]).toBe(239 * HOUR)
    expect(places.length).toBe(7)
    for (const p of places.filter((of) => of.station !== 'dam')) {
      expect(p.precipitation!.length).toBe(t.length)
      expect(Math.min(...p.precipitation!)).toBeGreaterThanOrEqual(0)
    }
  }
})

test('a typhoon ahead is forecast, by the better service nearer to what comes', () => {
  const storm = typhoonAt(NOW + 4 * HOUR)
  const dry = outlooksAt(SEED, NOW, [])
  const wet = outlooksAt(SEED, NOW, [storm])
  for (const [i, body] of wet.entries())
    expect(basinSum(body, 24) - basinSum(dry[i], 24)).toBeGreaterThan(100)
  const members = wet[1].places[0].members!
  expect(new Set(members.map(sum)).size).toBe(members.length)
  expect(wet[0].places.every((p) => p.members === undefined)).toBe(true)
  expect(sum(members[0].slice(0, 24))).toBeLessThan(2000)
})
