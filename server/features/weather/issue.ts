import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import type { WeatherVariable } from '#contract/weather.ts'

/** A place of a forecast. */
export interface Place {
  /** dam, basin, station:<code>, cell:<number>, or point:<number>. */
  id: string
  longitude: number | null
  latitude: number | null
  /** Share of the basin, of cells. */
  weight?: number
}

export type IssueKind = 'forecast' | 'ensemble' | 'previous'

/** ForecastValues of one place: of a variable, or of a member of an ensemble (precipitation). */
export interface ForecastColumn {
  /** Index of its place. */
  place: number
  variable: WeatherVariable
  /** -1: no member; 0 is the control. */
  member: number
  /** NaN: absent. */
  values: Float64Array
}

/** What an issue says: columns of values at instants in equal steps. */
export interface IssueContent {
  places: Place[]
  /** First instant, epoch ms; ms between instants; their number. */
  first: number
  step: number
  n: number
  columns: ForecastColumn[]
}

/** What is told of an issue apart from its values. */
export interface IssueHead {
  source: string
  model: string
  kind: IssueKind
  /** previous: days between what was said and the hour it was said of; else 0. */
  leadDays: number
  /** When the model began, epoch ms; null: not stated. */
  runAt: number | null
  /** SHA-256 of the raw answer or file. */
  digest: string
}

export interface Issue extends IssueHead, IssueContent {
  id: string
  receivedAt: number
}

/** Instants of an issue, epoch ms. */
export const instantsOf = ({ first, step, n }: Pick<IssueContent, 'first' | 'step' | 'n'>) =>
  Float64Array.from({ length: n }, (_, i) => first + i * step)

export const lastOf = ({ first, step, n }: Pick<IssueContent, 'first' | 'step' | 'n'>) =>
  first + (n - 1) * step

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/**
 * Packed content: uint8 version, uint32 length of the head, the head as JSON, then the columns one after the other, each
 * the differences of its values in thousandths as int32; from the head on deflated. An absent value is the least int32.
 */
const VERSION = 1
const ABSENT = -(2 ** 31)
const SCALE = 1000

export function packIssue(content: IssueContent): Buffer {
  const { places, first, step, n, columns } = content
  const head = Buffer.from(
    JSON.stringify({ places, first, step, n, columns: columns.map((c) => [c.place, c.variable, c.member]) }),
  )
  const body = Buffer.alloc(4 + head.length + columns.length * n * 4)
  body.writeUInt32LE(head.length, 0)
  head.copy(body, 4)
  let at = 4 + head.length
  for (const { values } of columns) {
    let before = 0
    for (let i = 0; i < n; i++, at += 4) {
      if (Number.isNaN(values[i])) {
        body.writeInt32LE(ABSENT, at)
        continue
      }
      const scaled = Math.round(values[i] * SCALE)
      body.writeInt32LE(scaled - before, at)
      before = scaled
    }
  }
  return Buffer.concat([Buffer.from([VERSION]), deflateRawSync(body)])
}

export function unpackIssue(bytes: Buffer): IssueContent {
  if (bytes[0] !== VERSION) throw new RangeError(`packed forecast of unknown version ${bytes[0]}`)
  const body = inflateRawSync(bytes.subarray(1))
  const length = body.readUInt32LE(0)
  const { columns, ...head } = JSON.parse(body.toString('utf8', 4, 4 + length)) as Omit<
    IssueContent,
    'columns'
  > & {
    columns: [number, WeatherVariable, number][]
  }
  let at = 4 + length
  return {
    ...head,
    columns: columns.map(([place, variable, member]) => {
      const values = new Float64Array(head.n)
      let before = 0
      for (let i = 0; i < head.n; i++, at += 4) {
        const difference = body.readInt32LE(at)
        if (difference === ABSENT) values[i] = NaN
        else values[i] = (before += difference) / SCALE
      }
      return { place, variable, member, values }
    }),
  }
}
