import { accountName } from '#server/lib/database.ts'
import { toLocal } from '#core/time/index.ts'
import type { Station } from '#core/description/index.ts'
import type { Seam } from '#contract/stations.ts'
import { readItem } from '#server/features/plants/index.ts'
import type { Services } from '#server/lib/services.ts'

/** What the audit keeps of a seam besides the versions. */
export interface SeamRecord {
  t: number
  from_series: string
  to_series: string
  from_port: string
  to_port: string
  /** The listed station that took over; null: a new device. */
  new_station: string | null
}

interface SeamEdit {
  at: number
  reason: string | null
  by_name: string | null
  after: SeamRecord
}

/** The seams of a station's record, oldest first, with their reasons. */
export async function seamsOf(s: Services, hydro: string, stationId: string, zone: string): Promise<Seam[]> {
  const [rows, edits] = await Promise.all([
    readItem(s.db, hydro, 'station', stationId),
    s.db.query<SeamEdit>(
      `SELECT a.at, a.reason, a.after, coalesce(
                ${accountName('a.actor')},
                a.actor_name) AS by_name
         FROM audit a
        WHERE a.hydro_code = $1 AND a.noun = 'station' AND a.item = $2 AND a.act = 'replace' ORDER BY a.at`,
      [hydro, stationId],
    ),
  ])
  const held = rows
    .filter((r) => r.superseded_at === null)
    .sort((a, b) => (a.effective_from ?? -Infinity) - (b.effective_from ?? -Infinity))
  return held.flatMap((row, i): Seam[] => {
    if (i === 0 || row.effective_from === null) return []
    const [was, is] = [held[i - 1].body as Station, row.body as Station]
    if (was.series === is.series) return []
    const t = row.effective_from
    // A later correction of the version has its own reason: the audit log has that of the seam.
    const act = edits.findLast((a) => a.after.t === t && a.after.to_series === is.series)
    return [
      {
        t,
        date_string: toLocal(t, zone),
        from_series: was.series,
        to_series: is.series,
        from_port: was.sensorPort,
        to_port: is.sensorPort,
        reason: act ? act.reason : row.reason,
        recorded_at: act ? act.at : row.recorded_at,
        recorded_by_name: act ? act.by_name : row.recorded_by_name,
      },
    ]
  })
}
