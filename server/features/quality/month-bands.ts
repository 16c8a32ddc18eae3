import { unitCodes, unitEnergyCode } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { monthBand } from '#core/quality/checks/index.ts'
import { ratioRows, ratioSeries, reportRows } from '#core/report/index.ts'
import { hourBins, hourEdges, type Bins, type Series } from '#core/series/index.ts'
import { DAY, HOUR, startOf, type TimeSpan } from '#core/time/index.ts'
import type { createLru } from '#server/lib/kept.ts'

/** Days that make the band of a unit. */
const MONTH = 30

type Band = [low: number, high: number] | null
export type BandAt = (t: number) => Band
export type BandCache = ReturnType<typeof createLru<{ band: Band; until: number }>>

type Read = (codes: readonly string[], from: number, to: number) => Promise<Map<string, Series>>

/**
 * The band of a unit's output coefficient in the 30 days before each local day, by the hours of water use and energy that
 * reports have too. A day's band is kept once it is known: what comes late changes the bands of the days after.
 */
export async function monthBandsOf(
  d: Description,
  { unit, zone, now, span }: { unit: string; zone: string; now: number; span: TimeSpan },
  cache: BandCache,
  read: Read,
): Promise<BandAt> {
  const dayOf = (t: number) => startOf('day', t, zone)
  const keyOf = (day: number) => `${d.hydroCode} ${unit} ${day}`
  const days: number[] = []
  for (let day = dayOf(span.from); day <= span.to; day = dayOf(day + 1.5 * DAY)) days.push(day)
  const known = (day: number) => {
    const had = cache.get(keyOf(day))
    return had && had.until > now ? had : null
  }
  const unknown = days.filter((day) => !known(day))
  if (unknown.length > 0) {
    const begin = dayOf(unknown[0] - MONTH * DAY)
    const hours = await coefficientsOf(d, { unit, zone, now, from: begin, to: unknown.at(-1)! }, read)
    for (const day of unknown) {
      const first = day - MONTH * DAY
      const own = hours.filter((h) => h.t > first && h.t <= day).map((h) => h.k)
      const band = monthBand(own)
      // A past may still be coming.
      cache.set(keyOf(day), { band, until: band ? Infinity : now + HOUR }, 1)
    }
  }
  const bands = new Map(days.map((day) => [day, known(day)?.band ?? null]))
  return (t) => bands.get(dayOf(t)) ?? null
}

/** K of each hour of [from, to), by its end; NaN where it is undefined. */
async function coefficientsOf(
  d: Description,
  { unit, zone, now, from, to }: { unit: string; zone: string; now: number; from: number; to: number },
  read: Read,
): Promise<{ t: number; k: number }[]> {
  const energy = unitEnergyCode(unit)
  if (energy === null || from >= to) return []
  const ratio = {
    of: 'coefficient' as const,
    energy,
    flows: [{ unit, series: unitCodes(unit).q }],
  }
  const data = await read(ratioSeries(ratio), from, to)
  const edges = hourEdges(from, to, zone)
  const bins = new Map(
    [...data].map(([code, s]): [string, Bins] => [
      code,
      hourBins(s, { kind: code === energy ? 'total' : 'instant', edges }),
    ]),
  )
  const rows = reportRows({ kind: 'hourly', from, to }, zone, { day: 0, rain: 0 }, now)
  const { folded } = ratioRows({ ratio, days: 'calendar' }, d, bins, rows, now)
  return rows.map((row, i) => ({ t: row.t, k: folded.value[i] }))
}
