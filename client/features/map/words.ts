import { duration, NOTHING, number, signed, timeNear, type Language } from '../../lib/format.ts'
import { decimalsOf, unitWords } from '../devices/index.ts'
import type { Reading, Shown } from './values.ts'

const HOUR = 3_600_000
const ARROWS = { up: '▲', down: '▼', same: '' } as const

/** A value in its unit. */
export const valueWords = (r: Pick<Reading, 'v'> | null, unit: string, language: Language): string =>
  r === null ? NOTHING : `${number(r.v, decimalsOf(unit))} ${unitWords(unit, language)}`.trim()

/** Where the last value stands against the one before, as both are shown; null where one is not there. */
export function courseOf({ last, prev, unit }: Shown): 'up' | 'down' | 'same' | null {
  if (last === null || prev === null) return null
  const [a, b] = [last, prev].map((r) => Number(r.v.toFixed(decimalsOf(unit))))
  return a > b ? 'up' : a < b ? 'down' : 'same'
}

export const arrowOf = (s: Shown): string => {
  const course = courseOf(s)
  return course === null ? '' : ARROWS[course]
}

/** Change for each hour between the last two values: levels in cm. */
export function rateWords({ last, prev, unit }: Shown, language: Language): string | null {
  if (last === null || prev === null || last.t === prev.t) return null
  const rate = ((last.v - prev.v) / (last.t - prev.t)) * HOUR
  const [v, u, decimals] =
    unit === 'm' ? [rate * 100, 'cm', 1] : [rate, unitWords(unit, language), decimalsOf(unit)]
  return `${signed(v, decimals)} ${u}`
}

/** How long ago a reading came; beyond a day its time. */
export function ageWords(r: Reading, at: number, zone: string, language: Language): string {
  return at - r.t < 24 * HOUR ? duration(at - r.t, language) : timeNear(r.t, at, zone, language)
}
