import { segments, type Instants } from '#core/calculation/index.ts'
import { inForce, type Description, type GeneratingUnit, type Version } from '#core/description/index.ts'
import { thresholdsOf, watchesOf, type SeriesRole, type ActiveCheck } from '#core/quality/checks/index.ts'
import type { TimeSpan } from '#core/time/index.ts'
import { concat, slice, type Series } from '#core/series/index.ts'
import { DAY, HOUR, MINUTE, next, uniteSpans, utcDay, utcDayStart } from '#core/time/index.ts'
import { lockCalculation } from '#server/features/calculation/index.ts'
import type { Change, Client, History, DirtySpan } from '#server/features/history/index.ts'
import { DESCRIPTION_SPAN, type Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { createLru } from '#server/lib/kept.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { aheadOf, computedTasks, unitOutputOf } from './computed.ts'
import { monthBandsOf, type BandCache } from './month-bands.ts'
import { createData } from './data.ts'
import {
  complete,
  dryTask,
  farthestOf,
  isOfReadings,
  missingTask,
  rainTask,
  readingsTask,
  stuckTask,
  twinTask,
  type CheckContext,
  type CheckTask,
} from './check-tasks.ts'
import {
  clearOthers,
  keepThresholds,
  settle,
  storedSpans,
  thresholdsOn,
  type Decided,
  type Found,
  type Regraded,
} from './store.ts'

/** Rules are read this far around what is checked, ms: as far as a task may widen. */
const AROUND = 15 * DAY
/** Readings farther apart than this are checked separately, ms. */
const APART = DAY
/** Reporting intervals that checks of a series read on both sides. */
const OWN = 50
/** How far neighbouring series are read on both sides, ms. */
const BESIDE = 75 * MINUTE
/** Readings older than this on arrival are late, and are checked together with those next to them, ms. */
const LATE = 2 * HOUR
/** Characters of a digest of thresholds. */
const SHORT = 12
/** Days of all plants whose thresholds are remembered to be those in force. */
const MOST_DAYS = 100_000

export interface Quality {
  run(c: Client, d: Description, marks: readonly DirtySpan[], now: number): Promise<readonly Change[]>
  runComputed(
    c: Client,
    d: Description,
    span: Instants,
    out: ReadonlyMap<string, Series> | null,
  ): Promise<readonly Change[]>
  /**
   * Checks a plant for silent series: silences begin without any reading. Returns when the next series is late or another
   * version of the description is in force, epoch ms; a silence lasts until a reading ends it.
   */
  checkSilences(hydroCode: string): Promise<number>
  /** Whether a watched series was silent, or had never sent, at the last check for silences. */
  isSilent(hydroCode: string, series: string): boolean
}

interface Touched extends TimeSpan {
  code: string
  /** Checks to run; all of the series where absent. */
  keys?: ReadonlySet<string>
}

/** Bands of units and days that are kept. */
const MOST_BANDS = 20_000

/** Days whose checks were run with the thresholds of a description. */
interface Kept {
  description: string
  days: Set<number>
}

export function createQuality(
  s: Services,
  deps: { plants: Plants; history: History; registry: Registry },
): Quality {
  const { plants, history, registry } = deps
  const kept = createLru<Kept>(MOST_DAYS)
  const silent = new Map<string, Set<string>>()
  const bands: BandCache = createLru(MOST_BANDS)

  const keptOf = (d: Description): Set<number> => {
    const description = versionsOf(d)
    let had = kept.get(d.hydroCode)
    if (had?.description !== description) had = { description, days: new Set() }
    kept.set(d.hydroCode, had, had.days.size)
    return had.days
  }

  const factsOf = async (hydroCode: string) => [...(await registry.known(hydroCode)).values()]

  /**
   * Readings that marks name and, for each day that a mark touches, the checks that last ran under another description,
   * whatever came between.
   */
  const touchedBy = async (c: Client, d: Description, marks: readonly DirtySpan[], now: number) => {
    const facts = await factsOf(d.hydroCode)
    const measured = new Set(facts.filter((f) => f.source === 'ingest').map((f) => f.code))
    const touched: Touched[] = marks
      .filter((m) => measured.has(m.series) && m.from <= now)
      .map((m) => ({ code: m.series, from: m.from, to: Math.min(m.to, now) }))
    const described = daysOf(
      marks.filter((m) => m.series === DESCRIPTION_SPAN),
      now,
    )
    const same = keptOf(d)
    const days = [...new Set([...described, ...daysOf(touched, now)])].filter((day) => !same.has(day))
    const regraded: Regraded[] = []
    if (days.length === 0) return { facts, touched, regraded }
    const stored = await thresholdsOn(c, d.hydroCode, days)
    const put = new Map<number, Decided>()
    for (const day of days) {
      const span = { from: utcDayStart(day), to: utcDayStart(day + 1) - 1 }
      const { watches, texts } = thresholdsOf(d, facts, span.from, span.to + 1)
      const is: Decided = {}
      for (const [key, text] of texts) is[key] = digest(text).slice(0, SHORT)
      const was = stored.get(day)
      const changed = new Set(
        was
          ? Object.keys({ ...was, ...is }).filter((key) => was[key] !== is[key])
          : described.has(day)
            ? texts.keys()
            : [],
      )
      if (was && changed.size === 0) {
        same.add(day)
        continue
      }
      put.set(day, is)
      if (changed.size === 0) continue
      const to = Math.min(span.to, now)
      const byCode = new Map<string, Set<string>>()
      for (const watch of watches)
        if (changed.has(watch.key))
          for (const code of watch.series) byCode.set(code, (byCode.get(code) ?? new Set()).add(watch.key))
      for (const [code, keys] of byCode) touched.push({ code, from: span.from, to, keys })
      for (const row of await clearOthers(c, d.hydroCode, Object.keys(is), span, now)) {
        if (row.grade !== null) {
          const shown = row.codes.length === 0
          for (const series of shown ? (row.series ?? []) : row.codes)
            regraded.push({ series, from: row.from_t, to: row.to_t, shown })
        }
        // Spans that began before, or went on after, may still be stored.
        for (const part of [
          { from: row.from_t, to: span.from - 1 },
          { from: span.to + 1, to: Math.min(row.to_t, now) },
        ])
          if (row.series !== null && part.from <= part.to)
            touched.push({ code: row.series, ...part, keys: new Set([row.key]) })
      }
    }
    await keepThresholds(c, d.hydroCode, put)
    return { facts, touched, regraded }
  }

  const contextOf = (
    d: Description,
    { watches, roles }: { watches: readonly ActiveCheck[]; roles: ReadonlyMap<string, SeriesRole> },
    now: number,
    c: Client,
  ): CheckContext => ({
    d,
    roles,
    watches: bySeries(watches),
    now,
    data: createData(history, d, now, c),
    async before(code, t) {
      return (await history.at(d.hydroCode, code, t, { client: c, unchecked: true }))?.t ?? null
    },
    async after(code, t) {
      for (let from = t + 1, step = DAY; from <= s.clock.now(); from += step, step *= 8) {
        const to = Math.min(from + step - 1, s.clock.now())
        const found = await history.read(d.hydroCode, [code], from, to, { client: c, unchecked: true })
        const series = found.get(code)!
        for (let i = 0; i < series.t.length; i++) if (series.v[i] === series.v[i]) return series.t[i]
      }
      return null
    },
  })

  const regrade = async (c: Client, hydroCode: string, list: readonly Regraded[]): Promise<Change[]> => {
    const changes: Change[] = []
    for (const regraded of ['used', 'shown'] as const) {
      const spans = unite(list.filter((x) => (x.shown === true) === (regraded === 'shown')))
      const marked = await history.markEffectiveChange(c, hydroCode, spans, ['bin'])
      changes.push(...marked.map((change) => ({ ...change, regraded })))
    }
    return changes
  }

  const checkTasks = async (c: Client, d: Description, tasks: readonly CheckTask[], now: number) => {
    if (tasks.length === 0) return []
    const keys = tasks.flatMap((task) => task.keys)
    const known = await storedSpans(c, d.hydroCode, keys, farthestOf(tasks, now))
    const found: Found[] = []
    for (const task of tasks) found.push(...(await complete(task, known.rows, now)))
    return settle(c, d.hydroCode, found, known, now)
  }

  return {
    async run(c, d, marks, now) {
      const { facts, touched, regraded } = await touchedBy(c, d, marks, now)
      for (const group of clusters(touched)) {
        const from = Math.min(...group.map((x) => x.from))
        const to = Math.max(...group.map((x) => x.to))
        // The roles of series last from one version of the description to the next.
        for (const part of segments(d, from, to + 1)) {
          const there = watchesOf(d, facts, from - AROUND, Math.min(to + AROUND, now) + 1, part.from)
          const context = contextOf(d, there, now, c)
          const own = group
            .filter((x) => x.from < part.to && x.to >= part.from)
            .map((x) => ({ ...x, from: Math.max(x.from, part.from), to: Math.min(x.to, part.to - 1) }))
          await fetchAhead(context, own)
          regraded.push(...(await checkTasks(c, d, tasksOf(context, own), now)))
        }
      }
      return regrade(c, d.hydroCode, regraded)
    },

    async runComputed(c, d, span, out) {
      const now = s.clock.now()
      const zone = (inForce(d.plant, now) ?? d.plant.at(-1))?.body.zone
      if (!zone) return []
      // Totals that end with it are of it too.
      const judged = { from: span.from, to: span.to + 1 }
      const { watches } = watchesOf(d, [], span.from - AROUND, Math.min(span.to + AROUND, now) + 1)
      const data = createData(history, d, now, c)
      const read = reader(
        (codes, from, to) =>
          history.read(d.hydroCode, codes, from, Math.min(to, now), { client: c, raw: true }),
        span,
        // For a few instants, reading them with those around takes no longer.
        span.to - span.from > DAY ? out : null,
      )
      const { near, level, power } = aheadOf(d, watches, judged)
      await read(near.codes, near.from, near.to)
      await read(level.codes, level.from, level.to)
      await data.fetch(power.codes, power.from, power.to)
      const readings = async (code: string, from: number, to: number) =>
        (await data.get(code, from, to)).series
      // Months of computed values: read apart, so that what is held for this span stays small.
      const month = {
        readings,
        read: (codes: readonly string[], from: number, to: number) =>
          history.read(d.hydroCode, codes, from, Math.min(to, now), { client: c, raw: true }),
      }
      const context = {
        d,
        zone,
        now,
        read,
        readings,
        monthBands: (unit: Version<GeneratingUnit>, w: TimeSpan) =>
          monthBandsOf(`${d.hydroCode} ${unit.version}`, { zone, now, span: w }, bands, (of) =>
            unitOutputOf(month, unit, of),
          ),
      }
      return regrade(c, d.hydroCode, await checkTasks(c, d, computedTasks(context, watches, judged), now))
    },

    async checkSilences(hydroCode) {
      const d = await plants.describe(hydroCode)
      const now = s.clock.now()
      const { watches, roles } = watchesOf(d, await factsOf(hydroCode), now - AROUND, now + 1)
      const watched = watches.filter((w) => w.kind === 'missing' && w.rules.at(-1)!.enabled)
      const last = await history.last(
        hydroCode,
        watched.flatMap((w) => w.series),
      )
      const late: { watch: ActiveCheck; role: SeriesRole; at: number }[] = []
      const quiet = new Set<string>()
      let nextCheck = nextVersion(d, now)
      for (const watch of watched) {
        const [code] = watch.series
        const [role, at] = [roles.get(code), last.get(code)?.t]
        const until = (at ?? -Infinity) + (watch.rules.at(-1)!.limits.steps ?? 3) * (role?.every ?? 0)
        if (until >= now) nextCheck = Math.min(nextCheck, until + 1)
        else {
          quiet.add(code)
          if (role && at !== undefined) late.push({ watch, role, at })
        }
      }
      if (quiet.size > 0) silent.set(hydroCode, quiet)
      else silent.delete(hydroCode)
      if (late.length === 0) return nextCheck
      await s.db.tx(async (c) => {
        // A process that settles marks may find the same.
        await lockCalculation(c, hydroCode)
        const context = contextOf(d, { watches, roles }, now, c)
        const tasks = late.map(({ watch, role, at }) =>
          missingTask(context, role, watch, { from: at, to: now }),
        )
        await checkTasks(c, d, tasks, now)
      })
      return nextCheck
    },
    isSilent: (hydroCode, series) => silent.get(hydroCode)?.has(series) ?? false,
  }
}

type Read = (codes: readonly string[], from: number, to: number) => Promise<Map<string, Series>>

/** Reads each series at most once, and of a span that is there already only what lies before and after it. */
function reader(read: Read, span: TimeSpan, there: ReadonlyMap<string, Series> | null): Read {
  const held = new Map<string, TimeSpan & { series: Series }>()
  for (const [code, series] of there ?? []) held.set(code, { ...span, series })
  return async (codes, from, to) => {
    const unknown = codes.filter((code) => !held.has(code))
    const before = codes.filter((code) => from < (held.get(code)?.from ?? -Infinity))
    const after = codes.filter((code) => to > (held.get(code)?.to ?? Infinity))
    if (unknown.length > 0)
      for (const [code, series] of await read(unknown, from, to)) held.set(code, { from, to, series })
    if (before.length > 0) {
      const end = Math.max(...before.map((code) => held.get(code)!.from))
      for (const [code, series] of await read(before, from, end - 1)) {
        const had = held.get(code)!
        held.set(code, { ...had, from, series: concat([slice(series, from, had.from), had.series]) })
      }
    }
    if (after.length > 0) {
      const start = Math.min(...after.map((code) => held.get(code)!.to))
      for (const [code, series] of await read(after, start + 1, to)) {
        const had = held.get(code)!
        held.set(code, { ...had, to, series: concat([had.series, slice(series, had.to + 1, to + 1)]) })
      }
    }
    return new Map(codes.map((code) => [code, slice(held.get(code)!.series, from, to + 1)]))
  }
}

/** The versions that make up a description. */
const versionsOf = (d: Description) =>
  [d.plant, d.parameters, d.positions, d.gates, d.units, d.stations, d.sensors, d.checks]
    .flatMap((list) => list.map((v) => v.version))
    .join()

/** When other versions are in force, or with checks of a season another local day begins, after an instant. */
function nextVersion(d: Description, now: number): number {
  const versions = [
    d.plant,
    d.parameters,
    d.positions,
    d.gates,
    d.units,
    d.stations,
    d.sensors,
    d.checks,
  ].flat()
  const cuts = versions.flatMap((v) => [v.from, v.to ?? Infinity]).filter((t) => t > now)
  const isSeasonal = d.checks.some((c) => c.body.season)
  const zone = (inForce(d.plant, now) ?? d.plant.at(-1))?.body.zone
  return Math.min(isSeasonal && zone ? next('day', now, zone) : Infinity, ...cuts)
}

function daysOf(spans: readonly TimeSpan[], now: number): Set<number> {
  const days = new Set<number>()
  for (const { from, to } of spans)
    for (let day = utcDay(from); day <= utcDay(Math.min(to, now)); day++) days.add(day)
  return days
}

/** Groups touched series and spans that are far apart from each other. */
function clusters(touched: readonly Touched[]): Touched[][] {
  const groups: Touched[][] = []
  let end = -Infinity
  for (const one of [...touched].sort((a, b) => a.from - b.from)) {
    if (one.from > end + APART) groups.push([])
    groups.at(-1)!.push(one)
    end = Math.max(end, one.to)
  }
  return groups
}

/** Prefetches what the checks of most series read: a day of rain, half an hour of other readings. */
async function fetchAhead(context: CheckContext, group: readonly Touched[]): Promise<void> {
  const byReach = Map.groupBy(
    group.filter((x) => context.roles.has(x.code)),
    (x) => {
      const role = context.roles.get(x.code)!
      if (role.what === 'rain') return 24 * HOUR
      const own = OWN * (role.every > 0 ? role.every : 300_000)
      return role.peers.length > 0 ? Math.max(own, BESIDE) : own
    },
  )
  for (const [reach, list] of byReach)
    await context.data.fetch(
      [...new Set(list.flatMap((x) => [x.code, ...context.roles.get(x.code)!.peers]))],
      Math.min(...list.map((x) => x.from)) - reach,
      Math.max(...list.map((x) => x.to)) + reach,
    )
}

function bySeries(watches: readonly ActiveCheck[]): Map<string, ActiveCheck[]> {
  const out = new Map<string, ActiveCheck[]>()
  for (const watch of watches)
    for (const code of watch.series) {
      const list = out.get(code)
      if (list) list.push(watch)
      else out.set(code, [watch])
    }
  return out
}

function tasksOf(context: CheckContext, group: readonly Touched[]): CheckTask[] {
  const tasks: CheckTask[] = []
  const twins = new Map<ActiveCheck, TimeSpan>()
  const dry = new Map<string, TimeSpan>()
  const stuck = new Map<string, TimeSpan>()
  for (const { code, from, to, keys } of group) {
    const role = context.roles.get(code) ?? strange(code)
    const chosen = (context.watches.get(code) ?? []).filter((w) => !keys || keys.has(w.key))
    const readings = chosen.filter(isOfReadings)
    if (readings.length > 0) tasks.push(readingsTask(context, role, readings, { from, to }))
    for (const watch of chosen) {
      if (watch.kind === 'missing' && role.every > 0)
        tasks.push(missingTask(context, role, watch, { from, to }))
      if (watch.kind === 'rain') tasks.push(rainTask(context, role, watch, { from, to }))
      if (watch.kind === 'twin') widen(twins, watch, { from, to })
    }
    if (keys && !chosen.some((w) => w.kind === 'stuck')) continue
    const others = keys === undefined && to < context.now - LATE
    // Rain is checked on the hour; late readings also affect those next to them.
    if (role.what !== 'rain')
      for (const one of [code, ...(others ? role.peers : [])]) widen(stuck, one, { from, to })
    else if (Math.floor(to / HOUR) * HOUR >= from)
      for (const one of [code, ...(others ? role.near.map((x) => x.series) : [])])
        widen(dry, one, { from, to })
  }
  for (const [code, window] of stuck) {
    const watch = context.watches.get(code)?.find((w) => w.kind === 'stuck')
    if (watch) tasks.push(stuckTask(context, context.roles.get(code) ?? strange(code), watch, window))
  }
  for (const [watch, window] of twins) tasks.push(twinTask(context, watch, window))
  for (const [code, window] of dry) {
    const role = context.roles.get(code)
    const watch = context.watches.get(code)?.find((w) => w.kind === 'stuck')
    if (role && watch && role.near.length >= 2) tasks.push(dryTask(context, role, watch, window))
  }
  return tasks
}

/** The role of a series that a check names and the description does not. */
const strange = (series: string): SeriesRole => ({
  series,
  what: 'other',
  unit: '',
  kind: 'instant',
  every: 0,
  peers: [],
  near: [],
  station: null,
  stationName: null,
})

function widen<K>(map: Map<K, TimeSpan>, key: K, { from, to }: TimeSpan): void {
  const had = map.get(key)
  map.set(key, had ? { from: Math.min(had.from, from), to: Math.max(had.to, to) } : { from, to })
}

/** Joins overlapping spans of one series. */
function unite(list: readonly Regraded[]): Regraded[] {
  const of = Map.groupBy(list, (x) => x.series)
  return [...of]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([series, spans]) => uniteSpans(spans).map((span) => ({ series, ...span })))
}
