import { utcDay, utcDayStart, DAY } from '#core/time/index.ts'
import { slice, type Series } from '#core/series/index.ts'
import { pack } from '#server/lib/packed.ts'
import { binaryDays, copyIn, type PackedDay } from './copy.ts'
import { openPlace, type Place } from './fixture.ts'
import type { Bench, BenchDatabase } from './row.ts'
import { alternate, perSecond, time } from './stats.ts'
import { level } from './water.ts'

const YEARS = 10
export const ARCHIVE_SERIES = ['long.1', 'long.2', 'long.3', 'long.4']

/** Ten years of four series at 5 minutes, and the time it took to import them. */
export interface Archive {
  place: Place
  from: number
  to: number
  /**
   * Readings per second, by series: imported; the same packed days by COPY; packing them on one core; a year of them as
   * rows by COPY.
   */
  rates: Record<'import' | 'copy' | 'packing' | 'rows', number[]>
  /** Readings per second for which hour bins were computed. */
  binRate: number
  readings: number
  close(): Promise<void>
}

export async function makeArchive(bench: Bench): Promise<Archive> {
  const database = await bench.database()
  const place = await openPlace(database)
  const to = utcDayStart(utcDay(Date.now())) - 40 * DAY
  const from = to - YEARS * 365.25 * DAY
  await place.declare(ARCHIVE_SERIES)
  await place.services.db.query(
    'CREATE TABLE floor_day (LIKE reading_day INCLUDING ALL); CREATE TABLE floor_row (LIKE reading INCLUDING ALL)',
  )
  const packing: number[] = []
  bench.report(`importing ${YEARS} years of ${ARCHIVE_SERIES.length} series`)
  let readings = 0
  const rates = await alternate(ARCHIVE_SERIES.length, {
    import: async (round) => {
      const data = level(round, from, to)
      readings += data.t.length
      const ms = await time(async () => {
        const result = await place.history.writeDays(place.hydro, new Map([[ARCHIVE_SERIES[round], data]]), {
          source: 'import',
        })
        if (result.changed !== data.t.length) throw new Error('the import did not take every reading')
      })
      return perSecond(data.t.length, ms)
    },
    copy: (round) => {
      const data = level(round, from, to)
      const started = performance.now()
      const days = packed(data)
      packing.push(perSecond(data.t.length, performance.now() - started))
      return copyDays(place, ARCHIVE_SERIES[round], data.t.length, days)
    },
    rows: (round) => copyRows(place, ARCHIVE_SERIES[round], level(round, to - 365 * DAY, to)),
  })
  bench.report('computing their hour bins')
  const binMs = await time(() => place.history.settleBins())
  await place.services.db.query('DROP TABLE floor_day, floor_row')
  await place.services.db.query('VACUUM ANALYZE')
  return {
    place,
    from,
    to,
    rates: { ...rates, packing },
    binRate: perSecond(readings, binMs),
    readings,
    close: () => closeAll(place, database),
  }
}

function packed(data: Series): PackedDay[] {
  const days: PackedDay[] = []
  for (let day = utcDay(data.t[0]); day <= utcDay(data.t[data.t.length - 1]); day++) {
    const part = slice(data, utcDayStart(day), utcDayStart(day + 1))
    if (part.t.length > 0) days.push({ day, n: part.t.length, bytes: pack(part) })
  }
  return days
}

function copyDays(place: Place, series: string, n: number, days: readonly PackedDay[]): Promise<number> {
  const chunks = binaryDays(place.hydro, series, days)
  return copied(place, 'floor_day (hydro_code, series, day, n, bytes)', 'binary', n, chunks)
}

function copyRows(place: Place, series: string, data: Series): Promise<number> {
  const lines = Array.from(data.t, (t, i) => `${place.hydro}\t${series}\t${t}\t${data.v[i]}\t${data.q[i]}\n`)
  const chunks = [Buffer.from(lines.join(''))]
  return copied(place, 'floor_row (hydro_code, series, t, v, q)', 'text', data.t.length, chunks)
}

async function copied(
  place: Place,
  into: string,
  format: string,
  n: number,
  chunks: Buffer[],
): Promise<number> {
  const client = await place.services.db.pool.connect()
  try {
    return perSecond(n, await copyIn(client, `COPY ${into} FROM STDIN (FORMAT ${format})`, chunks))
  } finally {
    client.release()
  }
}

async function closeAll(place: Place, database: BenchDatabase): Promise<void> {
  await place.close()
  await database.drop()
}
