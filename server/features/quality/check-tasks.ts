import { HOUR } from '#core/time/units.ts'
import { LEVEL_STEP } from '#core/balance/index.ts'
import { judgedLevels, LEVEL_CHECKED, RATE_BLOCK, SPIKE_SIDE } from '#core/calculation/index.ts'
import type { CheckKind, CheckLimits, Description } from '#core/description/index.ts'
import {
  checkReadings,
  cutTo,
  firedOf,
  rainDepths,
  rainStuck,
  runsOf,
  silences,
  STUCK_HOURS,
  stuckRuns,
  touching,
  twins,
  type FiredSpan,
  type ReadingKind,
  type SeriesRole,
  type Rule,
  type Twin,
  type ActiveCheck,
} from '#core/quality/checks/index.ts'
import type { TimeSpan } from '#core/time/index.ts'
import { REJECTED, SUSPECT, worst } from '#core/quality/index.ts'
import { RAIN_LIMITS } from '#core/rain/index.ts'
import { lowerBound, type Series } from '#core/series/index.ts'
import type { Data } from './data.ts'
import { gradeOf } from './grades.ts'
import type { FiredRow, Found } from './store.ts'

/** How far back a span is followed to its beginning, ms. The stored part of an earlier one is kept. */
const FARTHEST = 14 * 24 * HOUR
/** Reporting intervals read first for a value that does not change. */
const GLANCE = 10
/** Reporting intervals without a reading after which nobody knows whether a value stayed the same. */
const HOLE = 3

export interface CheckContext {
  d: Description
  roles: ReadonlyMap<string, SeriesRole>
  /** Every check, by the series that it reads. */
  watches: ReadonlyMap<string, readonly ActiveCheck[]>
  data: Data
  now: number
  /** The instant of the last entry at or before t, and of the first after it. */
  before(code: string, t: number): Promise<number | null>
  after(code: string, t: number): Promise<number | null>
}

/** One piece of checking over a window. Returns every span that touches it. */
export interface CheckTask {
  window: TimeSpan
  /** Keys of the checks that it runs. */
  keys: readonly string[]
  /** Whether its spans are complete however narrow the window is. */
  whole?: boolean
  /** The reading after t, which a reading at t may affect too; t where there is none. */
  next?(t: number): Promise<number>
  find(w: TimeSpan): Promise<(Omit<Found, 'window' | 'cut'> & { window?: TimeSpan })[]>
}

/** The widest span that tasks may read. */
export function farthestOf(tasks: readonly CheckTask[], now: number): TimeSpan {
  return {
    from: Math.min(...tasks.map((x) => x.window.from)) - FARTHEST,
    to: Math.min(now, Math.max(...tasks.map((x) => x.window.to)) + FARTHEST),
  }
}

/**
 * Runs a task over a window wide enough to contain every span that it finds, and every stored one: a span that goes may
 * leave others at its ends.
 */
export async function complete(
  task: CheckTask,
  standing: readonly FiredRow[],
  now: number,
): Promise<Found[]> {
  const farthest = farthestOf([task], now)
  const rows = standing.filter((r) => task.keys.includes(r.key))
  let w = { from: task.window.from, to: Math.max(task.window.from, Math.min(task.window.to, now)) }
  for (;;) {
    if (task.next) w = { from: w.from, to: Math.min(now, Math.max(w.to, await task.next(w.to))) }
    const found = await task.find(w)
    const spans: { from: number; to: number }[] = found.flatMap((f) => f.spans)
    const cut = Math.min(Infinity, ...spans.map((x) => x.from)) < w.from
    for (const r of rows) if (r.from_t <= w.to && r.to_t >= w.from) spans.push({ from: r.from_t, to: r.to_t })
    const first = Math.min(Infinity, ...spans.map((x) => x.from))
    const last = Math.min(farthest.to, Math.max(-Infinity, ...spans.map((x) => x.to)))
    const left = first < w.from && w.from > farthest.from
    const right = last > w.to && w.to < farthest.to
    if (task.whole || (!left && !right))
      return found.map((f) => ({ ...f, window: f.window ?? w, cut: !task.whole && cut }))
    const width = Math.max(w.to - w.from, HOUR)
    w = {
      from: left ? Math.max(farthest.from, first - width) : w.from,
      to: right ? Math.min(farthest.to, last + width) : w.to,
    }
  }
}

type Spans = Found['spans']

