import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { gateSchema, unitSchema } from './seed/outlets.ts'
import { levelsSchema, plantSchema } from './seed/plant.ts'
import { positionSchema, stationSchema } from './seed/measuring.ts'
import { seedSchema, type SeedInput } from './seed.ts'
import { fieldErrors } from './field-errors.ts'

const seed = (): SeedInput => ({
  hydroCode: 'A1',
  plant: {
    name: 'Hồ A',
    river: 'A',
    province: '51',
    zone: 'Asia/Ho_Chi_Minh',
    latitude: 15,
    longitude: 108,
    levels: { minPossible: 80, dead: 90, normal: 100, designedFlood: 101, maxPossible: 102 },
    basinArea: 100,
  },
  positions: [{ id: 'p1', body: { name: 'Hồ', type: 1, series: 'level.1', every: 300 } }],
  gates: [
    {
      id: 'g1',
      body: {
        name: 'Cửa',
        type: 2,
        method: 'measured',
        leaves: [{ id: 'g1.1', name: '1', dischargeSeries: 'q.1' }],
        every: 300,
      },
    },
  ],
  parameters: { interval: 300, window: 3600, inflowMethod: 3 },
  series: [
    { code: 'level.1', name: 'Level', unit: 'm', kind: 'instant' },
    { code: 'q.1', name: 'Q', unit: 'm3/s', kind: 'mean', step_s: 300 },
  ],
})

const wrong = (change: (s: SeedInput) => void) => {
  const s = seed()
  change(s)
  const parsed = seedSchema.safeParse(s)
  return parsed.success ? [] : parsed.error.issues.map((i) => i.path.join('.'))
}

describe('a plant as a file', () => {
  test('gets defaults for absent fields', () => {
    const full = seedSchema.parse(seed())
    expect(full.plant).toMatchObject({ dayStart: 0, catchments: [] })
    expect(full.positions[0].body).toMatchObject({ gain: 1, offset: 0, method: 1, average: true })
    expect(full.parameters).toMatchObject({ movingPoints: 5, operation: 'automatic', evaporation: [] })
    expect(full.series[0].step_s).toBeNull()
    expect(full.units).toEqual([])
  })

  test('names the path of every fault', () => {
    expect(
      wrong((s) => {
        s.plant.zone = 'Hanoi'
        s.plant.levels.dead = 70
        s.positions![0].body.every = 0
        ;(s.gates![0].body as { type: number }).type = 9
        s.series![0].unit = 'metre'
      }),
    ).toEqual([
      'plant.zone',
      'plant.levels.dead',
      'positions.0.body.every',
      'gates.0.body.type',
      'series.0.unit',
    ])
  })

  test('is refused with an unknown field', () => {
    expect(wrong((s) => Object.assign(s.parameters, { intervall: 3 }))).toEqual(['parameters'])
  })

  test.each<[string, (s: SeedInput) => void]>([
    ['series.2.code', (s) => s.series!.push({ ...s.series![0] })],
    ['positions.1.id', (s) => s.positions!.push({ ...s.positions![0] })],
    ['positions.0.body.series', (s) => (s.positions![0].body.series = 'level.9')],
    ['gates.0.body.leaves.0.dischargeSeries', (s) => (s.gates![0].body.leaves[0].dischargeSeries = 'q.9')],
    ['parameters.envSeries', (s) => (s.parameters.envSeries = 'q.9')],
    ['parameters.evaporation', (s) => (s.parameters.evaporation = [1, 2])],
  ])('%s', (path, change) => {
    expect(wrong(change)).toEqual([path])
  })

  test('has a series named by each measured gate', () => {
    expect(wrong((s) => delete s.gates![0].body.leaves[0].dischargeSeries)).toEqual([
      'gates.0.body.leaves.0.dischargeSeries',
    ])
  })
})

/** Path, code and text of the faults of a body. */
const faultsOf = (schema: z.ZodType, body: unknown, language: 'vi' | 'en' = 'en') => {
  const parsed = schema.safeParse(body)
  return parsed.success
    ? []
    : fieldErrors(parsed.error, language).map((e) => `${e.path}: ${e.code}: ${e.message}`)
}
const codes = (schema: z.ZodType, body: unknown) =>
  faultsOf(schema, body).map((line) => line.split(': ').slice(0, 2).join(': '))

