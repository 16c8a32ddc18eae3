import { number } from '../../lib/format.ts'
import { t } from '../../lib/text/index.ts'

/** Decimals: openings to the centimetre, power to 10 kW. */
const DECIMALS = 2

/** A value with its unit; 0 also as the word operators use. */
export function positionWords(kind: 'leaf' | 'unit', v: number | null): string {
  if (v === null) return t('gateLog.unknown')
  if (v === 0) return t(kind === 'unit' ? 'gateLog.stopped' : 'gateLog.closed')
  return `${number(v, DECIMALS)} ${kind === 'unit' ? 'MW' : 'm'}`
}

export const plainValue = (v: number | null) => number(v, DECIMALS)

/** Separates the outlet from its gate in a name. */
const BETWEEN = ' · '

/** The gate's own name and that of its outlet; a unit, or the only gate of an outlet, has just its own name. */
export function nameParts(name: string): { own: string; gate: string | null } {
  const at = name.lastIndexOf(BETWEEN)
  return at < 0
    ? { own: name, gate: null }
    : { own: name.slice(at + BETWEEN.length), gate: name.slice(0, at) }
}
