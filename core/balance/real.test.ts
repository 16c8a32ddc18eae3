import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scores } from '../published/fixtures.ts'
import { GOOD, MISSING, REJECTED, SUSPECT, usable } from '../quality/index.ts'
import { fromEntries, mean } from '../series/index.ts'
import type { Entry, Series } from '../series/index.ts'
import { HOUR, fromLocal } from '../time/index.ts'
import { LEVEL_CHECKS, checkLevel, inflow, levelsOf, volumesOf } from './index.ts'

const folder = new URL('../../../shared/data/', import.meta.url)
const there = existsSync(folder)

function rows(name: string): string[][] {
  const lines = readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((l) => l && !l.startsWith('#'))
  return lines.slice(1).map((l) => l.split(','))
}

const number = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text))

/** Straight lines between [m, m3]; NaN outside. */
function table(name: string, unit: number): (z: number) => number {
  const t = rows(name).map((r) => [Number(r[0]), Number(r[1]) * unit])
  return (z) => {
    const i = t.findIndex((r) => r[0] >= z - 1e-9)
    if (i < 0 || z < t[0][0] - 1e-9) return NaN
    if (i === 0) return t[0][1]
    const [[z0, v0], [z1, v1]] = [t[i - 1], t[i]]
    return v0 + ((v1 - v0) * (z - z0)) / (z1 - z0)
  }
}

describe.skipIf(!there)('Dak Drinh, flood of 2025 (skipped where ../shared is absent)', () => {
  const data = there ? rows('timeseries/vn_dakdrinh_2025flood_hourly.csv') : []
  const t = data.map((r) => fromLocal(r[0], 'Asia/Ho_Chi_Minh')!)
  const readings = fromEntries(data.map((r, i): Entry => [t[i], number(r[1])]))
  // The published release of an hour is stamped at its end.
  const release = fromEntries(data.map((r, i): Entry => [t[i], number(r[3])]))

  it('hourly balance gives the published inflow, with every reading good', () => {
    const sensors = [{ readings, gain: 1, offset: 0, average: true, every: HOUR }]
    const levels = levelsOf(sensors, t, { min: 375, max: 414.88 })
    expect([...levels.q].every((q) => q === GOOD)).toBe(true)
    const volumes = volumesOf(levels, table('tables/vn_dakdrinh_level_storage_area.csv', 1))
    const published: number[] = []
    const computed: number[] = []
    let into = 0
    let out = 0
    for (let i = 1; i < t.length; i++) {
      const [from, to] = [t[i - 1], t[i]]
      const { v } = mean(release, from, to, 'mean')
      const b = inflow(1, { volumes, from, to, outflow: v, every: HOUR })
      expect(b.quality).toBe(GOOD)
      published.push(Number(data[i][2]))
      computed.push(b.q)
      into += (b.q * 3600) / 1e6
      out += (v * 3600) / 1e6
    }
    expect(published.length).toBe(359)
    const s = scores(published, computed)
    expect(s.r).toBeGreaterThanOrEqual(0.985)
    expect(s.nse).toBeGreaterThanOrEqual(0.975)
    expect(s.rmse).toBeLessThanOrEqual(42)
    expect(Math.max(...published)).toBeCloseTo(3492.3, 1)
    expect(Math.abs(Math.max(...computed) / 3492 - 1)).toBeLessThan(0.01)
    expect(computed.indexOf(Math.max(...computed))).toBe(published.indexOf(Math.max(...published)))
    // What came in less what went out is what the lake gained.
    expect(into - out).toBeCloseTo((volumes.v.at(-1)! - volumes.v[0]) / 1e6, 6)
  })
})

