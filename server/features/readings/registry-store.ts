import type pg from 'pg'
import { isComputedCode, isLogCode } from '#core/calculation/codes.ts'
import type { SeriesKind } from '#core/series/index.ts'
import { isUnit, MONEY_UNITS } from '#core/quantities.ts'
import { record, type Actor } from '#server/features/audit/index.ts'
import { badRequest, conflict } from '#server/lib/errors.ts'
import { createKept } from '#server/lib/kept.ts'
import type { Notices } from '#server/lib/notices.ts'
import type { Services } from '#server/lib/services.ts'

export interface SeriesRow {
  hydro_code: string
  code: string
  name: string
  unit: string
  kind: SeriesKind
  /** Seconds between readings; null when irregular. */
  step_s: number | null
  source: 'ingest' | 'computed'
}

export interface SeriesInput {
  code: string
  name: string
  unit: string
  kind: SeriesKind
  step_s?: number | null
}

/** The series of each plant. Unit, kind and step are fixed once one holds readings. */
export interface Registry {
  /** In order of their codes. */
  list(hydroCode: string): Promise<SeriesRow[]>
  /** By code; codes that this process has not seen are looked up in the database again. */
  known(hydroCode: string, codes?: readonly string[]): Promise<ReadonlyMap<string, SeriesRow>>
  get(hydroCode: string, code: string): Promise<SeriesRow | null>
  /** Codes of the series whose unit is money, retired ones included: only those who may see prices may see them. */
  money(hydroCode: string): Promise<ReadonlySet<string>>
  /**
   * Creates or changes a series. Throws 400 unknown_unit (nothing could be computed from it), 409 series_has_data, 409
   * computed_series.
   */
  put(hydroCode: string, input: SeriesInput, actor: Pick<Actor, 'actor' | 'address'>): Promise<SeriesRow>
  /** As `put`, within a transaction; call `forget` after its commit. */
  putIn(
    c: pg.PoolClient,
    hydroCode: string,
    input: SeriesInput,
    actor: Pick<Actor, 'actor' | 'address'>,
  ): Promise<SeriesRow>
  /** Drops the cached series of a plant, so that the next read queries them. */
  forget(hydroCode: string): void
  /** Calls the listener when series of a plant were registered, changed or retired, here or at another replica. */
  onChange(listener: (hydroCode: string) => void): () => void
  /** Registers the series that calculation writes. */
  declareComputed(hydroCode: string, list: readonly SeriesInput[]): Promise<void>
}

const COLUMNS = 'hydro_code, code, name, unit, kind, step_s, source'
/** Memory of cached series lists, bytes; they are cached until a change is announced. */
const MOST_KEPT = 64 * 1024 * 1024
const CHANNEL = 'forebay_series'
/** Shortest time between two queries for unknown codes, ms: a logger may send one for ever. */
const AGAIN = 500

