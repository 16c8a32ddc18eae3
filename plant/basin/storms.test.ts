import { expect, test } from 'vitest'
import { anchorOf, World, type Truth } from '../truth/index.ts'
import { DAY, HOUR } from '../time.ts'
import { typhoonAt } from './storms.ts'

const NOW = Date.UTC(2026, 5, 10, 3)
const FROM = NOW - 7 * HOUR
const run = (...storms: ReturnType<typeof typhoonAt>[]) =>
  new World(25, anchorOf(NOW - 400 * DAY), storms).run(NOW - 10 * HOUR, NOW + 5 * DAY, HOUR)
const at = (truth: Truth, t: number) => truth.rowAfter(t)

test('a requested typhoon brings a flood that has begun, even in the dry season', () => {
  const [calm, flood] = [run(), run(typhoonAt(FROM))]
  const before = at(flood, FROM)
  expect([...flood.level.slice(0, before + 1)]).toEqual([...calm.level.slice(0, before + 1)])
  const now = at(flood, NOW)
  expect(calm.inflow[now]).toBeLessThan(50)
  expect(flood.inflow[now]).toBeGreaterThan(1000)
  // The peak is still to come and then passes: all inflow has left or is in the lake.
  const peak = Math.max(...flood.inflow)
  expect(peak).toBeGreaterThan(1.5 * flood.inflow[now])
  expect(peak).toBeLessThan(8000)
  expect(flood.inflow[flood.length - 1]).toBeLessThan(0.1 * peak)
  const sum = (list: Float64Array) => list.slice(1, flood.length).reduce((a, b) => a + b, 0)
  const change = flood.storage[flood.length - 1] - flood.storage[0]
  const closed = sum(flood.inflowVolume) - sum(flood.outflowVolume) - sum(flood.evaporationVolume)
  expect(Math.abs(change - closed)).toBeLessThan(1)
  expect(Math.max(...flood.level.slice(0, flood.length))).toBeLessThan(415.2)
})
