import { expect, test } from 'vitest'
import { GOOD } from '#core/quality/index.ts'
import { HOUR, MINUTE } from '#core/time/index.ts'
import { indicators } from './indicators.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const EVERY = 5 * MINUTE

/** A series of the last hours, as a function of the hours before the present. */
function past(of: (hoursAgo: number) => number, hours = 6) {
  const n = (hours * HOUR) / EVERY + 1
  const t = Float64Array.from({ length: n }, (_, i) => NOW - (n - 1 - i) * EVERY)
  return { t, v: Float64Array.from(t, (x) => of((NOW - x) / HOUR)), q: new Uint8Array(n).fill(GOOD) }
}

/** A lake of 36 km2 at 604 m, 1 m below normal, that rises by 2 cm an hour. */
function figures(inflow: (hoursAgo: number) => number, shown = new Map(), rate = 0.02) {
  return indicators({
    now: NOW,
    zone: 'Asia/Ho_Chi_Minh',
    level: { t: NOW, v: 604, q: GOOD },
    levelBefore: { t: NOW - HOUR, v: 604 - rate, q: GOOD },
    volume: (z) => ({ v: 36e6 * (z - 500), q: GOOD }),
    levels: { dead: 549, normal: 605, designedFlood: 606 },
    data: new Map([
      ['general.total_discharge_lake', past(inflow)],
      ['general.inflow_moving_average', past(inflow)],
      ['general.total_discharge_out', past((ago) => (ago < 0.25 ? 531.1 : 440))],
    ]),
    whole: false,
    window: () => HOUR,
    saved: [],
    keep: 24 * HOUR,
    allowSuspect: false,
    shown,
    interval: EVERY,
    rainEvery: () => HOUR,
    lastReading: NOW,
    lastCalculation: NOW,
  })
}

test('inflow, outflow and their difference have the same window', () => {
  const d = figures(() => 512.6)
  expect(d.outflow.value).toBe(531.1)
  expect(d.outflow_mean.value).toBeGreaterThan(440)
  expect(d.outflow_mean.value).toBeLessThan(531.1)
  expect(d.net.value).toBeCloseTo(d.inflow.value! - d.outflow_mean.value!, 6)
})

test('the earlier of the times by rate and by forecast is shown, with its basis', () => {
  // The forecast equals the present balance: only the rate counts, 1 m at 2 cm an hour.
  const calm = figures(() => 512.6)
  expect(calm).toMatchObject({ limit: 'normal', hours_to_limit: 50, inflow_rises: false })
  expect(calm.next_limit).toMatchObject({ from: 48, to: 72, basis: 'rate', by_forecast: null })
  // Rising by 150 m3/s an hour: 1 m of the lake is 36 million m3.
  const flood = figures((ago) => 812.6 - 150 * ago)
  expect(flood.limit).toBe('normal')
  expect(flood.next_limit).toMatchObject({ basis: 'forecast', by_rate: 50 })
  expect(flood.hours_to_limit!).toBeLessThan(20)
  expect(flood.next_limit!.to!).toBeLessThan(24.1)
  expect(flood.inflow_rises).toBe(true)
  expect(flood.to_flood.ahead).toMatchObject({ basis: 'forecast', by_rate: 100 })
  expect(flood.to_flood.value!).toBeLessThan(40)
  // A lake that still falls gets no time from a rising forecast.
  const falls = figures((ago) => 812.6 - 150 * ago, new Map(), -0.02)
  expect(falls).toMatchObject({ limit: 'normal', to_normal: { reason: null } })
})

test('a shown span moves to a later one only once the time is well past its end', () => {
  const shown = new Map()
  const at = (rate: number) => figures(() => 512.6, shown, rate).next_limit!
  expect(at(1 / 71)).toMatchObject({ from: 48, to: 72 })
  expect(at(1 / 74)).toMatchObject({ from: 48, to: 72 })
  expect(at(1 / 84)).toMatchObject({ from: 72, to: 96 })
  expect(at(1 / 71)).toMatchObject({ from: 48, to: 72 })
})

test('level and storage agree on whether the lake rises', () => {
  const still = figures(() => 512.6, new Map(), 0.0005)
  expect([still.water_left.reason, still.to_normal.reason]).toEqual(['steady', 'steady'])
  expect(figures(() => 512.6, new Map(), 0.02).water_left.reason).toBe('rising')
  const falls = figures(() => 512.6, new Map(), -0.02)
  // 55 m of water above the dead level, at 2 cm an hour.
  expect(falls.water_left.value! * 24).toBeCloseTo(2750, 0)
})
