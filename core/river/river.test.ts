import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, SUSPECT, grade, worst } from '../quality/index.ts'
import { fromEntries, type Entry } from '../series/index.ts'
import { HOUR, MINUTE } from '../time/units.ts'
import { byRiver, lateralInflow, placeReservoirs, placesAmong, sumsBy, type RiverPlace } from './index.ts'

const place = (code: string, river: string, riverKm: number | null, more: Partial<RiverPlace> = {}) => ({
  code,
  name: code,
  river,
  riverBasin: null,
  riverKm,
  joins: null,
  ...more,
})

describe('places of reservoirs', () => {
  test('the next downstream is the nearest below on the same river', () => {
    const places = placeReservoirs([place('C', 'Đà', 10), place('A', 'Đà', 300), place('B', ' đà', 120)])
    expect([...places].map(([code, p]) => [code, p.downstream, p.toMouth])).toEqual([
      ['C', null, 10],
      ['A', 'B', 300],
      ['B', 'C', 120],
    ])
  })

  test('of a subset keep their basins and distances; only a next reservoir within the subset is named', () => {
    const some = [place('A', 'Đà', 50), place('C', 'Đà', 10)]
    const hidden = place('H', 'Đà', 5, { riverBasin: 'Hồng', joins: { river: 'Hồng', km: 120 } })
    const among = (other: RiverPlace) => placesAmong(some, placeReservoirs([...some, other]))
    expect(among(hidden)).toEqual(placeReservoirs(some))
    expect(among(hidden).get('A')).toEqual({ basin: 'Đà', toMouth: 50, downstream: 'C' })
    expect(among({ ...hidden, riverKm: 30 }).get('A')).toEqual({ basin: 'Đà', toMouth: 50, downstream: null })
  })

  test('a tributary leads to the first reservoir at or below its confluence, and belongs to that basin', () => {
    const joins = { river: 'Hồng', km: 200 }
    const places = placeReservoirs([
      place('above', 'Hồng', 250, { riverBasin: 'Hồng - Thái Bình' }),
      place('at', 'Hồng', 200),
      place('tributary', 'Đà', 60, { joins }),
      place('highest', 'Đà', 90),
      place('unknown', 'Đà', null),
    ])
    expect(places.get('highest')).toEqual({
      basin: 'Hồng - Thái Bình',
      toMouth: 290,
      downstream: 'tributary',
    })
    expect(places.get('tributary')).toEqual({ basin: 'Hồng - Thái Bình', toMouth: 260, downstream: 'at' })
    expect(places.get('unknown')).toMatchObject({ toMouth: null, downstream: null })
  })

  test('rivers of the same name in two basins are two rivers', () => {
    const places = placeReservoirs([
      place('A', 'Con', 50, { riverBasin: 'Vu Gia' }),
      place('B', 'Con', 20, { riverBasin: 'Kôn' }),
    ])
    expect(places.get('A')!.downstream).toBeNull()
  })

  test('the way downstream always ends, and water never flows up or in a circle', () => {
    const river = fc.constantFrom('a', 'b', 'c', 'd')
    const km = fc.integer({ min: 0, max: 30 })
    const one = fc.record({
      river,
      riverKm: fc.option(km),
      joins: fc.option(fc.record({ river, km })),
      riverBasin: fc.option(fc.constantFrom('x', 'y')),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (list) => {
        const all = list.map((r, i) => ({ ...r, code: `${i}`, name: `${i}` }))
        const places = placeReservoirs(all)
        for (const r of all) {
          const next = all.find((x) => x.code === places.get(r.code)!.downstream)
          expect(next?.code).not.toBe(r.code)
          if (next && next.river === r.river) expect(next.riverKm!).toBeLessThan(r.riverKm!)
        }
      }),
    )
  })

  test('rows are in the order of basins, each from source to mouth', () => {
    const row = (hydro_name: string, basin: string, to_mouth: number | null) => ({
      hydro_name,
      basin,
      river: basin,
      to_mouth,
    })
    const rows = [row('low', 'A', 5), row('none', 'A', null), row('other', 'Đ', 900), row('high', 'A', 80)]
    expect(rows.sort(byRiver).map((r) => r.hydro_name)).toEqual(['high', 'low', 'none', 'other'])
  })
})

