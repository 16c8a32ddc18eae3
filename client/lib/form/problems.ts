import type { z } from 'zod'
import { fieldErrors } from '#contract/field-errors.ts'
import { CallError } from '../call-error.ts'
import type { Language } from '../text/index.ts'

/** What is wrong with values, by dotted path, in words; the first of each path. */
export function problemsOf(schema: z.ZodType, values: unknown, language: Language): Record<string, string> {
  const parsed = schema.safeParse(values)
  const found: Record<string, string> = {}
  if (parsed.success) return found
  for (const e of fieldErrors(parsed.error, language)) found[e.path] ??= e.message
  return found
}

/** Fields for codes that refer to one field without naming it. */
const FIELD_OF: Partial<Record<string, string>> = {
  username_taken: 'username',
  email_taken: 'email',
  account_code_taken: 'account_code',
  account_code_expert: 'account_code',
  role_name_taken: 'role_name',
  wrong_password: 'oldPassword',
}

interface Refusals {
  /** What the server said of fields that the form has, by dotted path. */
  fields: Record<string, string>
  /** What it said of fields that the form does not have. */
  others: string[]
}

/** The refusals of a call, at the fields that they name. hasField: whether the form has a field. */
export function refusalsOf(error: unknown, hasField: (path: string) => boolean): Refusals {
  const refusals: Refusals = { fields: {}, others: [] }
  if (!(error instanceof CallError)) return refusals
  const field = FIELD_OF[error.code]
  const named = error.errors.length > 0 || !field ? error.errors : [{ path: field, message: error.message }]
  for (const { path, message } of named) {
    // Items are sent as { body, from, ... }; their forms contain the body.
    const own = path.replace(/^(body\.)+/, '')
    if (hasField(own)) refusals.fields[own] ??= message
    else refusals.others.push(message)
  }
  return refusals
}

/** Whether the error at one path may be void once the other was changed. */
export function concerns(said: string, changed: string): boolean {
  return said === changed || said.startsWith(`${changed}.`) || changed.startsWith(`${said}.`)
}
