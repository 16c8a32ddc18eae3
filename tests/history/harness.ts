import { createHistory, type History, type WriteBatch } from '#server/features/history/index.ts'
import type { Series } from '#core/series/index.ts'
import { fixedClock, type FixedClock } from '#server/lib/clock.ts'
import { openDatabase, type Database } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { freshDatabase } from '../database.ts'

export { DAY, HOUR, MINUTE } from '#core/time/units.ts'

export const NOW = Date.UTC(2026, 9, 20, 5)
export const PLANT = 'H1'

export interface Bench {
  db: Database
  url: string
  clock: FixedClock
  history: History
  /** Another history on one connection of its own, which stops at each `pause`. The caller closes its db. */
  another(pause?: (after: string) => Promise<void> | void): { history: History; db: Database }
  close(): Promise<void>
}

/** A history on a fresh database, two days kept as rows. */
export async function bench(options: { zone?: string; keepDays?: number } = {}): Promise<Bench> {
  const fresh = await freshDatabase()
  const clock = fixedClock(NOW)
  const make = (db: Database, pause?: (after: string) => Promise<void> | void) =>
    createHistory({
      db,
      clock,
      log: silentLog,
      zoneOf: () => options.zone ?? 'Asia/Ho_Chi_Minh',
      keepDays: options.keepDays ?? 2,
      pause,
    })
  return {
    db: fresh.db,
    url: fresh.url,
    clock,
    history: make(fresh.db),
    another(pause) {
      const db = openDatabase(fresh.url, silentLog, { max: 1 })
      return { history: make(db, pause), db }
    },
    async close() {
      await fresh.drop()
    },
  }
}

export async function addSeries(
  db: Database,
  code: string,
  kind: 'instant' | 'mean' | 'total' | 'step' = 'instant',
  stepSeconds: number | null = 300,
): Promise<void> {
  await db.query(
    `INSERT INTO series (hydro_code, code, name, unit, kind, step_s, source, created_at, updated_at)
     VALUES ($1, $2, $2, 'm', $3, $4, 'ingest', 0, 0)`,
    [PLANT, code, kind, stepSeconds],
  )
}

/** [series, t, value or null, quality] */
export type Row = readonly [series: string, t: number, v: number | null, q?: number]

export function batch(rows: readonly Row[]): WriteBatch {
  return {
    hydroCode: PLANT,
    series: rows.map((r) => r[0]),
    t: rows.map((r) => r[1]),
    v: rows.map((r) => r[2] ?? NaN),
    q: rows.map((r) => r[3] ?? (r[2] === null ? 7 : 0)),
  }
}

export const INGEST = { source: 'ingest' } as const

/** What a history should hold, as simply as possible. */
export class Model {
  readonly series = new Map<string, Map<number, [v: number | null, q: number]>>()

  write(rows: readonly Row[]): number {
    let changed = 0
    for (const [code, t, v, q] of new Map(rows.map((r) => [`${r[0]} ${r[1]}`, r])).values()) {
      let s = this.series.get(code)
      if (!s) this.series.set(code, (s = new Map()))
      const entry: [number | null, number] = [v, q ?? (v === null ? 7 : 0)]
      const had = s.get(t)
      if (had && had[0] === entry[0] && had[1] === entry[1]) continue
      s.set(t, entry)
      changed++
    }
    return changed
  }

  erase(code: string, from: number, to: number): number {
    const s = this.series.get(code)
    const gone = [...(s?.keys() ?? [])].filter((t) => t >= from && t <= to)
    for (const t of gone) s!.delete(t)
    return gone.length
  }

  read(code: string, from: number, to: number, carry = false): Row[] {
    const all = [...(this.series.get(code) ?? [])].sort((a, b) => a[0] - b[0])
    const upTo = all.filter(([t]) => t <= from)
    const before = upTo.findLast(([, [, q]]) => (q & 7) !== 5) ?? upTo.at(-1)
    return all
      .filter(([t]) => (t >= from && t <= to) || (carry && before && t >= before[0] && t <= to))
      .map(([t, [v, q]]) => [code, t, v, q] as const)
  }
}

export function rowsOf(code: string, s: Series): Row[] {
  return Array.from(s.t, (t, i) => [code, t, Number.isNaN(s.v[i]) ? null : s.v[i], s.q[i]] as const)
}
