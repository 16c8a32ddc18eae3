import type { gateLogMessages as vi } from '../vi/gate-log.ts'

export const gateLogMessages: Record<keyof typeof vi, string> = {
  log_series: 'Series {series} is written by the gate and unit log, and by nothing else',
  log_from_differs: '{name} stood at {held} then, not at {given}',
  log_from_unknown: 'Nothing tells where {name} stood then; {given} is what was written',
  log_same_time: '{name} already has an entry at {at}: correct that one',
  log_not_there: '{name} was not there at {at}',
  log_twice: '{name} is named twice',
  log_above_most: '{name}: {value} {unit} is above the most there can be, {most} {unit}',
  log_seen_fixed:
    'Its time and values are what the sensor saw: only order number, who carried it out and reason can be changed',
  log_withdrawn: 'This entry was withdrawn',
  log_no_move: 'The sensor of {name} saw no movement at {at}; load the list again',
}
