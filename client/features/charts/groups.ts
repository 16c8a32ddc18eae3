import type { SeriesChoice, Sources } from '../../parts/series-choices/choices.ts'

/** The groups in which series are offered. */
export const PICKER_GROUPS = ['general', 'outlets', 'units', 'stations', 'sensors'] as const
export type PickerGroup = (typeof PICKER_GROUPS)[number]

/** Most used first. */
const FIRST = [
  'general.lake_level',
  'general.total_discharge_lake',
  'general.inflow_moving_average',
  'general.total_discharge_out',
  'general.total_discharge_turbine',
  'general.total_discharge_dam',
  'general.total_capacity',
  'basin.rain',
  'general.upstream_water_level',
  'general.downstream_water_level',
]
const rank = ({ code }: SeriesChoice) => {
  const at = FIRST.indexOf(code)
  return at < 0 ? FIRST.length : at
}

const codesOf = (all: readonly (string | null | undefined)[]) =>
  new Set(all.filter((c): c is string => typeof c === 'string'))

/** The group of each series: by what it describes, else by its code. */
export function groupedSeries(
  choices: readonly SeriesChoice[],
  from: Sources,
): Map<PickerGroup, SeriesChoice[]> {
  const positions = codesOf(from.positions.map((p) => p.body.series))
  const stations = codesOf(from.stations.flatMap((s) => [s.series, s.radar_series]))
  const leaves = from.gates.flatMap((g) => g.body.leaves)
  const outlets = codesOf(leaves.flatMap((l) => [l.openingSeries, l.dischargeSeries, `log.${l.id}`]))
  const units = codesOf(
    from.units.flatMap((u) => [
      u.body.powerSeries,
      u.body.dischargeSeries,
      u.body.meterSeries,
      `log.${u.id}`,
      `energy.${u.id}`,
      `energy.${u.id}.difference`,
    ]),
  )
  const groupOf = ({ code, group }: SeriesChoice): PickerGroup => {
    if (/^(general|basin|energy)\./.test(code) && !units.has(code)) return 'general'
    if (positions.has(code)) return 'general'
    if (outlets.has(code) || /^(outlet|leaf)\./.test(code)) return 'outlets'
    if (units.has(code) || code.startsWith('unit.')) return 'units'
    return stations.has(code) || group === 'station' ? 'stations' : 'sensors'
  }
  const out = new Map<PickerGroup, SeriesChoice[]>(PICKER_GROUPS.map((g) => [g, []]))
  for (const c of choices) out.get(groupOf(c))!.push(c)
  out.get('general')!.sort((a, b) => rank(a) - rank(b))
  return out
}
