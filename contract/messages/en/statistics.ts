import type { statisticsMessages as vi } from '../vi/statistics.ts'

export const statisticsMessages: Record<keyof typeof vi, string> = {
  plan_no_values: 'The file {name} has no column of energy (kWh, MWh) or revenue (VND)',
  plan_no_rows: 'The file {name} has no periods with values',
  plan_too_long: 'A plan has at most {most} rows',
  plan_doubt:
    '{value} may be a decimal number or one of thousands: write it without a separator of thousands, and with one or two decimals',
  plan_unit:
    'Column {column}: the unit {unit} is not understood as energy. Use kWh, MWh or GWh, thousand kWh or million kWh (for half-hours also kW, MW)',
  plan_currency:
    'Column {column}: the unit {unit} is not understood as Vietnamese dong. Use VND, thousand VND, million VND or billion VND',
  plan_no_unit: 'Column {column} states no unit: write it in the head, such as ({example})',
  plan_no_heads:
    'The file {name} has no row of heads: name the columns of periods, of energy (kWh) or of revenue (VND)',
  plan_two_columns: 'Columns {a} and {b} may both be what is planned: leave only one of them',
  plan_row_skipped: 'The row "{value}" cannot be read and would be left out: correct it',
  plan_hours: '{value} has no half-hour next to it and may be a whole hour: write each half-hour',
  plan_hours_or_halves:
    'The numbers of the periods end at {most}, so they may be hours or half-hours: write the times, or all 48 half-hours of a day',
  plan_bad_number: '{value} is not a number',
  plan_bad_period: '{value} is not a period of the plan',
  plan_off_half_hour: '{value} is not on the half-hour',
  plan_off_period: '{value} is not the beginning of a period',
  plan_twice: 'This period is already in row {row}',
  plan_faults: 'The file has {n} {n|error|errors}, the first in row {row}: correct them and upload it again',
  output_energy: 'Energy',
  output_revenue: 'Revenue',
  output_mean_price: 'Mean price',
  output_share: 'of it',
  output_plant: 'Plant',
  output_hours: 'Hours run',
  output_starts: 'Starts',
  output_factor: 'Capacity factor',
  output_missing: 'Not known',
  output_basis_computed: 'As computed',
  output_basis_entered: 'As entered',
  output_against_plan: 'Plan',
  output_against_last_year: 'Same time last year',
  output_against_mean: 'Mean of the years on record',
  output_title_day: 'Output and revenue by day',
  output_title_month: 'Output and revenue by month',
  output_title_year: 'Output and revenue by year',
  output_foot_compared: 'Compared like for like ({n} of {all})',
  output_cover_days: 'Days',
  output_days_midnight: 'of the calendar, from midnight',
  output_cover_basis: 'Totals are made of values',
  output_cover_entered: 'Days entered',
  output_entered_days: 'energy {kwh}, revenue {vnd} of {days}',
  output_cover_missing: 'Share of computed energy that is not known',
  output_cover_unpriced: 'Energy without a price',
  output_cover_estimate: 'Revenue',
  output_estimate: 'an estimate of the settlement: priced by the market',
  output_cover_against: 'Compared with',
  output_cover_counted: 'Periods in progress are counted until',
  water_assumed_usable:
    'The water between the lake level and the dead level ({level} m) is generated with {use} m³/kWh ({of}), less own use, and sold in the classes as the last {days} {days|day|days} were, at the next price of each class in force. Neither inflow, evaporation nor a lower head is counted.',
  water_use_today: 'of today',
  water_use_month: 'of the last 30 days',
  water_assumed_lost:
    'What passed beside the units since midnight, as if it had been generated with the same m³/kWh in the same half-hours at their prices, whether or not the units had room for it; own use is not taken off.',
  water_assumed_revenue:
    'Energy sold since midnight, and since the first of the month, at the tariff in force at each half-hour, before deductions. The half-hour that runs is not in it.',
  water_assumed_estimate:
    'Energy sold since midnight, and since the first of the month, at market prices: an estimate of the settlement, before deductions. The half-hour that runs is not in it.',
}
