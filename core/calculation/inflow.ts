import {
  ERROR_READINGS,
  FAST_WINDOW,
  SIGMA_LIMIT,
  MovingAverage,
  curveScatter,
  inflow,
  manual,
  measured,
  publish,
  windowFor,
  type Balance,
  type BalanceInput,
  type LevelStep,
} from '#core/balance/index.ts'
import type { Description, Parameters } from '#core/description/index.ts'
import { noted, noting, noteLine, term, type Term } from '#core/notes.ts'
import { FLOORED, GOOD, MISSING, PARTIAL, STALE, SUSPECT, worst } from '#core/quality/index.ts'
import { emptySeries } from '#core/series/index.ts'
import type { Columns } from './columns.ts'
import type { TimeGrid, GridSegment } from './grid.ts'
import type { Inputs } from './inputs.ts'
import { staffsAt } from './levels.ts'
import type { Outflow } from './outflow.ts'
import { everyOf } from './parameters.ts'
import { RISE, RISE_HOLD } from './reach.ts'
import type { Storage } from './storage.ts'
import type { InstantObserver } from './watch.ts'

const OUT = 'general.total_discharge_out'

/** m/h of rise or fall above which the window is cut (domain rule 3.3), and below which a lake is calm again. */
const FAST = 0.05
const CALM = 0.03

/** Raw and smoothed inflow, its standard error and its window at every instant of the grid, written to the columns, which already contain level and outflow. */
export function inflowOf(
  d: Description,
  inputs: Inputs,
  grid: TimeGrid,
  columns: Columns,
  storage: Storage,
  outflow: Outflow,
  watch?: InstantObserver,
): void {
  const raw = columns.writer('general.total_discharge_lake')
  const smooth = columns.writer('general.inflow_moving_average')
  const flood = new Flood(grid.t, columns.values('general.lake_level'))
  const smoother = new Smoother()
  const write = (i: number, q: number, quality: number) => {
    raw(i, q, quality)
    smoother.push(q, quality)
    const { value, floored } = publish(smoother.mean)
    if (value === null) smooth(i, NaN, quality)
    else smooth(i, value, smoother.quality | (floored ? FLOORED : 0))
    if (watch?.average && grid.t[i] === watch.t) {
      const { last } = smoother
      const points = last.map((v, k) => ({ t: grid.t[i - last.length + 1 + k], v }))
      watch.average({ points, mean: smoother.mean, value, floored })
    }
  }
  for (const segment of grid.segments) {
    if (segment.n === 0) continue
    smoother.resize(segment.p.movingPoints)
    if (segment.p.inflowMethod <= 3)
      balances(d, inputs, grid, segment, columns, storage, outflow, flood, write, watch)
    else enteredInflow(d, inputs, grid, segment, columns, write, watch)
  }
}

/** T2 - T1 of an inflow whose window is not cut, ms: whole intervals, since outflow is known for those. */
export function windowLength(p: Parameters, seconds = p.window): number {
  const interval = p.interval * 1000
  return Math.max(1, Math.round((seconds * 1000) / interval)) * interval
}

type Write = (i: number, q: number, quality: number) => void