/** Spans of each rule, cut where another rule begins to apply. */
function byRule(
  watch: ActiveCheck,
  w: TimeSpan,
  s: Series,
  codes: string[],
  find: (limits: CheckLimits, rule: Rule) => FiredSpan[],
): Spans {
  const { rules } = watch
  return rules.flatMap((rule, i) => {
    const from = i === 0 ? -Infinity : rule.from
    const to = i === rules.length - 1 ? Infinity : rule.to
    if (!rule.enabled || from > w.to || to <= w.from) return []
    const spans = find(rule.limits, rule)
    const own = rules.length === 1 ? spans : cutTo(spans, s, from, to)
    // What the calculation judges gets no second grade here.
    const laid = rule.source === 'calculation' ? [] : codes
    return touching(own, w).map((x) => ({
      ...x,
      checkId: rule.checkId,
      grade: gradeOf(rule.grade),
      codes: laid,
    }))
  })
}

const named = (watch: ActiveCheck, series: string | null) => ({
  key: watch.key,
  kind: watch.kind,
  series,
  object: watch.object,
})

const ruleAt = (watch: ActiveCheck | undefined, t: number): CheckLimits | null => {
  const rule = watch?.rules.find((r) => r.from <= t && t < r.to) ?? watch?.rules.at(-1)
  return rule?.enabled ? rule.limits : null
}

/** Whether a check judges a reading by its own series. */
export const isOfReadings = ({ kind }: ActiveCheck) => kind === 'range' || kind === 'rate' || kind === 'spike'

/** A series in which readings that its own checks doubt are unusable, for comparing others with it. */
async function soundOf(context: CheckContext, code: string, from: number, to: number): Promise<Series> {
  const { series } = await context.data.get(code, from, to)
  const role = context.roles.get(code)
  const own = (context.watches.get(code) ?? []).filter(isOfReadings)
  if (!role || own.length === 0 || series.t.length === 0) return series
  const found = await readingsTask(context, role, own, { from, to }).find({ from, to })
  const spans = found.flatMap((f) => f.spans)
  if (spans.length === 0) return series
  const q = series.q.slice()
  for (const x of spans)
    for (let i = lowerBound(series.t, x.from); i < series.t.length && series.t[i] <= x.to; i++)
      q[i] = worst(q[i], REJECTED)
  return { ...series, q }
}

/** Checks range, rate and spikes of one series. */
export function readingsTask(
  context: CheckContext,
  role: SeriesRole,
  watches: readonly ActiveCheck[],
  touched: TimeSpan,
): CheckTask {
  const { every, series: code } = role
  const pace = every > 0 ? every : 300_000
  const block = RATE_BLOCK * pace
  const of = (kind: CheckKind) => watches.find((x) => x.kind === kind)
  return {
    keys: watches.map((x) => x.key),
    window: { from: touched.from - SPIKE_SIDE * pace, to: touched.to + 2 * block },
    async find(w) {
      // A little more than the window, so that what continues beyond it is found.
      const wide = { from: w.from - GLANCE * pace, to: w.to + GLANCE * pace }
      const from = wide.from - LEVEL_CHECKED * pace
      const to = wide.to + SPIKE_SIDE * pace
      if (role.what === 'level') {
        const sent = await context.data.sent(code, from, to)
        const d = { ...context.d, positions: context.d.positions.filter((p) => p.body.series === code) }
        const input = { series: sent.series, kind: 'instant' as const, confirmed: sent.confirmed }
        const judged = judgedLevels(
          d,
          (c) => (c === code ? input : undefined),
          role.type!,
          wide.from,
          wide.to,
        )
        const all = judged.map((j) => {
          const { min, max, rate = 1 } = j.bounds
          return {
            s: j.levels,
            spans: firedOf(
              j.levels,
              j,
              { min, max, rate, every: pace, resolution: LEVEL_STEP },
              sent.confirmed,
            ),
          }
        })
        return watches.map((watch) => ({
          ...named(watch, code),
          spans: joined(
            all.flatMap(({ s, spans }) => byRule(watch, w, s, [], () => spans[watch.kind as ReadingKind])),
          ),
        }))
      }
      const { series: s, confirmed } = await context.data.get(code, from, to)
      return watches.map((watch) => ({
        ...named(watch, code),
        spans: byRule(watch, w, s, [code], (own, rule) => {
          const limits = (kind: CheckKind) => (kind === watch.kind ? own : ruleAt(of(kind), rule.from))
          const range = limits('range')
          const rate = limits('rate')
          const spike = limits('spike')
          const all = checkReadings(
            watch.kind === 'range' ? doubted(s) : s,
            {
              min: range?.min,
              max: range?.max,
              rate: rate?.rate,
              resolution: spike?.resolution ?? rate?.resolution,
              spikes: spike !== null && watch.kind !== 'range',
              every: pace,
              block,
            },
            confirmed,
          )
          return all[watch.kind as ReadingKind]
        }),
      }))
    },
  }
}

