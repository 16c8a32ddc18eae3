import { HOUR } from '../time/units.ts'
import { allInForce, type Description, type Position, type Version } from '#core/description/index.ts'
import { EDITED } from '#core/quality/index.ts'
import type { Series } from '#core/series/index.ts'
import { logCode } from './codes.ts'
import type { Input, Inputs } from './inputs.ts'
import { LEVEL_MEAN } from './reach.ts'

/** Values entered in place of sensors, from `from` until `to` (epoch ms). SI: m, kW. */
export interface WhatIf {
  from: number
  to: number
  /** Lake level at both ends, linear in between, m, and the standard error of one of them (`enteredError`). */
  levels?: { start: number; end: number; error?: number }
  /** Level below the dam, m. */
  downstream?: number
  /** Actual opening (not sensor travel) of gates by their id, m, constant over the span. */
  openings?: ReadonlyMap<string, number>
  /** Power of units by their id, kW, constant over the span. */
  powers?: ReadonlyMap<string, number>
}

/** Reporting interval of entered values, s. */
const EVERY = LEVEL_MEAN / 1000
/** Rate limit of entered levels, m per 5 minutes: they are not checked like a sensor's. */
const FREE = 1e6
/** How long before the span entered values apply, ms: checks and means reach back. */
const BEFORE = 2 * HOUR
const WHAT_IF = 'what-if.'
const CODE = (name: string) => WHAT_IF + name

/** Whether a series or position of `whatIf` is an entered value. */
export const isWhatIf = (code: string) => code.startsWith(WHAT_IF)

/**
 * The description and the readings with some sensors replaced by entered values: `compute` gives for them what the
 * automatic calculation would have given, flagged as edited where a value depends on an entered one. Nothing else is
 * changed.
 */
export function whatIf(d: Description, inputs: Inputs, entered: WhatIf): { d: Description; inputs: Inputs } {
  const { from, to, levels, downstream, openings, powers } = entered
  const replacedInputs = new Map<string, Input>()
  /**
   * Readings back from `to`, with a step such that the mean level of an instant is one of them: at both ends the level
   * is the entered one.
   */
  const line = (code: string, at: (t: number) => number, kind: Input['kind'], error?: number) => {
    const n = Math.floor((to - from + BEFORE) / LEVEL_MEAN) + 1
    const series: Series = {
      t: new Float64Array(n),
      v: new Float64Array(n),
      q: new Uint8Array(n).fill(EDITED),
    }
    for (let i = 0; i < n; i++) {
      series.t[i] = to - (n - 1 - i) * LEVEL_MEAN
      series.v[i] = at(series.t[i])
    }
    replacedInputs.set(code, { series, kind, error })
    return code
  }
  const held = (code: string, value: number, kind: Input['kind']) => line(code, () => value, kind)

  let { positions, gates, units } = d
  const replaceStaffs = (type: Position['type'], series: string) => {
    const body: Position = {
      name: series,
      type,
      series,
      gain: 1,
      offset: 0,
      method: 2,
      average: true,
      every: EVERY,
    }
    const own: Version<Position> = { id: series, version: series, from: -Infinity, to: null, body }
    positions = [...positions.filter((p) => p.body.type !== type), own]
  }
  if (levels) {
    const slope = to > from ? (levels.end - levels.start) / (to - from) : 0
    const at = (t: number) => levels.start + slope * (Math.max(t, from) - from)
    replaceStaffs(1, line(CODE('level'), at, 'instant', levels.error))
  }
  if (downstream !== undefined) replaceStaffs(3, held(CODE('downstream'), downstream, 'instant'))
  if (openings && openings.size > 0) {
    gates = gates.map((g) => {
      if (!g.body.leaves.some((outletGate) => openings.has(outletGate.id))) return g
      const leaves = g.body.leaves.map((outletGate) => {
        const opening = openings.get(outletGate.id)
        if (opening === undefined) return outletGate
        const code = held(CODE(`opening.${outletGate.id}`), opening, 'step')
        // Tables convert travel to opening; an entered value is the opening itself.
        return { ...outletGate, openingSeries: code, openingUnit: 'm', opened: true }
      })
      return { ...g, body: { ...g.body, leaves, method: 'auto' as const, every: EVERY } }
    })
  }
  if (powers && powers.size > 0)
    units = units.map((u) => {
      const power = powers.get(u.id)
      if (power === undefined) return u
      const code = held(CODE(`power.${u.id}`), power, 'step')
      return { ...u, body: { ...u.body, powerSeries: code, powerUnit: 'kW', method: 'auto', every: EVERY } }
    })
  // Their logs are ignored, like their sensors.
  const ignoredLogs = new Set([...(openings?.keys() ?? []), ...(powers?.keys() ?? [])].map(logCode))
  // Inflow is computed between both ends, however fast the lake level changes, and always by the balance.
  const window = levels && to > from ? (to - from) / 1000 : null
  const parameters =
    window === null
      ? d.parameters
      : d.parameters.map((p) => {
          const inflowMethod = p.body.inflowMethod > 3 ? 3 : p.body.inflowMethod
          return { ...p, body: { ...p.body, window, holdWindow: true, levelRate: FREE, inflowMethod } }
        })
  return {
    d: { ...d, positions, gates, units, parameters },
    inputs: (code) => replacedInputs.get(code) ?? (ignoredLogs.has(code) ? undefined : inputs(code)),
  }
}

/** Names in `entered` that the plant does not have at an instant: their values would be lost. */
export function unknownNames(
  d: Description,
  at: number,
  entered: Pick<WhatIf, 'openings' | 'powers'>,
): { leaves: string[]; units: string[] } {
  // A free overflow has no gate that moves.
  const moved = allInForce(d.gates, at).filter((g) => g.body.type !== 1)
  const leaves = new Set(moved.flatMap((g) => g.body.leaves.map((l) => l.id)))
  const units = new Set(allInForce(d.units, at).map((u) => u.id))
  return {
    leaves: [...(entered.openings?.keys() ?? [])].filter((id) => !leaves.has(id)),
    units: [...(entered.powers?.keys() ?? [])].filter((id) => !units.has(id)),
  }
}
