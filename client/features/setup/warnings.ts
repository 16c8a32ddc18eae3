import { bodyOf } from '../../lib/form/draft.ts'
import type { TextKey } from '../../lib/text/index.ts'
import { hasGates, formulaLacks, type SetupBody } from './seed.ts'
import type { Step } from './steps.ts'

/** A value that is possible but rarely intended. */
export interface Warning {
  key: TextKey
  fill: Record<string, string | number>
  /** Fields of a gate that its formula lacks. */
  fields: readonly string[]
}

/** Warnings of a step; none of them blocks. */
export function setupWarnings(step: Step, form: unknown): Warning[] {
  const body = bodyOf(form).body as SetupBody
  if (step === 'levels') {
    const { normal, designedFlood } = body.plant?.levels ?? {}
    return designedFlood < normal
      ? [{ key: 'setup.warning.floodBelowNormal', fill: { flood: designedFlood, normal }, fields: [] }]
      : []
  }
  if (step === 'release' && hasGates(body.release?.mode)) {
    return (body.gates ?? []).flatMap((g) => {
      const fields = formulaLacks(g)
      return fields.length === 0
        ? []
        : [{ key: 'setup.warning.gateFormula' as const, fill: { name: g.name ?? '' }, fields }]
    })
  }
  return []
}