describe('lateral inflow', () => {
  test('reads each upstream value a few times only, however long the window is', () => {
    const flow = fromEntries(Array.from({ length: 4000 }, (_, i) => [i * MINUTE, 10 + (i % 7)] as Entry))
    let read = 0
    const counted = <A extends object>(array: A): A =>
      new Proxy(array, {
        get(target, key) {
          if (typeof key === 'string' && /^\d+$/.test(key)) read++
          const value: unknown = Reflect.get(target, key)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    const outflow = { t: counted(flow.t), v: counted(flow.v), q: counted(flow.q) }
    const { arriving } = lateralInflow({
      inflow: flow,
      releases: [{ outflow, travel: () => 0, maxGap: HOUR }],
      window: () => 2000 * MINUTE,
    })
    expect(arriving.v.at(-1)).toBeCloseTo(13, 1)
    expect(read / flow.t.length).toBeLessThan(100)
  })

  const hourly = (v: (i: number) => number | null, q = GOOD) =>
    fromEntries(Array.from({ length: 24 }, (_, i): Entry => [i * HOUR, v(i), q]))
  const of = (
    inflow: ReturnType<typeof hourly>,
    outflow: ReturnType<typeof hourly>,
    travel: number,
    window = 0,
  ) =>
    lateralInflow({
      inflow,
      releases: [{ outflow, travel: () => travel, maxGap: 3 * HOUR }],
      window: () => window,
    })

  test('is the inflow minus the upstream release a travel time earlier', () => {
    const outflow = hourly((i) => 100 + 10 * i)
    const inflow = hourly((i) => 100 + 10 * (i - 2) + 7)
    const { lateral, arriving } = of(inflow, outflow, 2 * HOUR)
    expect([...lateral.v].slice(2)).toEqual(Array.from({ length: 22 }, () => 7))
    expect(arriving.v[5]).toBe(130)
    // What was let go before the data began is unknown.
    expect([lateral.v[1], grade(lateral.q[1])]).toEqual([NaN, MISSING])
  })

  test('interpolates between two upstream values, or averages them over the window of the inflow', () => {
    const outflow = hourly((i) => 10 * i)
    const inflow = hourly(() => 200)
    expect(of(inflow, outflow, 90 * MINUTE).arriving.v[10]).toBeCloseTo(85, 9)
    expect(of(inflow, outflow, 90 * MINUTE, 2 * HOUR).arriving.v[10]).toBeCloseTo(75, 9)
  })

  test('has the worse quality, and is missing where either is missing', () => {
    const { lateral } = of(
      hourly(() => 50, ESTIMATED),
      hourly(() => 20),
      HOUR,
    )
    expect([lateral.v[4], lateral.q[4]]).toEqual([30, ESTIMATED])
    const gap = of(
      hourly(() => 50),
      hourly((i) => (i > 5 && i < 12 ? null : 20)),
      HOUR,
    )
    expect(grade(gap.lateral.q[9])).toBe(MISSING)
    expect(gap.lateral.v[9]).toBeNaN()
    expect(gap.lateral.v[20]).toBe(30)
    const doubted = of(
      hourly(() => 50, SUSPECT),
      hourly(() => 20),
      HOUR,
    )
    expect(doubted.lateral.v[4]).toBeNaN()
  })

  test('subtracts every release, each after its own travel time', () => {
    const main = { outflow: hourly((i) => 100 + 10 * i), travel: () => 2 * HOUR, maxGap: 3 * HOUR }
    const tributary = { outflow: hourly((i) => 40 + i), travel: () => HOUR, maxGap: 3 * HOUR }
    const inflow = hourly((i) => 100 + 10 * (i - 2) + 40 + (i - 1) + 7)
    const both = { inflow, releases: [main, tributary], window: () => 0 }
    const { lateral, arriving } = lateralInflow(both)
    expect([...lateral.v].slice(2)).toEqual(Array.from({ length: 22 }, () => 7))
    expect([arriving.v[5], grade(lateral.q[5])]).toEqual([130 + 44, GOOD])
    // One that is missing is not taken as nothing.
    const broken = { ...tributary, outflow: hourly((i) => (i > 5 && i < 12 ? null : 40)) }
    expect(lateralInflow({ ...both, releases: [main, broken] }).lateral.v[9]).toBeNaN()
    const others = lateralInflow({ ...both, othersIncluded: true })
    expect([others.lateral.v[5], others.lateral.q[5]]).toEqual([7, PARTIAL])
  })

  test('uses a changed travel time from its instant on', () => {
    const { arriving } = lateralInflow({
      inflow: hourly(() => 200),
      releases: [
        {
          outflow: hourly((i) => 10 * i),
          travel: (at) => (at < 12 * HOUR ? HOUR : 3 * HOUR),
          maxGap: 3 * HOUR,
        },
      ],
      window: () => 0,
    })
    expect([arriving.v[11], arriving.v[12]]).toEqual([100, 90])
  })

  test('applies each side’s own rule for doubtful values', () => {
    const of = (own: boolean, upper: boolean, q: [number, number]) =>
      lateralInflow({
        inflow: hourly(() => 50, q[0]),
        releases: [
          { outflow: hourly(() => 20, q[1]), travel: () => HOUR, maxGap: 3 * HOUR, allowSuspect: upper },
        ],
        window: () => 0,
        allowSuspect: own,
      }).lateral.v[4]
    expect(of(true, false, [SUSPECT, GOOD])).toBe(30)
    expect(of(true, false, [GOOD, SUSPECT])).toBeNaN()
    expect(of(false, true, [GOOD, SUSPECT])).toBe(30)
  })

  const flow = fc.array(fc.option(fc.double({ min: 0, max: 5000, noNaN: true }), { freq: 8 }), {
    minLength: 3,
    maxLength: 40,
  })
  const quality = fc.constantFrom(GOOD, ESTIMATED)

  test('added to the arriving flow gives back the inflow; its quality is never better than its parts', () => {
    fc.assert(
      fc.property(
        flow,
        flow,
        quality,
        quality,
        fc.nat(600),
        fc.nat(3),
        (down, up, qd, qu, minutes, hours) => {
          const series = (list: (number | null)[], q: number) =>
            fromEntries(list.map((v, i): Entry => [i * HOUR, v, v === null ? MISSING : q]))
          const [inflow, outflow] = [series(down, qd), series(up, qu)]
          const { lateral, arriving } = lateralInflow({
            inflow,
            releases: [{ outflow, travel: () => minutes * MINUTE, maxGap: 2 * HOUR }],
            window: () => hours * HOUR,
          })
          expect([...lateral.t]).toEqual([...inflow.t])
          for (let k = 0; k < inflow.t.length; k++) {
            expect(grade(lateral.q[k])).toBeGreaterThanOrEqual(grade(worst(inflow.q[k], arriving.q[k])))
            if (Number.isNaN(lateral.v[k])) expect(grade(lateral.q[k])).toBe(MISSING)
            else expect(lateral.v[k] + arriving.v[k]).toBeCloseTo(inflow.v[k], 6)
          }
        },
      ),
    )
  })

  test('is 0 for a steady flow without a tributary, whatever the travel time and window', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 9000, noNaN: true }),
        fc.nat(300),
        fc.nat(3),
        (q, minutes, hours) => {
          const s = hourly(() => q)
          const { lateral } = of(s, s, minutes * MINUTE, hours * HOUR)
          for (const v of lateral.v) if (!Number.isNaN(v)) expect(Math.abs(v)).toBeLessThan(1e-6)
          expect(lateral.v[23]).not.toBeNaN()
        },
      ),
    )
  })

  test('is shifted in time when both sides are', () => {
    fc.assert(
      fc.property(flow, fc.integer({ min: -50, max: 50 }), (list, shift) => {
        const series = (by: number) => fromEntries(list.map((v, i): Entry => [i * HOUR + by, v]))
        const a = of(series(0), series(0), 90 * MINUTE, HOUR)
        const b = of(series(shift * MINUTE), series(shift * MINUTE), 90 * MINUTE, HOUR)
        const rounded = (v: Float64Array) => Array.from(v, (x) => Math.round(x * 1e4))
        expect(rounded(b.lateral.v)).toEqual(rounded(a.lateral.v))
        expect([...b.lateral.q]).toEqual([...a.lateral.q])
      }),
    )
  })
})

describe('sums', () => {
  test('leave out silent or unknown rows, report how many they include, and have no negative free volume', () => {
    const row = (basin: string, [stored, free, power]: (number | null)[], present = true, quality = GOOD) => {
      const of = (value: number | null) => ({ value, quality, present })
      return { basin, stored: of(stored), free: of(free), power: of(power) }
    }
    const late = {
      ...row('A', [10, 5, 0], true, ESTIMATED),
      power: { value: 120, quality: GOOD, present: false },
    }
    const rows = [
      row('A', [100, 20, 5]),
      row('A', [50, -3, null]),
      row('A', [70, 1, 9], false, SUSPECT),
      row('B', [null, null, null]),
      late,
    ]
    const sums = sumsBy(rows, (r) => r.basin)
    expect(sums.get('A')).toEqual({
      reservoirs: 4,
      stored: 160,
      free: 25,
      power: 5,
      // A late value of a reservoir that is not silent is in no sum either.
      known: { stored: 3, free: 3, power: 1 },
      quality: { stored: ESTIMATED, free: ESTIMATED, power: GOOD },
    })
    expect(sums.get('B')).toMatchObject({
      reservoirs: 1,
      stored: null,
      known: { stored: 0 },
      quality: { stored: MISSING },
    })
  })
})
