import { fromLocal, toLocal } from '#core/time/index.ts'
import { days, field, oneOf, view, word, type AddressField, type Filter } from '../../lib/address-fields.ts'
import { BASE_LAYERS, type BaseLayer } from '../../ui/map/types.ts'

export const SURFACES = ['none', 'thiessen', 'isohyets', 'idw'] as const
export type SurfaceKind = (typeof SURFACES)[number]
export const SUMS = ['1h', '24h', 'range'] as const
export type Sum = (typeof SUMS)[number]
export const VIEWS = ['map', 'list'] as const

/** Types of stations by number; empty: all. */
const types = (): AddressField<number[]> =>
  field<number[]>(
    [],
    (text) => {
      const all = text.split(',').map(Number)
      return [...new Set(all.filter((n) => Number.isInteger(n) && n >= 1 && n <= 8))].sort()
    },
    (some) => some.join(),
  )

/** The replayed instant, as local time of the plant; null: the end of the span. */
const instant = (zone: string): AddressField<number | null> =>
  field<number | null>(
    null,
    (text) => fromLocal(text.replace('T', ' '), zone),
    (at) => (at === null ? null : toLocal(at, zone).replace(' ', 'T')),
  )

/** Hidden base layers. */
const hidden = (): AddressField<BaseLayer[]> =>
  field<BaseLayer[]>(
    [],
    (text) => BASE_LAYERS.filter((layer) => text.split(',').includes(layer)),
    (some) => some.join(),
  )

/** State of the page in its address. */
export const mapFields = (zone: string) => ({
  type: types(),
  days: days(),
  t: instant(zone),
  surface: view(oneOf(SURFACES, 'none')),
  sum: view(oneOf(SUMS, '24h')),
  view: view(oneOf(VIEWS, 'map')),
  hide: view(hidden()),
  /** Id of the station whose card is open. */
  station: view(word()),
})
export type MapFilter = Filter<ReturnType<typeof mapFields>>
