import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import { importHistory, importPlant, type Report } from '#server/history-import/index.ts'
import { suggest } from '#server/history-import/suggest.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder } from './files.ts'
import { contextOf, dakDrinh, file, mapping, there } from './real.ts'

const NOW = Date.UTC(2022, 0, 1)
let server: TestServer
const files = folder()

beforeAll(async () => {
  server = await testServer({ now: NOW })
  await importPlant(contextOf(server), { ...dakDrinh, hydroCode: 'LOGGER' })
})
afterAll(async () => {
  files.remove()
  await server.close()
})

test('a logger file: four lines above the rows, markers of no data, record numbers without meaning', async () => {
  const path = files.write(
    'lake.dat',
    [
      '"TOA5","st","CR6","1","CR6.Std.07.02","CPU:x.CR6","1","Lake"',
      '"TIMESTAMP","RECORD","Lvl","BattV"',
      '"TS","RN","m","Volts"',
      '"","","Smp","Min"',
      '"2021-06-28 14:00:00",0,400.25,12.9',
      '"2021-06-28 14:10:00",1,"NAN",12.8',
      '"2021-06-28 14:30:00",3,400.27,"INF"',
    ].join('\r\n'),
  )
  const report = await importHistory(contextOf(server), {
    file: path,
    mapping: mapping({
      plant: 'LOGGER',
      time: 'TIMESTAMP',
      columns: [
        { column: 'Lvl', series: 'level.logger', unit: 'm', kind: 'instant', step: 600 },
        { column: 'BattV', series: 'voltage.logger', unit: 'V', kind: 'instant', step: 600 },
      ],
    }),
  })
  expect(report.form.header).toBe('toa5')
  expect(report.columns.map((c) => [c.readings, c.noData, c.rejected, c.gaps.missing])).toEqual([
    [3, 1, 0, 2],
    [3, 1, 0, 0],
  ])
  const level = (await server.app.history.read('LOGGER', ['level.logger'], 0, NOW)).get('level.logger')!
  expect(Array.from(level.v)).toEqual([400.25, NaN, 400.27])
  expect(level.q[1]).toBe(MISSING)

  const guess = await suggest('LOGGER', path, [])
  expect(guess.mapping.time).toBe('TIMESTAMP')
  expect(guess.mapping.columns.map((c) => [c.column, c.unit, c.kind])).toEqual([
    ['Lvl', 'm', 'instant'],
    ['BattV', 'V', 'instant'],
  ])
})

describe.skipIf(!there)('a real logger file (skipped where ../shared is absent)', () => {
  let report: Report

  beforeAll(async () => {
    report = await importHistory(contextOf(server), {
      file: file('formats/toa5_fcr_water_level_2021.dat'),
      mapping: mapping({
        plant: 'LOGGER',
        time: 'TIMESTAMP',
        zone: 'Etc/GMT+5',
        columns: [
          // Stored as measured, with out-of-water readings flagged.
          { column: 'Lvl_psi', series: 'pressure.raw', unit: 'psi', kind: 'instant', step: 600, min: 5 },
          { column: 'wtr_pt_9', series: 'temperature.9', unit: 'degC', kind: 'instant', step: 600 },
        ],
      }),
    })
  })

  test('every row is a reading, its hole a gap, its readings out of water marked', () => {
    expect(report).toMatchObject({ rows: 2155, badTimes: 0, disorder: 0, repeats: 0 })
    const [pressure, temperature] = report.columns
    expect(pressure).toMatchObject({ readings: 2155, fresh: 2155, rejected: 0, step: 600 })
    expect(temperature).toMatchObject({ readings: 2155, rejected: 0 })
    expect(pressure.flagged).toBeGreaterThan(0)
    expect(pressure.rejects[0]).toMatchObject({ row: 6, value: '1.100952', reason: 'out_of_bounds' })
    expect(pressure.gaps.count).toBe(1)
    expect(pressure.gaps.longest[0].to - pressure.gaps.longest[0].from).toBeGreaterThan(600_000)
  })
})
