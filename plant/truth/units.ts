/** Operation of the two units: peak hours first, as long as the water lasts. */
import { HOUR, MINUTE } from '../time.ts'
import { capacity, TURBINE } from '../dam/turbine.ts'
import { LEVELS, localDay, midnight, season } from '../dam/levels.ts'
import { volume } from '../dam/storage.ts'
import { normal, uniform } from './random.ts'

/** Level the year's plan aims at, m, by day of the year: full after the floods, drawn down before them. */
const PLAN: [number, number][] = [
  [0, 411.5],
  [60, 407],
  [120, 400.5],
  [180, 395],
  [240, 392],
  [273, 396],
  [304, 404],
  [335, 409],
  [352, 411.5],
  [366, 411.5],
]

/** Linear between the nodes of a plan. */
export function along(plan: readonly [number, number][], x: number): number {
  let i = 1
  while (i < plan.length - 1 && plan[i][0] < x) i++
  const [x0, y0] = plan[i - 1]
  const [x1, y1] = plan[i]
  return y0 + (y1 - y0) * Math.max(0, Math.min(1, (x - x0) / (x1 - x0)))
}

/** Half hours of a day, best ones first. */
const halves = (from: number, to: number) => Array.from({ length: (to - from) * 2 }, (_, i) => from * 2 + i)
const PEAK = [...halves(17, 20), ...halves(9.5, 11.5)]
const REST = [
  ...halves(11.5, 17),
  ...halves(20, 22),
  ...halves(4, 9.5).reverse(),
  ...halves(22, 24),
  ...halves(0, 4),
]

/** kW per minute */
const RAMP = 6000
const USUAL_FLOW = 27

/** Unit 2 is overhauled for twelve days of April. */
function available(unit: number, t: number): boolean {
  const { month } = season(t)
  if (unit !== 1 || month !== 3) return true
  const date = new Date(t + 7 * HOUR).getUTCDate()
  return date < 9 || date > 20
}

export class Units {
  readonly power = new Float64Array(TURBINE.count)
  readonly flow = new Float64Array(TURBINE.count)
  private readonly seed: number
  private day = Number.NaN
  /** Share of capacity by unit and half hour. */
  private readonly plan = Array.from({ length: TURBINE.count }, () => new Float64Array(48))
  private readonly trip = new Float64Array(TURBINE.count)

  constructor(seed: number) {
    this.seed = seed
  }

  /** Begins the day: decides the unit hours that the water allows. inflow: mean of the last days, m3/s. */
  private dispatch(t: number, level: number, inflow: number, environmental: number): void {
    const day = localDay(t)
    this.day = day
    const target = along(PLAN, season(t).fraction * 365)
    const surplus = Math.max(-1e7, Math.min(4e7, (volume(level) - volume(target)) / 12))
    const water = (inflow - environmental) * 86_400 + surplus
    let left = Math.round(Math.max(0, Math.min(48, water / (USUAL_FLOW * 3600))) * 2)
    const sunday = (day + 4) % 7 === 0
    if (level > LEVELS.dead + 3 && !sunday) left = Math.max(left, 8)
    if (level < LEVELS.dead + 1) left = 0
    const lead = day % 2
    const order: [number, number][] = []
    for (const unit of [lead, 1 - lead]) for (const half of PEAK) order.push([unit, half])
    for (const unit of [lead, 1 - lead]) for (const half of REST) order.push([unit, half])
    for (const plan of this.plan) plan.fill(0)
    for (const [unit, half] of order) {
      if (left <= 0) break
      if (!available(unit, t)) continue
      this.plan[unit][half] = PEAK.includes(half) && !sunday ? 1 : 0.88
      left--
    }
    for (let unit = 0; unit < TURBINE.count; unit++)
      this.trip[unit] =
        uniform(this.seed, day, unit, 501) < 0.015
          ? midnight(day) + Math.floor(1440 * uniform(this.seed, day, unit, 502)) * MINUTE
          : Number.POSITIVE_INFINITY
  }

  /** Sets the power at instant t. full: both units run while water is spilled. */
  decide(
    t: number,
    level: number,
    gross: number,
    inflow: number,
    environmental: number,
    full: boolean,
  ): void {
    if (localDay(t) !== this.day) this.dispatch(t, level, inflow, environmental)
    const half = Math.floor((t - midnight(this.day)) / (30 * MINUTE))
    const most = capacity(gross)
    for (let unit = 0; unit < TURBINE.count; unit++) {
      const tripped = t >= this.trip[unit] && t < this.trip[unit] + 45 * MINUTE
      let share = full && available(unit, t) ? 1 : this.plan[unit][half]
      if (level < LEVELS.dead + 0.3) share = 0
      const had = this.power[unit]
      if (share === 0 && had === 0) continue
      const sway = 0.004 * normal(this.seed, Math.floor(t / 300_000), unit, 503)
      const want = tripped ? 0 : Math.min(most, most * share * (0.992 + sway))
      this.power[unit] = tripped ? 0 : Math.max(had - RAMP, Math.min(had + RAMP, want))
    }
  }
}
