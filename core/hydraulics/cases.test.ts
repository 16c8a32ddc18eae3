import { describe, it } from 'vitest'
import { expectCase, referenceCases, type ReferenceCase as Case } from '#tests/reference-cases.ts'
import { found, lookupN } from '#core/tables/index.ts'
import { fullFlow } from './culvert.ts'
import { sampleCurve, sampleGate, sampleUnit, unitTables } from './fixtures.ts'
import { dischargeOfPower, energyOfPower, flow, gateDischarge, powerOf, rehbock, totals } from './index.ts'
import { totalsOut, unitFlow, unitsDischarge } from './index.ts'
import { villemonte, weirDischarge } from './weir.ts'

function underGate(i: Case['inputs'], type: 2 | 3): unknown {
  const parameters = {
    width: i.b ?? i.W,
    sill: 600,
    c: i.C,
    m: i.m_weir,
    cSub: i.Csub,
    trunnion: i.T,
    te: i.TE,
    be: i.BE,
    he: i.HE,
  }
  const tail = i.tail === null || i.tail === undefined ? null : 600 + i.tail
  const input = { z: 600 + i.H, opening: i.a ?? i.B, tail }
  return { Q: gateDischarge(sampleGate(type, parameters), 0, input, null, 'calculator', flow()) }
}

function fromCurves(i: Case['inputs']): unknown {
  const unit = sampleUnit({ qmax: i.qmax, generatorEfficiency: i.eta_gen })
  const tables = unitTables({ qeta: sampleCurve('QETA', i.QETA), qhl: sampleCurve('QHL', i.QHL) })
  const input = { z: i.Z_up, tail: i.Z_tail, spill: 0, power: [i.P_kW] }
  const out = unitFlow()
  const q = unitsDischarge([unit], [tables], null, input, 'calculator', [out])
  return { Q: q, H_net: out.head, eta: i.P_kW / (9.81 * q * out.head * (i.eta_gen ?? 0.97)) }
}

function answer({ inputs: i }: Case): unknown {
  if (i.gates) {
    const t = totals(
      {
        gates: i.gates,
        turbines: i.turbines,
        environmental: i.env_flow,
        seepage: i.seepage,
        seepageReturns: true,
      },
      totalsOut(),
    )
    return { total_discharge_dam: t.dam, total_discharge_turbine: t.turbine, total_discharge_out: t.out }
  }
  if (i.rows_hpq) {
    const table = sampleCurve(
      'HPQ',
      i.rows_hpq.map((r: number[]) => [1, ...r]),
    )
    return { q: lookupN(table, 1, i.at[0], i.at[1] * 1000, 'calculator', found()) }
  }
  if (i.QETA) return fromCurves(i)
  if (i.t_min)
    return {
      E_kWh: energyOfPower(
        i.t_min.map((m: number) => m * 60_000),
        i.P_kW,
      ).energy,
    }
  if ('P_kW' in i) return { Q: dischargeOfPower(i.P_kW, i.H, i.eta) }
  if ('eta' in i) return { P_kW: powerOf(i.Q, i.H, i.eta) }
  if (i.D) return { Q: fullFlow(i.D, i.L, i.n, i.Ke, i.dH) }
  if (Array.isArray(i.h2)) return { factor: i.h2.map((h: number) => villemonte(i.h1, h)) }
  if (i.h2) return { Q: rehbock(i.h1, i.h2, i.b, i.g) }
  if (i.crest) {
    const gate = sampleGate(1, { width: i.b, sill: i.crest, m: i.m })
    return { Q: gateDischarge(gate, 0, { z: i.z, opening: NaN, tail: null }, null, 'calculator', flow()) }
  }
  if ('eps' in i) return { Q: weirDischarge(i.m, i.b, i.H, i.eps, i.sigma) }
  return underGate(i, 'W' in i ? 2 : 3)
}

for (const topic of ['hydraulics', 'turbines']) {
  const cases = referenceCases(topic)
  describe.skipIf(cases === null)(`reference cases of ${topic} (skipped where ../shared is absent)`, () => {
    it.each(cases ?? [])('$id $title', (c) => expectCase(c, answer))
  })
}
