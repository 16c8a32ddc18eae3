import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { placeReservoirs, placesAmong, type PlacedReservoir } from '#core/river/index.ts'
import { MOST_LATE_SHOWN } from '#core/description/index.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { activeSavesAt } from '#server/features/calculation/index.ts'
import type { Change, History, LastOfMany, SpanOfMany } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { createLru, weigh } from '#server/lib/kept.ts'
import type { Notices } from '#server/lib/notices.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { overviewProfile, type Profile } from './profile.ts'
import {
  FIGURES,
  INFLOW,
  LEVEL,
  OUTFLOW,
  RAIN,
  WINDOW,
  isMarked,
  newestKnown,
  rowOf,
  sparkSpan,
  type Values,
} from './row.ts'

/** Rows of all reservoirs, made of what is kept in memory until a change is announced. */
export interface Rows {
  /**
   * The rows of some reservoirs as of now, by code; those without a description are left out. Each is placed by its own
   * description alone: `rowsSeen` places it among those that a caller may see.
   */
  of(codes: readonly string[]): Promise<Map<string, OverviewRow>>
  /** The places within each of some sets of reservoirs. */
  among(sets: readonly (readonly string[])[]): Promise<Places[]>
  /** All reservoirs from which the next one downstream is this, the nearest first. */
  upstreamsOf(hydroCode: string): Promise<string[]>
  /** Hears which reservoir's row may have changed. */
  onChange(listener: (hydroCode: string) => void): () => void
}

/** Where the reservoirs of a set are on their rivers, as whoever sees no others may know it. */
export interface Places {
  /** Differs where the set does, or a place. */
  id: string
  byCode: ReadonlyMap<string, PlacedReservoir>
}

/** Places among all reservoirs and within sets of them, and the profiles that they were made of. */
interface Placed {
  of: ReadonlyMap<string, Profile>
  places: Map<string, PlacedReservoir>
  sets: ReturnType<typeof createLru<Places>>
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
/** The longest that a late value is looked for, ms: as long as it can be shown. */
const KEEP = MOST_LATE_SHOWN * HOUR

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

/** What is still to be read of a reservoir once its last values are known. */
function planOf(p: Profile, list: readonly LastOfMany[], at: number) {
  const last = new Map(list.map((l) => [l.series, l]))
  const [level, inflow, stored] = [LEVEL, INFLOW, WINDOW].map((code) => newestKnown(last.get(code)))
  const window = inflow && stored?.t === inflow.t && stored.v > 0 ? stored.v * 1000 : p.window
  const { from, step } = sparkSpan(at, p.interval)
  const [levelAt, inflowAt] = [level?.t ?? at, inflow?.t ?? at]
  const span = (series: string, from: number, to: number, step = 0): SpanOfMany => ({
    hydroCode: p.code,
    series,
    from,
    to,
    step,
  })
  return {
    code: p.code,
    last,
    window,
    spans: [
      span(LEVEL, from, at, step),
      span(LEVEL, levelAt - 2 * HOUR - 1, levelAt - HOUR),
      span(OUTFLOW, inflowAt - window - p.maxAge, inflowAt),
    ],
    /** Values that a person may have entered. */
    marked: [
      { series: LEVEL, reading: level },
      { series: INFLOW, reading: inflow },
    ].flatMap(({ series, reading }) =>
      isMarked(reading) ? [{ hydroCode: p.code, series, t: reading.t }] : [],
    ),
  }
}

export function createRows(
  s: Services,
  { plants, history, notices }: { plants: Plants; history: History; notices: Notices },
): Rows {
  const now = () => s.clock.now()
  const listeners = new Set<(hydroCode: string) => void>()
  const notify = (hydroCode: string) => listeners.forEach((l) => l(hydroCode))
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
    weigh: ({ level, levelBefore, outflow, last }) =>
      17 * (level.t.length + levelBefore.t.length + outflow.t.length) + 200 * last.size + 700,
  })
  /** Where each reservoir is on its river, of the profiles that it was made of. */
  let placed: Placed | null = null

  plants.onChange((code) => {
    profiles.forget(code)
    values.forget(code)
    notify(code)
  })
  notices.onGap(() => {
    profiles.clear()
    values.clear()
  })
  history.onChange((changes) => {
    for (const [code, list] of Map.groupBy(changes, (c) => c.hydroCode))
      if (noteChange(code, list)) notify(code)
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
    const newest = many.newest(inputs)
    const rain = many.rain(codes, RAIN, at - DAY, at)
    const last = many.last(codes, FIGURES, at - KEEP).then((list) => Map.groupBy(list, (l) => l.hydroCode))
    const [figures, newestOf, rainOf] = await Promise.all([last, newest, rain])
    const plan = [...known.values()].map((p) => planOf(p, figures.get(p.code) ?? [], at))
    const [series, saved] = await Promise.all([
      many.spans(plan.flatMap((x) => x.spans)),
      savedAmong(plan.flatMap((x) => x.marked)),
    ])
    return new Map(
      plan.map(({ code, last, window, marked }, i) => {
        const isEntered = (series: string) => marked.some((m) => m.series === series && saved.has(m))
        const [level, levelBefore, outflow] = series.slice(3 * i)
        return [
          code,
          {
            last,
            level,
            levelBefore,
            outflow,
            window,
            entered: { level: isEntered(LEVEL), inflow: isEntered(INFLOW) },
            rain: rainOf.get(code) ?? null,
            at,
            lastReading: newestOf.get(code) ?? null,
          },
        ]
      }),
    )
  }

  /** Of values that bear the mark of a person, those of saved instants. */
  async function savedAmong<I extends { hydroCode: string; t: number }>(
    marked: readonly I[],
  ): Promise<Set<I>> {
    return marked.length === 0 ? new Set() : new Set(await activeSavesAt(s.db.pool, marked))
  }

  /** Places among all reservoirs, also those that a caller does not see: they are not answered. */
  async function placesOf(at: number) {
    const all = await profiles.of(await plants.codes(), maxAge(), (p) => at < p.until)
    const same = placed?.of.size === all.size && [...all].every(([code, p]) => placed!.of.get(code) === p)
    if (!same || !placed) {
      const places = placeReservoirs([...all.values()].map((p) => p.place))
      placed = { of: all, places, sets: createLru(MOST_PLACES) }
    }
    return placed
  }

  function within(codes: readonly string[], { of: all, places, sets }: Placed): Places {
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
    async upstreamsOf(hydroCode) {
      const { places } = await placesOf(now())
      const above = [...places].flatMap(([code, { downstream, toMouth }]) =>
        downstream === hydroCode ? [{ code, far: toMouth ?? Infinity }] : [],
      )
      return above
        .sort((a, b) => (a.far === b.far ? (a.code < b.code ? -1 : 1) : a.far - b.far))
        .map(({ code }) => code)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