describe.skipIf(!there)('Paldang, flood season of 2020 (skipped where ../shared is absent)', () => {
  const data = there ? rows('timeseries/kr_paldang_10min_2020.csv') : []
  const TEN = 600_000
  const t = data.map((r) => fromLocal(r[0], 'Asia/Seoul')!)
  const column = (k: number, least: number) =>
    fromEntries(
      data.map((r, i): Entry => {
        const v = number(r[k])
        return [t[i], v, v === null ? MISSING : v < least ? REJECTED : GOOD]
      }),
    )
  const published = column(2, 0)
  // A release is never negative (-404 and -222 m3/s on 22 August).
  const release = column(5, 0)
  const level = column(1, -Infinity)
  const volume = there ? table('tables/kr_paldang_level_storage_from_records.csv', 1e6) : () => NaN
  /**
   * Range: the gates hold the lake between 24 and 25.5 m. Rate: the largest inflow on record, 20,015 m3/s, times 1.2 on
   * 37 km2 of lake raises it by 0.2 m in five minutes.
   */
  const limits = { min: 24, max: 25.5, rate: 0.2, every: TEN }

  /** Three-hour balances of whole windows, beside the three-hour means of the published inflow. */
  function threeHours(readings: Series, method: 1 | 2 | 3) {
    const checked = checkLevel(readings, limits)
    const volumes = volumesOf({ ...readings, q: checked.q }, volume)
    const pairs: [number, number][] = []
    let left = 0
    for (let from = t[0]; from + 3 * HOUR <= t.at(-1)!; from += 3 * HOUR) {
      const to = from + 3 * HOUR
      const want = mean(published, from, to, 'mean')
      const out = mean(release, from, to, 'mean')
      const b = inflow(method, {
        volumes,
        from,
        to,
        outflow: out.v,
        outflowQuality: out.q,
        every: TEN,
        smoothing: TEN,
      })
      if (b.quality === GOOD && want.q === GOOD) pairs.push([want.v, b.q])
      else left++
    }
    return {
      ...scores(
        pairs.map((p) => p[0]),
        pairs.map((p) => p[1]),
      ),
      n: pairs.length,
      left,
      checked,
      volumes,
    }
  }

  it.each([1, 2, 3] as const)('three-hour balance gives the published inflow, method %d', (method) => {
    const { r, nse, n, left, checked, volumes } = threeHours(level, method)
    expect(r).toBeGreaterThanOrEqual(0.999)
    expect(nse).toBeGreaterThanOrEqual(0.998)
    expect(n + left).toBe(1471)
    expect(left).toBeLessThanOrEqual(8)
    // 25.19 25.19 25.19 25.07 25.19: the storage published beside 25.06 on 12 May is that of 25.01.
    const spikes = [...checked.fired.keys()].filter((i) => checked.fired[i]).map((i) => data[i][0])
    expect(spikes).toContain('2020-05-20 01:00')
    expect(spikes).toContain('2020-05-12 17:00')
    expect(spikes.length).toBeLessThan(10)
    checked.fired.forEach((f, i) => {
      if (f) expect(usable(volumes.q[i])).toBe(false)
    })
  })

  it('faults inserted into it are found, and change nothing', () => {
    const faults: [number, number, number][] = [
      [500, 0, LEVEL_CHECKS.range],
      [501, 0, LEVEL_CHECKS.range],
      [502, 0, LEVEL_CHECKS.range],
      [4000, -990, LEVEL_CHECKS.range],
      [9000, -0.3, LEVEL_CHECKS.range],
      [13_500, 242.8, LEVEL_CHECKS.range],
      [16_003, 24.5, LEVEL_CHECKS.spike],
      [20_000, 25.4, LEVEL_CHECKS.spike],
    ]
    const faulty = { t: level.t, v: level.v.slice(), q: level.q }
    for (const [i, v] of faults) faulty.v[i] = v
    const clean = threeHours(level, 3)
    const found = threeHours(faulty, 3)
    for (const [i, , bit] of faults) {
      expect(found.checked.fired[i] & bit).toBe(bit)
      expect(found.checked.q[i]).toBe(bit === LEVEL_CHECKS.range ? REJECTED : SUSPECT)
    }
    const others = [...found.checked.fired.keys()].filter(
      (i) => found.checked.fired[i] && !faults.some((f) => f[0] === i),
    )
    expect(others.every((i) => clean.checked.fired[i] !== 0)).toBe(true)
    expect(found.r).toBeGreaterThanOrEqual(0.999)
    expect(clean.n - found.n).toBeLessThanOrEqual(1)
    // Not checked, they ruin it.
    const unchecked = volumesOf({ ...faulty }, (z) => z * 37e6)
    const window = { from: t[497], to: t[515], outflow: 0, every: TEN }
    expect(Math.abs(inflow(3, { ...window, volumes: unchecked }).q)).toBeGreaterThan(10_000)
  })
})
