import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Description, Outlet, GeneratingUnit } from '#core/description/index.ts'
import { fromLocal } from '#core/time/index.ts'
import { sampleTable, sampleVersion } from './fixtures.ts'
import { overlapping, tableBook, tableInForce, timeline } from './index.ts'

const zone = 'Asia/Ho_Chi_Minh'
const at = (text: string) => fromLocal(text, zone)!
const inForce = (tables: Parameters<typeof tableInForce>[0], text: string) =>
  tableInForce(tables, 'ZV', null, at(text), zone)?.body.name

describe('table in force', () => {
  it('respects from (inclusive), to (exclusive), active, group and object', () => {
    const from = at('2026-01-01')
    const to = at('2026-07-01')
    const tables = [
      sampleVersion('a', from, to),
      sampleVersion('off', -Infinity, null, { active: false, uploadedAt: 9 }),
      sampleVersion('other', -Infinity, null, { object: 'gate' }),
    ]
    expect(tableInForce(tables, 'ZV', null, from - 1, zone)).toBeUndefined()
    expect(tableInForce(tables, 'ZV', null, from, zone)?.id).toBe('a')
    expect(tableInForce(tables, 'ZV', null, to - 1, zone)?.id).toBe('a')
    expect(tableInForce(tables, 'ZV', null, to, zone)).toBeUndefined()
    expect(tableInForce(tables, 'ZV', 'gate', to, zone)?.id).toBe('other')
    expect(tableInForce(tables, 'QZ', null, from, zone)).toBeUndefined()
  })

  it('takes the latest upload of several, and throws when there must be one', () => {
    const tables = [
      sampleVersion('new', -Infinity, null, { uploadedAt: 2 }),
      sampleVersion('old', at('2026-01-01'), null, { uploadedAt: 1 }),
    ]
    expect(inForce(tables, '2026-06-01')).toBe('new')
    expect(() => tableInForce([], 'QZ', null, 0, zone, true)).toThrow(
      expect.objectContaining({ code: 'NO_TABLE', field: 'QZ' }),
    )
  })

  it('recurs every year by month and day of the plant', () => {
    const flood = sampleVersion('flood', at('2024-07-01'), at('2024-12-01'), { loopByYear: true })
    for (const year of [2019, 2024, 2026]) {
      expect(inForce([flood], `${year}-06-30 23:59:59`)).toBeUndefined()
      expect(inForce([flood], `${year}-07-01 00:00:00`)).toBe('flood')
      expect(inForce([flood], `${year}-11-30 23:59:59`)).toBe('flood')
      expect(inForce([flood], `${year}-12-01 00:00:00`)).toBeUndefined()
    }
  })

  it('spans the end of the year, and includes the last second of the last day', () => {
    const dry = sampleVersion('dry', at('2024-12-01'), at('2025-06-30 23:59:59'), { loopByYear: true })
    expect(inForce([dry], '2026-12-31 12:00')).toBe('dry')
    expect(inForce([dry], '2027-01-01 00:00')).toBe('dry')
    expect(inForce([dry], '2027-06-30 23:59:59')).toBe('dry')
    expect(inForce([dry], '2027-07-01')).toBeUndefined()
    expect(inForce([dry], '2026-11-30 23:59')).toBeUndefined()
  })

  it('over a whole year includes every day, even 29 February', () => {
    const all = sampleVersion('all', at('2023-01-01'), at('2024-01-01'), { loopByYear: true })
    expect(inForce([all], '2028-02-29 12:00')).toBe('all')
    expect(inForce([all], '2028-12-31 23:59')).toBe('all')
  })

  it('ends its season at a later version of the same table', () => {
    const season = sampleVersion('a', at('2024-07-01'), at('2024-12-01'), { loopByYear: true })
    const off = { ...sampleVersion('a', at('2026-01-01'), null, { active: false }), version: 'off' }
    expect(inForce([season, off], '2025-08-01')).toBe('a')
    expect(inForce([season, off], '2026-08-01')).toBeUndefined()
  })
})

describe('overlap', () => {
  const had = sampleVersion('had', at('2025-07-01'), at('2025-12-01'))
  const yearly = sampleVersion('yearly', at('2025-12-01'), at('2026-03-01'), { loopByYear: true })
  it.each<[string, string | null, boolean, string[]]>([
    ['2025-01-01', '2025-07-01', false, ['yearly']],
    ['2025-04-01', '2025-07-01', false, []],
    ['2025-11-30', '2025-12-01', false, ['had']],
    ['2030-06-01', null, false, ['yearly']],
    ['2020-07-15', '2020-08-01', true, ['had']],
    ['2020-02-15', '2020-05-01', true, ['yearly']],
    ['2020-04-01', '2020-05-01', true, []],
  ])('from %s to %s, yearly %s', (from, to, loopByYear, expected) => {
    const candidate = sampleVersion('new', at(from), to === null ? null : at(to), { loopByYear })
    expect(overlapping([had, yearly], candidate, zone).map((v) => v.id)).toEqual(expected)
  })

  it('ignores other groups, inactive tables and itself', () => {
    const tables = [
      { ...had, body: { ...had.body, active: false } },
      { ...had, id: 'new' },
      sampleVersion('x', -Infinity, null, { object: 'u1' }),
    ]
    expect(overlapping(tables, sampleVersion('new', -Infinity, null), zone)).toEqual([])
  })
})

