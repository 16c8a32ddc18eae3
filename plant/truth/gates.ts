/**
 * Gate operation. Below the flood limit gates stay closed. At the limit they release the inflow in equal steps,
 * middle gate first, never more than the inflow before the peak; after it they bring the lake back to the limit,
 * never above the peak. From the designed flood level on everything is opened.
 */
import { BOTTOM, bottomFlow, overflowFlow, RADIAL, radialFlow } from '../dam/spillway.ts'
import { LEVELS, season } from '../dam/levels.ts'
import { area } from '../dam/storage.ts'
import { along } from './units.ts'
import { MINUTE } from '../time.ts'

/** Highest level allowed, m, by day of the year: room for floods from September to mid November. */
const LIMIT: [number, number][] = [
  [0, 412],
  [230, 412],
  [244, 409.5],
  [318, 409.5],
  [345, 411.8],
  [366, 412],
]

const STEP = 0.5
const STEPS_PER_GATE = RADIAL.maxOpening / STEP
const ORDER = [1, 0, 2]
/** m per minute */
const SPEED = 0.25
const DWELL = 10 * MINUTE

/** Licensed environmental flow, m3/s, and the operator's target. */
export const ENVIRONMENTAL = 3
const AIM = 3.25

export interface Move {
  t: number
  gate: number
  opening: number
}

export class Gates {
  readonly opening = new Float64Array(RADIAL.count)
  bottom = 0
  /** Steps of STEP in force, over all gates. */
  steps = 0
  /** Highest inflow of the present flood, m3/s. */
  peak = 0
  /** Level limit at the instant, m. */
  limit = LEVELS.normal as number

  /** Set opening of one gate when n steps are shared out in order. */
  private share(n: number, gate: number): number {
    const turn = ORDER.indexOf(gate)
    return STEP * Math.min(STEPS_PER_GATE, Math.floor((n - turn + RADIAL.count - 1) / RADIAL.count))
  }

  private spill(n: number, level: number): number {
    let q = overflowFlow(level)
    for (let gate = 0; gate < RADIAL.count; gate++) q += radialFlow(level, this.share(n, gate))
    return q
  }

  /** inflow: as estimated by the operators, m3/s; plant: discharge of units and bottom outlet, m3/s. */
  decide(
    t: number,
    level: number,
    inflow: number,
    plant: number,
    moved: (gate: number, opening: number) => void,
  ): void {
    if (t % DWELL === 0) this.order(t, level, inflow, plant)
    for (let gate = 0; gate < RADIAL.count; gate++) {
      const want = this.share(this.steps, gate)
      const had = this.opening[gate]
      if (want === had) continue
      this.opening[gate] = Math.max(had - SPEED, Math.min(had + SPEED, want))
      moved(gate, this.opening[gate])
    }
    if (t % (6 * DWELL) === 0) {
      const q = bottomFlow(level, this.bottom)
      if (q < ENVIRONMENTAL + 0.08 || q > AIM + 0.35) {
        this.bottom = Math.min(BOTTOM.height, Math.round((AIM / bottomFlow(level, 1)) * 200) / 200)
        moved(RADIAL.count, this.bottom)
      }
    }
  }

  private order(t: number, level: number, inflow: number, plant: number): void {
    this.limit = along(LIMIT, season(t).fraction * 365)
    const most = STEPS_PER_GATE * RADIAL.count
    if (this.steps === 0 && inflow < 120) this.peak = 0
    this.peak = Math.max(this.peak, inflow)
    if (level >= LEVELS.designedFlood) {
      this.steps = Math.min(most, this.steps + 12)
      return
    }
    const net = inflow - plant
    let want = 0
    if (level > this.limit - 0.15 && net > 0) {
      const near = Math.min(1, (level - this.limit + 0.15) / 0.25)
      const back = (area(level) * (level - this.limit)) / (6 * 3600)
      want =
        inflow >= 0.97 * this.peak
          ? net * near
          : Math.min(net * near + Math.max(0, back), 0.95 * this.peak - plant)
    } else if (level > this.limit + 0.05) want = (area(level) * (level - this.limit)) / (12 * 3600)
    let next = this.steps
    if (this.spill(next, level) < want) {
      while (next < most && next < this.steps + 6 && this.spill(next + 1, level) <= want) next++
    } else {
      const slack = this.spill(1, level) * 0.35
      while (next > 0 && next > this.steps - 3 && this.spill(next, level) > want + (want > 0 ? slack : 0))
        next--
    }
    this.steps = next
  }
}
