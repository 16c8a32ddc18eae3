import { number, timeNear, type Language } from '../../lib/format.ts'
import { t } from '../../lib/text/index.ts'

/** Openings to the centimetre, power to 10 kW. */
const DECIMALS = 2

/** A value with its unit; 0 also in the word that operators use. */
export function valueWords(kind: 'leaf' | 'unit', v: number | null): string {
  if (v === null) return t('gateLog.unknown')
  if (v === 0) return t(kind === 'unit' ? 'gateLog.stopped' : 'gateLog.closed')
  return `${number(v, DECIMALS)} ${kind === 'unit' ? 'MW' : 'm'}`
}

export const plainValue = (v: number | null) => number(v, DECIMALS)

/** Since when something stands, told as near as it is. */
export function sinceWords(since: number | null, now: number, zone: string, language: Language): string {
  return t('gateLog.since', { time: since === null ? '-' : timeNear(since, now, zone, language) })
}
