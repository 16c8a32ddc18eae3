import type { MessageCode } from '#contract/messages.ts'
import { parseDecimal } from '../decimal.ts'

/** A number while it is typed: a form must keep '12,' before it is a number. */
export interface Typed {
  typed: string
}

export function isTyped(v: unknown): v is Typed {
  return typeof v === 'object' && v !== null && 'typed' in v
}

type Fields = Record<string, unknown>

/** Values as a form holds them: the same shape, with every number as text. */
export type Draft<T> = T extends number
  ? Typed
  : T extends Typed | Blob
    ? T
    : T extends readonly (infer E)[]
      ? Draft<E>[]
      : T extends object
        ? { [K in keyof T]: Draft<T[K]> }
        : T

/** Only plain objects are traversed; files and dates are values. */
function isPlain(v: unknown): v is Fields {
  if (typeof v !== 'object' || v === null) return false
  const prototype: unknown = Object.getPrototypeOf(v)
  return prototype === null || prototype === Object.prototype
}

/** Converts a body to form values: the same shape, with every number as text. A draft is unchanged. */
export function draftOf<T>(body: T): Draft<T> {
  const walk = (v: unknown): unknown => {
    if (typeof v === 'number') return { typed: String(v) } satisfies Typed
    if (Array.isArray(v)) return v.map(walk)
    if (isPlain(v)) return Object.fromEntries(Object.entries(v).map(([k, e]) => [k, walk(e)]))
    return v
  }
  return walk(body) as Draft<T>
}

type NumberProblems = Record<string, { code: MessageCode; text: string }>

/** The body of a draft, and which of its texts are not numbers. Empty fields are absent. */
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
    if (isPlain(v))
      return Object.fromEntries(
        Object.entries(v)
          .map(([k, e]) => [k, walk(e, at(k))] as const)
          .filter(([, e]) => e !== undefined),
      )
    return v
  }
  return { body: walk(draft, ''), problems }
}

/** The value at a dotted path. */
export function getIn(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((v, key) => (v as Fields | null | undefined)?.[key], value)
}

/** Copies with another value at a dotted path; undefined removes the field. */
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
