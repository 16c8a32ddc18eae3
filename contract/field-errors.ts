import type { z } from 'zod'
import { isMessageCode, text, type Language, type MessageCode } from './messages.ts'
import type { FieldError } from './envelope.ts'

type Issue = z.core.$ZodIssue

/** Messages for wrong types, by zod's name of the type. */
const TYPES: Readonly<Record<string, MessageCode>> = {
  string: 'type_text',
  number: 'type_number',
  int: 'type_number',
  boolean: 'type_boolean',
  array: 'type_list',
  tuple: 'type_list',
  object: 'type_object',
  record: 'type_object',
}

/** Code and parameters of a fault: a rule's own code, else one for zod's general issues. */
function coded(
  issue: Issue,
  language: Language,
): { code: MessageCode; params: Record<string, string | number> } {
  const params: Record<string, string | number> = {}
  if (issue.code === 'too_big') params.max = Number(issue.maximum)
  if (issue.code === 'too_small') params.min = Number(issue.minimum)
  if (issue.code === 'custom') Object.assign(params, wordParams(issue.params ?? {}, language))
  if (isMessageCode(issue.message)) return { code: issue.message, params }
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? { code: 'required', params }
        : {
            code: 'wrong_type',
            params: { expected: text(TYPES[issue.expected] ?? 'type_other', language) },
          }
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
      return { code: 'wrong_format', params }
  }
}

/** Parameters of a message; a list is of words, each a message of its own or a text as it is. */
export type WordParams = Readonly<
  Record<string, string | number | readonly (string | { code: MessageCode })[]>
>

/** The parameters with lists as words of a language. */
export function wordParams(
  params: Readonly<Record<string, unknown>>,
  language: Language,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params as WordParams).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null
        ? value.map((w) => (typeof w === 'string' ? w : text(w.code, language))).join(', ')
        : value,
    ]),
  )
}

/**
 * The issues of a union: those of the form that the value has by its type, where there is just one such.
 */
function ofForm(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const forms = issue.errors.filter(
    (list) => !list.some((i) => i.path.length === 0 && i.code === 'invalid_type'),
  )
  if (forms.length !== 1 || forms[0].length === 0) return [issue]
  return forms[0].flatMap((i) => ofForm({ ...i, path: [...issue.path, ...i.path] }))
}

/**
 * All faults of a value: path as sent, stable code and a text in the caller's language. An unknown field is a fault at
 * that field. where: the path for faults of the whole value.
 */
export function fieldErrors(error: z.core.$ZodError, language: Language, where = ''): FieldError[] {
  return error.issues.flatMap(ofForm).flatMap((issue) => {
    const { code, params } = coded(issue, language)
    const at = (path: readonly PropertyKey[], more = {}): FieldError => ({
      path: path.join('.') || where,
      message: text(code, language, { ...params, ...more }),
      code,
    })
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => at([...issue.path, key], { names: key }))
      : [at(issue.path)]
  })
}
