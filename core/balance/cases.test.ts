import { describe, it } from 'vitest'
import { expectCase, referenceCases } from '#tests/reference-cases.ts'
import { fromEntries, stepMean } from '../series/index.ts'
import { inflow, levelOf, movingAverage, noise, volumesOf } from './index.ts'

const inflowCases = referenceCases('inflow')
const levelCases = referenceCases('interpolation')?.filter((c) => c.id.startsWith('INT-CAL'))

/** Straight lines between [m, 10^6 m3], as m3. */
function storage(table: [number, number][]) {
  return (z: number): number => {
    const i = Math.max(
      1,
      table.findIndex((row) => row[0] >= z),
    )
    const [[z0, v0], [z1, v1]] = [table[i - 1], table[i]]
    return (v0 + ((v1 - v0) * (z - z0)) / (z1 - z0)) * 1e6
  }
}

function answer(x: any): Record<string, unknown> {
  if (x.positions) {
    const positions = x.positions.map((p: any) => ({
      ...p,
      gain: p.a,
      offset: p.b,
      age: p.age_s,
      every: p.every_s,
    }))
    return { z: levelOf(positions).level }
  }
  if (x.area_km2) return { sigma_Q: x.dt_s.map((s: number) => noise(x.area_km2 * 1e6, x.sigma_z_m, s)) }
  if (x.N) return { ma: movingAverage(x.q, x.N) }
  const [from, to] = [x.T1_s * 1000, x.T2_s * 1000]
  const volumes = x.ZV
    ? volumesOf(
        fromEntries([
          [from, x.Z_T1],
          [to, x.Z_T2],
        ]),
        storage(x.ZV),
      )
    : fromEntries([
        [from, 0],
        [to, x.dV_m3],
      ])
  const outflow = x.gate_log ? stepMean(x.gate_log, x.T1_s, x.T2_s) : (x.Qout_T1 + x.Qout_T2) / 2
  return { Qin: inflow(1, { volumes, from, to, outflow, every: to - from }).q }
}

describe.skipIf(!inflowCases || !levelCases)(
  'reference cases of inflow and level (skipped where ../shared is absent)',
  () => {
    it.each([...(inflowCases ?? []), ...(levelCases ?? [])])('$id $title', (c) =>
      expectCase(c, () => answer(c.inputs)),
    )
  },
)
