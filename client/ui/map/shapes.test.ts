import { expect, test } from 'vitest'
import { SHAPES, outline } from './shapes.ts'

test('the triangle of a level points downwards, that of a gate sideways', () => {
  const low = Math.max(...outline(SHAPES.level).map(([, y]) => y))
  expect(outline(SHAPES.level).filter(([, y]) => Math.abs(y - low) < 1e-9)).toHaveLength(1)
  const square = outline(SHAPES.gate)
  expect(new Set(square.map(([x]) => x.toFixed(6))).size).toBe(2)
  expect(outline(SHAPES.battery)).toHaveLength(8)
})
