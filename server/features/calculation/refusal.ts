import { CalcError } from '#core/errors.ts'
import { rangeParams } from '#contract/range.ts'
import { isMessageCode, text, type Language, type MessageCode } from '#contract/messages.ts'
import { unprocessable, type Problem } from '#server/lib/errors.ts'

/** Units of the fields of the calculators; shares have none. */
const UNITS: Record<string, string> = {
  Z1: 'm',
  Z2: 'm',
  QIN: 'm3/s',
  QPLANT: 'm3/s',
  R: 'mm',
  CA: 'km2',
  TANA: 'm3/s/h',
  T: 'h',
  Q: 'm3/s',
  H: 'm',
  P_kW: 'kW',
}

/** A refused calculation as a response: 422 with its code and text, each refusal at its field of the body. */
function refusal(error: CalcError, language: Language): Problem {
  const faults = [error, ...error.also].map((one) => faultOf(one, language))
  return unprocessable(
    faults[0].code,
    faults[0].params,
    faults.map((f) => f.fault),
  )
}

function faultOf(error: CalcError, language: Language) {
  const code: MessageCode = isMessageCode(error.code) ? error.code : 'calculation_refused'
  const params: Record<string, string | number> = { field: error.field ?? '-', detail: error.code }
  for (const [key, value] of Object.entries(error.detail)) params[key] = value === null ? '-' : String(value)
  if (code === 'OUT_OF_RANGE' || code === 'OUT_OF_TABLE') {
    const refused = { field: error.field ?? '-', ...error.detail, unit: UNITS[error.field ?? ''] }
    Object.assign(params, rangeParams(refused, language))
  }
  const fault = { path: error.field ?? '', message: text(code, language, params), code: error.code }
  return { code, params, fault }
}

/** Runs a calculation, and turns its refusal into a response. @throws Problem 422 */
export function refusing<T>(language: Language, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof CalcError ? refusal(error, language) : error
  }
}
