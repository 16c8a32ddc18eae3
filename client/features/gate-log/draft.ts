import { parseDecimal } from '../../lib/decimal.ts'
import type { Position } from './queries.ts'

/** What is typed of a movement of several gates and units. */
export interface Draft {
  chosen: readonly string[]
  opening: string
  power: string
}

export const keyOf = (p: Pick<Position, 'kind' | 'id'>) => `${p.kind}:${p.id}`

export type Problem = 'needValue' | 'notANumber' | 'negative' | 'tooMuch'

/** The number typed, or what is wrong with it. most: of the smallest of what is moved. */
export function amount(text: string, most: number | null): { value: number } | { problem: Problem } {
  if (text.trim() === '') return { problem: 'needValue' }
  const value = parseDecimal(text)
  if (typeof value !== 'number') return { problem: 'notANumber' }
  if (value < 0) return { problem: 'negative' }
  if (most !== null && value > most * (1 + 1e-9)) return { problem: 'tooMuch' }
  return { value }
}

/** The most that all of those chosen take. */
export function mostOf(chosen: readonly Position[]): number | null {
  const known = chosen.flatMap((p) => (p.most === null ? [] : [p.most]))
  return known.length === 0 ? null : Math.min(...known)
}

export interface Problems {
  chosen?: true
  opening?: Problem
  power?: Problem
}

/** As the call takes it. */
interface Move {
  kind: Position['kind']
  object_id: string
  from?: number
  to: number
}

/** What the call takes, or what is wrong. Each is moved from where it is seen to stand. */
export function movesOf(
  draft: Draft,
  positions: readonly Position[],
): { moves: Move[] } | { problems: Problems } {
  const chosen = positions.filter((p) => draft.chosen.includes(keyOf(p)))
  const problems: Problems = {}
  if (chosen.length === 0) problems.chosen = true
  const values = new Map<Position['kind'], number>()
  for (const [kind, field] of [
    ['leaf', 'opening'],
    ['unit', 'power'],
  ] as const) {
    const those = chosen.filter((p) => p.kind === kind)
    if (those.length === 0) continue
    const typed = amount(draft[field], mostOf(those))
    if ('problem' in typed) problems[field] = typed.problem
    else values.set(kind, typed.value)
  }
  const moves = chosen.map((p) => ({
    kind: p.kind,
    object_id: p.id,
    ...(p.value === null ? {} : { from: p.value }),
    to: values.get(p.kind)!,
  }))
  return Object.keys(problems).length > 0 ? { problems } : { moves }
}

/**
 * What becomes of discharge by what is written, as a text of the form: computed from the sensors that report, from the
 * log where none does, and anew where it is written afterwards. null: nothing that one does not expect.
 */
export function noteOf(picked: readonly Pick<Position, 'source'>[], past: boolean) {
  const sensed = picked.filter((p) => p.source === 'sensor').length
  if (sensed === 0) return past ? 'late' : null
  if (sensed === picked.length) return past ? 'lateSensor' : 'sensorTells'
  return past ? 'lateMixed' : 'sensorMixed'
}
