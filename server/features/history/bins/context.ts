import { energyLengths, isEnergyCode } from '#core/calculation/index.ts'
import type { SeriesKind } from '#core/series/index.ts'
import type { Client } from '../store/context.ts'
import type { DirtyKind, TakenSpan, TakeOptions } from '../store/dirty-spans.ts'
import type { Entry, JudgedLayers, ReadOptions } from '../types.ts'
import type { Series } from '#core/series/index.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/database.ts'

/** What bins need of history and of the plant's settings. */
export interface BinsOptions {
  db: Database
  clock: Clock
  zoneOf: (hydroCode: string) => string | Promise<string>
  intervalOf?: IntervalOf
  judged?: JudgedLayers
  read: (
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o: ReadOptions,
  ) => Promise<Map<string, Series>>
  /** The last entry at or before t that is not REJECTED. */
  stateAt: (hydroCode: string, series: string, t: number, client?: Client) => Promise<Entry | null>
  /** The last entry of any quality. */
  lastOf: (hydroCode: string, series: string, client?: Client) => Promise<Entry | null>
  /** The instant of the first entry after t that is not REJECTED. */
  nextAfter: (hydroCode: string, series: string, t: number, client?: Client) => Promise<number | null>
  takeDirtySpans: (client: Client, hydroCode: string, kind: DirtyKind, o: TakeOptions) => Promise<TakenSpan[]>
  dirtyPlants: (kind: DirtyKind) => Promise<string[]>
  transact: <T>(work: (client: Client) => Promise<T>) => Promise<T>
  pause: (after: string) => Promise<void> | void
}

/** ms between the entries of a computed series over [from, to], by what was in force then. */
export type IntervalOf = (hydroCode: string) => Promise<(series: string, from: number, to: number) => number>

export interface Info {
  kind: SeriesKind
  /** ms between readings over [from, to]. */
  step: (from: number, to: number) => number | undefined
  /** ms that each of its entries covers, where that is known by the entries themselves: stored energy. */
  lengths?: (s: Series) => Float64Array
}

/**
 * Kind and step of series; one that is not registered is read as instants. A computed series has the step that was in
 * force at the time: the registry holds the present one only.
 */
export async function infos(
  { db, intervalOf }: Pick<BinsOptions, 'db' | 'intervalOf'>,
  hydroCode: string,
  series: readonly string[],
  client?: Client,
): Promise<Map<string, Info>> {
  const text = 'SELECT code, kind, step_s, source FROM series WHERE hydro_code = $1 AND code = ANY($2)'
  type Row = { code: string; kind: SeriesKind; step_s: number | null; source: string }
  const found = client
    ? ((await client.query(text, [hydroCode, series])).rows as Row[])
    : await db.query<Row>(text, [hydroCode, series])
  const out = new Map<string, Info>(series.map((s) => [s, { kind: 'instant', step: () => undefined }]))
  const then = found.some((r) => r.source === 'computed') ? await intervalOf?.(hydroCode) : undefined
  for (const { code, kind, step_s, source } of found) {
    const step = step_s === null ? undefined : step_s * 1000
    const own = step !== undefined && source === 'computed' && then
    if (!own) out.set(code, { kind, step: () => step })
    else {
      const every = (from: number, to: number) => own(code, from, to)
      const lengths = isEnergyCode(code) && ((s: Series) => energyLengths(s.t, (t) => every(t - 1, t - 1)))
      out.set(code, { kind, step: every, ...(lengths && { lengths }) })
    }
  }
  return out
}