/** notices: how replicas tell each other; without, this process is alone. */
export function createRegistry(s: Pick<Services, 'db' | 'clock'>, notices?: Notices): Registry {
  const load = async (hydroCode: string) => {
    const rows = await s.db.query<SeriesRow & { retired: boolean }>(
      `SELECT ${COLUMNS}, retired_at IS NOT NULL AS retired FROM series
       WHERE hydro_code = $1 AND (retired_at IS NULL OR unit = ANY ($2)) ORDER BY code COLLATE "C"`,
      [hydroCode, MONEY_UNITS],
    )
    return {
      rows: new Map(rows.flatMap(({ retired, ...r }) => (retired ? [] : [[r.code, r]]))),
      money: new Set(rows.flatMap(({ code, unit }) => (MONEY_UNITS.includes(unit) ? [code] : []))),
    }
  }
  const listeners = new Set<(hydroCode: string) => void>()
  const notify = (hydroCode: string) => listeners.forEach((listener) => listener(hydroCode))
  const kept = createKept({
    load,
    most: MOST_KEPT,
    announced: { channel: CHANNEL, notices, changed: (code) => code !== null && notify(code) },
  })
  const forget = (hydroCode: string) => {
    kept.forget(hydroCode)
    notify(hydroCode)
  }

  const registry: Registry = {
    async list(hydroCode) {
      return [...(await kept.get(hydroCode)).rows.values()]
    },
    async known(hydroCode, codes = []) {
      const { rows } = await kept.get(hydroCode)
      return codes.every((c) => rows.has(c)) ? rows : (await kept.get(hydroCode, AGAIN)).rows
    },
    money: async (hydroCode) => (await kept.get(hydroCode)).money,
    async get(hydroCode, code) {
      return (await registry.known(hydroCode, [code])).get(code) ?? null
    },
    async put(hydroCode, input, actor) {
      const row = await s.db.tx((c) => registry.putIn(c, hydroCode, input, actor))
      registry.forget(hydroCode)
      return row
    },
    forget,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async putIn(c, hydroCode, input, actor) {
      if (!isUnit(input.unit)) throw badRequest('unknown_unit', { unit: input.unit })
      // Refused before calculation declares it, too: otherwise a source that takes it would block that declaration for
      // ever.
      if (isComputedCode(input.code)) throw conflict('computed_series', { series: input.code })
      if (isLogCode(input.code)) throw conflict('log_series', { series: input.code })
      const now = s.clock.now()
      const step = input.step_s ?? null
      const stored = async () => {
        // The row of a new series is inserted first, so that two who create it at once see each other.
        const made = await c.query<SeriesRow>(
          `INSERT INTO series (${COLUMNS}, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, 'ingest', $7, $7)
           ON CONFLICT (hydro_code, code) DO NOTHING RETURNING ${COLUMNS}`,
          [hydroCode, input.code, input.name, input.unit, input.kind, step, now],
        )
        if (made.rows.length > 0) {
          await kept.announce(c, hydroCode)
          await record(
            c,
            now,
            { ...actor, hydro: hydroCode },
            { act: 'create', noun: 'series', item: input.code, after: made.rows[0] },
          )
          return made.rows[0]
        }
        const [old] = (
          await c.query<SeriesRow & { retired_at: number | null; held: boolean }>(
            `SELECT ${COLUMNS}, retired_at,
                    EXISTS (SELECT FROM reading WHERE hydro_code = $1 AND series = $2)
                 OR EXISTS (SELECT FROM reading_day WHERE hydro_code = $1 AND series = $2 AND n > 0) AS held
               FROM series WHERE hydro_code = $1 AND code = $2 FOR UPDATE`,
            [hydroCode, input.code],
          )
        ).rows
        if (old.source === 'computed') throw conflict('computed_series', { series: input.code })
        const shape = old.unit !== input.unit || old.kind !== input.kind || old.step_s !== step
        if (shape && old.held) throw conflict('series_has_data', { series: input.code })
        if (!shape && old.name === input.name && old.retired_at === null) return old
        const [changed] = (
          await c.query<SeriesRow>(
            `UPDATE series SET name = $3, unit = $4, kind = $5, step_s = $6, updated_at = $7, retired_at = NULL,
                    version = version + 1
              WHERE hydro_code = $1 AND code = $2 RETURNING ${COLUMNS}`,
            [hydroCode, input.code, input.name, input.unit, input.kind, step, now],
          )
        ).rows
        await kept.announce(c, hydroCode)
        const { held: _, retired_at: __, ...before } = old
        await record(
          c,
          now,
          { ...actor, hydro: hydroCode },
          { act: 'update', noun: 'series', item: input.code, before, after: changed },
        )
        return changed
      }
      const row = await stored()
      return {
        hydro_code: row.hydro_code,
        code: row.code,
        name: row.name,
        unit: row.unit,
        kind: row.kind,
        step_s: row.step_s,
        source: row.source,
      }
    },
    async declareComputed(hydroCode, list) {
      const sorted = [...new Map(list.map((i) => [i.code, i])).values()].sort((a, b) =>
        a.code < b.code ? -1 : 1,
      )
      await s.db.tx(async (c) => {
        await c.query(
          `INSERT INTO series AS s (${COLUMNS}, created_at, updated_at)
         SELECT $1, code, name, unit, kind, step_s, 'computed', $7, $7
           FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[]) x(code, name, unit, kind, step_s)
         ON CONFLICT (hydro_code, code) DO UPDATE SET name = excluded.name, unit = excluded.unit, kind = excluded.kind,
            step_s = excluded.step_s, source = 'computed', retired_at = NULL, updated_at = excluded.updated_at,
            version = s.version + 1
          WHERE (s.name, s.unit, s.kind, s.step_s, s.source) IS DISTINCT FROM
                (excluded.name, excluded.unit, excluded.kind, excluded.step_s, excluded.source)`,
          [
            hydroCode,
            sorted.map((i) => i.code),
            sorted.map((i) => i.name),
            sorted.map((i) => i.unit),
            sorted.map((i) => i.kind),
            sorted.map((i) => i.step_s ?? null),
            s.clock.now(),
          ],
        )
        await kept.announce(c, hydroCode)
      })
      kept.forget(hydroCode)
    },
  }
  return registry
}
