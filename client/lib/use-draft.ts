import { useState, type ChangeEvent } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { afterPress } from './after-press.ts'
import { CallError } from './call-error.ts'
import { bodyOf, draftOf, getIn, isTyped, setIn } from './form/draft.ts'
import { reasonOf } from './failures.ts'
import { problemsOf } from './fields.ts'
import { say, useLanguage } from './text/index.ts'

export type DraftForm = ReturnType<typeof useDraft>

/**
 * A form of a nested body by the rules of the contract; fields are named by their dotted path. Numbers are kept as
 * they are typed. Errors stand beside their fields once a field was left or all was tried; what the server refuses
 * stands there too until the field is changed.
 */
export function useDraft(schema: z.ZodType, initial: unknown) {
  const language = useLanguage()
  const [start, setStart] = useState(() => draftOf(initial))
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)

  const typed = bodyOf(draft)
  const problems = problemsOf(schema, typed.body, language)
  for (const [path, { code, text }] of Object.entries(typed.problems)) problems[path] = say(code, { text })

  const forget = (path: string) =>
    setRefused((all) =>
      Object.fromEntries(
        Object.entries(all).filter(
          ([p]) => p !== path && !p.startsWith(`${path}.`) && !path.startsWith(`${p}.`),
        ),
      ),
    )
  function set(path: string, value: unknown): void {
    setDraft((d: unknown) => setIn(d, path, value))
    forget(path)
  }
  const errorOf = (path: string): string | undefined =>
    refused[path] ?? (tried || left.has(path) ? problems[path] : undefined)
  const leave = (path: string) => afterPress(() => setLeft((l) => (l.has(path) ? l : new Set(l).add(path))))
  const listOf = (path: string) => (getIn(draft, path) as unknown[] | null | undefined) ?? []

  function point(form: HTMLElement | null, otherwise: string): void {
    requestAnimationFrame(() => {
      const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')
      if (wrong) wrong.focus()
      else setFailure(otherwise)
    })
  }

  return {
    draft,
    /** The value at a path: numbers as the text that was typed. */
    get(path: string): unknown {
      const v = getIn(draft, path)
      return isTyped(v) ? v.typed : v
    },
    /** What the draft holds at a path, numbers as they are typed. */
    raw: (path: string): unknown => getIn(draft, path),
    /** The number at a path, where there is one. */
    number(path: string): number | null {
      const v = getIn(typed.body, path)
      return typeof v === 'number' && Number.isFinite(v) ? v : null
    },
    set,
    /** Sets a number of a list of choices. */
    setNumber: (path: string, value: number) => set(path, { typed: String(value) }),
    errorOf,
    failure,
    dirty: JSON.stringify(draft) !== JSON.stringify(start),
    /** What the input of a text needs. */
    text(path: string) {
      return {
        name: path,
        value: String(getIn(draft, path) ?? ''),
        error: errorOf(path),
        onChange: (e: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
          set(path, e.currentTarget.value),
        onBlur: () => (getIn(draft, path) ?? '') !== '' && leave(path),
      }
    },
    /** What the input of a number needs. empty: what stands for no number, absent unless it is null. */
    decimal(path: string, empty?: null) {
      const v = getIn(draft, path)
      return {
        name: path,
        value: isTyped(v) ? v.typed : '',
        error: errorOf(path),
        onChange: (e: ChangeEvent<HTMLInputElement>) => {
          const text = e.currentTarget.value
          set(path, text === '' && empty === null ? null : { typed: text })
        },
        onBlur: () => isTyped(v) && v.typed !== '' && leave(path),
      }
    },
    list: listOf,
    insert: (path: string, item: unknown) => set(path, [...listOf(path), draftOf(item)]),
    removeAt(path: string, index: number): void {
      set(
        path,
        listOf(path).filter((_, i) => i !== index),
      )
      // Errors of those behind it would stand at the wrong place.
      setLeft((l) => new Set([...l].filter((p) => !p.startsWith(`${path}.`))))
    },
    /** The body as the call takes it while nothing is wrong with it; null: something is. Tells nobody off. */
    peek(): Record<string, unknown> | null {
      const parsed = schema.safeParse(typed.body)
      return parsed.success && Object.keys(typed.problems).length === 0
        ? (parsed.data as Record<string, unknown>)
        : null
    },
    /** The body as the call takes it, or null: then the errors stand beside the fields. */
    check(): Record<string, unknown> | null {
      setTried(true)
      setFailure(null)
      setRefused({})
      const parsed = schema.safeParse(typed.body)
      return parsed.success && Object.keys(typed.problems).length === 0
        ? (parsed.data as Record<string, unknown>)
        : null
    },
    /** Shows why a call was refused: beside the fields that it names, else above all. */
    refuse(error: unknown, form: HTMLElement | null): void {
      const named = error instanceof CallError ? error.errors : []
      // Drawn at once: on a busy machine the next frame came before, found no field, and the reason stood there twice.
      flushSync(() => {
        setRefused(Object.fromEntries(named.map((e) => [e.path.replace(/^(body\.)+/, ''), e.message])))
        setFailure(named.length > 0 ? null : reasonOf(error))
      })
      if (named.length > 0) point(form, reasonOf(error))
    },
    /** Puts the cursor into the first wrong field; what is wrong where no field stands is told above all. */
    point: (form: HTMLElement | null) => point(form, Object.values(problems).join('. ')),
    restart(next: unknown): void {
      const made = draftOf(next)
      setStart(made)
      setDraft(made)
      setTried(false)
      setLeft(new Set())
      setRefused({})
      setFailure(null)
    },
  }
}
