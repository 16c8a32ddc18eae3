import { DAY, HOUR } from '#core/time/units.ts'
import { CLOSES_WITHIN, noise, scatterOf } from '#core/balance/index.ts'
import {
  PLANT_ENERGY,
  WATER_SERIES,
  energyStepOf,
  meterDifferenceCode,
  unitCodes,
} from '#core/calculation/index.ts'
import {
  allInForce,
  inForce,
  type CheckLimits,
  type Description,
  type GeneratingUnit,
  type Parameters,
  type Version,
} from '#core/description/index.ts'
import {
  meterSpans,
  negativeInflow,
  outputCoefficientSpans,
  residual,
  tailwaterAgainstFlow,
  touching,
  type FiredSpan,
  type ActiveCheck,
} from '#core/quality/checks/index.ts'
import type { TimeSpan } from '#core/time/index.ts'
import { GOOD } from '#core/quality/index.ts'
import { indexAt, isUsable, slice, valueAt, type Series } from '#core/series/index.ts'
import { areaAt, compile, found, lookup, tableInForce } from '#core/tables/index.ts'
import { calculationIntervalOf, closingOf, waterPeriods } from '#server/features/calculation/index.ts'
import { gradeOf } from './grades.ts'
import type { CheckTask } from './check-tasks.ts'
import type { BandAt, UnitOutput } from './month-bands.ts'
import type { Found } from './store.ts'

const INFLOW = 'general.total_discharge_lake'
const SMOOTH = 'general.inflow_moving_average'
const SIGMA = 'general.inflow_sigma'
const LEVEL = 'general.lake_level'
const STORAGE = 'general.total_capacity'
const TAIL = 'general.downstream_water_level'
const OUT = 'general.total_discharge_out'
const SEEPAGE = 'general.seepage'
const EVAPORATION = 'general.evaporation'
/** Share of its rated power below which the efficiency of a unit cannot be judged. */
const RUNNING = 0.2
const STALE = 3
/** Levels from which their scatter is computed. */
const SCATTERED = 60

interface ComputedContext {
  d: Description
  zone: string
  now: number
  /** Computed series as they were computed. */
  read(codes: readonly string[], from: number, to: number): Promise<Map<string, Series>>
  /** Effective readings. */
  readings(code: string, from: number, to: number): Promise<Series>
  /** The band of a unit's output coefficient in the 30 days before each day of a span. */
  monthBands(unit: Version<GeneratingUnit>, span: TimeSpan): Promise<BandAt>
}

/** Whether a check compares power, discharge and head of a unit. */
const isOfUnit = ({ kind }: ActiveCheck): boolean => kind === 'efficiency' || kind === 'drift'

/** How far around the output of a unit its power is read on both sides, ms: half an hour. */
const BESIDE = 1_800_000

/** What tasks over a span read, known in advance: computed series, and readings of power. */
export function aheadOf(d: Description, watches: readonly ActiveCheck[], span: TimeSpan) {
  const units = watches.flatMap((w) => (isOfUnit(w) && w.object ? [w.object] : []))
  const power = d.units.filter((u) => units.includes(u.id)).map((u) => u.body.powerSeries)
  const { window, reach, scattered } = balanceOf(d, span, 3)
  const from = Math.min(span.from - reach, span.from - HOUR)
  return {
    near: {
      codes: [INFLOW, SIGMA, STORAGE, TAIL, OUT, SEEPAGE, EVAPORATION, ...units.map((u) => unitCodes(u).q)],
      from,
      to: window.to + reach,
    },
    level: { codes: [LEVEL], from: dayOf(from) - scattered, to: window.to + reach },
    power: { codes: [...new Set(power)], from: span.from - 2 * BESIDE, to: span.to + BESIDE },
  }
}

/** The window in which the balance of a span is checked, and what it reads on both sides. */
function balanceOf(d: Description, span: TimeSpan, windows: number) {
  const most = (of: (p: Parameters) => number, least: number) =>
    Math.max(least, ...d.parameters.map((v) => of(v.body)))
  const interval = most((p) => p.interval, 300) * 1000
  // Whole days, so that the result does not depend on the span.
  const scattered = Math.ceil((SCATTERED * interval) / DAY) * DAY
  return {
    scattered,
    reach: (windows + 1) * most((p) => p.window, 3600) * 1000 + most((p) => p.movingPoints, 5) * interval,
    // The levels of a day give the noise of the days after it.
    window: { from: span.from, to: dayOf(span.to) + DAY + scattered },
  }
}

