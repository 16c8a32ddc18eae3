import type { statisticsMessages as vi } from '../vi/statistics.ts'

export const statisticsMessages: Record<keyof typeof vi, string> = {
  plan_no_values: 'The file {name} has no column of energy (kWh, MWh) or revenue (VND)',
  plan_no_rows: 'The file {name} has no periods with values',
  plan_too_long: 'A plan has at most {most} rows',
  plan_doubt:
    '{value} may be a decimal number or one of thousands: write it without a separator of thousands',
  plan_unit: 'The unit {unit} is no energy: use kWh, MWh or GWh (for half-hours also kW or MW)',
  plan_bad_number: '{value} is not a number',
  plan_bad_period: '{value} is not a period of the plan',
  plan_off_half_hour: '{value} is not on the half-hour',
  plan_off_period: '{value} is not the beginning of a period',
  plan_twice: 'This period is already in row {row}',
  plan_faults: 'The file has {n} {n|error|errors}, the first in row {row}: correct them and upload it again',
}
