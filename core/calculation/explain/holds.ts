/** Assertions about every working, for tests. */
import { evaluate } from '#core/expression.ts'
import type { Note } from '#core/notes.ts'

/** Asserts that the value of a line equals its expression, to the last digits. */
export function assertWorking(line: Note, where: string): void {
  if (line.expression !== '' && line.value === line.value) {
    const v = evaluate(line.expression, (symbol) => line.terms[symbol]?.value)
    const off = Math.abs(v - line.value)
    // A discharge that is solved for is exact to 1e-9 m3/s.
    const digits = line.id === 'turbine' ? 1e-6 : 1e-11 * Math.max(1, Math.abs(line.value))
    if (!(off <= digits)) throw new Error(`${where} ${line.id}: ${v} is not ${line.value}`)
  }
  for (const inner of line.lines ?? []) assertWorking(inner, `${where} ${line.id}`)
  const last = line.lines?.at(-1)
  if (last && line.value === line.value && last.value !== line.value)
    throw new Error(`${where} ${line.id}: ${last.value} is not ${line.value}`)
}

/** Asserts that a symbol keeps its value in later lines. */
export function assertChained(lines: readonly Note[], where: string): void {
  const known = new Map<string, number>()
  for (const line of lines) {
    for (const [symbol, { value }] of Object.entries(line.terms)) {
      const before = known.get(symbol)
      if (before === undefined || Object.is(before, value)) continue
      // The tailwater of several gates is a fixed point, exact to a nanometre.
      if (Math.abs(before - value) <= 1e-6 * Math.max(1, Math.abs(value))) continue
      throw new Error(`${where} ${line.id}: ${symbol} is ${value}, before it was ${before}`)
    }
    known.set(line.symbol, line.value)
  }
}
