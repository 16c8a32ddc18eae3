import type { StationRow } from '#contract/stations.ts'

/** Letters without their marks, small: as people type who have no Vietnamese keyboard. */
export function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase().trim()
}

/** Stations of a type (0: any) in whose name, code, province or series what is looked for occurs. */
export function found(all: readonly StationRow[], search: string, type: number): StationRow[] {
  const wanted = bare(search)
  return all.filter(
    (s) =>
      (type === 0 || s.station_type_id === type) &&
      [s.name, s.station_code, s.province, s.series, s.sensor_port].some((x) => bare(x).includes(wanted)),
  )
}

export type Sort = 'name' | 'type' | 'state'

/** What needs a look first: reached alarms, then silence. */
const urgency = (s: StationRow) => s.alarm * 10 + (s.state === 'late' ? 2 : s.state === 'none' ? 1 : 0)

export function ordered(all: readonly StationRow[], by: Sort, order: 'asc' | 'desc'): StationRow[] {
  const byName = (a: StationRow, b: StationRow) => a.name.localeCompare(b.name, 'vi', { numeric: true })
  const sign = order === 'asc' ? 1 : -1
  const compare = {
    name: byName,
    type: (a: StationRow, b: StationRow) => a.station_type_id - b.station_type_id,
    state: (a: StationRow, b: StationRow) => urgency(a) - urgency(b),
  }[by]
  return [...all].sort((a, b) => sign * compare(a, b) || byName(a, b))
}

/** How far the sum of the coefficients may be from 1 (the same that the server applies). */
const WITHIN = 0.01

export interface Weights {
  /** Rain stations. */
  n: number
  /** null: none has a coefficient. */
  sum: number | null
  good: boolean
}

/** Sum of the Thiessen coefficients of the rain stations, `but` left out. */
export function weightsOf(all: readonly StationRow[], but: string | null = null): Weights {
  const rain = all.filter((s) => s.station_type_id === 1 && s.station_id !== but)
  const given = rain.flatMap((s) => s.thiessen_coefficient ?? [])
  if (given.length === 0) return { n: rain.length, sum: null, good: true }
  const sum = Math.round(given.reduce((a, b) => a + b, 0) * 1e6) / 1e6
  return { n: rain.length, sum, good: Math.abs(sum - 1) <= WITHIN + 1e-9 }
}

/** What is left for one more, or null where the others have it all or none has any. */
export function restOf({ sum }: Weights): number | null {
  if (sum === null) return null
  const rest = Math.round((1 - sum) * 1e6) / 1e6
  return rest > 0 && rest <= 1 ? rest : null
}
