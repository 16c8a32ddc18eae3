import { levelChecks } from '#core/balance/index.ts'
import { allInForce, type Description } from '#core/description/index.ts'
import { noted, noteLine, term, type Note } from '#core/notes.ts'
import { MISSING } from '#core/quality/index.ts'
import { indexAt } from '#core/series/index.ts'
import type { Inputs } from '../inputs.ts'
import { judgedLevels } from '../levels.ts'
import { calibrationOfReading, nothing } from './reading.ts'
import type { ValueExplanation, NamedVersion, EffectiveReading } from './types.ts'

/**
 * Explains a sent reading: its calibration in force at its instant, and the checks of the level where it is that of a
 * position. raw reaches back as far as those checks do.
 */
export function explainReading(
  d: Description,
  raw: Inputs,
  code: string,
  name: string,
  unit: string,
  at: number,
): ValueExplanation {
  const sent = raw(code)?.series
  const i = sent ? indexAt(sent, at) : -1
  const parts = { code, t: at, q: MISSING, unit, method: null, reason: null, parameters: null }
  if (!sent || i < 0)
    return {
      ...parts,
      v: NaN,
      lines: [],
      inputs: [nothing({ role: 'reading', name, code, unit })],
      versions: [],
    }
  const t = sent.t[i]
  const positions = allInForce(d.positions, t).filter((p) => p.body.series === code)
  const reading: EffectiveReading = {
    ...nothing({ role: 'reading', name, code, unit }),
    t,
    sent: sent.v[i],
    sentQ: sent.q[i],
    calibration: calibrationOfReading(d, code, t, raw(code)?.kind),
    effective: sent.v[i],
    q: sent.q[i],
  }
  const inputs: EffectiveReading[] = positions.map((version) => {
    const { gain, offset, type } = version.body
    const one = judgedLevels(d, raw, type, t, t).find((j) => j.id === version.id)
    const k = one ? indexAt(one.levels, t) : -1
    const found = one && k >= 0 && one.levels.t[k] === t
    return {
      ...reading,
      role: 'level' as const,
      name: version.body.name,
      unit: 'm',
      calibration: { noun: 'position' as const, version, gain, offset },
      checks: found ? levelChecks(one.fired[k]) : [],
      used: gain * sent.v[i] + offset,
    }
  })
  if (inputs.length === 0) {
    const { calibration: c } = reading
    inputs.push(c ? { ...reading, effective: c.gain * sent.v[i] + c.offset } : reading)
  }
  const versions = inputs.flatMap((x): NamedVersion[] => (x.calibration ? [x.calibration] : []))
  return {
    ...parts,
    t,
    v: inputs[0].effective,
    q: sent.q[i],
    unit: inputs[0].unit,
    lines: lineOf(inputs[0], unit),
    inputs,
    versions,
  }
}

function lineOf({ calibration: c, sent, effective, unit }: EffectiveReading, sentUnit: string): Note[] {
  if (!c) return []
  return noted(() =>
    noteLine('calibration', 'y', effective, unit, 'gain * x + offset', {
      gain: term(c.gain, unit === sentUnit ? '' : `${unit}/${sentUnit}`),
      x: term(sent, sentUnit),
      offset: term(c.offset, unit),
    }),
  ).notes
}
