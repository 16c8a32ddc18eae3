import { oneOf, view, word } from '../../lib/address-fields.ts'

/** Hours that the chart shows, and over which the map sums. */
export const SHOWN_HOURS = ['24', '72', '240'] as const
export const MAP_HOURS = ['24', '72'] as const

export const WEATHER_FIELDS = {
  model: view(word()),
  span: view(oneOf(SHOWN_HOURS, '72')),
  sum: view(oneOf(MAP_HOURS, '24')),
}
