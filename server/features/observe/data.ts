import { RATED, stationCode } from '#core/calculation/index.ts'
import type { Description, Station, Version } from '#core/description/index.ts'
import { entriesOf, isEndStamped, slice, thin, type Series, type SeriesKind } from '#core/series/index.ts'
import { MOST_READ, type History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { gaugeColumnOf, piecesOf } from '#server/features/stations/index.ts'
import type { ColumnSource } from '#server/lib/columns.ts'
import type { ObserveSpan } from './span.ts'

/** The versions of one station, oldest first, in force within a span. */
interface ObservedStation {
  id: string
  /** The station at the end of the span. */
  body: Station
  versions: Version<Station>[]
}

export interface StationSeries extends ObservedStation {
  value: ColumnSource
  velocity: ColumnSource | null
  depth: ColumnSource | null
}

/** Endings of the codes of a station's further series, with their units. */
const BESIDE = { velocity: 'm/s', water_depth: 'm' } as const
const besideOf = (series: string, what: keyof typeof BESIDE) => `${series}.${what}`

/** Stations in force within [from, to), as described at its end. */
export function heldIn(d: Description, { from, to }: ObserveSpan): ObservedStation[] {
  const byId = new Map<string, Version<Station>[]>()
  for (const v of d.stations)
    if (v.from < to && (v.to ?? Infinity) > from) byId.set(v.id, [...(byId.get(v.id) ?? []), v])
  return [...byId].map(([id, all]) => {
    const versions = all.sort((a, b) => a.from - b.from)
    return { id, body: versions.at(-1)!.body, versions }
  })
}

type Source = Pick<History, 'read' | 'thin'>
/** A series with more entries in a day is thinned, as for a screen of so many pixels. */
const MANY = 6000
const PIXELS = 1440

/** Reads all series of the stations at once instead of one by one; they are cut and calibrated afterwards. */
async function readAhead(
  history: Source,
  d: Description,
  held: readonly ObservedStation[],
  series: ReadonlyMap<string, SeriesRow>,
  span: ObserveSpan,
  many: number,
): Promise<Pick<History, 'thin'>> {
  const codes = new Set<string>()
  for (const { id, versions, body } of held) {
    for (const p of piecesOf(versions, span.from, span.to)) {
      codes.add(p.series)
      for (const what of ['velocity', 'water_depth'] as const)
        if (series.has(besideOf(p.series, what))) codes.add(besideOf(p.series, what))
    }
    if (body.type === RATED) codes.add(stationCode(id))
  }
  const states = [...codes].filter((c) => series.get(c)?.kind === 'step')
  const others = [...codes].filter((c) => series.get(c)?.kind !== 'step')
  const [a, b] = await Promise.all([
    history.read(d.hydroCode, states, span.from, span.to, { carry: true, most: MOST_READ }),
    history.read(d.hydroCode, others, span.from, span.to, { most: MOST_READ }),
  ])
  const read = new Map([...a, ...b])
  return {
    thin: async (_hydro, [code], from, to) => {
      const data = read.get(code)
      if (!data) return new Map()
      const kind = series.get(code)?.kind ?? 'instant'
      // The state at the start keeps its own time.
      const cut =
        kind === 'step' && from === span.from ? slice(data, -Infinity, to + 1) : slice(data, from, to + 1)
      const raw = cut.t.length <= many
      return new Map([[code, { data: raw ? cut : thin(cut, from, to, PIXELS, { kind }), raw }]])
    },
  }
}

/**
 * Readings of stations over a span: (from, to] for series that are stamped at the end of their interval, as rain is,
 * [from, to) for others. Thinned to px; null: every reading, of very long series the extremes; 'all': every reading, to
 * be counted and summed.
 */
export async function seriesOf(
  history: Source,
  d: Description,
  held: readonly ObservedStation[],
  series: ReadonlyMap<string, SeriesRow>,
  span: ObserveSpan,
  px: number | 'all' | null,
): Promise<StationSeries[]> {
  const thinned = typeof px === 'number'
  const source = thinned
    ? history
    : await readAhead(history, d, held, series, span, px === 'all' ? Infinity : MANY)
  const rangeOf = (code: string) => {
    const kind = series.get(code)?.kind ?? 'instant'
    return { from: span.from, to: isEndStamped(kind) ? span.to : span.to - 1, px: thinned ? px : PIXELS }
  }
  return Promise.all(
    held.map(async (one): Promise<StationSeries> => {
      const own = await gaugeColumnOf(source, d, one.versions, series, rangeOf(one.body.series))
      const beside = async (what: keyof typeof BESIDE): Promise<ColumnSource | null> => {
        const versions = one.versions.map((v) => ({
          ...v,
          body: { ...v.body, series: besideOf(v.body.series, what) },
        }))
        if (!versions.some((v) => series.get(v.body.series)?.unit === BESIDE[what])) return null
        return clipped(
          await gaugeColumnOf(source, d, versions, series, rangeOf(besideOf(one.body.series, what))),
          span,
        )
      }
      if (one.body.type !== RATED) {
        const [velocity, depth] = await Promise.all([beside('velocity'), beside('water_depth')])
        return { ...one, value: clipped(own, span), velocity, depth }
      }
      const code = stationCode(one.id)
      const flow = (
        await source.thin(d.hydroCode, [code], span.from, span.to - 1, thinned ? px : PIXELS)
      ).get(code)
      const value: ColumnSource = {
        data: flow?.data ?? EMPTY,
        raw: flow?.raw ?? true,
        unit: 'm3/s',
        kind: 'instant',
      }
      return {
        ...one,
        value: clipped(value, span),
        velocity: await beside('velocity'),
        depth: clipped(own, span),
      }
    }),
  )
}

const EMPTY: Series = { t: new Float64Array(0), v: new Float64Array(0), q: new Uint8Array(0) }

/** The readings within the span, with the state at its start. */
function clipped(c: ColumnSource & { kind: SeriesKind }, { from, to }: ObserveSpan): ColumnSource {
  return { ...c, data: entriesOf(c.data, c.kind, c.kind === 'step' ? -Infinity : from, to) }
}