/** Readings that were sent as suspect (a negative depth) can still be out of range. */
function doubted(s: Series): Series {
  return s.q.some((q) => (q & 7) === SUSPECT)
    ? { ...s, q: s.q.map((q) => ((q & 7) === SUSPECT ? q & ~7 : q)) }
    : s
}

/** Joins parts of one span that segments of a description have cut. */
function joined(spans: Spans): Spans {
  return spans.sort((a, b) => a.from - b.from)
}

/** Checks for a value that does not change. */
export function stuckTask(
  context: CheckContext,
  role: SeriesRole,
  watch: ActiveCheck,
  touched: TimeSpan,
): CheckTask {
  const { every, series: code } = role
  const pace = every > 0 ? every : 300_000
  const longest = Math.max(0, ...watch.rules.map((r) => (r.limits.duration ?? 0) * 1000))
  const hole = every > 0 ? HOLE * every : Infinity
  return {
    keys: [watch.key],
    window: touched,
    // Its span begins with the second reading of a run, so a late one changes the reading after it.
    async next(t) {
      const near = (await context.data.get(code, t + 1, t + GLANCE * pace)).series
      for (let i = 0; i < near.t.length; i++) if (near.v[i] === near.v[i]) return near.t[i]
      return t + GLANCE * pace >= context.now ? t : ((await context.after(code, t)) ?? t)
    },
    async find(w) {
      const tolerance = Math.max(0, ...watch.rules.map((r) => r.limits.tolerance ?? 0))
      const glance = await context.data.get(code, w.from - GLANCE * pace, w.to + GLANCE * pace)
      const runs = touching(runsOf(glance.series, tolerance, glance.confirmed, hole), w)
      const short = runs.every((r) => !r.cut && (!r.open || w.to + GLANCE * pace >= context.now))
      const reach = short ? GLANCE * pace : longest + 3 * pace
      const { series: s, confirmed } = short
        ? glance
        : await context.data.get(code, w.from - reach, w.to + reach)
      if (short && runs.every((r) => r.value * 2 < longest)) return [{ ...named(watch, code), spans: [] }]
      const peers: Series[] = []
      for (const peer of role.peers) peers.push(await soundOf(context, peer, w.from - reach, w.to + reach))
      const moved = (from: number, to: number) => Math.max(0, ...peers.map((p) => rangeOf(p, from, to)))
      return [
        {
          ...named(watch, code),
          spans: byRule(watch, w, s, [code], (limits) => {
            const own = { duration: (limits.duration ?? 0) * 1000, tolerance: limits.tolerance, hole }
            const witness = limits.neighbours !== undefined && peers.length > 0
            return stuckRuns(s, own, confirmed, witness ? moved : undefined, limits.neighbours)
          }),
        },
      ]
    },
  }
}

/** Maximum less minimum over a span. */
function rangeOf(s: Series, from: number, to: number): number {
  let low = Infinity
  let high = -Infinity
  for (let i = lowerBound(s.t, from); i < s.t.length && s.t[i] <= to; i++) {
    if (s.v[i] !== s.v[i] || (s.q[i] & 7) >= SUSPECT) continue
    low = Math.min(low, s.v[i])
    high = Math.max(high, s.v[i])
  }
  return high >= low ? high - low : 0
}

/** Checks for missing readings. */
export function missingTask(
  context: CheckContext,
  role: SeriesRole,
  watch: ActiveCheck,
  touched: TimeSpan,
): CheckTask {
  const { every, series: code } = role
  return {
    keys: [watch.key],
    window: touched,
    whole: true,
    async find(w) {
      const steps = Math.max(1, ...watch.rules.map((r) => r.limits.steps ?? 1))
      const reach = (steps + 2) * every
      const { series: s } = await context.data.get(code, w.from - reach, w.to + reach)
      const times = Array.from(s.t).filter((_, i) => s.v[i] === s.v[i])
      if (times.length === 0 || times[0] >= w.from) {
        const t = await context.before(code, Math.min(times[0] ?? w.from, w.from) - 1)
        if (t !== null) times.unshift(t)
      }
      const last = times.at(-1)
      if (last !== undefined && last <= w.to && w.to + reach < context.now) {
        const t = await context.after(code, last)
        if (t !== null) times.push(t)
      }
      if (times.length === 0) return []
      const end = times.at(-1)! > w.to ? times.at(-1)! : context.now
      // From the reading before to the one after, where gaps on either side end.
      const window = { from: Math.min(w.from, times[0]), to: Math.max(w.to, end) }
      const find = (limits: CheckLimits) => silences(times, every, limits.steps ?? 3, end)
      return [{ ...named(watch, code), window, spans: byRule(watch, window, s, [], find) }]
    },
  }
}

