import { fromLocal } from '#core/time/index.ts'
import { grade, MISSING, STALE } from '#core/quality/index.ts'
import type { Outlet, Waterdepth } from '#contract/dashboard.ts'
import { DECIMALS, NOTHING, number, outletValue } from '../../lib/format.ts'
import type { DamGate, DamUnit, GateType } from '../../ui/dam/index.ts'

/** Whether a quality means that nothing is known of the present. */
export const unknown = (q: number) => grade(q) === STALE || grade(q) === MISSING

/** What an outlet is now: from an old opening or power it cannot be known whether it passes water. */
function present(o: Outlet): Outlet {
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

/** Whether a position has been silent for so long that its level is not the present one. */
export function isOld(w: Waterdepth, zone: string, late: number, now: number): boolean {
  const at = wireInstant(w.date_string, zone)
  return grade(w.quality) === STALE || (at !== null && now - at > late)
}

/** The instant of a local time text of the wire, or null. */
export function wireInstant(dateString: string | null, zone: string): number | null {
  return dateString === null ? null : fromLocal(dateString, zone)
}
