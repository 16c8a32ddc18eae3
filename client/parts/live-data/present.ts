import { fromLocal } from '#core/time/index.ts'
import { EDITED, grade, MISSING, STALE } from '#core/quality/index.ts'
import type { Outlet, Waterdepth } from '#contract/dashboard.ts'
import { DECIMALS, NOTHING, number, outletValue } from '../../lib/format.ts'
import type { DamGate, DamUnit, GateType } from '../../ui/dam/index.ts'

/** Whether a quality means that the present value is unknown. */
export const unknown = (q: number) => grade(q) === STALE || grade(q) === MISSING

const UNIT = 1
const MEASURED = 4

/**
 * An outlet with the inputs of its discharge: the entered opening or power, where the discharge is computed from it.
 * The opening beside an edited measured discharge is not its input.
 */
export function asComputed(o: Outlet): Outlet {
  if (o.given !== undefined)
    return { ...o, input_value: o.given, input_unit: o.category === UNIT ? 'MW' : 'm', input_quality: EDITED }
  const isCorrected = o.category !== UNIT && o.method === MEASURED && (o.quality & EDITED) !== 0
  return isCorrected ? { ...o, input_value: null, input_unit: '-' } : o
}

/** Present state of an outlet: unknown if its opening or power is too old to say whether it passes water. */
function present(outlet: Outlet): Outlet {
  const o = asComputed(outlet)
  const none = o.input_unit !== '-' && unknown(o.input_quality)
  return {
    ...o,
    input_value: none ? null : o.input_value,
    output_value: unknown(o.quality) || grade(o.input_quality) === STALE ? null : o.output_value,
  }
}

export function damGateOf(outlet: Outlet): DamGate {
  const o = present(outlet)
  return {
    id: o.outlet_id,
    name: o.name,
    type: Math.min(5, Math.max(1, o.gate_type)) as GateType,
    opening: o.input_value,
    openingMax: o.input_max,
    q: o.output_value,
    text: o.input_unit === '-' || o.input_value === null ? NOTHING : `${outletValue(o.input_value)} m`,
  }
}

export function damUnitOf(outlet: Outlet): DamUnit {
  const o = present(outlet)
  return {
    id: o.outlet_id,
    name: o.name,
    mw: o.input_value,
    mwMax: o.input_max ?? 0,
    q: o.output_value,
    text: o.input_value === null ? NOTHING : `${number(o.input_value, DECIMALS.power)} MW`,
  }
}

/** Gates and units whose last reading is held, and since when the first of them is silent, epoch ms. */
export function heldAmong(
  outlets: readonly Pick<Outlet, 'name' | 'held_since'>[],
  zone: string,
): { names: string[]; since: number } | null {
  const held = outlets.flatMap((o) => {
    const since = wireInstant(o.held_since ?? null, zone)
    return since === null ? [] : [{ name: o.name, since }]
  })
  if (held.length === 0) return null
  return { names: held.map((h) => h.name), since: Math.min(...held.map((h) => h.since)) }
}

/** Whether a position has been silent too long for its level to count as present. */
export function isOld(w: Waterdepth, zone: string, late: number, now: number): boolean {
  const at = wireInstant(w.date_string, zone)
  return grade(w.quality) === STALE || (at !== null && now - at > late)
}

/** The instant of a wire local time, or null. */
export function wireInstant(dateString: string | null, zone: string): number | null {
  return dateString === null ? null : fromLocal(dateString, zone)
}
