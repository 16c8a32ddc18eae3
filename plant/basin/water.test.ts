import { describe, expect, test } from 'vitest'
import { LEVELS } from '../dam/levels.ts'
import { area } from '../dam/storage.ts'
import { STATIONS } from '../description/stations.ts'
import { inBasin, POWERHOUSE, toKm } from './map.ts'
import { mapLayers, RIVERS, rounded, SHORE } from './water.ts'

type Km = readonly [number, number]
const shore = rounded(SHORE, true)
const rivers = RIVERS.map((r) => ({ ...r, lines: r.lines.map((l) => rounded(l)) }))

function surface(ring: readonly Km[]): number {
  const sum = ring.reduce((all, [x, y], i) => {
    const [a, b] = ring[(i + 1) % ring.length]
    return all + x * b - a * y
  }, 0)
  return Math.abs(sum) / 2
}
function inLake([x, y]: Km): boolean {
  return shore.reduce((inside, [ax, ay], i) => {
    const [bx, by] = shore[(i + 1) % shore.length]
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside
  }, false)
}
function apart([x, y]: Km, line: readonly Km[]): number {
  return line.slice(1).reduce((least, [bx, by], i) => {
    const [ax, ay] = line[i]
    const [dx, dy] = [bx - ax, by - ay]
    const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy))
  }, Infinity)
}
const closed = [...shore, shore[0]]

describe('the drawn water of the demo', () => {
  test('the lake has the surface of its storage at normal level, lies in the basin and at the dam', () => {
    const km2 = area(LEVELS.normal) / 1e6
    expect(Math.abs(surface(shore) / km2 - 1)).toBeLessThan(0.05)
    for (const [x, y] of shore) expect(inBasin({ x, y }), `${x}, ${y}`).toBe(true)
    expect(apart([0, 0], closed)).toBeLessThan(0.2)
  })

  test('rivers flow from within the basin to the lake or into each other, and on below the dam', () => {
    for (const { name, lines } of rivers)
      for (const line of lines) {
        const [first, last] = [line[0], line[line.length - 1]]
        if (first[0] === 0 && first[1] === 0) {
          expect(last[0], 'away from the basin').toBeGreaterThan(3)
          continue
        }
        for (const [x, y] of line) expect(inBasin({ x, y }), `${name} ${x}, ${y}`).toBe(true)
        const others = rivers.filter((r) => r.name !== name).flatMap((r) => r.lines)
        const met = inLake(last) || others.some((other) => apart(last, other) < 0.15)
        expect(met, `${name} ends at ${last.join()}`).toBe(true)
      }
  })

  test('the gauges of the river and the powerhouse lie on the river', () => {
    const main = rivers[0].lines
    const gauge = STATIONS.find((s) => s.id === 'TV_BAVAN_Q')!.body
    for (const { longitude, latitude } of [gauge, POWERHOUSE]) {
      const { x, y } = toKm([longitude, latitude])
      expect(Math.min(...main.map((line) => apart([x, y], line)))).toBeLessThan(0.2)
    }
  })

  test('it consists of closed shores and named lines', () => {
    const { rivers: lines, lakes, borders } = mapLayers()
    const [part] = lakes!.shapes[0].parts
    expect(part.at(-1)).toEqual(part[0])
    for (const { name, parts } of [...lines!.shapes, ...borders!.shapes]) {
      expect(name).not.toBe('')
      expect(parts.every((p) => p.length > 2)).toBe(true)
    }
  })
})
