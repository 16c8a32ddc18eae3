import type { Days } from './days.ts'

/** A field of a page's address: how it is parsed and written, and its default. */
export interface AddressField<T> {
  usual: T
  /** Parses any address; invalid values yield the default. */
  read: (search: URLSearchParams, name: string) => T
  /** Sets nothing for the default. */
  write: (value: T, search: URLSearchParams, name: string) => void
  /** Names of its query parameters, where they differ from the field's name. */
  names?: readonly string[]
  /** Marks a view option (tab, order): not part of the filter and not cleared with it. */
  view?: boolean
  /** Resets when another field changes. */
  again?: boolean
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AddressFields = Record<string, AddressField<any>>
export type Filter<F extends AddressFields> = { [K in keyof F]: F[K]['usual'] }

/** A field with one parameter: read returns null for invalid values, write for values to leave out. */
export function field<T>(
  usual: T,
  read: (text: string) => T | null,
  write: (value: T) => string | null = String,
): AddressField<T> {
  return {
    usual,
    read: (search, name) => {
      const text = search.get(name)
      return text === null ? usual : (read(text) ?? usual)
    },
    write: (value, search, name) => {
      const text = value === null || value === undefined ? null : write(value)
      if (text !== null && text !== write(usual)) search.set(name, text)
    },
  }
}

/** Free text, cut at a maximum length; empty: none. */
export const text = (max = 200): AddressField<string> =>
  field(
    '',
    (t) => t.slice(0, max),
    (t) => t,
  )

/** A name or an id; null: none. */
export const word = (max = 200, pattern = /./): AddressField<string | null> =>
  field<string | null>(null, (t) => (pattern.test(t) ? t.slice(0, max) : null))

/** One value of a list. */
export function oneOf<T extends string>(all: readonly T[]): AddressField<T | null>
export function oneOf<T extends string>(all: readonly T[], usual: T): AddressField<T>
export function oneOf<T extends string>(all: readonly T[], usual: T | null = null): AddressField<T | null> {
  return field<T | null>(usual, (t) => all.find((x) => x === t) ?? null)
}

/** Some values of a list, in its order; none: empty. */
export const someOf = <T extends string>(all: readonly T[]): AddressField<readonly T[]> =>
  field<readonly T[]>(
    [],
    (t) => all.filter((x) => t.split(',').includes(x)),
    (some) => some.join(','),
  )

/** A boolean; default: false. */
export const flag = (): AddressField<boolean> =>
  field(
    false,
    (t) => t === '1',
    (yes) => (yes ? '1' : '0'),
  )

const DAY = /^\d{4}-\d{2}-\d{2}$/
const OPEN: Days = { from: null, to: null }

/** Local days of the plant, both included, as `from` and `to`; ignored unless both are present and in order. */
export const days = (): AddressField<Days> => ({
  usual: OPEN,
  names: ['from', 'to'],
  read: (search) => {
    const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
    const all = [from, to].every((day) => DAY.test(day) && !Number.isNaN(Date.parse(day)))
    return all && from <= to ? { from, to } : OPEN
  },
  write: ({ from, to }, search) => {
    if (from === null || to === null) return
    search.set('from', from)
    search.set('to', to)
  },
})

/** Page number of a list; back to the first when the filter changes. */
export const page = (): AddressField<number> => ({
  ...field(1, (t) => {
    const n = Number(t)
    return Number.isInteger(n) && n >= 1 && n <= 100_000 ? n : null
  }),
  view: true,
  again: true,
})

/** Marks a field as a view option. */
export const view = <T>(of: AddressField<T>): AddressField<T> => ({ ...of, view: true })

const each = <F extends AddressFields>(fields: F) =>
  Object.entries(fields) as [keyof F & string, AddressField<unknown>][]

export function readAddress<F extends AddressFields>(fields: F, search: URLSearchParams): Filter<F> {
  return Object.fromEntries(each(fields).map(([name, f]) => [name, f.read(search, name)])) as Filter<F>
}

/** Updates an address: writes non-default values in the order of the fields, then foreign parameters. */
export function writeAddress<F extends AddressFields>(
  fields: F,
  part: Partial<Filter<F>>,
  before: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const search = new URLSearchParams()
  const own = new Set<string>()
  for (const [name, f] of each(fields)) {
    for (const n of f.names ?? [name]) own.add(n)
    const value = name in part ? part[name] : f.again ? f.usual : f.read(before, name)
    f.write(value, search, name)
  }
  for (const [name, value] of before) if (!own.has(name)) search.append(name, value)
  return search
}

/** Whether the filter differs from its default. */
export function isFiltered<F extends AddressFields>(fields: F, filter: Filter<F>): boolean {
  return each(fields).some(([name, f]) => {
    if (f.view) return false
    const search = new URLSearchParams()
    f.write(filter[name], search, name)
    return search.size > 0
  })
}

/** The default values of a filter. */
export function usualOf<F extends AddressFields>(fields: F): Partial<Filter<F>> {
  return Object.fromEntries(
    each(fields)
      .filter(([, f]) => !f.view)
      .map(([name, f]) => [name, f.usual]),
  ) as Partial<Filter<F>>
}
