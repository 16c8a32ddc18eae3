import type { observeMessages as vi } from '../vi/observe.ts'

export const observeMessages: Record<keyof typeof vi, string> = {
  observe_too_long: 'A call can cover at most {days} {days|day|days}',
  observe_one_day: 'A call can cover at most one day: request each day separately',
  map_tiles_format:
    'Enter an address that starts with / or https:// and has z, x, y in braces, or is a .pmtiles file',
  observe_types:
    'There is no type {type}: 0 and 1 rain, 2 water level, 3 discharge, 4 discharge from water level, 5 discharge (Sommer), 6 gate opening, 7 capacity, 8 battery voltage',
  observe_any_station: 'at all',
  volumes_too_long: 'At most {most} periods at once',
}
