import type { PriceFault } from '#core/price/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { wordParams } from '#contract/field-errors.ts'
import { text, type Language } from '#contract/messages.ts'
import { faultParams } from '#contract/seed/price.ts'

/** Faults of a tariff or calendar as those of fields below a path. */
export function faultsAt(path: string, faults: readonly PriceFault[], language: Language): FieldError[] {
  return faults.map((fault) => ({
    path: [path, ...fault.path].join('.'),
    code: fault.code,
    message: text(fault.code, language, wordParams(faultParams(fault), language)),
  }))
}
