import type { Input } from '#contract/endpoint.ts'
import type { onlyCalculate } from '#contract/calculation.ts'
import type { MessageCode } from '#contract/messages.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { parseLocalTime } from '../../lib/local-time.ts'

export type CalculationBody = NonNullable<Input<typeof onlyCalculate>['body']>

/** A sensor's value at the calculated instant, in the unit of its field. */
export interface Sensed {
  value: number | null
  /** Epoch ms. */
  t: number | null
  quality: number
}

export interface SensedOutlet extends Sensed {
  id: string
  name: string
  /** Largest value: opening in m, rated power in MW. */
  most: number | null
  /** Source of the value; null: there is no value. */
  source: 'sensor' | 'log' | null
}

/** Inputs of the automatic calculation over an interval. Levels and openings in m, powers in MW. */
export interface SensorInputs {
  /** T1 and T2, epoch ms. */
  from: number
  at: number
  start: Sensed
  end: Sensed
  downstream: Sensed
  leaves: SensedOutlet[]
  units: SensedOutlet[]
}

/** Texts typed in place of sensors, by key of the field. Absent: the sensor's value applies. */
export type Own = Readonly<Record<string, string>>

export const START = 'levels.start'
export const END = 'levels.end'
export const DOWNSTREAM = 'downstream'
export const opening = (id: string) => `openings.${id}`
export const power = (id: string) => `powers.${id}`

const DECIMALS = 3
/** Formats a sensor's value for its field, without grouping, since it may be edited. */
export const textOf = (s: Sensed): string => (s.value === null ? '' : s.value.toFixed(DECIMALS))

/** Sets the typed text. The sensor's own text, or an empty one, returns the field to the sensor. */
export function typed(own: Own, key: string, text: string, sensed: Sensed): Own {
  const { [key]: _, ...others } = own
  return text === textOf(sensed) ? others : { ...others, [key]: text }
}

/** Texts of T1 and T2 as typed, where they differ from the times in use. */
export interface TypedTimes {
  from?: string
  at?: string
}

/** Text of a time field that is not a time: an error until corrected, never ignored. */
export const wrongTimes = (typed: TypedTimes, zone: string): (keyof TypedTimes)[] =>
  (['from', 'at'] as const).filter((key) => {
    const text = typed[key]?.trim() ?? ''
    return text !== '' && parseLocalTime(text, zone) === null
  })

interface EntryProblem {
  code: MessageCode
  text: string
}

interface Entered {
  body: CalculationBody
  /** Errors by the key of the field. */
  problems: Record<string, EntryProblem>
  /** Maps a path of the server's error to the key of its field. */
  keyOf: (path: string) => string | null
}

/**
 * Builds the body from the typed values. spanned: T1 was chosen by hand, so the inflow is that between both instants
 * and the levels are sent even if they equal the sensors'. wrong: fields whose time cannot be parsed.
 */
export function enteredOf(
  own: Own,
  auto: SensorInputs,
  times: { from?: string; at?: string },
  spanned: boolean,
  wrong: readonly string[] = [],
): Entered {
  const problems: Record<string, EntryProblem> = Object.fromEntries(
    wrong.map((key) => [key, { code: 'invalid_time', text: '' }]),
  )
  const valueOf = (key: string): number | undefined => {
    const text = own[key]?.trim()
    if (text === undefined) return undefined
    if (text === '') {
      problems[key] = { code: 'required', text: '' }
      return undefined
    }
    const value = parseDecimal(text)
    if (typeof value === 'number') return value
    problems[key] = { code: value, text }
    return undefined
  }
  const body: CalculationBody = { ...times }
  if (own[START] !== undefined || own[END] !== undefined || spanned) {
    const end = (key: string, sensed: Sensed) => {
      const value = own[key] === undefined ? (sensed.value ?? undefined) : valueOf(key)
      // An interval needs both ends: without a sensor for the other one, it must be typed too.
      if (value === undefined) problems[key] ??= { code: 'required', text: '' }
      return value
    }
    const [start, last] = [end(START, auto.start), end(END, auto.end)]
    if (start !== undefined && last !== undefined) body.levels = { start, end: last }
  }
  const downstream = valueOf(DOWNSTREAM)
  if (downstream !== undefined) body.downstream = downstream
  const openings = auto.leaves.flatMap(({ id }) => {
    const value = valueOf(opening(id))
    return value === undefined ? [] : [{ leaf_id: id, opening: value }]
  })
  const powers = auto.units.flatMap(({ id }) => {
    const value = valueOf(power(id))
    return value === undefined ? [] : [{ unit_id: id, power: value * 1000 }]
  })
  if (openings.length > 0) body.openings = openings
  if (powers.length > 0) body.powers = powers
  return { body, problems, keyOf: (path) => keyOf(path, openings, powers) }
}

function keyOf(
  path: string,
  openings: readonly { leaf_id: string }[],
  powers: readonly { unit_id: string }[],
): string | null {
  const [list, index] = path.replace(/^body\./, '').split('.')
  switch (list) {
    case 'levels':
      return index === 'end' ? END : START
    case 'openings':
      return openings[Number(index)] ? opening(openings[Number(index)].leaf_id) : null
    case 'powers':
      return powers[Number(index)] ? power(powers[Number(index)].unit_id) : null
    case 'downstream':
    case 'from':
    case 'at':
      return list
    default:
      return null
  }
}

/** A copy of the record without one key. */
export function without<T extends object>(all: T, key: string): T {
  return Object.fromEntries(Object.entries(all).filter(([k]) => k !== key)) as T
}
