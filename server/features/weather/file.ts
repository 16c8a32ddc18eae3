import { WEATHER_LIMITS, type WeatherVariable } from '#contract/weather.ts'
import { asProblem, checkFile, onDisk } from '#server/features/file-import/index.ts'
import { badRequest, unprocessable, type Problem } from '#server/lib/errors.ts'
import { AmbiguousTime, InstantReader } from '#server/lib/read/local-instant.ts'
import { openSource, type RowSource } from '#server/lib/read/index.ts'
import { placeNamed, stepOf } from './incoming.ts'
import type { ForecastColumn, IssueContent, Place } from './issue.ts'
import type { Geography } from './places.ts'

/** Most instants of a file, and rows whose times decide how they are written. */
const MOST = 24 * 35
const SAMPLE = 200

/** How the quantity is written behind the name of a place; rain without any. */
const QUANTITIES: readonly [WeatherVariable, RegExp][] = [
  ['precipitation', /^(precipitation|rain|mưa|mua)$/],
  ['temperature', /^(temperature|nhiệt độ|nhiet do)$/],
  ['wind_speed', /^(wind_speed|wind speed|wind|gió|gio)$/],
  ['wind_direction', /^(wind_direction|wind direction|hướng gió|huong gio)$/],
]

/**
 * A forecast from an uploaded table: times in the first column, a place and quantity in each other. @throws Problem that
 * names row and column
 */
export async function readForecastFile(
  bytes: Buffer,
  name: string,
  geography: Geography,
): Promise<IssueContent> {
  checkFile(bytes, name)
  return onDisk([bytes], async (path) => {
    try {
      const sample = await timesIn(path)
      return await contentOf(path, sample, geography, name)
    } catch (error) {
      throw asProblem(error, name)
    }
  })
}

async function withRows<T>(path: string, read: (source: RowSource) => Promise<T>): Promise<T> {
  const source = await openSource(path, { one: true })
  try {
    return await read(source)
  } finally {
    await source.close()
  }
}

const timesIn = (path: string) =>
  withRows(path, async (source) => {
    const found: string[][] = []
    while (found.length < SAMPLE && (await source.fill()))
      for (let row = source.next(); row && found.length < SAMPLE; row = source.next())
        if (!row.isEmpty(0) && row.local(0) === null) found.push([row.text(0)])
    return found
  })

function contentOf(
  path: string,
  sample: string[][],
  geography: Geography,
  name: string,
): Promise<IssueContent> {
  const instants = readerOf(sample, geography.plant.zone)
  return withRows(path, async (source) => {
    if (source.columns.length < 2) throw unprocessable('upload_one_column', { name })
    if (source.form.doubt !== undefined) throw unprocessable('weather_decimal', { value: source.form.doubt })
    const { places, columns } = columnsOf(source.columns, geography)
    const t: number[] = []
    const values: number[][] = columns.map(() => [])
    while (await source.fill())
      for (let row = source.next(); row; row = source.next()) {
        const { line } = row
        if (row.isEmpty(0) && columns.every((_, k) => row!.isEmpty(k + 1))) continue
        const at = instants.read(row)
        if (at === null) throw unprocessable('weather_no_time', { row: line, value: row.text(0) })
        if (t.length >= 2 && at - t[t.length - 1] !== t[1] - t[0])
          throw unprocessable('weather_order', { row: line })
        if (t.push(at) > MOST) throw unprocessable('weather_too_long', { limit: MOST })
        columns.forEach(({ variable }, k) => {
          const column = source.columns[k + 1]
          if (row!.isEmpty(k + 1)) return values[k].push(NaN)
          const v = row!.value(k + 1)
          const shown = { row: line, column, value: row!.text(k + 1) }
          if (Number.isNaN(v)) throw unprocessable('weather_row_number', shown)
          const [least, most] = WEATHER_LIMITS[variable]
          if (v < least || v > most) throw unprocessable('weather_row_outside', shown)
          values[k].push(v)
        })
      }
    const step = stepOf(t)
    if (step === null) throw unprocessable('weather_step')
    return {
      places,
      first: t[0],
      step,
      n: t.length,
      columns: columns.map((c, k) => ({ ...c, values: Float64Array.from(values[k]) })),
    }
  })
}

function readerOf(sample: string[][], zone: string): InstantReader {
  try {
    return new InstantReader('auto', zone, [0], sample)
  } catch (error) {
    if (error instanceof AmbiguousTime) throw badRequest('weather_no_time', { row: 1, value: error.example })
    throw error
  }
}

function columnsOf(
  heads: readonly string[],
  geography: Geography,
): { places: Place[]; columns: Omit<ForecastColumn, 'values'>[] } {
  const places: Place[] = []
  const columns: Omit<ForecastColumn, 'values'>[] = []
  for (const head of heads.slice(1)) {
    const found = headOf(head.trim(), geography)
    if (!found) throw refused('weather_column', head)
    let place = places.findIndex((p) => p.id === found.place.id)
    if (place < 0) place = places.push(found.place) - 1
    if (columns.some((c) => c.place === place && c.variable === found.variable))
      throw refused('weather_column_twice', head)
    columns.push({ place, variable: found.variable, member: -1 })
  }
  return { places, columns }
}

const refused = (code: 'weather_column' | 'weather_column_twice', column: string): Problem =>
  unprocessable(code, { column: column === '' ? '-' : column })

function headOf(head: string, geography: Geography): { place: Place; variable: WeatherVariable } | null {
  const whole = placeNamed(head, geography)
  if (whole) return { place: whole, variable: 'precipitation' }
  for (let at = head.indexOf(' '); at > 0; at = head.indexOf(' ', at + 1)) {
    const place = placeNamed(head.slice(0, at), geography)
    const quantity = head
      .slice(at + 1)
      .trim()
      .toLowerCase()
      .normalize('NFC')
    const variable = QUANTITIES.find(([, words]) => words.test(quantity))?.[0]
    if (place && variable) return { place, variable }
  }
  return null
}
