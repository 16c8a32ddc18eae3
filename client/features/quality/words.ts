import type { CheckKind } from '#core/description/index.ts'
import { duration, number } from '../../lib/format.ts'
import { unitWords } from './units.ts'
import type { Language } from '../../lib/format.ts'

/** A value or a limit of a check with its unit. */
export function valueWithUnit(v: number | null, measure: string, language: Language): string {
  if (v === null) return '-'
  if (measure === 's') return duration(v * 1000, language)
  const words = unitWords(measure)
  return words === '' ? number(v, decimalsOf(v)) : `${number(v, decimalsOf(v))} ${words}`
}

/** Enough to see by how much a limit was passed. */
function decimalsOf(v: number): number {
  const size = Math.abs(v)
  return size >= 1000 ? 0 : size >= 100 ? 1 : 2
}

const IN_SECONDS = new Set(['duration'])

/** A limit of a check in words: durations as lengths of time, the rest with the unit it is in. */
export function limitWords(
  key: string,
  v: number,
  unit: string | null,
  kind: CheckKind,
  language: Language,
): string {
  if (IN_SECONDS.has(key)) return duration(v * 1000, language)
  if (key === 'steps' || key === 'windows' || key === 'sigmas') return number(v, Number.isInteger(v) ? 0 : 1)
  return valueWithUnit(v, limitUnit(key, unit, kind), language)
}

/** Unit of a limit. */
export function limitUnit(key: string, unit: string | null, kind: CheckKind): string {
  if (key === 'duration') return 's'
  if (key === 'steps' || key === 'windows' || key === 'sigmas') return ''
  if (key === 'rate') return `${unit ?? ''} / 5 min`
  if (['fiveMinutes', 'hour', 'day'].includes(key)) return 'mm'
  if (kind === 'efficiency') return 'kW/(m3/s m)'
  if (kind === 'tailwater') return 'm'
  return unit ?? ''
}
