import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { placeReservoirs, placesAmong, type PlacedReservoir } from '#core/river/index.ts'
import { emptySeries } from '#core/series/index.ts'
import type { OverviewRow } from '#contract/overview.ts'
import type { Change, History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { createLru, weigh } from '#server/lib/kept.ts'
import type { Notices } from '#server/lib/notices.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { overviewProfile, type Profile } from './profile.ts'
import { FIGURES, LEVEL, RAIN, SPARK_STEP, rowOf, sparkFrom, type Values } from './row.ts'

/** Rows of all reservoirs, made of what is kept in memory until a change is announced. */
export interface Rows {
  /**
   * The rows of some reservoirs as of now, by code; those without a description are left out. Each is placed by its own
   * description alone: `rowsSeen` places it among those that a caller may see.
   */
  of(codes: readonly string[]): Promise<Map<string, OverviewRow>>
  /** The places within each of some sets of reservoirs. */
  among(sets: readonly (readonly string[])[]): Promise<Places[]>
  /** The nearest of some reservoirs from which the next one downstream is this; null: there is none. */
  upstreamOf(hydroCode: string, among: readonly string[]): Promise<string | null>
  /** Hears which reservoir's row may have changed. */
  onChange(listener: (hydroCode: string) => void): () => void
}

/** Where the reservoirs of a set are on their rivers, as whoever sees no others may know it. */
export interface Places {
  /** Differs where the set does, or a place. */
  id: string
  byCode: ReadonlyMap<string, PlacedReservoir>
}

/** Bytes of memory for descriptions and for values: some ten thousand reservoirs. */
const MOST_KEPT = 32 * 1024 * 1024
/** Bytes of memory for places, about; of one place. */
const MOST_PLACES = 16 * 1024 * 1024
const PLACE_BYTES = 150
/** Age of what is used while this process does not hear of the changes of other replicas, ms. */
const FRESH = 5000
/** After so long the day that rain is summed over, and the small line, are read anew, ms. */
const SLIDES = 10 * MINUTE
/** The longest that a late value is looked for, ms. */
const KEEP = 48 * HOUR

/** Values by code, read for many at once. What changes while it is read is answered, but not kept. */
function createMany<V>(o: {
  load(codes: readonly string[]): Promise<Map<string, V>>
  /** Bytes of memory, about. */
  weigh(value: V): number
}) {
  type Found = Promise<Map<string, V>>
  const lru = createLru<{ at: number; value: V }>(MOST_KEPT)
  /** Codes that are being read, with the reading that does it. */
  const reading = new Map<string, Found>()
  const read = (codes: readonly string[]): Found => {
    const found = o.load(codes)
    const end = (code: string) => reading.get(code) === found && reading.delete(code)
    for (const code of codes) reading.set(code, found)
    found.then(
      (values) => {
        for (const code of codes) {
          const value = values.get(code)
          if (end(code) && value !== undefined)
            lru.set(code, { at: performance.now(), value }, o.weigh(value))
        }
      },
      () => codes.forEach(end),
    )
    return found
  }
  return {
    forget(code: string) {
      lru.delete(code)
      reading.delete(code)
    },
    clear() {
      lru.clear()
      reading.clear()
    },
    /** What is kept, and not being read. */
    peek: (code: string) => lru.get(code)?.value,
    /** isFresh: what may be used of what is kept. */
    async of(
      codes: readonly string[],
      maxAge: number,
      isFresh: (value: V) => boolean = () => true,
    ): Promise<Map<string, V>> {
      const out = new Map<string, V>()
      const missing: string[] = []
      const waits = new Set<Found>()
      for (const code of codes) {
        const had = lru.get(code)
        const found = reading.get(code)
        if (had && performance.now() - had.at < maxAge && isFresh(had.value)) out.set(code, had.value)
        else if (found) waits.add(found)
        else missing.push(code)
      }
      if (missing.length > 0) waits.add(read(missing))
      const wanted = new Set(codes)
      for (const found of waits)
        for (const [code, value] of await found) if (wanted.has(code) && !out.has(code)) out.set(code, value)
      return out
    },
  }
}

export function createRows(
  s: Services,
  { plants, history, notices }: { plants: Plants; history: History; notices: Notices },
): Rows {
  const now = () => s.clock.now()
  const listeners = new Set<(hydroCode: string) => void>()
  const tell = (hydroCode: string) => listeners.forEach((l) => l(hydroCode))
  const maxAge = () => (notices.isWhole() ? Infinity : FRESH)
  const profiles = createMany<Profile>({
    async load(codes) {
      const out = new Map<string, Profile>()
      for (const [code, d] of await plants.describeMany(codes)) {
        const profile = overviewProfile(d, now())
        if (profile) out.set(code, profile)
      }
      return out
    },
    weigh,
  })
  const values = createMany<Values>({
    load: loadValues,
    weigh: ({ level, last }) => 17 * level.t.length + 200 * last.size + 600,
  })
  /** Where each reservoir is on its river, of the profiles that it was made of. */
  let placed: { of: ReadonlyMap<string, Profile>; places: Map<string, PlacedReservoir> } | null = null
  /** Places within sets of reservoirs, of the same profiles. */
  const sets = createLru<Places>(MOST_PLACES)

  plants.onChange((code) => {
    profiles.forget(code)
    values.forget(code)
    tell(code)
  })
  notices.onGap(() => {
    profiles.clear()
    values.clear()
  })
  history.onChange((changes) => {
    for (const [code, list] of Map.groupBy(changes, (c) => c.hydroCode))
      if (noteChange(code, list)) tell(code)
  })

  /** Whether a row may have changed. A reading of a sensor moves only the instant of the newest one. */
  function noteChange(code: string, list: readonly Change[]): boolean {
    if (list.some((c) => c.series === RAIN || (FIGURES as readonly string[]).includes(c.series))) {
      values.forget(code)
      return true
    }
    const profile = profiles.peek(code)
    const kept = values.peek(code)
    if (!profile || !kept) {
      values.forget(code)
      return true
    }
    const inputs = list.filter((c) => profile.inputs.includes(c.series))
    if (inputs.length === 0) return false
    if (inputs.every((c) => c.last && c.last.t >= (kept.lastReading ?? -Infinity)))
      kept.lastReading = Math.max(...inputs.map((c) => c.last!.t))
    else if (inputs.some((c) => c.to >= (kept.lastReading ?? -Infinity))) values.forget(code)
    else return false
    return true
  }

  async function loadValues(codes: readonly string[]): Promise<Map<string, Values>> {
    const at = now()
    const known = await profiles.of(codes, maxAge(), (p) => at < p.until)
    const inputs = [...known.values()].flatMap((p) =>
      p.inputs.map((series) => ({ hydroCode: p.code, series })),
    )
    const { many } = history
    const [last, newest, level, rain] = await Promise.all([
      many.last(codes, FIGURES, at - KEEP),
      many.newest(inputs),
      many.steps(codes, LEVEL, { from: sparkFrom(at), to: at, step: SPARK_STEP }),
      many.rain(codes, RAIN, at - DAY, at),
    ])
    const byCode = Map.groupBy(last, (l) => l.hydroCode)
    return new Map(
      codes.map((code) => [
        code,
        {
          last: new Map(byCode.get(code)?.map((l) => [l.series, l])),
          level: level.get(code) ?? emptySeries(),
          rain: rain.get(code) ?? null,
          at,
          lastReading: newest.get(code) ?? null,
        },
      ]),
    )
  }

  /** Places among all reservoirs, also those that a caller does not see: they are not answered. */
  async function placesOf(at: number) {
    const all = await profiles.of(await plants.codes(), maxAge(), (p) => at < p.until)
    const same = placed?.of.size === all.size && [...all].every(([code, p]) => placed!.of.get(code) === p)
    if (!same || !placed) {
      placed = { of: all, places: placeReservoirs([...all.values()].map((p) => p.place)) }
      sets.clear()
    }
    return placed
  }

  function within(codes: readonly string[], { of: all, places }: NonNullable<typeof placed>): Places {
    const key = codes.join('\n')
    let found = sets.get(key)
    if (!found) {
      const byCode = placesAmong(
        codes.flatMap((code) => all.get(code)?.place ?? []),
        places,
      )
      const text = JSON.stringify([[...codes].sort(), [...byCode].sort(([a], [b]) => (a < b ? -1 : 1))])
      found = { id: digest(text).slice(0, 16), byCode }
      sets.set(key, found, PLACE_BYTES * codes.length)
    }
    return found
  }

  return {
    async of(codes) {
      const at = now()
      const all = await profiles.of(codes, maxAge(), (p) => at < p.until)
      const listed = codes.filter((code) => all.has(code))
      const found = await values.of(listed, maxAge(), (v) => at - v.at < SLIDES)
      return new Map(
        listed.flatMap((code) => {
          const v = found.get(code)
          const profile = all.get(code)!
          return v ? [[code, rowOf(profile, placeReservoirs([profile.place]).get(code)!, v, at)]] : []
        }),
      )
    },
    async among(list) {
      const all = await placesOf(now())
      return list.map((codes) => within(codes, all))
    },
    async upstreamOf(hydroCode, among) {
      const { byCode } = within([...among, hydroCode], await placesOf(now()))
      const above = among.filter((code) => byCode.get(code)?.downstream === hydroCode)
      const far = (code: string) => byCode.get(code)!.toMouth ?? Infinity
      return above.sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1))[0] ?? null
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