/** The tasks for what was computed over a span. */
export function computedTasks(
  context: ComputedContext,
  watches: readonly ActiveCheck[],
  span: TimeSpan,
): CheckTask[] {
  return watches.flatMap((watch): CheckTask[] => {
    if (!COMPUTED_KINDS.has(watch.kind)) return []
    // Stored spans of a check that is switched off are cleared.
    if (!watch.rules.some((r) => r.enabled)) return [silentTask(watch, span)]
    if (watch.kind === 'balance') return [balanceTask(context, watch, span)]
    if (watch.kind === 'efficiency') return [efficiencyTask(context, watch, span)]
    if (watch.kind === 'drift') return [driftTask(context, watch, span)]
    if (watch.kind === 'meter') return [meterTask(context, watch, span)]
    if (watch.kind === 'tailwater') return [tailwaterTask(context, watch, span)]
    return []
  })
}

const COMPUTED_KINDS: ReadonlySet<string> = new Set(['balance', 'efficiency', 'drift', 'tailwater', 'meter'])

const silentTask = ({ key, kind, object }: ActiveCheck, window: TimeSpan): CheckTask => ({
  keys: [key],
  window,
  find: async () => [{ key, kind, series: null, object, spans: [] }],
})

function computedTask(
  watch: ActiveCheck,
  w: TimeSpan,
  codes: string[],
  find: (limits: ActiveCheck['rules'][number]['limits']) => FiredSpan[],
): Omit<Found, 'window' | 'cut'>[] {
  const { key, kind, object, rules } = watch
  const spans = rules.flatMap((rule, i) => {
    const from = i === 0 ? -Infinity : rule.from
    const to = i === rules.length - 1 ? Infinity : rule.to
    if (!rule.enabled || from > w.to || to <= w.from) return []
    return touching(find(rule.limits), w)
      .filter((x) => x.from >= from && x.from < to)
      .map((x) => ({ ...x, checkId: rule.checkId, grade: gradeOf(rule.grade), codes }))
  })
  return [{ key, kind, series: null, object, spans }]
}

/** The parts of a window in which one version is in force; a span belongs to the part in which it begins. */
function partsOf<T>(versions: readonly Version<T>[], w: TimeSpan) {
  const cuts = versions.flatMap((v) => (v.to === null ? [v.from] : [v.from, v.to]))
  const first = w.from - DAY
  const starts = [-Infinity, ...new Set(cuts.filter((t) => t > first && t <= w.to))].sort((a, b) => a - b)
  return starts.map((from, i) => ({
    from,
    to: starts[i + 1] ?? Infinity,
    body: inForce(versions, Math.max(from, first))?.body,
  }))
}

const beginning = (list: FiredSpan[], { from, to }: TimeSpan) =>
  list.filter((x) => x.from >= from && x.from < to)

function balanceTask(context: ComputedContext, watch: ActiveCheck, span: TimeSpan): CheckTask {
  const { d, zone } = context
  const windows = Math.max(1, ...watch.rules.map((r) => r.limits.windows ?? 1))
  const { window, reach, scattered } = balanceOf(d, span, windows)
  return {
    keys: [watch.key],
    window,
    async find(w) {
      const from = w.from - reach
      const data = await context.read([INFLOW, SIGMA, STORAGE, OUT, SEEPAGE, EVAPORATION], from, w.to + reach)
      const levels = await context.read([LEVEL], dayOf(from) - scattered, w.to + reach)
      const expected = sigmaOf(d, zone, levels.get(LEVEL)!, scattered)
      const stored = data.get(SIGMA)!
      // The standard error published with the inflow; of a measured inflow, or one without it, the expected one.
      const sigma = (t: number) => {
        const own = exact(stored, t)
        return own === own ? own : expected(t)
      }
      const inflow = data.get(INFLOW)!
      const [one] = computedTask(watch, w, [INFLOW, SMOOTH], ({ windows: n = 3, sigmas = 1 }) =>
        partsOf(d.parameters, w).flatMap((part) => {
          const p = part.body
          const own = (p?.window ?? 3600) * 1000
          const duration = n * own
          const below = negativeInflow(inflow, sigma, { points: p?.movingPoints ?? 5, sigmas, duration })
          if (!p || p.inflowMethod <= 3) return beginning(below, part)
          const lost = p.seepageReturns
            ? [data.get(EVAPORATION)!]
            : [data.get(EVAPORATION)!, data.get(SEEPAGE)!]
          const out = plus(data.get(OUT)!, lost)
          const left = residual(data.get(STORAGE)!, inflow, out, sigma, { window: own, sigmas, duration })
          return beginning([...left, ...below.filter((x) => touching(left, x).length === 0)], part)
        }),
      )
      // A day with an open balance is reported, but which of its values is wrong is unknown.
      const ungraded = { checkId: null, grade: null, codes: [] }
      const unclosed = (await unclosedDays(context, w)).filter((x) => touching(one.spans, x).length === 0)
      return [{ ...one, spans: [...one.spans, ...unclosed.map((x) => ({ ...x, ...ungraded }))] }]
    },
  }
}

