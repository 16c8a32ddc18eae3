import { parseDecimal } from '../../lib/decimal.ts'
import type { Position } from './queries.ts'

/** Form values of a movement of several gates and units. */
export interface MovementDraft {
  chosen: readonly string[]
  opening: string
  power: string
}

export const keyOf = (p: Pick<Position, 'kind' | 'id'>) => `${p.kind}:${p.id}`

export type AmountProblem = 'needValue' | 'notANumber' | 'negative' | 'tooMuch'

/** Parses the typed number, or returns what is wrong with it. most: the largest value that all of them allow. */
export function amount(text: string, most: number | null): { value: number } | { problem: AmountProblem } {
  if (text.trim() === '') return { problem: 'needValue' }
  const value = parseDecimal(text)
  if (typeof value !== 'number') return { problem: 'notANumber' }
  if (value < 0) return { problem: 'negative' }
  if (most !== null && value > most * (1 + 1e-9)) return { problem: 'tooMuch' }
  return { value }
}

/** The largest value that all chosen items allow; null: not known. */
export function mostOf(chosen: readonly Position[]): number | null {
  const known = chosen.flatMap((p) => (p.most === null ? [] : [p.most]))
  return known.length === 0 ? null : Math.min(...known)
}

interface MovementProblems {
  chosen?: true
  opening?: AmountProblem
  power?: AmountProblem
}

/** As the endpoint takes it. */
interface Move {
  kind: Position['kind']
  object_id: string
  from?: number
  to: number
}

/** The movements as the endpoint takes them, or the errors. Each begins at the displayed position. */
export function movesOf(
  draft: MovementDraft,
  positions: readonly Position[],
): { moves: Move[] } | { problems: MovementProblems } {
  const chosen = positions.filter((p) => draft.chosen.includes(keyOf(p)))
  const problems: MovementProblems = {}
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
 * Text key of the note about discharge: computed from the sensors that report, from the log where none does, and
 * again where the entry is in the past. null: nothing to note.
 */
export function noteOf(picked: readonly Pick<Position, 'source'>[], past: boolean) {
  const sensed = picked.filter((p) => p.source === 'sensor').length
  if (sensed === 0) return past ? 'late' : null
  if (sensed === picked.length) return past ? 'lateSensor' : 'sensorTells'
  return past ? 'lateMixed' : 'sensorMixed'
}
