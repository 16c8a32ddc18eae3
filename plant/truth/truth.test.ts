import { DAY, MINUTE } from '../time.ts'
import { describe, expect, it } from 'vitest'
import { LEVELS } from '../dam/levels.ts'
import { RADIAL } from '../dam/spillway.ts'
import { capacity } from '../dam/turbine.ts'
import { anchorOf, ENVIRONMENTAL, SEED, simulate, World, type Truth } from './index.ts'

const FIVE = 5 * MINUTE
const local = (text: string) => Date.parse(`${text}+07:00`)
const sum = (values: Float64Array, from = 0) => values.slice(from).reduce((a, b) => a + b, 0)

/** Two years of each of several seeds, simulated once. */
const SEEDS = [SEED, 4, 66]
const WORLDS = SEEDS.map((seed) =>
  simulate({ from: local('2025-01-01T00:00'), to: local('2027-01-01T00:00'), step: FIVE, seed }),
)

const highest = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b))
const lowest = (values: Float64Array) => values.reduce((a, b) => Math.min(a, b))
/** Rows at which a condition fails. */
const rows = (truth: Truth, broken: (i: number) => boolean) => Array.from(truth.t.keys()).filter(broken)

const spill = (truth: Truth, i: number) => truth.gateFlow.reduce((q, flow) => q + flow[i], 0)

describe('water', () => {
  it('balances to the drop over two years', () => {
    for (const truth of WORLDS) {
      const came = sum(truth.inflowVolume, 1)
      const left = sum(truth.outflowVolume, 1) + sum(truth.evaporationVolume, 1)
      const stored = truth.storage[truth.length - 1] - truth.storage[0]
      expect(Math.abs(came - left - stored) / came).toBeLessThan(1e-9)
    }
  })

  it('outflow is the sum of its parts at every row', () => {
    const [truth] = WORLDS
    const broken = rows(truth, (i) => {
      const parts =
        spill(truth, i) +
        truth.overflow[i] +
        truth.bottomFlow[i] +
        truth.unitFlow[0][i] +
        truth.unitFlow[1][i]
      return Math.abs(truth.outflow[i] - parts - 0.08) > 1e-9
    })
    expect(broken).toEqual([])
  })

  it('volumes of an interval equal the flows of its minutes', () => {
    const truth = simulate({ from: local('2025-01-13T00:00'), to: local('2025-01-15T00:00'), step: MINUTE })
    let worst = 0
    for (let i = 1; i < truth.length; i++)
      worst = Math.max(worst, Math.abs(truth.inflowVolume[i] - 30 * (truth.inflow[i] + truth.inflow[i - 1])))
    expect(worst).toBeLessThan(1e-6)
  })
})

describe('the truth', () => {
  it('is the same for every reader, start and step', () => {
    const at = local('2025-05-14T18:00')
    const wide = simulate({ from: at - 90 * DAY, to: at, step: DAY })
    const fine = simulate({ from: at - 60 * MINUTE, to: at, step: MINUTE })
    const world = new World(SEED, anchorOf(at))
    world.run(at - 7 * DAY, at - DAY, 10 * MINUTE)
    const later = world.run(at - DAY + MINUTE, at, MINUTE)
    for (const column of ['t', 'level', 'storage', 'inflow', 'outflow', 'basinRainTotal'] as const) {
      expect(fine[column][fine.length - 1]).toBe(wide[column][wide.length - 1])
      expect(later[column][later.length - 1]).toBe(wide[column][wide.length - 1])
    }
    const other = simulate({ from: at, to: at, step: MINUTE, seed: SEED + 1 })
    expect(other.level[0]).not.toBe(fine.level[fine.length - 1])
  })

  it('after other spans as well, which it goes on from', () => {
    const at = local('2025-05-14T18:00')
    const span = { from: at - DAY, to: at, step: 10 * MINUTE }
    simulate({ ...span, from: at - 40 * DAY })
    const alone = new World(SEED, anchorOf(at)).run(span.from, span.to, span.step)
    expect(simulate(span)).toEqual(alone)
    expect(simulate(span)).toEqual(alone)
  })

  it('begins at the first instant of the simulation', () => {
    expect(anchorOf(local('2026-11-20T00:00'))).toBe(local('2024-01-01T00:00'))
    expect(anchorOf(local('2025-01-01T00:00'))).toBe(local('2024-01-01T00:00'))
    expect(anchorOf(local('2024-12-31T23:59'))).toBe(local('2012-01-01T00:00'))
    expect(anchorOf(local('2012-06-01T00:00'))).toBe(local('2000-01-01T00:00'))
  })

  it('refuses to run backwards', () => {
    const world = new World(1, anchorOf(local('2025-02-01T00:00')))
    world.run(world.t + DAY, world.t + DAY, MINUTE)
    expect(() => world.run(world.t - MINUTE, world.t, MINUTE)).toThrow(RangeError)
    expect(() => world.run(world.t, world.t + 90_000, 90_000)).toThrow(RangeError)
  })
})

