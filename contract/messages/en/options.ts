import type { optionNames as vi } from '../vi/options.ts'

export const optionNames: typeof vi = {
  outlet_types: {
    '1': 'Generating unit',
    '2': 'Exhaust',
  },
  gate_types: {
    '1': 'Free overflow',
    '2': 'Radial gate',
    '3': 'Flat gate',
    '4': 'Sand flush',
    '5': 'Round culvert',
    '6': 'Reaction turbine',
    '7': 'Impulse turbine',
  },
  sensor_types: {
    '1': 'Rain',
    '2': 'Water level',
    '3': 'Turbine power',
    '4': 'Turbine inflow',
    '5': 'Valve aperture',
    '6': 'Valve flow',
    '7': 'Discharge channel, direct',
    '8': 'Discharge channel, indirect',
  },
  discharge_methods: {
    '1': 'Table',
    '2': 'Efficiency and head loss curves',
    '3': 'Formula',
    '4': 'Measured',
  },
  turbine_types: {
    '1': 'Horizontal axis',
    '2': 'Vertical axis',
    '3': 'Inclined axis',
  },
  waterway_types: {
    '1': 'Own waterway',
    '2': 'Shared waterway',
    '3': 'At the dam toe',
  },
  measure_methods: {
    '1': 'Sensor',
    '2': 'Staff read by hand',
    '3': 'Computed',
  },
  measure_positions: {
    '1': 'Reservoir',
    '2': 'Upstream',
    '3': 'Downstream',
  },
  station_types: {
    '1': 'Precipitation',
    '2': 'Water level',
    '3': 'Discharge',
    '4': 'Discharge from water level',
    '5': 'Discharge (Sommer)',
    '6': 'Gate opening',
    '7': 'Capacity',
    '8': 'Battery voltage',
  },
}
