import { gaugeWeights, validWeights } from '#core/rain/index.ts'
import type { StationRow } from '#contract/stations.ts'
import { plain } from '../../lib/plain.ts'

/** Stations of a type (0: any) whose name, code, province or series contains the text. */
export function foundStations(all: readonly StationRow[], search: string, type: number): StationRow[] {
  const wanted = plain(search).trim()
  return all.filter(
    (s) =>
      (type === 0 || s.station_type_id === type) &&
      [s.name, s.station_code, s.province, s.series, s.sensor_port].some((x) => plain(x).includes(wanted)),
  )
}

export type StationOrder = 'name' | 'type' | 'state'

/** Urgency of a station: alarms first, then silence. */
const urgency = (s: StationRow) => s.alarm * 10 + (s.state === 'late' ? 2 : s.state === 'none' ? 1 : 0)

export function orderedStations(
  all: readonly StationRow[],
  by: StationOrder,
  order: 'asc' | 'desc',
): StationRow[] {
  const byName = (a: StationRow, b: StationRow) => a.name.localeCompare(b.name, 'vi', { numeric: true })
  const sign = order === 'asc' ? 1 : -1
  const compare = {
    name: byName,
    type: (a: StationRow, b: StationRow) => a.station_type_id - b.station_type_id,
    state: (a: StationRow, b: StationRow) => urgency(a) - urgency(b),
  }[by]
  return [...all].sort((a, b) => sign * compare(a, b) || byName(a, b))
}

/** A rain station as entered. */
interface RainDraft {
  /** null: a new station. */
  id: string | null
  latitude: number | null
  longitude: number | null
  thiessen: number | null
}

interface Weights {
  /** Share of the basin nearest to the draft; null without an outline or a location. */
  computed: number | null
  /** Sum of the weights of all rain stations then. */
  sum: number
  good: boolean
}

/** Weights of the rain stations once a draft is saved: entered ones, else by Thiessen polygons. */
export function weightsWith(
  all: readonly StationRow[],
  basin: readonly (readonly [number, number])[] | null | undefined,
  draft: RainDraft,
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
  // Without a location only an entered weight counts.
  const sum = used.reduce((a, b) => a + b, placed ? 0 : (thiessen ?? 0))
  const rounded = Math.round(sum * 1e6) / 1e6
  return {
    computed: placed && computed ? Math.round(computed[0].weight * 1e4) / 1e4 : null,
    sum: rounded,
    good: validWeights([rounded]),
  }
}
