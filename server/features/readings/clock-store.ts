import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/database.ts'
import type { Log } from '#server/lib/log.ts'

/** A source whose clock is ahead: how many readings were refused in a row, and by how much they were ahead. */
interface WrongClock {
  hydroCode: string
  source: string
  rejected: number
  /** Median of how far they were ahead, ms. */
  offset: number
  firstAt: number
  lastAt: number
}

export interface Clocks {
  /** Records how far the refused readings of a call lay ahead; none clears the source. */
  note(hydroCode: string, source: string, ahead: readonly number[]): void
  /** Sources of a plant whose clock is ahead now. */
  list(hydroCode: string): Promise<WrongClock[]>
  /** Resolves when everything noted is in the database. */
  settled(): Promise<void>
}

const SAMPLES = 101
/** How often a source that stays wrong is written, ms. */
const EVERY = 10_000

export function createClocks(s: { db: Database; clock: Clock; log: Log }): Clocks {
  const wrong = new Map<string, { entry: WrongClock; samples: number[]; written: number }>()
  /** Sources seen since the start: the first good call of each also clears what an earlier process wrote. */
  const seen = new Set<string>()
  let chain: Promise<unknown> = Promise.resolve()
  const run = (text: string, values: unknown[]) => {
    chain = chain
      .then(() => s.db.query(text, values))
      .catch((error: Error) =>
        s.log.warn({ err: error.message }, 'the state of a source’s clock was not stored'),
      )
  }

  return {
    note(hydroCode, source, ahead) {
      const key = `${hydroCode}/${source}`
      const now = s.clock.now()
      const had = wrong.get(key)
      if (ahead.length === 0) {
        if (!had && seen.has(key)) return
        seen.add(key)
        wrong.delete(key)
        run('DELETE FROM source_clock WHERE hydro_code = $1 AND source = $2', [hydroCode, source])
        return
      }
      seen.add(key)
      const state = had ?? {
        entry: { hydroCode, source, rejected: 0, offset: 0, firstAt: now, lastAt: now },
        samples: [],
        written: -Infinity,
      }
      wrong.set(key, state)
      state.samples = [...state.samples, ...ahead].slice(-SAMPLES)
      const { entry } = state
      entry.rejected += ahead.length
      entry.offset = median(state.samples)
      entry.lastAt = now
      if (now - state.written < EVERY) return
      state.written = now
      run(
        `INSERT INTO source_clock (hydro_code, source, rejected, offset_ms, first_at, last_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (hydro_code, source) DO UPDATE SET rejected = excluded.rejected, offset_ms = excluded.offset_ms,
            first_at = least(source_clock.first_at, excluded.first_at), last_at = excluded.last_at`,
        [hydroCode, source, entry.rejected, entry.offset, entry.firstAt, entry.lastAt],
      )
    },
    async list(hydroCode) {
      await chain
      return s.db.query<WrongClock>(
        `SELECT hydro_code AS "hydroCode", source, rejected, offset_ms AS "offset", first_at AS "firstAt", last_at AS "lastAt"
           FROM source_clock WHERE hydro_code = $1 ORDER BY source`,
        [hydroCode],
      )
    },
    async settled() {
      await chain
    },
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[sorted.length >> 1])
}
