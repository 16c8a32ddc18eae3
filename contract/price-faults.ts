import type { PriceFault } from '#core/price/index.ts'
import type { FieldError } from './envelope.ts'
import { wordParams } from './field-errors.ts'
import { text, type Language } from './messages.ts'
import { faultParams } from './seed/price.ts'

/** Faults of a tariff or a calendar as those of fields below a path. */
export function priceFaults(path: string, faults: readonly PriceFault[], language: Language): FieldError[] {
  return faults.map((fault) => ({
    path: [path, ...fault.path].join('.'),
    code: fault.code,
    message: text(fault.code, language, wordParams(faultParams(fault), language)),
  }))
}
