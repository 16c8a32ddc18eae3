import { field, oneOf, someOf, text, view, word } from '../../lib/address-fields.ts'
import { GROUPINGS, SORTS, STATES } from './model.ts'

export const TABS = ['list', 'map', 'compare', 'lateral'] as const

/** What is compared over reservoirs. */
export const QUANTITIES = ['level', 'fill', 'inflow', 'outflow', 'power', 'rain'] as const
export type Quantity = (typeof QUANTITIES)[number]

/** Most curves in one chart: more colours than that are not told apart. */
export const MOST = 8

/** Hours that can be chosen. */
export const SPANS = { h24: 24, d3: 72, d7: 168, d30: 720 } as const
export type Span = keyof typeof SPANS

const codes = () =>
  view(
    field<readonly string[]>(
      [],
      (t) => [...new Set(t.split(',').filter((code) => code !== ''))].slice(0, MOST),
      (list) => list.join(','),
    ),
  )

/** The state of the page in its address. */
export const FIELDS = {
  tab: view(oneOf(TABS, 'list')),
  search: text(100),
  state: someOf(STATES),
  sort: view(oneOf(SORTS, 'river')),
  group: view(oneOf(GROUPINGS, 'basin')),
  /** Chosen on the map. */
  at: view(word(100)),
  /** Compared. */
  of: codes(),
  what: view(oneOf(QUANTITIES, 'level')),
  span: view(oneOf(Object.keys(SPANS) as Span[], 'h24')),
  /** The reservoir below a reach. */
  reach: view(word(100)),
}
