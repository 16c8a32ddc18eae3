import { CalcError } from '#core/errors.ts'
import { messages, text, type Language, type MessageCode } from '#contract/messages.ts'
import { unprocessable, type Problem } from '#server/lib/errors.ts'

/** A refused calculation as an answer: 422 with its code, in words, at the field of the body. */
export function refusal(error: CalcError, language: Language): Problem {
  const code: MessageCode = error.code in messages ? (error.code as MessageCode) : 'calculation_refused'
  const params: Record<string, string | number> = { field: error.field ?? '-', detail: error.code }
  for (const [key, value] of Object.entries(error.detail)) params[key] = value === null ? '-' : String(value)
  const message = text(code, language, params)
  const path = error.field ?? ''
  return unprocessable(code, params, [{ path, message, code: error.code }])
}

/** Runs what may refuse. @throws Problem 422 */
export function refusing<T>(language: Language, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof CalcError ? refusal(error, language) : error
  }
}
