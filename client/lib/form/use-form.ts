import { useForm as useMantineForm } from '@mantine/form'
import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { z } from 'zod'
import { afterPress } from '../after-press.ts'
import { CallError } from '../call-error.ts'
import { reasonOf } from '../failures.ts'
import { messageText, useLanguage } from '../text/index.ts'
import { bodyOf, draftOf, getIn, isTyped, setIn, type Draft } from './draft.ts'
import { concerns, problemsOf, refusalsOf } from './problems.ts'

type Values = Record<string, unknown>
type TextEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

export interface FormOptions<S extends z.ZodType, V> {
  /** Schema of the contract, the same that the server applies. */
  schema: S
  /** Initial values. Later ones apply only with `restart`. */
  values: V
  /** Selects the part of the values that the endpoint takes, which the schema checks; default: all. */
  body?: (values: Draft<V>) => unknown
  /** Further errors by dotted path, in words; they take precedence over those of the schema. */
  rules?: (values: Draft<V>) => Record<string, string | false | null | undefined>
  /** Fields outside the form's values that can show errors of the server. */
  fields?: readonly string[]
}

/** Name, value and error of a field, for an input. Errors show once the field was left or the form submitted. */
interface FieldProps<T> {
  name: string
  value: T
  error: string | undefined
}

/** Disables autofill from other forms, unless the input names its kind (`autoComplete="username"`). */
interface TextProps extends FieldProps<string> {
  autoComplete: 'off'
  onChange: (e: TextEvent) => void
  onBlur: () => void
}

/** A form with values of any type, for parts that name their fields by dotted path. */
export type AnyForm = FormApi<unknown, unknown>

export interface FormApi<V, O> {
  /** Ref of the element around the fields, in which the first invalid one is found. */
  ref: (element: HTMLElement | null) => void
  /** The typed values; every number as `{ typed }`. */
  values: Draft<V>
  dirty: boolean
  /** Whether a call is pending. */
  busy: boolean
  /** Why the last call failed; null before, and while the next one is pending. */
  error: unknown
  /** Why the whole failed, in words, where no field is to blame. */
  failure: string | null
  /** Whether somebody else has changed it meanwhile: it can be submitted again after `restart`. */
  conflict: boolean
  /** The value at a path; a number as typed text. */
  get(path: string): unknown
  /** The raw form value at a path; numbers as typed. */
  raw(path: string): unknown
  /** The number at a path, if there is one. */
  number(path: string): number | null
  list(path: string): unknown[]
  set<P extends string>(path: P, value: P extends keyof V ? Draft<V[P]> : unknown): void
  setNumber(path: string, value: number): void
  insert(path: string, item: unknown): void
  removeAt(path: string, index: number): void
  errorOf(path: string): string | undefined
  /** The error at a path, else the first below it: for a field that shows a whole list. */
  errorIn(path: string): string | undefined
  /** Props of a text input. */
  text(path: string): TextProps
  /** Props of a number input. empty: what an empty field is sent as; by default it is absent. */
  decimal(path: string, empty?: null): TextProps
  /** Props of a choice among words. */
  choice(path: string): FieldProps<string | null> & { onChange: (value: string | null) => void }
  /** Props of a checkbox or switch. */
  checked(path: string): {
    name: string
    checked: boolean
    error: string | undefined
    'aria-invalid': true | undefined
    onChange: (e: ChangeEvent<HTMLInputElement>) => void
  }
  /** The body as the endpoint takes it, or null while anything is invalid. Shows no errors. */
  peek(): O | null
  /** The body as the endpoint takes it; null: errors are shown and the first invalid field is focused. */
  check(): O | null
  /** Validates, submits, and shows the server's errors at their fields. null: not submitted, or failed. */
  submit<R>(send: (body: O) => Promise<R>): Promise<{ value: R } | null>
  /** Runs a call with values that were validated before. null: it failed. */
  run<R>(send: () => Promise<R>): Promise<{ value: R } | null>
  /** Shows why a call was refused: at the fields that it names, else above all. */
  refuse(error: unknown): void
  /** Forgets why the last call failed; the typed values stay. */
  clear(): void
  /** Resets the form to other values. */
  restart(values: V): void
}

/**
 * A form validated by the contract. Errors are shown at their fields, in the current language, once a field with
 * content was left or the form was submitted; errors of the server are shown until their field is changed.
 */
