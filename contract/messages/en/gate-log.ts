import type { gateLogMessages as vi } from '../vi/gate-log.ts'

export const gateLogMessages: Record<keyof typeof vi, string> = {
  log_series: 'Series {series} is written only by the gate and unit log',
  log_from_differs: '{name} was at {held} at that time, not at {given}',
  log_same_time: '{name} already has an entry at {at}: correct that one',
  log_not_there: '{name} did not exist at {at}',
  log_twice: '{name} is listed twice',
  log_above_most: '{name}: {value} {unit} is above the maximum, {most} {unit}',
  log_seen_fixed:
    'Its time and values come from the sensor: only the order number, the person who carried it out and the reason can be changed',
  log_withdrawn: 'This entry was withdrawn',
  log_no_move: 'The sensor of {name} detected no movement at {at}; reload the list',
}
