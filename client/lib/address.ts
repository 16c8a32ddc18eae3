import type { Days } from './days.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The days that an address asks for; neither unless both are there, in their order. */
export function readDays(search: URLSearchParams): Days {
  const day = (name: string) => {
    const text = search.get(name)
    return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
  }
  const [from, to] = [day('from'), day('to')]
  return from !== null && to !== null && from <= to ? { from, to } : { from: null, to: null }
}

/** The page of a list that an address asks for; the first where it makes no sense. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** A filter as an address carries it: without what is empty, and without what is usual. */
export function writeAddress<T extends object>(
  filter: T,
  usual: Partial<Record<keyof T, unknown>>,
): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter))
    if (value !== null && value !== '' && value !== usual[name as keyof T]) search.set(name, String(value))
  return search
}
