import { expect, test } from 'vitest'
import { description, version } from '#core/calculation/fixtures.ts'
import { reportSources } from '#core/report/index.ts'
import { fromEntries, toEntries, type Entry } from '#core/series/index.ts'
import { HOUR, MINUTE } from '#core/time/units.ts'
import { assemble } from '#server/features/report/data.ts'

const T = Date.UTC(2026, 4, 5, 5)
const rain = { code: 'r', unit: 'mm', kind: 'total' as const, step_s: 1800 }
/** Ten millimetres each half hour. */
const sent = fromEntries(Array.from({ length: 7 }, (_, i): Entry => [T - HOUR + i * 30 * MINUTE, 10]))

/** Rain of the readings over two hours around T, with a gain of 2 from `at` on. */
function around(at: number): number[] {
  const sensor = (gain: number) => ({ series: 'r', target: null, gain, offset: 0 }) as never
  const d = description({
    stations: [version('S', { name: 'S', type: 1, series: 'r' } as never)],
    sensors: [version('x', sensor(1), -Infinity, at), version('x', sensor(2), at, null)],
  })
  const [source] = reportSources(d, new Map([['r', rain]])).find((o) => o.object.id === 'S')!.sources
  const used = assemble(source, new Map([['r', sent]]), T - HOUR, T + 2 * HOUR)
  return toEntries(used).map(([, v]) => v!)
}

test('rain that ends when a calibration begins was measured before it', () => {
  expect(around(T)).toEqual([10, 10, 10, 20, 20, 20, 20])
  expect(around(T + 30 * MINUTE)).toEqual([10, 10, 10, 10, 20, 20, 20])
  expect(around(T + 15 * MINUTE)).toEqual([10, 10, 10, 20, 20, 20, 20])
})
