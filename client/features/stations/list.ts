import { gaugeWeights, validWeights } from '#core/rain/index.ts'
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

/** A rain station as it is being written. */
interface Draft {
  /** null: a new one. */
  id: string | null
  latitude: number | null
  longitude: number | null
  thiessen: number | null
}

interface Weights {
  /** Share of the basin nearest to the draft; null without an outline or a place. */
  computed: number | null
  /** Of what all rain stations count with then. */
  sum: number
  good: boolean
}

/** What the rain stations count with once a draft is saved: what was entered, or else by Thiessen polygons. */
export function weightsWith(
  all: readonly StationRow[],
  basin: readonly (readonly [number, number])[] | null | undefined,
  draft: Draft,
): Weights {
  const others = all
    .filter((s) => s.station_type_id === 1 && s.station_id !== draft.id)
    .map((s) => ({ latitude: s.latitude, longitude: s.longitude, thiessen: s.thiessen_coefficient }))
  const { latitude, longitude, thiessen } = draft
  const placed = latitude !== null && longitude !== null
  const own = placed ? [{ latitude, longitude, thiessen }] : []
  const { computed, used } = gaugeWeights(
    [...own, ...others],
    placed ? basin?.map(([x, y]): [number, number] => [x, y]) : null,
  )
  // Without a place it counts with what is entered.
  const sum = used.reduce((a, b) => a + b, placed ? 0 : (thiessen ?? 0))
  const rounded = Math.round(sum * 1e6) / 1e6
  return {
    computed: placed && computed ? Math.round(computed[0].weight * 1e4) / 1e4 : null,
    sum: rounded,
    good: validWeights([rounded]),
  }
}
