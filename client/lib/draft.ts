import type { MessageCode } from '#contract/messages.ts'
import { parseDecimal } from './decimal.ts'

/** A number as it is being typed: a form must keep '12,' while it is not yet one. */
export interface Typed {
  typed: string
}

export function isTyped(v: unknown): v is Typed {
  return typeof v === 'object' && v !== null && 'typed' in v
}

type Fields = Record<string, unknown>

/** A body as a form holds it: the same shape, every number as its text. */
export function draftOf(body: unknown): unknown {
  if (typeof body === 'number') return { typed: String(body) } satisfies Typed
  if (Array.isArray(body)) return body.map(draftOf)
  if (typeof body === 'object' && body !== null)
    return Object.fromEntries(Object.entries(body).map(([k, v]) => [k, draftOf(v)]))
  return body
}

export type NumberProblems = Record<string, { code: MessageCode; text: string }>

/** The body that a draft says, and which of its texts are no numbers. What was left empty is absent. */
export function bodyOf(draft: unknown): { body: unknown; problems: NumberProblems } {
  const problems: NumberProblems = {}
  const walk = (v: unknown, path: string): unknown => {
    if (isTyped(v)) {
      if (v.typed.trim() === '') return undefined
      const value = parseDecimal(v.typed)
      if (typeof value === 'number') return value
      problems[path] = { code: value, text: v.typed.trim() }
      return NaN
    }
    const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
    if (Array.isArray(v)) return v.map((e, i) => walk(e, at(i)))
    if (typeof v === 'object' && v !== null)
      return Object.fromEntries(
        Object.entries(v as Fields)
          .map(([k, e]) => [k, walk(e, at(k))] as const)
          .filter(([, e]) => e !== undefined),
      )
    return v
  }
  return { body: walk(draft, ''), problems }
}

/** What stands at a dotted path. */
export function getIn(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((v, key) => (v as Fields | null | undefined)?.[key], value)
}

/** The same with another value at a dotted path; undefined takes the field away. */
export function setIn(value: unknown, path: string, next: unknown): unknown {
  const [key, ...rest] = path.split('.')
  const inner = (v: unknown) => (rest.length === 0 ? next : setIn(v, rest.join('.'), next))
  if (Array.isArray(value)) return value.map((e, i) => (String(i) === key ? inner(e) : e))
  const { [key]: old, ...others } = (value ?? {}) as Fields
  const made = inner(old)
  if (made === undefined) return others
  return Object.hasOwn((value ?? {}) as Fields, key)
    ? { ...(value as Fields), [key]: made }
    : { ...others, [key]: made }
}
