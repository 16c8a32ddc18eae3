import type { SeriesKind } from '#core/series/index.ts'
import type { Client } from '../store/context.ts'
import type { DirtyKind, TakenSpan, TakeOptions } from '../store/dirty-spans.ts'
import type { Entry, ReadOptions } from '../types.ts'
import type { Series } from '#core/series/index.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/database.ts'

/** What bins need of history and of the plant. */
export interface BinsOptions {
  db: Database
  clock: Clock
  zoneOf: (hydroCode: string) => string | Promise<string>
  read: (
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o: ReadOptions,
  ) => Promise<Map<string, Series>>
  /** The last entry at or before t that is not REJECTED. */
  stateAt: (hydroCode: string, series: string, t: number, client?: Client) => Promise<Entry | null>
  /** The last entry of all, of whatever quality. */
  lastOf: (hydroCode: string, series: string, client?: Client) => Promise<Entry | null>
  /** The instant of the first entry after t that is not REJECTED. */
  nextAfter: (hydroCode: string, series: string, t: number, client?: Client) => Promise<number | null>
  takeDirtySpans: (client: Client, hydroCode: string, kind: DirtyKind, o: TakeOptions) => Promise<TakenSpan[]>
  dirtyPlants: (kind: DirtyKind) => Promise<string[]>
  transact: <T>(work: (client: Client) => Promise<T>) => Promise<T>
  pause: (after: string) => Promise<void> | void
}

export interface Info {
  kind: SeriesKind
  /** ms between readings. */
  step: number | undefined
}

/** Kind and step of series; one that is not registered is read as instants. */
export async function infos(
  db: Database,
  hydroCode: string,
  series: readonly string[],
  client?: Client,
): Promise<Map<string, Info>> {
  const text = 'SELECT code, kind, step_s FROM series WHERE hydro_code = $1 AND code = ANY($2)'
  type Row = { code: string; kind: SeriesKind; step_s: number | null }
  const found = client
    ? ((await client.query(text, [hydroCode, series])).rows as Row[])
    : await db.query<Row>(text, [hydroCode, series])
  const out = new Map<string, Info>(series.map((s) => [s, { kind: 'instant', step: undefined }]))
  for (const r of found)
    out.set(r.code, { kind: r.kind, step: r.step_s === null ? undefined : r.step_s * 1000 })
  return out
}