describe('an item', () => {
  const gate = () => structuredClone(seed().gates![0].body)
  const levels = { minPossible: 80, dead: 90, normal: 100, designedFlood: 101, maxPossible: 102 }

  test('names the fault in both languages, with the limit', () => {
    const body = { ...seed().positions![0].body, gain: 0, every: -5, name: ' '.repeat(3) }
    expect(faultsOf(positionSchema, body)).toEqual([
      'name: required: Required',
      'gain: not_zero: Must not be 0: every reading would be discarded',
      'every: above_zero: Must be above 0',
    ])
    expect(faultsOf(positionSchema, body, 'vi')[2]).toBe('every: above_zero: Phải lớn hơn 0')
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['in order', {}, []],
    ['a dam crest below the normal level', { crest: 99 }, ['crest: levels_order']],
    ['a check flood below the design flood', { checkFlood: 100.5 }, ['checkFlood: levels_order']],
    ['a design flood below the normal level is allowed', { designedFlood: 98 }, []],
    ['a design flood below the dead level', { designedFlood: 89 }, ['designedFlood: levels_order']],
    ['centimetres', { crest: 41735 }, ['crest: too_high']],
    ['no number', { dead: NaN }, ['dead: not_a_number']],
    ['an infinite one', { dead: Infinity }, ['dead: not_a_number']],
    ['nothing', { dead: undefined }, ['dead: required']],
    ['text', { dead: '90' }, ['dead: not_a_number']],
  ])('levels: %s', (_what, change, expected) => {
    expect(codes(levelsSchema, { ...levels, ...change })).toEqual(expected)
  })

  test('a level out of order is reported with the one before it', () => {
    expect(faultsOf(levelsSchema, { ...levels, dead: 70 }, 'vi')[0]).toContain('Thấp hơn 80 m')
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['a negative width', { width: -12 }, ['parameters.width: above_zero']],
    ['no width', { width: 0 }, ['parameters.width: above_zero']],
    ['half a bay', { bays: 1.5 }, ['parameters.bays: whole_number']],
    [
      'a pipe that rises',
      { inletInvert: 10, outletInvert: 11 },
      ['parameters.outletInvert: outlet_above_inlet'],
    ],
    [
      'one that rises above its sill',
      { sill: 10, outletInvert: 11 },
      ['parameters.outletInvert: outlet_above_inlet'],
    ],
    ['one that falls', { inletInvert: 10, outletInvert: 9 }, []],
  ])('a gate: %s', (_what, parameters, expected) => {
    expect(codes(gateSchema, { ...gate(), parameters })).toEqual(expected)
  })

  test('a gate occurs once, and an outlet has at least one', () => {
    const twice = gate()
    twice.leaves.push({ ...twice.leaves[0] })
    expect(faultsOf(gateSchema, twice)).toEqual(['leaves.1.id: listed_twice: g1.1 is listed twice'])
    expect(codes(gateSchema, { ...gate(), leaves: [] })).toEqual(['leaves: too_few'])
  })

  test('names that are too long or contain control characters or direction marks are refused', () => {
    const named = (name: string) => codes(gateSchema, { ...gate(), name })
    expect(named('Ễ'.repeat(200))).toEqual([])
    expect(named('Ễ'.repeat(201))).toEqual(['name: too_long'])
    expect(named('a\u0000b')).toEqual(['name: bad_characters'])
    expect(named('a\u202eb')).toEqual(['name: bad_characters'])
  })

  test('a measured unit names its series', () => {
    const unit = {
      name: 'H1',
      type: 6,
      axis: 2,
      number: 1,
      centreElevation: 300,
      ratedPower: 1000,
      qmax: 10,
      waterwayType: 1,
      waterway: 'p1',
      powerSeries: 'unit.1.power',
      powerUnit: 'MW',
      method: 'measured',
      every: 300,
    }
    expect(codes(unitSchema, unit)).toEqual(['dischargeSeries: measured_needs_series'])
    expect(codes(unitSchema, { ...unit, dischargeSeries: 'q.1' })).toEqual([])
    expect(codes(unitSchema, { ...unit, method: 'auto', generatorEfficiency: 97 })).toEqual([
      'generatorEfficiency: too_high',
    ])
  })

  test('alarm levels are ascending, and may be left out', () => {
    const station = (alarms: (number | null)[]) =>
      codes(stationSchema, {
        code: 'S1',
        name: 'S',
        type: 2,
        province: '',
        address: '',
        latitude: 15,
        longitude: 108,
        basin: '',
        series: 'level.1',
        sensorPort: '',
        every: 300,
        alarms,
      })
    expect(station([1, null, 3])).toEqual([])
    expect(station([3, null, 1])).toEqual(['alarms.2: alarms_order'])
    expect(station([null, null, null])).toEqual([])
  })

  test('a reservoir: coordinates on earth, bounds that are not empty, seasons of valid days, catchments once', () => {
    const plant = seed().plant
    expect(
      codes(plantSchema, {
        ...plant,
        latitude: 91,
        mapBounds: { startLongitude: 108, endLongitude: 107, startLatitude: 15, endLatitude: 14 },
        seasonLimits: [{ from: '02-30', to: '11-30', level: 99 }],
        catchments: [
          { code: 'A', name: 'A', area: 1 },
          { code: 'A', name: 'B', area: -1 },
        ],
        meanAnnualFlow: -1,
        floods: [
          { frequency: 120, flow: 900 },
          { frequency: 1, flow: 0 },
        ],
      }).sort(),
    ).toEqual([
      'catchments.1.area: above_zero',
      'catchments.1.code: listed_twice',
      'floods.0.frequency: too_high',
      'floods.1.flow: above_zero',
      'latitude: too_high',
      'mapBounds.endLatitude: bounds_order',
      'mapBounds.endLongitude: bounds_order',
      'meanAnnualFlow: too_low',
      'seasonLimits.0.from: month_day',
    ])
    const catchments = [
      { code: 'A', name: 'A', area: 1 },
      { code: 'A', name: 'B', area: 1 },
    ]
    expect(codes(plantSchema, { ...plant, catchments })).toEqual(['catchments.1.code: listed_twice'])
    const floods = [
      { frequency: 1, flow: 900 },
      { frequency: 1, flow: 950 },
    ]
    expect(codes(plantSchema, { ...plant, floods })).toEqual(['floods.1.frequency: listed_twice'])
  })
})
