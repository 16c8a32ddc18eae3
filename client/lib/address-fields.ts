import type { Days } from './days.ts'

/** A part of the address of a page: how it is read and written, and its default. */
export interface AddressField<T> {
  usual: T
  /** Of any address: what makes no sense is as if it were not there. */
  read: (search: URLSearchParams, name: string) => T
  /** Sets nothing for what is usual. */
  write: (value: T, search: URLSearchParams, name: string) => void
  /** Names in the address, where it is not the one name of the field. */
  names?: readonly string[]
  /** How the page shows what is filtered (a tab, an order): no part of the filter, and not taken back with it. */
  view?: boolean
  /** Begins again with every change of another field. */
  again?: boolean
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AddressFields = Record<string, AddressField<any>>
export type Filter<F extends AddressFields> = { [K in keyof F]: F[K]['usual'] }

/** A field of one name: read answers null for what makes no sense, write for what is left out. */
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

/** Text that is typed; empty: none. Longer than that is cut off. */
export const text = (max = 200): AddressField<string> =>
  field(
    '',
    (t) => t.slice(0, max),
    (t) => t,
  )

/** A name or an id; null: none. */
export const word = (max = 200, pattern = /./): AddressField<string | null> =>
  field<string | null>(null, (t) => (pattern.test(t) ? t.slice(0, max) : null))

/** One of a list. */
export function oneOf<T extends string>(all: readonly T[]): AddressField<T | null>
export function oneOf<T extends string>(all: readonly T[], usual: T): AddressField<T>
export function oneOf<T extends string>(all: readonly T[], usual: T | null = null): AddressField<T | null> {
  return field<T | null>(usual, (t) => all.find((x) => x === t) ?? null)
}

/** Some of a list, in its order; none: empty. */
export const someOf = <T extends string>(all: readonly T[]): AddressField<readonly T[]> =>
  field<readonly T[]>(
    [],
    (t) => all.filter((x) => t.split(',').includes(x)),
    (some) => some.join(','),
  )

/** Yes or no; usual: no. */
export const flag = (): AddressField<boolean> =>
  field(
    false,
    (t) => t === '1',
    (yes) => (yes ? '1' : '0'),
  )

const DAY = /^\d{4}-\d{2}-\d{2}$/
const OPEN: Days = { from: null, to: null }

/** Local days of the plant, both included, as `from` and `to`; neither unless both are there, in their order. */
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

/** The page of a list: the first again with every change of the filter. */
export const page = (): AddressField<number> => ({
  ...field(1, (t) => {
    const n = Number(t)
    return Number.isInteger(n) && n >= 1 && n <= 100_000 ? n : null
  }),
  view: true,
  again: true,
})

/** A field that is how the page shows things, no filter. */
export const view = <T>(of: AddressField<T>): AddressField<T> => ({ ...of, view: true })

const each = <F extends AddressFields>(fields: F) =>
  Object.entries(fields) as [keyof F & string, AddressField<unknown>][]

export function readAddress<F extends AddressFields>(fields: F, search: URLSearchParams): Filter<F> {
  return Object.fromEntries(each(fields).map(([name, f]) => [name, f.read(search, name)])) as Filter<F>
}

/** An address with other parts: only what is not usual, in the order of the fields, then what others wrote into it. */
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

/** Whether anything of the filter is chosen. */
export function isFiltered<F extends AddressFields>(fields: F, filter: Filter<F>): boolean {
  return each(fields).some(([name, f]) => {
    if (f.view) return false
    const search = new URLSearchParams()
    f.write(filter[name], search, name)
    return search.size > 0
  })
}

/** What the parts of a filter are where nothing is chosen. */
export function usualOf<F extends AddressFields>(fields: F): Partial<Filter<F>> {
  return Object.fromEntries(
    each(fields)
      .filter(([, f]) => !f.view)
      .map(([name, f]) => [name, f.usual]),
  ) as Partial<Filter<F>>
}
