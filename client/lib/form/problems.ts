import type { z } from 'zod'
import { fieldErrors } from '#contract/field-errors.ts'
import { CallError } from '../call-error.ts'
import type { Language } from '../text/index.ts'

/** Errors of values by dotted path, in words; the first of each path. */
export function problemsOf(schema: z.ZodType, values: unknown, language: Language): Record<string, string> {
  const parsed = schema.safeParse(values)
  const found: Record<string, string> = {}
  if (parsed.success) return found
  for (const e of fieldErrors(parsed.error, language)) found[e.path] ??= e.message
  return found
}

/** Fields for error codes that concern one field without naming it. */
const FIELD_OF: Partial<Record<string, string>> = {
  username_taken: 'username',
  email_taken: 'email',
  account_code_taken: 'account_code',
  account_code_expert: 'account_code',
  role_name_taken: 'role_name',
  wrong_password: 'oldPassword',
}

interface Refusals {
  /** The server's errors for fields of the form, by dotted path. */
  fields: Record<string, string>
  /** The server's errors for fields that the form lacks. */
  others: string[]
}

/** Assigns a call's errors to the fields that they name. hasField: whether the form has a field. */
export function refusalsOf(error: unknown, hasField: (path: string) => boolean): Refusals {
  const refusals: Refusals = { fields: {}, others: [] }
  if (!(error instanceof CallError)) return refusals
  const field = FIELD_OF[error.code]
  const named = error.errors.length > 0 || !field ? error.errors : [{ path: field, message: error.message }]
  for (const { path, message } of named) {
    // Items are sent as { body, from, ... }; their forms contain only the body.
    const own = path.replace(/^(body\.)+/, '')
    if (hasField(own)) refusals.fields[own] ??= message
    else refusals.others.push(message)
  }
  return refusals
}

/** Whether changing one path may invalidate the error at the other. */
export function concerns(errorPath: string, changed: string): boolean {
  return errorPath === changed || errorPath.startsWith(`${changed}.`) || changed.startsWith(`${errorPath}.`)
}
