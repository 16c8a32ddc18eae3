import { CHECK_KINDS, type CheckKind } from '#core/description/index.ts'
import { readDays, readPage, writeAddress } from '../../lib/address.ts'
import { spanOfDays } from '../../lib/days.ts'

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

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const one = <T extends string>(name: string, all: readonly T[]) =>
    all.find((x) => x === search.get(name)) ?? null
  return {
    tab: one('tab', TABS) ?? 'fired',
    ...readDays(search),
    kind: one('kind', CHECK_KINDS),
    station: (search.get('station') ?? '').slice(0, 200),
    series: search.get('series')?.slice(0, 120) || null,
    state: one('state', STATES) ?? 'standing',
    page: readPage(search),
  }
}

export const writeFilter = (f: Filter): URLSearchParams =>
  writeAddress(f, { tab: 'fired', state: 'standing', page: 1 })

/** The filter as the calls take it. */
export function queryOf(f: Filter) {
  return {
    ...spanOfDays(f),
    kind: f.kind ?? undefined,
    station: f.station || undefined,
    series: f.series ?? undefined,
  }
}

export function isFiltered(f: Filter): boolean {
  return f.from !== null || f.kind !== null || f.station !== '' || f.series !== null || f.state !== 'standing'
}