describe('timeline', () => {
  it('agrees with tableInForce at every instant', () => {
    const day = fc.integer({ min: at('2024-01-01') / 3_600_000, max: at('2027-12-31') / 3_600_000 })
    const period = fc.tuple(day, fc.integer({ min: 1, max: 9000 }), fc.boolean(), fc.boolean(), fc.nat(3))
    fc.assert(
      fc.property(fc.array(period, { maxLength: 5 }), fc.array(day, { maxLength: 40 }), (periods, days) => {
        const tables = periods.map(([from, length, loopByYear, active, id], i) =>
          sampleVersion(`t${id}`, from * 3_600_000, (from + length) * 3_600_000, {
            loopByYear,
            active,
            uploadedAt: i,
            name: `n${i}`,
          }),
        )
        const line = timeline(tables, ['ZV'], [null], at('2025-01-01'), at('2027-01-01'), zone)
        for (const hour of days) {
          const t = hour * 3_600_000
          expect(line.at(t)?.table.name).toBe(tableInForce(tables, 'ZV', null, t, zone)?.body.name)
        }
      }),
    )
  })

  it('switches at local midnight, year after year', () => {
    const season = sampleVersion('s', at('2020-07-01'), at('2020-12-01'), { loopByYear: true })
    const line = timeline([season], ['ZV'], [null], at('2025-01-01'), at('2027-01-01'), zone)
    expect(line.instants).toEqual(
      ['2025-01-01', '2025-07-01', '2025-12-01', '2026-07-01', '2026-12-01'].map(at),
    )
  })
})

describe('table book', () => {
  const gate = (type: Outlet['type'], opening: boolean): Outlet => ({
    name: 'gate',
    type,
    method: 'auto',
    parameters: {},
    leaves: [1, 2].map((n) => ({ id: `leaf${n}`, name: `${n}`, ...(opening && { openingSeries: `o${n}` }) })),
    every: 300,
  })
  const version = <T>(id: string, body: T) => ({ id, version: id, from: -Infinity, to: null, body })
  const table = (group: 'ZAQ' | 'FFZQ' | 'HPQ' | 'QHL', object: string | null) => {
    const rows = group === 'ZAQ' ? [[600, 1, 0]] : group === 'HPQ' ? [[1, 100, 5, 6]] : [[600, 0]]
    return version(`${group}-${object}`, sampleTable(group, rows, { object, name: `${group}-${object}` }))
  }
  const describeWith = (gates: Outlet[], tables: ReturnType<typeof table>[]) =>
    ({ gates: gates.map((g, i) => version(`g${i}`, g)), tables }) as unknown as Description

  it('a gate uses its own table, else that of its outlet', () => {
    const d = describeWith(
      [gate(2, true), gate(3, true)],
      [table('ZAQ', 'leaf2'), table('ZAQ', 'g0'), table('ZAQ', null)],
    )
    const book = tableBook(d, 0, 1e9, zone)
    const names = (id: string, i: number) =>
      book.outletGate(id, d.gates.find((g) => g.id === id)!.body, i).at(5).rating?.table.name
    expect([names('g0', 0), names('g0', 1)]).toEqual(['ZAQ-g0', 'ZAQ-leaf2'])
    // two gated exhausts: the plant's table cannot be meant for both
    expect(names('g1', 0)).toBeUndefined()
  })

  it('the table of the plant serves the only outlet of its kind', () => {
    const d = describeWith([gate(2, true), gate(1, false)], [table('ZAQ', null), table('FFZQ', null)])
    const book = tableBook(d, 0, 1e9, zone)
    expect(book.outletGate('g0', d.gates[0].body, 0).at(5).rating?.group).toBe('ZAQ')
    expect(book.outletGate('g1', d.gates[1].body, 0).at(5).rating?.group).toBe('FFZQ')
  })

  it('a rating by level alone never serves a gate that moves', () => {
    const d = describeWith([gate(5, true), gate(5, false)], [table('FFZQ', 'g0'), table('FFZQ', 'g1')])
    const book = tableBook(d, 0, 1e9, zone)
    expect(book.outletGate('g0', d.gates[0].body, 0).at(5).rating).toBeNull()
    expect(book.outletGate('g1', d.gates[1].body, 0).at(5).rating?.group).toBe('FFZQ')
  })

  it('a unit uses its own table, and the loss of its waterway', () => {
    const d = describeWith([], [table('HPQ', null), table('HPQ', 'u2'), table('QHL', 'w1')])
    const book = tableBook(d, 0, 1e9, zone)
    const unit = { waterway: 'w1' } as GeneratingUnit
    expect(book.unit('u1', unit).at(5).hpq?.table.name).toBe('HPQ-null')
    expect(book.unit('u2', unit).at(5).hpq?.table.name).toBe('HPQ-u2')
    expect(book.unit('u2', unit).at(5).qhl?.table.name).toBe('QHL-w1')
    expect(book.unit('u2', unit).at(5).qeta).toBeNull()
  })
})
