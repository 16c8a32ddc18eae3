/** Runoff of the whole basin: from rain to the river at the lake, in steps of five minutes. */
import { BIN_MS, BINS, POINTS, rainOf } from './climate.ts'
import { Catchment } from './catchment.ts'
import { CATCHMENTS, CELLS, RAIN_STATIONS } from './map.ts'
import type { Storm } from './storms.ts'
import { localDay, midnight, season } from '../dam/levels.ts'

/** Potential evapotranspiration by month, mm/day, January first. */
const THIRST = [2.4, 2.9, 3.6, 4.1, 4.2, 4.1, 4.1, 3.9, 3.2, 2.6, 2.2, 2.1]
const FAST = [1.05, 0.85, 0.65]
const TRAVEL = [14, 8, 0]

const COUNT = CATCHMENTS.map((_, c) => CELLS.filter((cell) => cell.catchment === c).length)
const TOTAL_AREA = CATCHMENTS.reduce((sum, c) => sum + c.area, 0)

export class Basin {
  readonly seed: number
  /** End of the last step. */
  t: number
  /** Inflow to the lake at t, and discharge at the headwater gauge, m3/s. */
  inflow = 0
  river = 0
  /** mm since the beginning: basin mean, and at each station. */
  readonly stations = new Float64Array(RAIN_STATIONS.length)
  rain = 0
  private readonly catchments: Catchment[]
  private readonly depth = new Float64Array(CATCHMENTS.length)
  private day = Number.NaN
  private field: Float32Array = new Float32Array(0)
  private thirst = 0

  private readonly storms: readonly Storm[]

  /** Begins at a local midnight. storms: besides those of the seed. */
  constructor(seed: number, t: number, storms: readonly Storm[] = []) {
    this.seed = seed
    this.storms = storms
    this.t = t
    this.catchments = CATCHMENTS.map(
      ({ area }, i) => new Catchment({ area, fast: FAST[i], travel: TRAVEL[i] }),
    )
  }

  step(): void {
    const day = localDay(this.t)
    if (day !== this.day) {
      this.day = day
      this.field = rainOf(this.seed, day, this.storms)
      this.thirst = THIRST[season(this.t).month] / BINS
    }
    const row = Math.round((this.t - midnight(day)) / BIN_MS) * POINTS.length
    this.depth.fill(0)
    for (let i = 0; i < CELLS.length; i++) {
      const c = CELLS[i].catchment
      this.depth[c] += this.field[row + i] / COUNT[c]
    }
    for (let i = 0; i < this.stations.length; i++) this.stations[i] += this.field[row + CELLS.length + i]
    this.inflow = 0
    for (let c = 0; c < this.catchments.length; c++) {
      this.catchments[c].step(this.depth[c], this.thirst)
      this.inflow += this.catchments[c].flow
      this.rain += (this.depth[c] * CATCHMENTS[c].area) / TOTAL_AREA
    }
    this.river = this.catchments[0].mouth
    this.t += BIN_MS
  }
}