/** Past days whose balance is open by more than CLOSES_WITHIN of what flowed, as a mean discharge, m3/s. */
async function unclosedDays({ d, zone, now, read }: ComputedContext, w: TimeSpan): Promise<FiredSpan[]> {
  // An instant at the end of a day belongs to that day.
  const days = waterPeriods('day', d, w.from - 1, w.to + 1, zone).filter(({ end }) => end <= now)
  if (days.length === 0) return []
  const interval = Math.max(300, ...d.parameters.map((v) => v.body.interval)) * 1000
  const data = await read(WATER_SERIES, days[0].start - 3 * interval, days.at(-1)!.end + 3 * interval)
  return days.flatMap(({ start, end }): FiredSpan[] => {
    const own = calculationIntervalOf(d, start)
    const { residual, share } = closingOf(d, data, start, end)
    if (residual === null || share === null || Math.abs(share) <= CLOSES_WITHIN) return []
    const seconds = (end - start) / 1000
    const value = residual / seconds
    const n = Math.round((end - start) / own)
    return [
      { from: start + own, to: end, n, value, limit: (value / Math.abs(share)) * CLOSES_WITHIN, open: false },
    ]
  })
}

const dayOf = (t: number) => Math.floor(t / DAY) * DAY

/** Outflow with further losses, where all of them are known. */
function plus(s: Series, others: readonly Series[]): Series {
  const v = s.v.map((x, i) => {
    let sum = x
    for (const o of others) {
      const k = indexAt(o, s.t[i])
      if (k >= 0 && o.t[k] === s.t[i] && o.v[k] === o.v[k]) sum += o.v[k]
    }
    return sum
  })
  return { ...s, v }
}

/**
 * Expected noise of inflow at an instant, m3/s, from the scatter of the levels of the days before and the lake's area.
 */
function sigmaOf(d: Description, zone: string, level: Series, scattered: number): (t: number) => number {
  const scatters = new Map<number, number | null>()
  const scatter = (day: number) => {
    if (!scatters.has(day)) scatters.set(day, scatterOf(slice(level, day - scattered, day)))
    return scatters.get(day)!
  }
  const answer = found()
  let known: {
    from: number
    until: number
    table: ReturnType<typeof compile> | null
    window: number
  } | null = null
  return (t) => {
    const i = indexAt(level, t)
    if (i < 0 || !isUsable(level, i, true)) return NaN
    const day = dayOf(t)
    const noisy = scatter(day)
    if (noisy === null) return NaN
    if (!known || t < known.from || t >= known.until) {
      const zv = tableInForce(d.tables, 'ZV', null, day, zone)
      const window = (inForce(d.parameters, day)?.body.window ?? 3600) * 1000
      known = { from: day, until: day + DAY, table: zv ? compile(zv.body) : null, window }
    }
    const area = known.table ? areaAt(known.table, level.v[i], 'loop', answer) : NaN
    return noise(area, noisy, known.window / 1000)
  }
}

/** Series of a unit around a window, at the instants of its discharge: power kW, flow m3/s, head m. */
export async function unitOutputOf(
  context: Pick<ComputedContext, 'read' | 'readings'>,
  { id, body: unit }: Version<GeneratingUnit>,
  w: TimeSpan,
): Promise<UnitOutput> {
  const flowCode = unitCodes(id).q
  const reach = BESIDE
  const data = await context.read([flowCode, LEVEL, TAIL], w.from - reach, w.to + reach)
  const flow = data.get(flowCode)!
  const raw = await context.readings(unit.powerSeries, w.from - 2 * reach, w.to + reach)
  const kw = unit.powerUnit === 'MW' ? 1000 : 1
  const stale = STALE * Math.max(unit.every, 60) * 1000
  const power = at(flow, (t) => {
    const p = valueAt(raw, t, 'instant', stale)
    return p.v === p.v ? p.v * kw : NaN
  })
  const head = at(flow, (t) => {
    const up = exact(data.get(LEVEL)!, t)
    return up - (unit.type === 7 ? unit.centreElevation : exact(data.get(TAIL)!, t))
  })
  return { power, flow, head, least: RUNNING * unit.ratedPower }
}

