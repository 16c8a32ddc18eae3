import type { descriptionMessages as vi } from '../vi/description.ts'

export const descriptionMessages: Record<keyof typeof vi, string> = {
  spans_others:
    'Other versions fall within this time: choose a time within the period of the version being changed',
  reservoir_position: 'At least one position must measure the lake level',
  one_reservoir: 'This edition supports one reservoir, and there is already one',
  setup_in_demo: 'This is a demo: end it before setting up a reservoir of your own',
  not_a_demo: 'This is not a demo',
  unknown_unit: 'There is no unit {unit}',
  not_retired: 'This cannot be removed',
  unknown_province: 'There is no current or former province “{name}”',
  levels_order:
    'Below {min} m, the preceding level. In order: lowest, dead, normal, highest; check flood above design flood; crest above normal',
  levels_must_rise: 'The levels must increase',
  alarms_order: 'Alarm levels must not decrease from I to III: not below {min} m',
  axis_order: 'The upper end of the axis must be above the lower end',
  bounds_order: 'Must be east and north of the other corner',
  outlet_above_inlet: 'The outlet must not be above the inlet',
  measured_needs_series: 'Measured directly: choose its discharge series',
  twelve_months: 'Enter all twelve months, or none',
  listed_twice: '{code} is listed twice',
  not_listed: 'There is no series {code}',
  total_is_measured: 'The total release can only be measured: choose Measured as its method',
  total_beside_units: '{n} {n|unit is|units are} already set up: their flow would be counted twice',
  unit_beside_total:
    '"{name}" is already the total release: the flow through the unit would be counted twice',
  item_hidden: 'You do not have permission to view: {what}',
  item_forbidden: 'You do not have permission to change: {what}',
  bundle_format: 'This file is not a Forebay configuration',
  bundle_newer: 'This configuration comes from a newer release ({product}). Upgrade this installation first',
  bundle_damaged:
    'The configuration is damaged or was edited: its checksum does not match. Download it again from its source',
  bundle_other_plant: 'This is the configuration of reservoir {file}, not of this one ({here})',
  bundle_file_taken:
    'The file {name} in the configuration differs from the one stored here under the same ID',
  row_says: 'row {row}: {detail}',
  periods_overlap: 'its periods overlap or are empty',
  noun_plant: 'Reservoir',
  noun_position: 'Measuring position',
  noun_gate: 'Outlet',
  noun_unit: 'Unit',
  noun_station: 'Station',
  noun_sensor: 'Sensor',
  noun_table: 'Table',
  noun_parameters: 'Calculation parameters',
  noun_settings: 'Display settings',
  noun_check: 'Quality check',
}
