import { useState, type ChangeEvent } from 'react'
import type { z } from 'zod'
import { afterPress } from './after-press.ts'
import { reasonOf } from './failures.ts'
import { problemsOf, refusalsOf } from './form/problems.ts'
import { useLanguage } from './text/index.ts'

export { problemsOf } from './form/problems.ts'
export { focusFirstError } from './focus.ts'

/**
 * A form by the rules of the contract, the same that the server applies: errors beside their fields, from the first
 * try on (or once a field was left), in the present language. What the server refuses stands there too, until the
 * field is changed.
 */
export function useFields<S extends z.ZodType, V extends Record<string, unknown>>(
  schema: S,
  initial: V,
  /** What of the values the call takes: where only changes are sent, only they are checked. */
  taken: (values: V) => unknown = (values) => values,
) {
  const language = useLanguage()
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [tried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const problems = problemsOf(schema, taken(values), language)

  function set<K extends keyof V & string>(name: K, value: V[K]): void {
    setValues((v) => ({ ...v, [name]: value }))
    setRefused((r) => Object.fromEntries(Object.entries(r).filter(([p]) => p.split('.')[0] !== name)))
  }

  function errorOf(path: string): string | undefined {
    const shown = tried || left.has(path.split('.')[0])
    return refused[path] ?? (shown ? problems[path] : undefined)
  }

  return {
    values,
    set,
    errorOf,
    /** Why the whole did not work, where no field is to blame. */
    failure,
    dirty: JSON.stringify(values) !== JSON.stringify(start),
    /** What a text input needs. */
    input(name: keyof V & string) {
      return {
        name,
        value: String(values[name] ?? ''),
        error: errorOf(name),
        onChange: (e: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
          set(name, e.currentTarget.value as V[typeof name]),
        // Who only passes through an empty field is not told off.
        onBlur: () => values[name] !== '' && afterPress(() => setLeft((l) => new Set(l).add(name))),
      }
    },
    /** The values as the call takes them, or null: then the errors stand beside the fields. */
    check(): z.output<S> | null {
      setTried(true)
      setFailure(null)
      setRefused({})
      const parsed = schema.safeParse(taken(values))
      return parsed.success ? parsed.data : null
    },
    /** Shows why a call was refused: beside the fields that it names, else above all. */
    refuse(error: unknown): void {
      const named = refusalsOf(error, (path) => Object.hasOwn(values, path.split('.')[0])).fields
      setRefused(named)
      setFailure(Object.keys(named).length > 0 ? null : reasonOf(error))
    },
    /** Begins anew with other values. */
    restart(next: V): void {
      setStart(next)
      setValues(next)
      setTried(false)
      setLeft(new Set())
      setRefused({})
      setFailure(null)
    },
  }
}