/** Methods 1 to 3: by water balance. */
function balances(
  d: Description,
  inputs: Inputs,
  { t }: TimeGrid,
  { from: since, first, n, p }: GridSegment,
  columns: Columns,
  storage: Storage,
  outflow: Outflow,
  flood: Flood,
  write: Write,
  watch?: InstantObserver,
): void {
  const levelQ = columns.qualities('general.lake_level')
  const outQ = columns.qualities('general.total_discharge_out')
  const mean = { value: NaN, q: MISSING }
  const { entered, every } = staffsAt(d, inputs, 1, since)
  const input = {
    volumes: emptySeries(),
    from: 0,
    to: 0,
    outflow: NaN,
    outflowQuality: MISSING,
    evaporation: 0,
    every,
    smoothing: p.smoothing * 1000,
    sigmaVolume: undefined as number | undefined,
  }
  const sigmas = columns.writer(SIGMA)
  const windows = columns.writer(WINDOW)
  const level = columns.values('general.lake_level')
  const whole = windowLength(p)
  const least = windowLength(p, FAST_WINDOW)
  const reach = Math.max(whole, ERROR_READINGS * every)
  const errors = storage.errors
  const steps = storage.levels.steps.length > 0 ? new Steps(storage.levels.steps) : null
  const method = p.inflowMethod as 1 | 2 | 3
  const readError = (i: number) => {
    const area = storage.area(level[i])
    const own = entered > 0 ? entered : errors.at(t[i], reach)
    input.sigmaVolume = area === area ? own * area : undefined
    if (noting && area === area)
      noteLine('reading_storage', 's_n', own * area, 'm3', 'A * s_z', {
        A: term(area, 'm2'),
        s_z: term(own, 'm'),
      })
  }
  const over = (i: number, window: number): Balance => {
    input.from = t[i] - window
    meanOut(t, outflow, i, input.from, mean)
    input.outflow = mean.value
    input.outflowQuality = mean.q
    return inflow(method, input)
  }
  for (let i = first; i < first + n; i++) {
    const at = t[i]
    input.volumes = storage.endingAt(at)
    input.to = at
    input.evaporation = outflow.losses[i]
    readError(i)
    let b = over(i, whole)
    let cut: WindowCut | null = null
    if (!p.holdWindow && whole > least && flood.isFast(i)) {
      // Where the outflow of the whole window is unknown, that of its end may be known.
      const q = b.q === b.q ? b.q : over(i, least).q
      cut = shorter(p, input, whole, q)
      input.from = at - whole
      if (cut.window < whole) {
        // Scatter over the whole window is not visible in a short one.
        input.sigmaVolume = cut.error
        b = over(i, cut.window)
      }
    }
    const jump = steps?.within(b.since, at) ?? null
    const quality = jump ? worst(b.quality, SUSPECT) : b.quality
    // Missing because a sensor went silent: that is the reason to report.
    if (watch?.inflow && at === watch.t) {
      const { notes } = noted(() => {
        if (!cut || cut.window === whole) readError(i)
        else noteLine('window_scatter', 's_n', cut.error, 'm3', 's_W', { s_W: term(cut.error, 'm3') })
        return over(i, at - input.from)
      })
      const explanation = {
        p,
        balance: { ...b, quality },
        input: { ...input },
        cut,
        jump,
        storageTable: storage.table,
        entered: null,
      }
      watch.inflow({ ...explanation, notes })
    }
    const silent = b.q !== b.q && ((levelQ[i] & 7) === STALE || (outQ[i] & 7) === STALE)
    write(i, b.q, silent ? STALE : quality)
    sigmas(i, b.sigma ?? NaN, GOOD)
    windows(i, (at - input.from) / 1000, GOOD)
  }
}

const SIGMA = 'general.inflow_sigma'
const WINDOW = 'general.inflow_window'

/** How much of a window is cut while the lake level changes fast. */
export interface WindowCut {
  /** T2 - T1 used, ms. */
  window: number
  /** Standard error of one storage reading, m3, from the whole window. */
  error: number
  /** Inflow over the whole window (where that is not known, over the shortest), m3/s, and the largest standard error, a share of it. */
  q: number
  limit: number
}

/**
 * Cuts the window of a balance of about `q` m3/s, `whole` ms long, as far as the limit of its standard error allows.
 */
function shorter(p: Parameters, input: BalanceInput, whole: number, q: number): WindowCut {
  const { volumes, to, sigmaVolume = NaN } = input
  const about = curveScatter(volumes, to - whole, to)
  const error = about > sigmaVolume || sigmaVolume !== sigmaVolume ? about : sigmaVolume
  const limit = p.sigmaLimit ?? SIGMA_LIMIT
  const seconds = windowFor(p.inflowMethod as 1 | 2 | 3, whole / 1000, error, q, limit)
  const interval = p.interval * 1000
  // Rounded up, except for the shortest window, which is as near as whole intervals come.
  const window = Math.max(
    windowLength(p, FAST_WINDOW),
    Math.ceil((seconds * 1000) / interval - 1e-9) * interval,
  )
  const kept = seconds === FAST_WINDOW ? windowLength(p, FAST_WINDOW) : window
  return { window: Math.min(kept, whole), error, q, limit }
}

/** The jumps of a level within the readings of a balance; instants must not decrease. */
export class Steps {
  private readonly steps: readonly LevelStep[]
  private last = -1

  constructor(steps: readonly LevelStep[]) {
    this.steps = steps
  }

  /** The latest jump with readings on both sides of it, after `since` and up to `at`. */
  within(since: number, at: number): LevelStep | null {
    while (this.last + 1 < this.steps.length && this.steps[this.last + 1].t <= at) this.last++
    const step = this.steps[this.last]
    return step && step.t > since ? step : null
  }
}

