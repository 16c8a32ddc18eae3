import { describe, expect, test } from 'vitest'
import { seedSchema } from '#contract/seed.ts'
import { setupEn } from '../../lib/text/en/setup.ts'
import { setupVi } from '../../lib/text/vi/setup.ts'
import { codeOf, outlookOf, seedOf, suggestCalc, type SetupBody } from './seed.ts'
import { firstForm, newGate, positionOf, stationOf, newUnit } from './start.ts'
import { NO_STORAGE, type StorageEntry } from './storage.ts'

const storage: StorageEntry = {
  ...NO_STORAGE,
  fileName: 'curve.csv',
  rows: [
    [320.5, 0],
    [375, 43.33],
    [415, 296.95],
  ],
}

const body = (more: Partial<SetupBody> = {}): SetupBody =>
  ({
    ...firstForm('Asia/Ho_Chi_Minh', setupVi.setup.names),
    hydroCode: 'DAKDRINH',
    plant: {
      name: 'Hồ Đăk Đrinh',
      river: '',
      province: 'Quảng Ngãi',
      zone: 'Asia/Ho_Chi_Minh',
      latitude: 14.97,
      longitude: 108.33,
      basinArea: 420,
      levels: { minPossible: 320.5, dead: 375, normal: 410, designedFlood: 411.5, maxPossible: 414.88 },
    },
    ...more,
  }) as SetupBody

const will = (b: SetupBody, s = storage) =>
  Object.fromEntries(outlookOf(b, s).map((row) => [row.quantity, [row.will, ...row.lacks]]))

describe('the description', () => {
  test('with everything at once is valid by the contract', () => {
    const full = body({
      positions: [
        positionOf(1, 1, setupVi.setup.names),
        positionOf(1, 2, setupVi.setup.names),
        positionOf(3, 1, setupVi.setup.names),
      ] as never,
      gates: [
        { ...newGate([], setupVi.setup.names), count: 3, parameters: { width: 12, sill: 395 } },
        { ...newGate(['gate.1'], setupVi.setup.names), type: 1, parameters: { width: 40, sill: 410 } },
        { ...newGate(['gate.1', 'gate.2'], setupVi.setup.names), method: 'measured' },
      ] as never,
      units: [
        { ...newUnit([], setupVi.setup.names), ratedPower: 62.5, qmax: 26, centreElevation: 95 },
        {
          ...newUnit(['unit.1'], setupVi.setup.names),
          method: 'measured',
          ratedPower: 62.5,
          qmax: 26,
          centreElevation: 95,
        },
      ] as never,
      stations: [{ ...stationOf(1), name: 'Sơn Tây', latitude: 15, longitude: 108.3, thiessen: 1 }],
    })
    const seed = seedSchema.parse(seedOf(full, storage, setupVi.setup.names))
    expect(seed.positions.map((p) => p.id)).toEqual(['reservoir.1', 'reservoir.2', 'downstream.1'])
    expect(
      seed.gates.map((g) => g.body.leaves.map((l) => l.openingSeries ?? l.dischargeSeries ?? null)),
    ).toEqual([['gate.1.1.opening', 'gate.1.2.opening', 'gate.1.3.opening'], [null], ['gate.3.1.discharge']])
    expect(seed.units.map((u) => [u.body.number, u.body.ratedPower, u.body.powerUnit])).toEqual([
      [1, 62_500, 'MW'],
      [2, 62_500, 'MW'],
    ])
    expect(seed.series.find((s) => s.code === 'rain.r1')).toMatchObject({
      unit: 'mm',
      kind: 'total',
      step_s: 600,
    })
    expect(seed.plant.catchments).toMatchObject([{ area: 420 }])
    expect(new Set(seed.series.map((s) => s.code)).size).toBe(seed.series.length)
  })

  test('with one measured release is the smallest useful one', () => {
    const small = body({ release: { mode: 'measured' }, gates: [{ id: 'gate.1' }] })
    const seed = seedSchema.parse(seedOf(small, storage, setupEn.setup.names))
    expect(seed.gates).toMatchObject([{ id: 'release', body: { method: 'measured' } }])
    expect(seed.series.map((s) => s.code)).toEqual(['level.reservoir.1', 'release.total'])
    expect(seed.parameters).toMatchObject({ interval: 3600, window: 3600, inflowMethod: 1 })
  })
})

test('a measured total with gates and units describes all of them, and computes from the total', () => {
  const both = body({
    release: { mode: 'both' },
    gates: [{ ...newGate([], setupVi.setup.names), parameters: {} }] as never,
    units: [
      { ...newUnit([], setupVi.setup.names), ratedPower: 62.5, qmax: 40, centreElevation: 300, every: 300 },
    ] as never,
  })
  const seed = seedSchema.parse(seedOf(both, storage, setupVi.setup.names))
  expect(seed.gates.map((g) => [g.id, g.body.total ?? false])).toEqual([
    ['gate.1', false],
    ['release', true],
  ])
  expect(seed.units.map((u) => u.id)).toEqual(['unit.1'])
  expect(seed.series.map((s) => s.code)).toEqual([
    'level.reservoir.1',
    'release.total',
    'gate.1.1.opening',
    'unit.1.power',
  ])
  expect(will(both).inflow).toEqual(['yes'])
})

test('the interval of the calculation is not shorter than the slowest reading that it needs', () => {
  expect(suggestCalc(body())).toEqual({ interval: 300, window: 3600 })
  expect(suggestCalc(body({ release: { mode: 'measured' } }))).toEqual({ interval: 3600, window: 3600 })
  const slow = { ...positionOf(1, 1, setupVi.setup.names), every: 86_400 }
  expect(suggestCalc(body({ positions: [slow] as never }))).toEqual({ interval: 86_400, window: 86_400 })
})

describe('what will be computed', () => {
  test('without a table: neither storage nor inflow', () => {
    const found = will(body({ release: { mode: 'measured' } }), NO_STORAGE)
    expect(found).toMatchObject({
      level: ['yes'],
      outflow: ['yes'],
      storage: ['no', 'noTable'],
      inflow: ['no', 'noTable'],
    })
  })

  test('with a table and a release: everything about the lake', () => {
    expect(will(body({ release: { mode: 'measured' } }))).toEqual({
      level: ['yes'],
      storage: ['yes'],
      outflow: ['yes'],
      inflow: ['yes'],
      power: ['no', 'noUnits'],
      tailwater: ['no', 'noTail'],
      rain: ['no', 'noRain'],
    })
  })

  test('reports incomplete quantities', () => {
    const short = { ...storage, rows: storage.rows.slice(0, 2) }
    const gates = [newGate([], setupVi.setup.names)] as never
    const found = will(body({ gates, stations: [{ ...stationOf(1), thiessen: 0.4 }] }), short)
    expect(found.storage).toEqual(['part', 'tableShort'])
    expect(found.outflow).toEqual(['part', 'gateFormula'])
    expect(found.inflow).toEqual(['part', 'gateFormula'])
    expect(found.rain).toEqual(['part', 'shares'])
    expect(will(body({ release: { mode: 'none' } })).inflow).toEqual(['no', 'noRelease'])
  })
})

test('a code is derived from a name', () => {
  expect(codeOf('Hồ Đăk Đrinh')).toBe('HODAKDRINH')
  expect(codeOf('A Lưới – 2')).toBe('ALUOI2')
})
