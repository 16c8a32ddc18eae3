import { MINUTE } from '#core/time/units.ts'
import { expect, test } from 'vitest'
import { SUSPECT } from '#core/quality/index.ts'
import { chartDrawingOf } from './drawing.ts'
import { compose } from './geometry.ts'
import { flagShapes } from './shapes.ts'
import type { ChartSeries, Pane } from './types.ts'

const T = Date.parse('2026-11-20T00:00+07:00')

test('rejected readings are crosses beside the line; beyond the axis they are at its edge, with their value', () => {
  const t = Float64Array.from({ length: 61 }, (_, i) => T + i * MINUTE)
  const level: ChartSeries = {
    id: 'level',
    name: 'Level',
    axis: 'm',
    kind: 'line',
    color: 'level',
    unit: 'm',
    decimals: 2,
    data: {
      t,
      v: t.map((_, i) => 400 + i / 60),
      q: Uint8Array.from(t, (_, i) => (i === 30 ? SUSPECT : 0)),
      rejected: {
        t: Float64Array.of(T - MINUTE, T + 10.5 * MINUTE, T + 20.5 * MINUTE, T + 40.5 * MINUTE),
        v: Float64Array.of(400.5, 400.5, 990, -990),
      },
    },
  }
  const pane: Pane = {
    id: 'main',
    title: '',
    heightShare: 1,
    axes: [{ id: 'm', side: 'right', unit: 'm', min: 400, max: 401, decimals: 2 }],
    series: [level],
    lines: [],
    marks: [],
  }
  const geometry = compose({
    panes: [pane],
    hidden: new Set<string>(),
    view: { from: T, to: T + 60 * MINUTE },
    zone: 'Asia/Ho_Chi_Minh',
    language: 'vi',
    width: 900,
    height: 500,
    acts: (n) => String(n),
    measure: (text) => text.length * 7,
  })
  const [{ region, over, lines }] = chartDrawingOf(geometry, new Set())
  const { left, right } = geometry.layout
  const x = (minutes: number) => left + ((right - left) * minutes) / 60
  const middle = (region.top + region.bottom) / 2
  const at = (minutes: number, y: number, grade: number) => flagShapes(x(minutes), y, grade, 'level')
  const word = (minutes: number, y: number, text: string) => ({
    kind: 'text',
    x: x(minutes) + 8,
    y,
    text,
    color: 'muted',
    align: 'left',
  })
  expect(over).toEqual([
    ...at(30, middle, SUSPECT),
    ...at(10.5, middle, 5),
    ...at(20.5, region.top + 6, 5),
    word(20.5, region.top + 6, '990.00'),
    ...at(40.5, region.bottom - 6, 5),
    word(40.5, region.bottom - 6, '-990.00'),
  ])
  expect(lines).toHaveLength(1)
  // Only rejected readings still count as data.
  expect(geometry.points).toBe(61 + 3)
})
