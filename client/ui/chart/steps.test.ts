import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MISSING, PARTIAL, REJECTED } from '#core/quality/index.ts'
import { DAY, HOUR, startOf } from '#core/time/index.ts'
import { chartRowsOf } from './rows.ts'
import { folded, tabled } from './steps.ts'
import type { ChartSeries } from './types.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
/** A midnight of the zone. */
const T0 = Date.parse('2026-03-01T00:00:00+07:00')
const series = (entries: [number, number][], more: Partial<ChartSeries> = {}): ChartSeries => ({
  id: 'q',
  name: 'q',
  axis: 'flow',
  kind: 'line',
  color: 'inflow',
  unit: 'm³/s',
  decimals: 1,
  data: { t: Float64Array.from(entries, ([t]) => t), v: Float64Array.from(entries, ([, v]) => v) },
  ...more,
})
const day = (n: number, h = 0) => T0 + n * DAY + h * HOUR
const observed = series([[day(0, 1.3), 9]], {
  thinned: true,
  steps: {
    data: series([
      [day(0), 5],
      [day(1), 6],
    ]).data,
  },
})
const ahead = series(
  [
    [day(1, 22.5), 1],
    [day(1, 23.5), 3],
    [day(2, 0.5), 7],
  ],
  {
    id: 'forecast',
    band: { lower: Float64Array.of(0, 0, 0), upper: Float64Array.of(9, 9, 9) },
  },
)

describe('a table over whole steps', () => {
  test('includes a forecast, aggregated to the same steps, in existing rows', () => {
    const shown = tabled([observed, ahead], 'day', ZONE)
    expect(shown.map((s) => s.id)).toEqual(['q', 'forecast'])
    const forecast = shown[1]
    expect([...forecast.data.t]).toEqual([day(1), day(2)])
    expect([...forecast.data.v]).toEqual([2, 7])
    expect([...forecast.band!.lower]).toEqual([1, NaN])
    expect([...forecast.band!.upper]).toEqual([3, NaN])
    expect(forecast.steps!.band).toEqual(forecast.band)
    expect([...chartRowsOf(shown).t]).toEqual([day(0), day(1), day(2)])
  })

  test('assigns values between full hours to the row of their hour, without the bounds of a forecast', () => {
    const [, forecast] = tabled([observed, ahead], 'hour', ZONE)
    expect([...forecast.data.t]).toEqual([day(1, 22), day(1, 23), day(2)])
    expect([...forecast.data.v]).toEqual([1, 3, 7])
    expect(forecast.band).toBeUndefined()
  })

  test('leaves out thinned readings without steps; without any steps everything is unchanged', () => {
    const thinned = series([[day(0), 1]], { id: 'thin', thinned: true })
    const state = series([[day(0), 1]], { id: 'state', kind: 'step' })
    expect(tabled([observed, thinned, state], 'day', ZONE).map((s) => s.id)).toEqual(['q'])
    const plain = [thinned, ahead]
    expect(tabled(plain, 'day', ZONE)).toBe(plain)
  })

  test('lists rejected readings with their mark', () => {
    const data = {
      ...series([[day(0), 5]]).data,
      rejected: { t: Float64Array.of(day(0, 1)), v: Float64Array.of(99) },
    }
    const [listed] = tabled([series([], { data })], undefined, ZONE)
    expect([...listed.data.t]).toEqual([day(0), day(0, 1)])
    expect([...listed.data.v]).toEqual([5, 99])
    expect([...listed.data.q!]).toEqual([0, REJECTED])
  })

  test('aggregates a comparison series by the steps of its own time', () => {
    const past = series(
      [
        [day(1, 2), 4],
        [day(1, 4), 6],
      ],
      { of: 'q', shift: 3 * HOUR },
    )
    const { data } = folded(past, 'day', ZONE)
    expect([...data.t]).toEqual([day(0, 3), day(1, 3)])
    expect([...data.v]).toEqual([4, 6])
  })

  test('a total belongs to the step that ends at its stamp, and is summed', () => {
    const rain = series(
      [
        [day(0, 1), 2],
        [day(1), 3],
        [day(1, 1), 5],
      ],
      { kind: 'bars' },
    )
    const { data, band } = folded(rain, 'day', ZONE)
    expect([...data.t]).toEqual([day(0), day(1)])
    expect([...data.v]).toEqual([5, 5])
    expect(band).toBeUndefined()
  })

  test('leaves out values that are not good, and reports it', () => {
    const entries: [number, number][] = [
      [day(0, 1), 2],
      [day(0, 2), 90],
      [day(1, 1), NaN],
      [day(2), 4],
    ]
    const holed = series(entries)
    const { data } = folded(
      { ...holed, data: { ...holed.data, q: Uint8Array.of(0, REJECTED, 0, 0) } },
      'day',
      ZONE,
    )
    expect([...data.v]).toEqual([2, NaN, 4])
    expect([...data.q!]).toEqual([PARTIAL, MISSING, 0])
  })

  test('every entry is in one step, and every step begins where one of the zone does', () => {
    const entries = fc.uniqueArray(fc.integer({ min: T0, max: day(80) }), { minLength: 1, maxLength: 50 })
    const kind = fc.constantFrom('hour' as const, 'day' as const, 'month' as const)
    fc.assert(
      fc.property(entries, kind, (stamps, step) => {
        const sorted = stamps.sort((a, b) => a - b).map((t): [number, number] => [t, 1])
        const { data } = folded(series(sorted, { kind: 'bars' }), step, ZONE)
        expect(data.v.reduce((a, b) => a + b, 0)).toBe(sorted.length)
        expect([...data.t]).toEqual([...new Set(sorted.map(([t]) => startOf(step, t - 1, ZONE)))])
        const mean = folded(series(sorted), step, ZONE)
        expect(mean.data.v.every((v) => v === 1)).toBe(true)
        expect([...mean.data.t]).toEqual([...new Set(sorted.map(([t]) => startOf(step, t, ZONE)))])
      }),
    )
  })
})
