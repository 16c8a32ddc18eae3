import type { descriptionMessages as vi } from '../vi/description.ts'

export const descriptionMessages: Record<keyof typeof vi, string> = {
  spans_others:
    'Other versions lie within this time: choose one within the period of the version that is changed',
  reservoir_position: 'At least one position has to measure the level of the lake',
  one_reservoir: 'This edition serves one reservoir, and there is one',
  setup_in_demo: 'This is a demo: end it before setting up a reservoir of your own',
  not_a_demo: 'This is no demo',
  unknown_unit: 'There is no unit {unit}',
  not_retired: 'This cannot be removed',
  unknown_province: 'There is no province “{name}” among the present and the former ones',
  levels_order:
    'Lies below {min} m of the level before it. In order: lowest, dead, normal, highest; check flood above design flood; crest above normal',
  levels_must_rise: 'The levels must rise',
  alarms_order: 'Alarm levels do not fall from I to III: not below {min} m',
  axis_order: 'The upper end of the axis must lie above the lower one',
  bounds_order: 'Must lie east and north of the other corner',
  outlet_above_inlet: 'The outlet must not lie above the inlet',
  measured_needs_series: 'Measured directly: name the series of its discharge',
  twelve_months: 'Twelve months, or none',
  listed_twice: '{code} stands in the list twice',
  not_listed: '{code} is not among the series',
  update_parameters_success: 'The calculation parameters were updated',
  total_is_measured: 'All that leaves the lake can only be measured: choose measured as its method',
  total_beside_units: '{n} units are described: what passes them would be counted twice',
  unit_beside_total:
    '"{name}" is all that leaves the lake already: what passes the unit would be counted twice',
  item_hidden: 'You may not see: {what}',
  item_forbidden: 'You may not change: {what}',
  bundle_format: 'This file is not a Forebay configuration',
  bundle_newer: 'A newer release wrote this configuration ({product}). Upgrade this installation first',
  bundle_damaged:
    'The configuration is damaged or was edited: its checksum does not match. Download it again where it came from',
  bundle_other_plant: 'This is the configuration of reservoir {file}, not of the present one ({here})',
  bundle_file_taken:
    'The file {name} of the configuration differs from the one that is kept here under its id',
  row_says: 'row {row}: {detail}',
  periods_overlap: 'its periods overlap or are empty',
}
