import { HOUR, MINUTE } from '#core/time/units.ts'
import { DECIMALS, duration, NOTHING, number, timeNear, type Language } from '../../lib/format.ts'
import { t } from '../../lib/text/index.ts'
import { decimalsOf, unitWords } from '../../parts/devices/index.ts'
import type { StationReading, ShownStation } from './values.ts'

/** Label of a gauge's part of the basin. */
export const partWords = (value: number | null, weight: number): string =>
  `${value === null ? t('stationMap.noValue') : `${number(value, DECIMALS.rain)} mm`}\n${t('stationMap.weight', { share: number(weight, 3) })}`
const ARROWS = { up: '▲', down: '▼', same: '' } as const

/** A value with its unit. */
export const stationValueWords = (
  r: Pick<StationReading, 'v'> | null,
  unit: string,
  language: Language,
): string => (r === null ? NOTHING : `${number(r.v, decimalsOf(unit))} ${unitWords(unit, language)}`.trim())

/** Whether the last value is above or below the previous one, as displayed; null where one is missing. */
export function courseOf({ last, prev, unit }: ShownStation): 'up' | 'down' | 'same' | null {
  if (last === null || prev === null) return null
  const [a, b] = [last, prev].map((r) => Number(r.v.toFixed(decimalsOf(unit))))
  return a > b ? 'up' : a < b ? 'down' : 'same'
}

export const arrowOf = (s: ShownStation): string => {
  const course = courseOf(s)
  return course === null ? '' : ARROWS[course]
}

/** Readings closer together give no rate: a centimetre in a minute, perhaps a ripple, would read as 60 cm/h. */
const RATE_FROM = 10 * MINUTE

/**
 * Change between the last two values, per hour where they are far enough apart, otherwise with its duration; levels
 * in cm. The direction is a word.
 */
export function changeOf(
  { last, prev, unit }: ShownStation,
  language: Language,
): { by: string; within: string | null } | null {
  if (last === null || prev === null || last.t === prev.t) return null
  const passed = last.t - prev.t
  const change = Math.abs(last.v - prev.v)
  const v = passed < RATE_FROM ? change : (change / passed) * HOUR
  const by =
    unit === 'm' ? `${number(v * 100, 1)} cm` : `${number(v, decimalsOf(unit))} ${unitWords(unit, language)}`
  return { by, within: passed < RATE_FROM ? duration(passed, language) : null }
}

/** Age of a reading; beyond a day its time. */
export function ageWords(r: StationReading, at: number, zone: string, language: Language): string {
  return at - r.t < 24 * HOUR ? duration(at - r.t, language) : timeNear(r.t, at, zone, language)
}
