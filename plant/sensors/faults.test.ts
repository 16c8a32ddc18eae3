import { MINUTE } from '../time.ts'
import { describe, expect, it } from 'vitest'
import { simulate } from '../truth/index.ts'
import { KINDS, observe, parseFaults, SENSORS, wear, type Fault, type Reading } from './index.ts'

const local = (text: string) => Date.parse(`${text}+07:00`)
const START = local('2026-11-14T00:00')
const truth = simulate({ from: START, to: START + 6 * 60 * MINUTE, step: MINUTE })
const good = observe(truth)
const FROM = START + 60 * MINUTE
const TO = START + 180 * MINUTE

const of = (readings: Reading[], series: string) => readings.filter((r) => r.series === series)
const inside = (r: { t: number }) => r.t >= FROM && r.t < TO

/** Readings of one series with and without a fault over [FROM, TO). */
function pair(kind: Fault['kind'], series: string, amount?: number): [Reading[], Reading[]] {
  const fault: Fault = { kind, series, from: FROM, to: TO, amount }
  const bad = observe(truth, [fault])
  const others = (list: Reading[]) => list.filter((r) => r.series !== series)
  expect(others(bad)).toEqual(others(good))
  const before = of(bad, series)
  expect(before.filter((r) => r.at < FROM && !inside(r))).toEqual(of(good, series).filter((r) => r.t < FROM))
  return [of(good, series), before]
}

const CODE = 'level.reservoir.1'

describe('a good sensor', () => {
  it('reports at its step, in its resolution, once per instant', () => {
    for (const { code, every, resolution, gate } of SENSORS) {
      const readings = of(good, code)
      expect(readings.length, code).toBeGreaterThan(0)
      expect(new Set(readings.map((r) => r.t)).size, code).toBe(readings.length)
      for (const { t, v, at } of readings) {
        expect(at).toBe(t)
        if (gate === undefined) expect(t % (every * 1000)).toBe(0)
        expect(Math.abs(v! / resolution - Math.round(v! / resolution))).toBeLessThan(1e-6)
      }
    }
  })

  it('stays near the truth', () => {
    for (const { t, v } of of(good, CODE))
      expect(Math.abs(v! - truth.level[truth.rowAfter(t)])).toBeLessThan(0.01)
    const second = of(good, 'level.reservoir.2')
    for (const { t, v } of second)
      expect(Math.abs(v! + 375.2 - truth.level[truth.rowAfter(t)])).toBeLessThan(0.015)
  })

  it('tips for all the rain that fell, except the last part of a bucket', () => {
    const total = of(good, 'rain.bavan').reduce((sum, r) => sum + r.v!, 0)
    const station = SENSORS.filter((s) => s.code.startsWith('rain.')).findIndex(
      (s) => s.code === 'rain.bavan',
    )
    const column = truth.rainTotal[station]
    const fell = (column[truth.length - 1] - column[0]) * (0.985 - 0.008 * station)
    expect(total).toBeGreaterThan(50)
    expect(Math.abs(total - fell)).toBeLessThan(0.2)
  })

  it('reports each movement of a gate at its minute', () => {
    const moves = truth.moves.filter((move) => move.gate === 0 && move.t > START)
    expect(moves.length).toBeGreaterThan(5)
    const reported = new Map(of(good, 'gate.1.opening').map((r) => [r.t, r.v]))
    for (const move of moves) expect(reported.get(move.t)).toBeCloseTo(move.opening, 9)
  })

  it('gives the same readings, as a whole or in pieces', () => {
    const middle = START + 125 * MINUTE
    const find = (t: number) => (t >= START ? { truth, i: truth.rowAfter(t) } : undefined)
    const pieces = [
      ...observe(truth, [], { until: middle, find }),
      ...observe(truth, [], { after: middle, find }),
    ]
    expect(pieces).toEqual(good)
  })
})

