import {
  MovingAverage,
  inflow,
  manual,
  measured,
  publish,
  windowFor,
  type Balance,
} from '#core/balance/index.ts'
import type { Description, Parameters } from '#core/description/index.ts'
import { noted, noting, noteLine, term, type Term } from '#core/notes.ts'
import { FLOORED, GOOD, MISSING, PARTIAL, STALE, worst } from '#core/quality/index.ts'
import { emptySeries, indexAt, type Series } from '#core/series/index.ts'
import type { Columns } from './columns.ts'
import type { TimeGrid, GridSegment } from './grid.ts'
import type { Inputs } from './inputs.ts'
import { staffsAt } from './levels.ts'
import type { Outflow } from './outflow.ts'
import { everyOf, parametersAt } from './parameters.ts'
import { RISE, RISE_HOLD } from './reach.ts'
import type { Storage } from './storage.ts'
import type { InstantObserver } from './watch.ts'

const OUT = 'general.total_discharge_out'

/** m/h of rise or fall below which a lake is calm again; for the fast limit see `windowFor`. */
const CALM = 0.03
const FAST = 0.05

/** Raw and smoothed inflow at every instant of the grid, written to the columns, which already contain level and outflow. */
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
    else enteredInflow(d, inputs, grid, segment, write, watch)
  }
}

/** T2 - T1 of an inflow, ms: whole intervals, for outflow is known of those. */
function windowOf(p: Parameters, fast: boolean): number {
  const seconds = p.holdWindow ? p.window : windowFor(p.window, fast ? Infinity : 0)
  const interval = p.interval * 1000
  return Math.max(1, Math.round((seconds * 1000) / interval)) * interval
}

/**
 * T2 - T1 of the inflow that is stored at an instant, ms.
 * @param level stored levels of the lake over the hours before it that decide
 */
export function windowAt(d: Description, level: Series, at: number): number {
  const p = parametersAt(d, at)
  const i = indexAt(level, at)
  if (p.inflowMethod > 3 || i < 0 || level.t[i] !== at) return windowOf(p, false)
  return windowOf(p, !p.holdWindow && new Flood(level.t, level.v).isFast(i))
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
  const input = {
    volumes: emptySeries(),
    from: 0,
    to: 0,
    outflow: NaN,
    outflowQuality: MISSING,
    evaporation: 0,
    every: staffsAt(d, inputs, 1, since).every,
    smoothing: p.smoothing * 1000,
  }
  const method = p.inflowMethod as 1 | 2 | 3
  for (let i = first; i < first + n; i++) {
    const at = t[i]
    const fast = !p.holdWindow && flood.isFast(i)
    const window = windowOf(p, fast)
    input.volumes = storage.endingAt(at)
    input.from = at - window
    input.to = at
    meanOut(t, outflow, i, input.from, mean)
    input.outflow = mean.value
    input.outflowQuality = mean.q
    input.evaporation = outflow.losses[i]
    const b: Balance = inflow(method, input)
    // Missing because a sensor went silent: that is the reason to report.
    if (watch?.inflow && at === watch.t) {
      const { notes } = noted(() => {
        meanOut(t, outflow, i, input.from, mean)
        return inflow(method, input)
      })
      const short = fast && window < windowOf(p, false)
      const explanation = {
        p,
        balance: b,
        input: { ...input },
        short,
        storageTable: storage.table,
        entered: null,
      }
      watch.inflow({ ...explanation, notes })
    }
    const silent = b.q !== b.q && ((levelQ[i] & 7) === STALE || (outQ[i] & 7) === STALE)
    write(i, b.q, silent ? STALE : b.quality)
  }
}

/** Methods 4 and 5: from a series that was measured upstream or entered by hand. */
function enteredInflow(
  d: Description,
  inputs: Inputs,
  { t }: TimeGrid,
  s: GridSegment,
  write: Write,
  watch?: InstantObserver,
): void {
  const { p } = s
  const input = p.inflowSeries ? inputs(p.inflowSeries) : undefined
  const series = input?.series ?? emptySeries()
  const interval = p.interval * 1000
  const every = everyOf(d, p.inflowSeries ?? '', s.from, interval)
  const window = windowOf(p, false)
  for (let i = s.first; i < s.first + s.n; i++) {
    const b =
      p.inflowMethod === 5 ? manual(series, t[i]) : measured(series, t[i] - window, t[i], every, input?.kind)
    write(i, b.q, b.quality)
    if (watch?.inflow && t[i] === watch.t) {
      const read = { code: p.inflowSeries ?? '', input, from: t[i] - window, to: t[i] }
      watch.inflow({ p, balance: b, input: null, short: false, storageTable: null, entered: read, notes: [] })
    }
  }
}

/** Mean of what left over (from, t[i]], m3/s: a time integral over every event in it. */
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
    // Instants of another interval before: the share of the one that is cut.
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
 * Whether the lake moves so fast that the window is cut short: by more than FAST over the hour before, or so within the
 * hour before that without having been calm since, so that a level about the limit does not switch to and fro.
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

  /** Instants must not fall. */
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

  /** The values that count, oldest first. */
  get last(): readonly (number | null)[] {
    return this.average.last
  }

  push(value: number, quality: number): void {
    this.mean = this.average.push(value)
    this.qualities.push(quality)
    if (this.qualities.length > this.average.points) this.qualities.shift()
    // The worst of the points that count; one left out makes it PARTIAL.
    this.quality = GOOD
    for (const one of this.qualities) this.quality = worst(this.quality, (one & 7) >= STALE ? PARTIAL : one)
  }
}
