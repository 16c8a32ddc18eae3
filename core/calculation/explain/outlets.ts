import { allInForce, type Description } from '#core/description/index.ts'
import type { Note } from '#core/notes.ts'
import { logCode } from '../codes.ts'
import type { Inputs } from '../inputs.ts'
import {
  DOWN,
  LAKE,
  inputOf,
  gateTerm,
  linked,
  sum,
  versionsOf,
  type Context,
  type Part,
  type UnitExplanation,
} from './context.ts'
import { nothing, ofCursor } from './reading.ts'
import type { NamedVersion, ReadingRole, EffectiveReading } from './types.ts'

/** The power of a unit, whatever determines its discharge. */
export function powerInput(d: Description, raw: Inputs, u: UnitExplanation, at: number): EffectiveReading[] {
  if (u.unit.method === 'measured') return []
  const code = u.logged ? logCode(u.id) : u.unit.powerSeries
  const named = {
    role: 'power' as ReadingRole,
    name: u.unit.name,
    code,
    unit: u.logged ? 'kW' : u.unit.powerUnit,
  }
  return [u.cursor ? ofCursor(d, raw, u.cursor, at, named) : nothing(named)]
}

/** Explains the discharge of one gate: opening, tables and formulas. null: there is no such gate at that time. */
export function gatePart(c: Context, id: string): Part | null {
  const { d, at, step } = c
  for (const g of step.outlets.gates)
    for (const l of g.outletGates) {
      if (l.outletGate.id !== id) continue
      const measured = l.gate.method === 'measured'
      const code = measured
        ? l.outletGate.dischargeSeries
        : l.logged
          ? logCode(id)
          : l.outletGate.openingSeries
      const role: ReadingRole = measured ? 'discharge' : 'opening'
      const unit = measured ? 'm3/s' : l.logged ? 'm' : (l.outletGate.openingUnit ?? 'm')
      const inputs = code
        ? [inputOf(c, l.cursor, { role, name: l.outletGate.name || l.gate.name, code, unit })]
        : []
      const opening = inputs[0]?.t
      const links: Record<string, [string, number]> = { Z: [LAKE, at], z: [LAKE, at] }
      if (step.outlets.tailKnown) links.Z_t = [DOWN, at]
      // Where nothing converts travel to opening, the reading is the opening.
      const turned = l.notes.some((line) => line.table?.table.group === 'ZAoAc' || line.id === 'opening')
      if (code && opening != null)
        for (const symbol of measured ? ['Q_m'] : turned ? ['ao', 'a_s'] : ['a'])
          links[symbol] = [code, opening]
      const notes = l.notes.map((line) =>
        line.table?.table.group === 'ZAoAc' ? { ...line, symbol: 'a' } : line,
      )
      const tail =
        l.out.method === 3 && l.tail !== null && !step.outlets.tailKnown ? step.outlets.tailNotes : []
      return {
        lines: [...tail.map(asTail), ...linked(notes, links)],
        inputs,
        versions: [...gateVersion(d, g.id, at), ...versionsOf(inputs)],
        method: l.out.method || null,
        reason: l.code ? { code: l.code, field: l.field } : null,
      }
    }
  return null
}

const gateVersion = (d: Description, id: string, at: number): NamedVersion[] =>
  allInForce(d.gates, at)
    .filter((g) => g.id === id)
    .map((version) => ({ noun: 'gate', version }))

/** Explains the discharge of an outlet, the sum of its gates, or its method. null: there is no such outlet at that time. */
export function outletPart(c: Context, id: string, code: string): Part | null {
  const g = c.step.outlets.gates.find((one) => one.id === id)
  if (!g) return null
  const method = g.outletGates.reduce((most, l) => Math.max(most, l.out.method), 0) || null
  const versions = gateVersion(c.d, id, c.at)
  const total = g.outletGates.reduce((q, l) => q + l.out.value, 0)
  const lines = sum(
    'gate',
    'Q',
    total,
    g.outletGates.map((l) => gateTerm(c, l)),
  )
  return { lines: code.endsWith('.method') ? [] : lines, inputs: [], versions, method }
}

/** Explains the discharge of a generating unit, or its method. null: there is no such unit at that time. */
export function unitPart(c: Context, id: string, code: string): Part | null {
  const { d, raw, at, step } = c
  const u = step.outlets.units.find((one) => one.id === id)
  if (!u) return null
  const versions: NamedVersion[] = allInForce(d.units, at)
    .filter((one) => one.id === id)
    .map((version) => ({ noun: 'unit', version }))
  const method = u.out.method || null
  if (code.endsWith('.method')) return { lines: [], inputs: [], versions, method }
  const measured = u.unit.method === 'measured'
  const named = {
    role: 'discharge' as ReadingRole,
    name: u.unit.name,
    code: u.unit.dischargeSeries ?? '',
    unit: 'm3/s',
  }
  const inputs = measured ? [inputOf(c, u.cursor, named)] : powerInput(d, raw, u, at)
  const power = inputs[0]?.t
  const links: Record<string, [string, number]> = { Z: [LAKE, at], z: [LAKE, at] }
  if (step.outlets.tailKnown) links.Z_t = [DOWN, at]
  if (inputs[0]?.code && power != null) {
    links.P = links.p = [inputs[0].code, power]
    links.Q_g = [inputs[0].code, power]
  }
  const byTail = u.notes.some((line) => 'Z_t' in line.terms) && !step.outlets.tailKnown
  const { code: why, field } = u.out
  return {
    lines: [...(byTail ? step.outlets.unitTail.map(asTail) : []), ...linked(u.notes, links)],
    inputs,
    versions: [...versions, ...versionsOf(inputs)],
    method,
    reason: why ? { code: why, field } : null,
  }
}

/** The rating of the tailwater gives the level that later lines call Z_t. */
const asTail = (line: Note): Note => (line.table ? { ...line, symbol: 'Z_t' } : line)
