import { CHECK_KINDS, type CheckKind } from '#core/description/index.ts'

export const TABS = ['fired', 'counts', 'series', 'checks'] as const
export type Tab = (typeof TABS)[number]
export const STATES = ['standing', 'open', 'ended', 'cleared', 'all'] as const
export type State = (typeof STATES)[number]

/** What the page shows: carried by the address. Days are local days of the plant, both included. */
export interface Filter {
  tab: Tab
  from: string | null
  to: string | null
  kind: CheckKind | null
  /** Part of the name of a station, or its code. */
  station: string
  /** One series, as a link names it. */
  series: string | null
  state: State
  page: number
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const day = (name: string) => {
    const text = search.get(name)
    return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
  }
  const one = <T extends string>(name: string, all: readonly T[]) =>
    all.find((x) => x === search.get(name)) ?? null
  const [from, to] = [day('from'), day('to')]
  const whole = from !== null && to !== null && from <= to
  const page = Number(search.get('page') ?? 1)
  return {
    tab: one('tab', TABS) ?? 'fired',
    from: whole ? from : null,
    to: whole ? to : null,
    kind: one('kind', CHECK_KINDS),
    station: (search.get('station') ?? '').slice(0, 200),
    series: search.get('series')?.slice(0, 120) || null,
    state: one('state', STATES) ?? 'standing',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

const USUAL: Partial<Record<keyof Filter, unknown>> = { tab: 'fired', state: 'standing', page: 1 }

export function writeFilter(f: Filter): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(f))
    if (value !== null && value !== '' && value !== USUAL[name as keyof Filter])
      search.set(name, String(value))
  return search
}

/** Another day, by the calendar alone. */
export function dayFrom(date: string, days: number): string {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + days)
  return next.toISOString().slice(0, 10)
}

/** The filter as the calls take it: the last day is included, the call's end is not. */
export function queryOf(f: Filter) {
  return {
    from: f.from ?? undefined,
    to: f.to === null ? undefined : dayFrom(f.to, 1),
    kind: f.kind ?? undefined,
    station: f.station || undefined,
    series: f.series ?? undefined,
  }
}

export function isFiltered(f: Filter): boolean {
  return f.from !== null || f.kind !== null || f.station !== '' || f.series !== null || f.state !== 'standing'
}