describe('the climate of central Viet Nam', () => {
  const year = (truth: Truth, y: number) => [
    truth.rowAfter(local(`${y}-01-01T00:00`)),
    truth.rowAfter(local(`${y + 1}-01-01T00:00`)) - 1,
  ]
  const rain = (truth: Truth, from: string, to: string) =>
    truth.basinRainTotal[truth.rowAfter(local(to))] - truth.basinRainTotal[truth.rowAfter(local(from))]

  it('has a plausible year of rain, most of it from September to December', () => {
    for (const truth of WORLDS)
      for (const y of [2025, 2026]) {
        const [from, to] = year(truth, y)
        const all = truth.basinRainTotal[to] - truth.basinRainTotal[from]
        expect(all).toBeGreaterThan(1500)
        expect(all).toBeLessThan(4500)
        const wet = rain(truth, `${y}-09-01T00:00`, `${y}-12-31T00:00`) / all
        expect(wet).toBeGreaterThan(0.5)
        expect(wet).toBeLessThan(0.9)
      }
  })

  it('has the floods of this seed', () => {
    const [truth] = WORLDS
    for (const y of [2025, 2026]) {
      const [from, to] = year(truth, y)
      const peak = highest(truth.inflow.slice(from, to))
      expect(peak).toBeGreaterThan(1000)
      expect(peak).toBeLessThan(2500)
    }
    const november = truth.inflow.slice(
      truth.rowAfter(local('2026-11-13T12:00')),
      truth.rowAfter(local('2026-11-15T00:00')),
    )
    expect(highest(november)).toBeGreaterThan(1400)
  })

  it('has no flood beyond what such a basin can produce, and a river that never dries', () => {
    for (const truth of WORLDS) {
      expect(highest(truth.inflow)).toBeLessThan(4000)
      expect(lowest(truth.inflow)).toBeGreaterThan(0.8)
    }
  })

  it('has less runoff than rain', () => {
    for (const truth of WORLDS) {
      const [from, to] = year(truth, 2025)
      const depth = sum(truth.inflowVolume.slice(from, to)) / 330e6
      const fell = (truth.basinRainTotal[to] - truth.basinRainTotal[from]) / 1000
      expect(depth / fell).toBeGreaterThan(0.45)
      expect(depth / fell).toBeLessThan(0.95)
    }
  })
})

describe('operation', () => {
  it('keeps the lake between its limits under several seeds', () => {
    for (const truth of WORLDS) {
      expect(lowest(truth.level)).toBeGreaterThan(LEVELS.dead)
      expect(highest(truth.level)).toBeLessThan(LEVELS.checkFlood)
    }
    expect(highest(WORLDS[0].level)).toBeLessThan(LEVELS.designedFlood)
  })

  it('passes the environmental flow all year', () => {
    for (const truth of WORLDS)
      for (let i = 0; i < truth.length; i++) expect(truth.bottomFlow[i]).toBeGreaterThanOrEqual(ENVIRONMENTAL)
  })

  it('makes no flood of its own: spill never exceeds the highest inflow of the flood so far', () => {
    let spilled = 0
    const above: string[] = []
    for (const truth of WORLDS) {
      let peak = 0
      for (let i = 0; i < truth.length; i++) {
        const q = spill(truth, i)
        if (q === 0 && truth.inflow[i] < 100) peak = 0
        peak = Math.max(peak, truth.inflow[i])
        if (q === 0 || truth.level[i] >= LEVELS.designedFlood - 0.05) continue
        spilled++
        if (truth.outflow[i] > peak * 1.01 + 8) above.push(new Date(truth.t[i]).toISOString())
      }
    }
    expect(above).toEqual([])
    expect(spilled).toBeGreaterThan(1000)
  })

  it('opens gates in equal steps, neighbours at most a step apart, never beyond their limit', () => {
    for (const truth of WORLDS)
      for (const column of truth.opening) {
        expect(highest(column)).toBeLessThanOrEqual(RADIAL.maxOpening)
        expect(lowest(column)).toBe(0)
      }
    const [truth] = WORLDS
    const still = truth.moves.filter(
      (move, i) => truth.moves[i + 1] && truth.moves[i + 1].t - move.t > 10 * MINUTE,
    )
    for (const move of still.filter(({ gate }) => gate < RADIAL.count)) expect((move.opening * 2) % 1).toBe(0)
  })

  it('runs the units at peak hours, within their capacity', () => {
    const [truth] = WORLDS
    let over = 0
    let peak = 0
    let night = 0
    for (let i = 0; i < truth.length; i++) {
      const gross = truth.level[i] - truth.tailwater[i]
      for (const power of truth.unitPower) if (power[i] > capacity(gross) * 1.004) over++
      const hour = ((truth.t[i] + 7 * 3_600_000) % DAY) / 3_600_000
      const power = truth.unitPower[0][i] + truth.unitPower[1][i]
      if (hour > 18 && hour < 20) peak += power / 2
      if (hour > 1 && hour < 4) night += power / 3
    }
    expect(over).toBe(0)
    expect(peak).toBeGreaterThan(2 * night)
  })

  it('generates a plausible energy over the year', () => {
    for (const truth of WORLDS) {
      const [from, to] = [
        truth.rowAfter(local('2026-01-01T00:00')),
        truth.rowAfter(local('2027-01-01T00:00')),
      ]
      const energy = (sum(truth.unitPower[0].slice(from, to)) + sum(truth.unitPower[1].slice(from, to))) / 12
      const hours = energy / 72_000
      expect(hours).toBeGreaterThan(1200)
      expect(hours).toBeLessThan(5500)
    }
  })
})
