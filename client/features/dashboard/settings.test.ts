import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SERIES_COLORS } from '#contract/views.ts'
import { readDashboardSettings, STANDARD_SETTINGS, withLine } from './settings.ts'

test('both parts are on, and nothing is set otherwise, until somebody does', () => {
  expect(readDashboardSettings(null)).toEqual({ left: true, right: true, series: {} })
})

test('whatever was kept, what is read of it makes sense', () => {
  const line = fc.oneof(
    fc.anything(),
    fc.record({
      axis: fc.constantFrom('left', 'right', 'up', 1),
      color: fc.constantFrom('violet', 'red', null),
    }),
  )
  const kept = fc.oneof(
    fc.anything(),
    fc.record({
      left: fc.oneof(fc.boolean(), fc.anything()),
      right: fc.oneof(fc.boolean(), fc.anything()),
      series: fc.oneof(
        fc.anything(),
        fc.dictionary(fc.constantFrom('lake_level', 'rain', 'nothing', '__proto__'), line),
      ),
    }),
  )
  fc.assert(
    fc.property(kept, (given) => {
      const read = readDashboardSettings(given)
      expect(read.left || read.right).toBe(true)
      for (const [name, of] of Object.entries(read.series)) {
        expect(['lake_level', 'rain']).toContain(name)
        expect([undefined, 'left', 'right']).toContain(of.axis)
        expect([undefined, ...SERIES_COLORS]).toContain(of.color)
      }
      // Parsed settings survive being stored and parsed again.
      expect(readDashboardSettings(JSON.parse(JSON.stringify(read)))).toEqual(read)
    }),
  )
})

test('what is as the reservoir has it is not kept', () => {
  const usual = { axis: 'left', color: 'inflow' } as const
  const moved = withLine(STANDARD_SETTINGS, 'total_discharge_lake', { axis: 'right' }, usual)
  expect(moved.series).toEqual({ total_discharge_lake: { axis: 'right' } })
  const coloured = withLine(moved, 'total_discharge_lake', { color: 'navy' }, usual)
  expect(coloured.series).toEqual({ total_discharge_lake: { axis: 'right', color: 'navy' } })
  const back = withLine(coloured, 'total_discharge_lake', { axis: 'left' }, usual)
  expect(back.series).toEqual({ total_discharge_lake: { color: 'navy' } })
  expect(withLine(back, 'total_discharge_lake', { color: 'inflow' } as never, usual)).toEqual(
    STANDARD_SETTINGS,
  )
})