/** Compares devices that measure the same quantity. */
export function twinTask(context: CheckContext, watch: ActiveCheck, touched: TimeSpan): CheckTask {
  const roles = watch.series.map((code) => context.roles.get(code))
  const fresh = roles.map((r) => 2 * (r && r.every > 0 ? r.every : 300_000))
  const reach = Math.max(...fresh)
  // A reading may change what its own checks find in those next to it.
  const pace = reach / 2
  const judged = { from: touched.from - SPIKE_SIDE * pace, to: touched.to + 2 * RATE_BLOCK * pace }
  return {
    keys: [watch.key],
    window: { from: judged.from, to: judged.to + reach },
    async find(w) {
      const list: Twin[] = []
      for (const [i, code] of watch.series.entries()) {
        const [from, to] = [w.from - reach, w.to + HOUR]
        const { series, confirmed } = await context.data.get(code, from, to)
        const sound = await soundOf(context, code, from, to)
        list.push({ series, sound, fresh: fresh[i], trusted: confirmed })
      }
      return watch.series.map((code, i) => ({
        ...named(watch, code),
        spans: byRule(
          watch,
          w,
          list[i].series,
          [code],
          (limits) => twins(list, limits.difference ?? Infinity)[i],
        ),
      }))
    },
  }
}

/** Checks depths of a tipping bucket. */
export function rainTask(
  context: CheckContext,
  role: SeriesRole,
  watch: ActiveCheck,
  touched: TimeSpan,
): CheckTask {
  const code = role.series
  return {
    keys: [watch.key],
    window: { from: touched.from, to: touched.to + 24 * HOUR },
    async find(w) {
      const { series: s, confirmed } = await context.data.get(code, w.from - 24 * HOUR, w.to)
      return [
        {
          ...named(watch, code),
          spans: byRule(watch, w, s, [code], (limits) =>
            rainDepths(s, role.every, { ...RAIN_LIMITS, ...limits }, confirmed),
          ),
        },
      ]
    },
  }
}

/** Checks for a gauge that stays dry beside wet ones, on the hour. */
export function dryTask(
  context: CheckContext,
  role: SeriesRole,
  watch: ActiveCheck,
  touched: TimeSpan,
): CheckTask {
  const code = role.series
  const length = STUCK_HOURS * HOUR
  return {
    keys: [watch.key],
    window: touched,
    async find(w) {
      const a = w.from - length
      const b = Math.min(w.to + length, context.now)
      await context.data.fetch([code, ...role.near.map((x) => x.series)], a, b)
      const { series: s, confirmed } = await context.data.get(code, a, b)
      const near: { distance: number; series: Series }[] = []
      for (const x of role.near) near.push({ ...x, series: (await context.data.get(x.series, a, b)).series })
      return [
        {
          ...named(watch, code),
          spans: byRule(watch, w, s, [code], () => {
            const found: FiredSpan[] = []
            for (let until = Math.ceil(w.from / HOUR) * HOUR; until <= b; until += HOUR) {
              const part = cutSeries(s, until - length, until)
              // Most gauges are wet, or dry together: neighbours are summed only for one that is dry.
              if (part.v.some((v) => v > 0)) continue
              const beside = near.map((x) => ({
                distance: x.distance,
                total: sumOf(x.series, until - length, until),
              }))
              const one = rainStuck(part, until, beside, confirmed)
              const before = found.at(-1)
              if (!one) continue
              if (before && one.from <= before.to) {
                before.to = one.to
                before.n += lowerBound(s.t, one.to + 1) - lowerBound(s.t, before.to + 1)
                before.value = Math.max(before.value, one.value)
              } else found.push(one)
            }
            for (const x of found) {
              x.n = lowerBound(s.t, x.to + 1) - lowerBound(s.t, x.from)
              x.open = s.t.length > 0 && x.to === s.t[s.t.length - 1]
            }
            return found
          }),
        },
      ]
    },
  }
}

function cutSeries(s: Series, from: number, to: number): Series {
  const a = lowerBound(s.t, from + 1)
  const b = lowerBound(s.t, to + 1)
  return { t: s.t.subarray(a, b), v: s.v.subarray(a, b), q: s.q.subarray(a, b) }
}

function sumOf(s: Series, from: number, to: number): number | null {
  const { t, v, q } = cutSeries(s, from, to)
  if (t.length === 0) return null
  let sum = 0
  for (let i = 0; i < t.length; i++) if (v[i] > 0 && (q[i] & 7) < SUSPECT) sum += v[i]
  return sum
}
