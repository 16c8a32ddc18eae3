import { describe, expect, it } from 'vitest'
import { overflowFlow, RADIAL, radialFlow, tailwater } from '../dam/spillway.ts'
import { area, levelOf, volume } from '../dam/storage.ts'
import { capacity, efficiency, TURBINE, unitFlow, unitPower } from '../dam/turbine.ts'
import { tables } from './tables.ts'

const rowsOf = (id: string) => tables().find((table) => table.id === id)!.body.rows

function line(points: readonly (readonly [number, number])[], x: number): number {
  let i = 1
  while (i < points.length - 1 && points[i][0] < x) i++
  const [x0, y0] = points[i - 1]
  const [x1, y1] = points[i]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

type Point = readonly [number, number]

function curvesOf(rows: readonly number[][]): [number, Point[]][] {
  const curves = new Map<number, Point[]>()
  for (const [key, x, y] of rows) {
    const curve = curves.get(key) ?? []
    curves.set(key, curve)
    curve.push([x, y])
  }
  return [...curves]
}

/** The curve-family rule: linear on the two neighbouring curves, then between them. */
function family(curves: readonly [number, Point[]][], a: number, b: number): number {
  let i = 1
  while (i < curves.length - 1 && curves[i][0] < a) i++
  return line(
    [curves[i - 1], curves[i]].map(([key, curve]) => [key, line(curve, b)] as const),
    a,
  )
}

const off = (found: number, truth: number) => Math.abs(found / truth - 1)

/** Values between the nodes of a table, never on them. */
const between = (from: number, to: number, n: number) =>
  Array.from({ length: n }, (_, i) => from + ((to - from) * (i + 0.37)) / n)

describe('tables against the hydraulics of the plant', () => {
  it('storage and its slope', () => {
    const rows = rowsOf('ZV').map(([z, v]) => [z, v] as const)
    for (const z of between(378, 417.5, 173)) {
      expect(off(line(rows, z) * 1e6, volume(z))).toBeLessThan(0.0005)
      const i = rows.findIndex(([node]) => node > z)
      const slope = ((rows[i][1] - rows[i - 1][1]) / 0.5) * 1e6
      expect(off(slope, area(z))).toBeLessThan(0.012)
    }
  })

  it('the storage curve and its inverse agree', () => {
    for (const z of between(340.01, 418, 97)) expect(levelOf(volume(z))).toBeCloseTo(z, 9)
  })

  it('radial gates in their working range, at every opening', () => {
    const rows = curvesOf(rowsOf('ZAQ.spillway'))
    for (const z of between(405, 417.5, 23))
      for (const a of between(0.02, RADIAL.maxOpening, 61))
        expect(off(family(rows, z, a), radialFlow(z, a)), `z ${z} a ${a}`).toBeLessThan(0.005)
  })

  it('radial gates are off by at most a bucketful near the sill', () => {
    const rows = curvesOf(rowsOf('ZAQ.spillway'))
    for (const z of between(400.5, 405, 29))
      for (const a of between(0, RADIAL.maxOpening, 23))
        expect(Math.abs(family(rows, z, a) - radialFlow(z, a))).toBeLessThan(1.6)
  })

  it('overflow', () => {
    const rows = rowsOf('FFZQ.overflow').map(([z, q]) => [z, q] as const)
    for (const z of between(412.9, 417.5, 131))
      expect(off(line(rows, z), overflowFlow(z))).toBeLessThan(0.005)
    for (const z of between(412, 412.9, 47))
      expect(Math.abs(line(rows, z) - overflowFlow(z))).toBeLessThan(0.05)
  })

  it('tailwater to the centimetre', () => {
    const rows = rowsOf('QZ').map(([q, z]) => [q, z] as const)
    for (const q of between(0, 6000, 997)) expect(Math.abs(line(rows, q) - tailwater(q))).toBeLessThan(0.01)
  })

  it('turbine table over the working range', () => {
    const rows = curvesOf(rowsOf('HPQ.unit.1').map(([, h, p, q]) => [h, p, q]))
    for (const h of between(106, 148, 17))
      for (const p of between(2000, capacity(h), 31))
        expect(off(family(rows, h, p / 1000), unitFlow(p, h)), `h ${h} p ${p}`).toBeLessThan(0.005)
  })

  it('efficiency and head loss', () => {
    const eta = rowsOf('QETA.unit.2').map(([r, e]) => [r, e] as const)
    for (const r of between(0.02, 1.1, 83)) expect(off(line(eta, r), efficiency(r))).toBeLessThan(0.0005)
    const loss = rowsOf('QHL.penstock.2').map(([q, h]) => [q, h] as const)
    for (const q of between(10, 34, 41))
      expect(Math.abs(line(loss, q) - TURBINE.loss * q * q)).toBeLessThan(0.002)
  })

  it('power and discharge of a unit agree', () => {
    for (const h of between(110, 148, 7))
      for (const q of between(2, TURBINE.qmax, 13)) expect(unitFlow(unitPower(q, h), h)).toBeCloseTo(q, 6)
  })
})

describe('tables as the product checks them on upload', () => {
  const curves = (rows: readonly number[][], key: number) => [...new Set(rows.map((row) => row[key]))]
  const rises = (values: number[]) => values.every((v, i) => i === 0 || v > values[i - 1])
  const holds = (values: number[]) => values.every((v, i) => i === 0 || v >= values[i - 1])

  it('storage rises, and its area never falls', () => {
    const rows = rowsOf('ZV')
    expect(rises(rows.map(([, v]) => v))).toBe(true)
    const areas = rows.slice(1).map(([, v], i) => v - rows[i][1])
    expect(rises(areas)).toBe(true)
  })

  it('gate discharge rises with opening and with level', () => {
    const rows = rowsOf('ZAQ.spillway')
    for (const z of curves(rows, 0)) expect(holds(rows.filter((r) => r[0] === z).map((r) => r[2]))).toBe(true)
    for (const a of curves(rows, 1)) expect(holds(rows.filter((r) => r[1] === a).map((r) => r[2]))).toBe(true)
  })

  it('turbine discharge rises with power, falls with head, and every row has a plausible efficiency', () => {
    const rows = rowsOf('HPQ.unit.1')
    for (const h of curves(rows, 1)) expect(rises(rows.filter((r) => r[1] === h).map((r) => r[3]))).toBe(true)
    for (const p of curves(rows, 2))
      expect(rises(rows.filter((r) => r[2] === p).map((r) => -r[3]))).toBe(true)
    for (const [, h, p, q] of rows) {
      const eta = (p * 1000) / (9.81 * q * h)
      expect(eta).toBeGreaterThan(0.3)
      expect(eta).toBeLessThan(0.97)
    }
  })

  it('overflow, tailwater, loss and efficiency are monotonic', () => {
    for (const id of ['FFZQ.overflow', 'QZ', 'QHL.penstock.2'])
      expect(holds(rowsOf(id).map((r) => r[1]))).toBe(true)
    expect(rowsOf('FFZQ.overflow')[0][1]).toBe(0)
    for (const [ratio, eta] of rowsOf('QETA.unit.2')) {
      expect(ratio).toBeGreaterThanOrEqual(0)
      expect(ratio).toBeLessThanOrEqual(1.2)
      expect(eta).toBeGreaterThan(0)
      expect(eta).toBeLessThanOrEqual(0.97)
    }
  })

  it('no key occurs twice', () => {
    for (const { id, body } of tables()) {
      const keys = body.rows.map((row) => row.slice(0, -1).join())
      expect(new Set(keys).size, id).toBe(keys.length)
    }
  })
})