function outputTask(
  context: ComputedContext,
  watch: ActiveCheck,
  span: TimeSpan,
  bandsOf: (
    limits: CheckLimits,
    w: TimeSpan,
    unit: Version<GeneratingUnit>,
  ) => Promise<(t: number) => readonly [number, number] | null>,
): CheckTask {
  const id = watch.object!
  const codes = [unitCodes(id).q]
  const versions = context.d.units.filter((u) => u.id === id)
  return {
    keys: [watch.key],
    window: span,
    async find(w) {
      const unit = inForce(versions, w.to) ?? versions[0]
      if (!unit) return computedTask(watch, w, codes, () => [])
      const { power, flow, head, least } = await unitOutputOf(context, unit, w)
      const bands = new Map<CheckLimits, (t: number) => readonly [number, number] | null>()
      for (const { limits } of watch.rules) bands.set(limits, await bandsOf(limits, w, unit))
      return computedTask(watch, w, codes, (limits) =>
        outputCoefficientSpans(power, flow, head, { bandAt: bands.get(limits)!, least }),
      )
    },
  }
}

const efficiencyTask = (context: ComputedContext, watch: ActiveCheck, span: TimeSpan): CheckTask =>
  outputTask(context, watch, span, async ({ min = 6, max = 9.5 }) => {
    const band = [min, max] as const
    return () => band
  })

/** The output coefficient of a unit against the hours of the 30 days before each day. */
const driftTask = (context: ComputedContext, watch: ActiveCheck, span: TimeSpan): CheckTask =>
  outputTask(context, watch, span, async ({ difference = Infinity }, w, unit) => {
    const bands = await context.monthBands(unit, w)
    return (t) => {
      const band = bands(t)
      return band && [band[0] * (1 - difference / 100), band[1] * (1 + difference / 100)]
    }
  })

function meterTask(context: ComputedContext, watch: ActiveCheck, span: TimeSpan): CheckTask {
  const { d } = context
  const energy = watch.object === null ? PLANT_ENERGY : `energy.${watch.object}`
  const beside = meterDifferenceCode(energy)
  return {
    keys: [watch.key],
    window: span,
    async find(w) {
      const reach = 2 * BESIDE
      const data = await context.read([energy, beside], w.from - reach, w.to + reach)
      const units = allInForce(d.units, w.to).filter((u) => watch.object === null || u.id === watch.object)
      const rated = units.reduce((kw, u) => kw + u.body.ratedPower, 0)
      const least = (RUNNING * rated * energyStepOf(d, w.to)) / HOUR
      return computedTask(watch, w, [beside], ({ difference = Infinity }) =>
        meterSpans(data.get(beside)!, data.get(energy)!, { difference, least }),
      )
    },
  }
}

function tailwaterTask(context: ComputedContext, watch: ActiveCheck, span: TimeSpan): CheckTask {
  const { d, zone } = context
  const longest = Math.max(...watch.rules.map((r) => (r.limits.duration ?? 1800) * 1000))
  return {
    keys: [watch.key],
    window: { from: span.from, to: span.to + longest },
    async find(w) {
      const data = await context.read([TAIL, OUT], w.from - 2 * longest, w.to + longest)
      const answer = found()
      const tables = new Map<number, ReturnType<typeof compile> | null>()
      const rating = (q: number, t: number) => {
        const day = Math.floor(t / DAY)
        if (!tables.has(day)) {
          const qz = tableInForce(d.tables, 'QZ', null, t, zone)
          tables.set(day, qz ? compile(qz.body) : null)
        }
        const table = tables.get(day)!
        if (!table || q !== q) return NaN
        try {
          return lookup(table, q, 'loop', answer)
        } catch {
          return NaN
        }
      }
      return computedTask(watch, w, [TAIL], ({ difference = Infinity, duration = 1800 }) =>
        tailwaterAgainstFlow(data.get(TAIL)!, data.get(OUT)!, rating, {
          difference,
          duration: duration * 1000,
        }),
      )
    },
  }
}

function exact(s: Series, t: number): number {
  const i = indexAt(s, t)
  return i >= 0 && s.t[i] === t && isUsable(s, i, true) ? s.v[i] : NaN
}

function at(s: Series, value: (t: number) => number): Series {
  return { t: s.t, v: Float64Array.from(s.t, value), q: new Uint8Array(s.t.length).fill(GOOD) }
}
