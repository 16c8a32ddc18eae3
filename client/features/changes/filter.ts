import { NOUNS, type DescribedNoun } from '#contract/changes.ts'

/** What the page shows: carried by the address. Days are local days of the plant, both included. */
export interface Filter {
  tab: 'list' | 'day' | 'file'
  from: string | null
  to: string | null
  noun: DescribedNoun | null
  item: string | null
  by: string
  page: number
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TABS = ['list', 'day', 'file'] as const

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const day = (name: string) => {
    const text = search.get(name)
    return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
  }
  const [from, to] = [day('from'), day('to')]
  const whole = from !== null && to !== null && from <= to
  const page = Number(search.get('page') ?? 1)
  const noun = NOUNS.find((n) => n === search.get('noun')) ?? null
  return {
    tab: TABS.find((t) => t === search.get('tab')) ?? 'list',
    from: whole ? from : null,
    to: whole ? to : null,
    noun,
    item: noun === null ? null : ((search.get('item') || null)?.slice(0, 130) ?? null),
    by: (search.get('by') ?? '').slice(0, 200),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export function writeFilter(f: Filter): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(f))
    if (
      value !== null &&
      value !== '' &&
      !(name === 'page' && value === 1) &&
      !(name === 'tab' && value === 'list')
    )
      search.set(name, String(value))
  return search
}

/** The day after a local date, by the calendar alone. */
export function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** The filter as the call takes it: the last day is included, the call's end is not. */
export function queryOf(f: Filter) {
  return {
    from: f.from ?? undefined,
    to: f.to === null ? undefined : dayAfter(f.to),
    noun: f.noun ?? undefined,
    item: f.item ?? undefined,
    by: f.by || undefined,
    page: f.page,
  }
}

export function isFiltered(f: Filter): boolean {
  return f.from !== null || f.noun !== null || f.by !== ''
}
