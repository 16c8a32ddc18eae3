import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD } from '#core/quality/index.ts'
import { criticalDepth, criticalDischarge, criticalHead, segmentArea } from './circle.ts'
import { culvertDischarge, fullFlow, inletControl, inletHeadwater, outletControl } from './culvert.ts'
import type { Culvert } from './culvert.ts'
import { sampleGate } from './fixtures.ts'
import { flow, gateDischarge } from './index.ts'

const pipe: Culvert = {
  diameter: 1.2,
  length: 30,
  n: 0.013,
  ke: 0.5,
  slope: 0.01,
  inletInvert: 600,
  outletInvert: 599.7,
  inlet: 'square',
}
const area = Math.PI * 0.36
const unit = (area * Math.sqrt(1.2)) / 1.811

describe('round section', () => {
  it('half full has half the area; critical depth inverts its discharge', () => {
    expect(segmentArea(2, 1)).toBeCloseTo(Math.PI / 2, 12)
    expect(segmentArea(2, 3)).toBeCloseTo(Math.PI, 12)
    // half full: T = D, A = pi D^2 / 8
    expect(criticalDischarge(2, 1)).toBeCloseTo((Math.PI / 2) * Math.sqrt((9.81 * Math.PI) / 4), 12)
    expect(criticalHead(2, 1)).toBeCloseTo(1 + Math.PI / 8, 12)
    expect(criticalDepth(2, criticalDischarge(2, 1.37))).toBeCloseTo(1.37, 9)
    expect(criticalDepth(2, 0)).toBe(0)
  })
})

describe('inlet control', () => {
  it.each([
    ['submerged', 5],
    ['just submerged', 4],
  ])('%s: the discharge of the closed form', (_, x) => {
    const hw = 1.2 * (0.0398 * x * x + 0.67 - 0.005)
    expect(inletControl(pipe, hw)).toBeCloseTo(x * unit, 9)
  })

  it('unsubmerged: form 1 with the critical head', () => {
    const depth = 0.5
    const q = criticalDischarge(1.2, depth)
    const x = q / unit
    expect(x).toBeLessThan(3.5)
    const hw = criticalHead(1.2, depth) + 1.2 * (0.0098 * x * x - 0.005)
    expect(inletControl(pipe, hw)).toBeCloseTo(q, 8)
  })

  it('is linear between 3.5 and 4', () => {
    const low = inletHeadwater(pipe, 3.5 * unit)
    const high = 1.2 * (0.0398 * 16 + 0.665)
    expect(inletControl(pipe, (low + high) / 2)).toBeCloseTo(3.75 * unit, 9)
  })

  it('is inverted by its headwater, for every inlet', () => {
    const inlets = fc.constantFrom('square', 'groove', 'projecting' as const)
    fc.assert(
      fc.property(inlets, fc.double({ min: 0.02, max: 8, noNaN: true }), (inlet, q) => {
        const k = { ...pipe, inlet: inlet as Culvert['inlet'] }
        const hw = inletHeadwater(k, q)
        if (hw > 1e-6) expect(inletControl(k, hw)).toBeCloseTo(q, 6)
      }),
    )
  })

  // HDS-5 chart 1: 42 in pipe, 120 cfs; read from the nomograph, so within 5%.
  it.each([
    ['square', 2.5],
    ['groove', 2.1],
    ['projecting', 2.2],
  ] as const)('agrees with the nomograph of the %s inlet', (inlet, ratio) => {
    const d = 42 * 0.0254
    const hw = inletHeadwater({ ...pipe, diameter: d, slope: 0, inlet }, 120 * 0.3048 ** 3)
    expect(Math.abs(hw / d / ratio - 1)).toBeLessThan(0.05)
  })
})

describe('outlet control', () => {
  it('tailwater above the outlet: full flow under the difference of levels', () => {
    expect(outletControl(pipe, 603, 602)).toBeCloseTo(fullFlow(1.2, 30, 0.013, 0.5, 1), 10)
  })
  it('free outlet: down to (dc + D)/2 above its invert', () => {
    const q = outletControl(pipe, 602, -Infinity)
    const base = 599.7 + (criticalDepth(1.2, q) + 1.2) / 2
    expect(q).toBeCloseTo(fullFlow(1.2, 30, 0.013, 0.5, 602 - base), 8)
  })
})

describe('culvert', () => {
  it('is the smaller of both', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 601, max: 610, noNaN: true }),
        fc.option(fc.double({ min: 600.5, max: 609, noNaN: true })),
        (z, tail) => {
          const q = culvertDischarge(pipe, z, tail)
          const drowned = tail !== null && tail >= z
          const both = [inletControl(pipe, z - 600), outletControl(pipe, z, tail ?? -Infinity)]
          expect(q).toBe(drowned ? 0 : Math.min(...both))
        },
      ),
    )
  })

  it('may be governed by either', () => {
    const long = { ...pipe, length: 300, slope: 0.001, outletInvert: 599.7 }
    expect(culvertDischarge(pipe, 602, null)).toBe(inletControl(pipe, 2))
    expect(culvertDischarge(long, 602, null)).toBe(outletControl(long, 602, -Infinity))
    expect(culvertDischarge(long, 602, null)).toBeLessThan(inletControl(long, 2))
  })

  it('never decreases as the level rises, from the invert on', () => {
    for (const slope of [0, 0.001, 0.02]) {
      const k = { ...pipe, slope, length: 100, outletInvert: 600 - slope * 100 }
      let before = 0
      for (let z = 599.5; z < 606; z += 0.01) {
        const q = culvertDischarge(k, z, null)
        expect(q).toBeGreaterThanOrEqual(before)
        before = q
      }
      expect(culvertDischarge(k, 600, null)).toBe(0)
    }
  })

  it('by its description: slope and outlet follow from each other; a rising pipe or a missing length is refused', () => {
    const out = flow()
    const parameters = { diameter: 1.2, length: 30, inletInvert: 600, outletInvert: 599.7 }
    const ask = (p: object, opening = NaN, series?: string) => {
      const gate = sampleGate(5, p, { openingSeries: series })
      return gateDischarge(gate, 0, { z: 603, opening, tail: null }, null, 'loop', out)
    }
    const q = culvertDischarge(pipe, 603, null)
    expect(ask(parameters)).toBeCloseTo(q, 12)
    expect(ask({ diameter: 1.2, length: 30, inletInvert: 600, slope: 0.01 })).toBeCloseTo(q, 12)
    expect(ask({ ...parameters, outletInvert: 600.1 })).toBeNaN()
    expect([out.code, out.field]).toEqual(['NO_TABLE', 'outletInvert'])
    expect(ask({ ...parameters, length: undefined })).toBeNaN()
    expect(out.field).toBe('length')
    expect(ask(parameters, 0, 'o')).toBe(0)
    expect(ask(parameters, 1.2, 'o')).toBeCloseTo(q, 12)
    expect(out.q).toBe(GOOD)
    // a gate down to 0.3 m: an orifice of the open segment
    expect(ask(parameters, 0.3, 'o')).toBeCloseTo(0.65 * segmentArea(1.2, 0.3) * Math.sqrt(19.62 * 2.85), 9)
    expect(out.q).toBe(ESTIMATED)
    expect(ask(parameters, NaN, 'o')).toBeNaN()
  })
})
