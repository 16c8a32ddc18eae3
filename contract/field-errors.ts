import type { z } from 'zod'
import { isMessageCode, text, type Language, type MessageCode } from './messages.ts'
import type { FieldError } from './envelope.ts'

type Issue = z.core.$ZodIssue

/** Code and parameters of a fault: a rule's own code, else one for zod's general issues. */
function coded(issue: Issue): { code: MessageCode; params: Record<string, string | number> } | null {
  const params: Record<string, string | number> = {}
  if (issue.code === 'too_big') params.max = Number(issue.maximum)
  if (issue.code === 'too_small') params.min = Number(issue.minimum)
  if (issue.code === 'custom') Object.assign(params, issue.params)
  if (isMessageCode(issue.message)) return { code: issue.message, params }
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? { code: 'required', params }
        : { code: 'wrong_type', params: { expected: issue.expected } }
    case 'too_small':
      if (issue.origin === 'string') return { code: issue.minimum === 1 ? 'required' : 'too_short', params }
      return { code: issue.origin === 'array' ? 'too_few' : 'too_low', params }
    case 'too_big':
      if (issue.origin === 'string') return { code: 'too_long', params }
      return { code: issue.origin === 'array' ? 'too_many' : 'too_high', params }
    case 'invalid_union':
    case 'invalid_format':
      return { code: 'wrong_format', params }
    case 'invalid_value':
      return { code: 'not_allowed', params: { allowed: issue.values.map(String).join(', ') } }
    case 'unrecognized_keys':
      return { code: 'unknown_field', params: { names: issue.keys.join(', ') } }
    default:
      return null
  }
}

/** All faults of a value, with path, stable code and a text in the caller's language. */
export function fieldErrors(error: z.core.$ZodError, language: Language, where = ''): FieldError[] {
  return error.issues.map((issue) => {
    const known = coded(issue)
    return {
      path: issue.path.join('.') || where,
      message: known ? text(known.code, language, known.params) : issue.message,
      code: known?.code ?? issue.code ?? 'invalid',
    }
  })
}
