import { allInForce, type CheckKind, type Description } from '#core/description/index.ts'
import { rolesAt, type SeriesRole } from '#core/quality/checks/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'

/** What a check reads and where, by name. */
interface CheckLocation {
  series: string | null
  name: string | null
  unit: string | null
  station: string | null
  station_name: string | null
}

/** Present names of series, stations and units. */
export function placesOf(d: Description, series: ReadonlyMap<string, SeriesRow>, now: number) {
  const roles: ReadonlyMap<string, SeriesRole> = rolesAt(d, [...series.values()], now)
  const units = new Map(allInForce(d.units, now).map((u) => [u.id, u.body.name]))
  return {
    roles,
    of(code: string | null, object: string | null): CheckLocation {
      if (code !== null) {
        const role = roles.get(code)
        const row = series.get(code)
        return {
          series: code,
          name: row?.name ?? null,
          unit: role?.unit ?? row?.unit ?? null,
          station: role?.station ?? null,
          station_name: role?.stationName ?? null,
        }
      }
      const name = object === null ? null : (units.get(object) ?? object)
      return { series: null, name, unit: null, station: object, station_name: name }
    },
    /** Codes of the series whose name, or whose station's name, contains a text. */
    matching(station: string): string[] {
      const wanted = station.toLowerCase()
      return [...roles.values()]
        .filter(
          (r) => r.station?.toLowerCase() === wanted || (r.stationName ?? '').toLowerCase().includes(wanted),
        )
        .map((r) => r.series)
    },
  }
}

/** Unit of the value and the limit of a check. */
export function measureOf(kind: CheckKind, unit: string | null): string {
  switch (kind) {
    case 'rate':
      return `${unit ?? ''} / 5 min`
    case 'stuck':
      // A dry gauge has the rain of its neighbours as value.
      return unit === 'mm' ? 'mm' : 's'
    case 'missing':
      return 's'
    case 'balance':
      return 'm3/s'
    case 'efficiency':
    case 'drift':
      return 'kW/(m3/s m)'
    case 'tailwater':
      return 'm'
    case 'meter':
      return '%'
    default:
      return unit ?? ''
  }
}