/** Methods 4 and 5: from a series that is measured upstream or entered by hand. */
function enteredInflow(
  d: Description,
  inputs: Inputs,
  { t }: TimeGrid,
  s: GridSegment,
  columns: Columns,
  write: Write,
  watch?: InstantObserver,
): void {
  const { p } = s
  const windows = p.inflowMethod === 4 ? columns.writer(WINDOW) : null
  const input = p.inflowSeries ? inputs(p.inflowSeries) : undefined
  const series = input?.series ?? emptySeries()
  const interval = p.interval * 1000
  const every = everyOf(d, p.inflowSeries ?? '', s.from, interval)
  const window = windowLength(p)
  for (let i = s.first; i < s.first + s.n; i++) {
    const b =
      p.inflowMethod === 5 ? manual(series, t[i]) : measured(series, t[i] - window, t[i], every, input?.kind)
    write(i, b.q, b.quality)
    windows?.(i, window / 1000, GOOD)
    if (watch?.inflow && t[i] === watch.t) {
      const read = { code: p.inflowSeries ?? '', input, from: t[i] - window, to: t[i] }
      watch.inflow({
        p,
        balance: b,
        input: null,
        cut: null,
        jump: null,
        storageTable: null,
        entered: read,
        notes: [],
      })
    }
  }
}

/** Mean outflow over (from, t[i]], m3/s: a time integral over every event in it. */
function meanOut(
  t: Float64Array,
  { passed, passedQ }: Outflow,
  i: number,
  from: number,
  out: { value: number; q: number },
): void {
  let k = i
  while (k > 0 && t[k] > from) k--
  out.value = NaN
  out.q = MISSING
  if (t[k] > from) return
  let volume = 0
  let q = GOOD
  const terms: Record<string, Term> | null = noting ? {} : null
  if (t[k] < from) {
    // Earlier instants with another interval: the share of the one that is cut.
    k++
    volume = passed[k] * ((t[k] - from) / (t[k] - t[k - 1]))
    q = passedQ[k]
    if (terms) addPassed(terms, t[k], volume)
  }
  for (k++; k <= i; k++) {
    volume += passed[k]
    q = worst(q, passedQ[k])
    if (terms) addPassed(terms, t[k], passed[k])
  }
  const seconds = (t[i] - from) / 1000
  if (terms) {
    noteLine('passed', 'W', volume, 'm3', Object.keys(terms).join(' + '), terms)
    noteLine('mean_out', 'Q_out', volume / seconds, 'm3/s', 'W / dt', {
      W: term(volume, 'm3'),
      dt: term(seconds, 's'),
    })
  }
  if (volume !== volume) return
  out.value = volume / seconds
  out.q = q
}

function addPassed(terms: Record<string, Term>, at: number, value: number): void {
  terms[`w_${Object.keys(terms).length + 1}`] = { value, unit: 'm3', series: OUT, t: at }
}

/**
 * Whether the lake level changes so fast that the window is cut: by more than FAST over the last hour, or so within the
 * hour before that without having been calm since, so that a rate about the limit does not switch to and fro.
 */
class Flood {
  private readonly t: Float64Array
  private readonly level: Float64Array
  private fastAt = -Infinity
  private next = 0
  private hourAgo = 0

  constructor(t: Float64Array, level: Float64Array) {
    this.t = t
    this.level = level
  }

  /** Instants must not decrease. */
  isFast(i: number): boolean {
    for (; this.next <= i; this.next++) this.update(this.next)
    return this.t[i] - this.fastAt < RISE_HOLD
  }

  private update(i: number): void {
    const { t, level } = this
    const from = t[i] - RISE
    while (t[this.hourAgo + 1] <= from) this.hourAgo++
    const k = this.hourAgo
    if (t[k] > from) return
    const perHour = Math.abs((level[i] - level[k]) * (RISE / (t[i] - t[k])))
    if (perHour > FAST) this.fastAt = t[i]
    else if (perHour < CALM) this.fastAt = -Infinity
  }
}

/** The moving average with the quality of its points. */
class Smoother {
  mean: number | null = null
  quality = GOOD
  private average = new MovingAverage(1)
  private qualities: number[] = []

  resize(points: number): void {
    if (points === this.average.points) return
    const average = new MovingAverage(points)
    for (const v of this.average.last) average.push(v)
    this.average = average
    this.qualities = this.qualities.slice(-points)
  }

  /** The values in the average, oldest first. */
  get last(): readonly (number | null)[] {
    return this.average.last
  }

  push(value: number, quality: number): void {
    this.mean = this.average.push(value)
    this.qualities.push(quality)
    if (this.qualities.length > this.average.points) this.qualities.shift()
    // The worst of the points in the average; a missing one makes it PARTIAL.
    this.quality = GOOD
    for (const one of this.qualities) this.quality = worst(this.quality, (one & 7) >= STALE ? PARTIAL : one)
  }
}
