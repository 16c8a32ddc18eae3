import { fromLocal, toLocal } from '#core/time/index.ts'
import { BASE, type BaseLayer } from '../../ui/map/types.ts'
import { readDays } from '../../lib/address.ts'
import type { Days } from '../../lib/days.ts'

export const SURFACES = ['none', 'thiessen', 'isohyets', 'idw'] as const
export type SurfaceKind = (typeof SURFACES)[number]
export const SUMS = ['1h', '24h', 'range'] as const
export type Sum = (typeof SUMS)[number]
export const VIEWS = ['map', 'list'] as const
type MapView = (typeof VIEWS)[number]

/** What the page shows: carried by the address, so that it can be sent to somebody. */
export interface Address {
  /** Types of stations; none: all. */
  types: number[]
  days: Days
  /** The instant that is replayed; null: the end of the span. */
  at: number | null
  surface: SurfaceKind
  sum: Sum
  view: MapView
  /** Base layers that are not shown. */
  hidden: BaseLayer[]
  /** Id of the station that is looked at. */
  station: string | null
}

const oneOf = <T extends string>(all: readonly T[], text: string | null, usual: T): T =>
  all.find((x) => x === text) ?? usual

/** Parts of an address that make no sense are as if they were not there. */
export function readAddress(search: URLSearchParams, zone: string): Address {
  const types = (search.get('type') ?? '').split(',').map(Number)
  const at = search.get('t')
  return {
    types: [...new Set(types.filter((n) => Number.isInteger(n) && n >= 1 && n <= 8))].sort(),
    days: readDays(search),
    at: at === null ? null : fromLocal(at.replace('T', ' '), zone),
    surface: oneOf(SURFACES, search.get('surface'), 'none'),
    sum: oneOf(SUMS, search.get('sum'), '24h'),
    view: oneOf(VIEWS, search.get('view'), 'map'),
    hidden: BASE.filter((layer) => (search.get('hide') ?? '').split(',').includes(layer)),
    station: search.get('station') || null,
  }
}

export function writeAddress(a: Address, zone: string): URLSearchParams {
  const search = new URLSearchParams()
  if (a.types.length > 0) search.set('type', a.types.join())
  if (a.days.from !== null && a.days.to !== null) {
    search.set('from', a.days.from)
    search.set('to', a.days.to)
  }
  if (a.at !== null) search.set('t', toLocal(a.at, zone).replace(' ', 'T'))
  if (a.surface !== 'none') search.set('surface', a.surface)
  if (a.sum !== '24h') search.set('sum', a.sum)
  if (a.view !== 'map') search.set('view', a.view)
  if (a.hidden.length > 0) search.set('hide', a.hidden.join())
  if (a.station !== null) search.set('station', a.station)
  return search
}