export function useForm<S extends z.ZodType, V>(options: FormOptions<S, V>): FormApi<V, z.output<S>> {
  const { schema, fields = [] } = options
  const language = useLanguage()
  const [start] = useState(() => draftOf(options.values) as Values)
  // "Touched" means left, not changed; a change may also concern the errors of other paths.
  const form = useMantineForm<Values>({
    initialValues: start,
    touchTrigger: 'focus',
    clearInputErrorOnChange: false,
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [alert, setAlert] = useState<'problems' | 'error' | null>(null)
  const [wrong, setWrong] = useState<{ alert: 'problems' | 'error' } | null>(null)
  const element = useRef<HTMLElement>(null)
  const ref = useCallback((now: HTMLElement | null) => void (element.current = now), [])
  const sending = useRef(false)

  // By now the errors are rendered. Errors without a field are shown above all.
  useEffect(() => {
    if (!wrong) return
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')
    if (field) field.focus()
    else setAlert(wrong.alert)
  }, [wrong])

  /** Reads the typed values: the body, and its errors. */
  function read(values: Values) {
    const typed = values as Draft<V>
    const { body, problems: numbers } = bodyOf(options.body ? options.body(typed) : typed)
    const problems = problemsOf(schema, body, language)
    for (const [path, { code, text }] of Object.entries(numbers)) problems[path] = messageText(code, { text })
    for (const [path, words] of Object.entries(options.rules?.(typed) ?? {}))
      if (words) problems[path] = words
    return { body, problems }
  }
  const { values } = form
  const { body, problems } = read(values)

  function valid(now: ReturnType<typeof read>): z.output<S> | null {
    if (Object.keys(now.problems).length > 0) return null
    const parsed = schema.safeParse(now.body)
    return parsed.success ? parsed.data : null
  }

  function hasField(path: string): boolean {
    const [top] = path.split('.')
    if (fields.includes(path) || Object.hasOwn(form.getValues(), top)) return true
    // Only the schema of a single object says which fields exist.
    return schema instanceof z.ZodObject ? Object.hasOwn(schema.shape, top) : true
  }

  function set(path: string, value: unknown): void {
    const [top] = path.split('.')
    form.setValues({ [top]: getIn(setIn(form.getValues(), path, value), top) })
    form.setErrors((all) => Object.fromEntries(Object.entries(all).filter(([p]) => !concerns(p, path))))
  }
  const leave = (path: string) => afterPress(() => form.setTouched((all) => ({ ...all, [path]: true })))
  const errorOf = (path: string): string | undefined =>
    (form.errors[path] as string | undefined) ??
    (tried || form.getTouched()[path] ? problems[path] : undefined)
  const list = (path: string) => (getIn(form.getValues(), path) as unknown[] | null | undefined) ?? []

  function clear(): void {
    setError(null)
    setAlert(null)
    form.clearErrors()
  }

  function check(): z.output<S> | null {
    setTried(true)
    clear()
    const found = valid(read(form.getValues()))
    if (found === null) setWrong({ alert: 'problems' })
    return found
  }

  function refuse(refused: unknown): void {
    const refusals = refusalsOf(refused, hasField)
    const named = Object.keys(refusals.fields).length > 0
    setError(refused)
    form.setErrors(refusals.fields)
    setAlert(!named || refusals.others.length > 0 ? 'error' : null)
    if (named) setWrong({ alert: 'error' })
  }

  async function run<R>(send: () => Promise<R>): Promise<{ value: R } | null> {
    if (sending.current) return null
    sending.current = true
    setBusy(true)
    clear()
    try {
      return { value: await send() }
    } catch (refused) {
      refuse(refused)
      return null
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  function failure(): string | null {
    if (alert === 'problems') return Object.values(problems).join('. ') || null
    if (alert === null) return null
    const { fields: named, others } = refusalsOf(error, hasField)
    return Object.keys(named).length > 0 && others.length > 0 ? others.join('. ') : reasonOf(error)
  }

  return {
    ref,
    values: values as Draft<V>,
    dirty: form.isDirty(),
    busy,
    error,
    failure: failure(),
    conflict: error instanceof CallError && error.code === 'conflict',
    get(path) {
      const v = getIn(values, path)
      return isTyped(v) ? v.typed : v
    },
    raw: (path) => getIn(values, path),
    number(path) {
      const v = bodyOf(getIn(values, path)).body
      return typeof v === 'number' && Number.isFinite(v) ? v : null
    },
    list: (path) => (getIn(values, path) as unknown[] | null | undefined) ?? [],
    set,
    setNumber: (path, value) => set(path, draftOf(value)),
    insert: (path, item) => set(path, [...list(path), draftOf(item)]),
    removeAt(path, index) {
      set(
        path,
        list(path).filter((_, i) => i !== index),
      )
      // Later items move up, so their server errors would appear at other items.
      form.setTouched((all) =>
        Object.fromEntries(Object.entries(all).filter(([p]) => !p.startsWith(`${path}.`))),
      )
    },
    errorOf,
    errorIn(path) {
      const inside = [...Object.keys(form.errors), ...Object.keys(problems)].filter((p) =>
        p.startsWith(`${path}.`),
      )
      return [path, ...inside].map(errorOf).find(Boolean)
    },
    text: (path) => ({
      name: path,
      value: String(getIn(values, path) ?? ''),
      error: errorOf(path),
      autoComplete: 'off',
      onChange: (e) => set(path, e.currentTarget.value),
      // Passing through an empty field is no error.
      onBlur: () => (getIn(values, path) ?? '') !== '' && leave(path),
    }),
    decimal(path, empty) {
      const v = getIn(values, path)
      return {
        name: path,
        value: isTyped(v) ? v.typed : '',
        error: errorOf(path),
        autoComplete: 'off',
        onChange: (e) => {
          const text = e.currentTarget.value
          set(path, text === '' && empty === null ? null : { typed: text })
        },
        onBlur: () => isTyped(v) && v.typed !== '' && leave(path),
      }
    },
    choice: (path) => ({
      name: path,
      value: (getIn(values, path) as string | null | undefined) ?? null,
      error: errorOf(path),
      onChange: (value) => set(path, value),
    }),
    checked: (path) => ({
      name: path,
      checked: getIn(values, path) === true,
      error: errorOf(path),
      // Text inputs set it themselves.
      'aria-invalid': errorOf(path) === undefined ? undefined : true,
      onChange: (e) => set(path, e.currentTarget.checked),
    }),
    peek: () => valid({ body, problems }),
    check,
    async submit(send) {
      if (sending.current) return null
      const checked = check()
      return checked === null ? null : run(() => send(checked))
    },
    run,
    refuse,
    clear,
    restart(next) {
      form.setInitialValues(draftOf(next) as Values)
      form.reset()
      setTried(false)
      setError(null)
      setAlert(null)
    },
  }
}