describe('each fault has the effect of its name', () => {
  it('silent: nothing inside, everything outside', () => {
    const [right, wrong] = pair('silent', CODE)
    expect(wrong).toEqual(right.filter((r) => !inside(r)))
    expect(right.some(inside)).toBe(true)
  })

  it('stuck: keeps the value it had', () => {
    const [right, wrong] = pair('stuck', CODE)
    const held = right.find((r) => r.t === FROM)!.v
    expect(wrong.filter(inside).every((r) => r.v === held)).toBe(true)
    expect(right.filter(inside).every((r) => r.v === held)).toBe(false)
    expect(wrong.filter((r) => !inside(r))).toEqual(right.filter((r) => !inside(r)))
  })

  it('stuck: keeps the same value in pieces', () => {
    const fault: Fault = { kind: 'stuck', series: CODE, from: FROM, to: TO }
    const middle = START + 125 * MINUTE
    const find = (t: number) => (t >= START ? { truth, i: truth.rowAfter(t) } : undefined)
    const late = observe(truth, [fault], { after: middle, find })
    expect(of(late, CODE)).toEqual(of(observe(truth, [fault]), CODE).filter((r) => r.t > middle))
  })

  it('lie: an offset', () => {
    const [right, wrong] = pair('lie', CODE, 0.4)
    right.forEach((r, i) => expect(wrong[i].v! - r.v!).toBeCloseTo(inside(r) ? 0.4 : 0, 9))
  })

  it('spike: occasional, both ways', () => {
    const [right, wrong] = pair('spike', CODE, 5)
    const jumps = right.map((r, i) => wrong[i].v! - r.v!).filter((d) => d !== 0)
    expect(jumps.length).toBeGreaterThan(3)
    expect(jumps.length).toBeLessThan(25)
    for (const jump of jumps) expect(Math.abs(jump)).toBeCloseTo(5, 9)
    expect(new Set(jumps.map(Math.sign)).size).toBe(2)
    right.forEach((r, i) => !inside(r) && expect(wrong[i]).toEqual(r))
  })

  it('negative: rain below zero', () => {
    const [, wrong] = pair('negative', 'rain.bavan', 0.4)
    expect(wrong.filter(inside).length).toBe(24)
    for (const r of wrong) expect(r.v! < 0).toBe(inside(r))
  })

  it('restarted: silent, then back with its whole count in one interval', () => {
    const [right, wrong] = pair('restarted', 'rain.bavan')
    expect(wrong.some(inside)).toBe(false)
    const back = wrong.filter((r) => r.t >= TO)
    expect(back[0].t).toBe(TO)
    expect(back[0].v).toBe(1284.6)
    expect(back.slice(1)).toEqual(right.filter((r) => r.t > TO))
  })

  it('clock: the same values at other instants', () => {
    const [right, wrong] = pair('clock', CODE, 1200)
    right.forEach((r, i) => {
      expect(wrong[i].t - r.t).toBe(inside(r) ? 1_200_000 : 0)
      expect(wrong[i].v).toBe(r.v)
    })
  })

  it('late: the same readings, after others', () => {
    const [right, wrong] = pair('late', CODE, 1800)
    expect(wrong.map(({ t, v }) => `${t} ${v}`).toSorted()).toEqual(
      right.map(({ t, v }) => `${t} ${v}`).toSorted(),
    )
    for (const r of wrong) expect(r.at - r.t).toBe(inside(r) ? 1_800_000 : 0)
    expect(wrong.some((r, i) => i > 0 && r.t < wrong[i - 1].t)).toBe(true)
  })

  it('disorder: the same readings, shuffled', () => {
    const [right, wrong] = pair('disorder', CODE, 600)
    expect(wrong.map((r) => r.t).toSorted((a, b) => a - b)).toEqual(right.map((r) => r.t))
    const turned = wrong.filter((r, i) => i > 0 && r.t < wrong[i - 1].t).length
    expect(turned).toBeGreaterThan(20)
    for (const r of wrong) expect(r.at - r.t).toBeLessThan(600_000)
  })

  it('duplicate: twice inside, once outside', () => {
    const [right, wrong] = pair('duplicate', CODE)
    expect(wrong.length).toBe(right.length + 120)
    for (const r of right) expect(wrong.filter((w) => w.t === r.t)).toEqual(inside(r) ? [r, r] : [r])
  })
})

describe('switches as text', () => {
  const now = local('2026-11-20T12:00')

  it('reads kinds, amounts, stars and spans', () => {
    expect(
      parseFaults(
        'stuck:level.reservoir.2@-6h/-2h; lie(0.35):level.*;clock(-90):*@2026-11-20T08:00+07:00/now',
        now,
      ),
    ).toEqual([
      { kind: 'stuck', series: 'level.reservoir.2', from: now - 6 * 3_600_000, to: now - 2 * 3_600_000 },
      { kind: 'lie', series: 'level.*', from: -Infinity, to: Infinity, amount: 0.35 },
      { kind: 'clock', series: '*', from: local('2026-11-20T08:00'), to: now, amount: -90 },
    ])
    expect(parseFaults('', now)).toEqual([])
    for (const kind of KINDS)
      expect(parseFaults(`${kind}:x@-1d/`, now)[0]).toMatchObject({ kind, from: now - 86_400_000 })
  })

  it('refuses unreadable text with the reason', () => {
    const wrong = [
      'stuck',
      'broken:x',
      'lie():x',
      'lie(a):x',
      'stuck:x@yesterday/now',
      'stuck:x@2026-11-20T08:00/now',
      'stuck:x@-1h/-2h',
    ]
    for (const text of wrong) expect(() => parseFaults(text, now), text).toThrow()
  })

  it('a star covers its run only', () => {
    const touched = (series: string) =>
      [
        ...new Set(
          observe(truth, [{ kind: 'lie', series, from: -Infinity, to: Infinity, amount: 7 }])
            .filter((r, i) => r.v !== good[i].v)
            .map((r) => r.series),
        ),
      ].toSorted()
    expect(touched('level.reservoir.*')).toEqual(['level.reservoir.1', 'level.reservoir.2'])
    expect(touched('gate.?.opening')).toEqual([])
  })
})

it('wear is the same for every reader, and of every kind over the years', () => {
  const span = 52 * 7 * 86_400_000
  const [a, b] = [wear(25, START - span, START), wear(25, START - span / 2, START + span)]
  const shared = b.filter((fault) => a.some((other) => other.from === fault.from))
  expect(shared.length).toBeGreaterThan(20)
  for (const fault of shared) expect(a).toContainEqual(fault)
  const kinds = new Set(wear(25, START - 5 * span, START).map((fault) => fault.kind))
  expect(kinds.size).toBe(9)
})
