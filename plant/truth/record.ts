/** The true state of the plant over time, as columns. */
import { RAIN_STATIONS } from '../basin/map.ts'
import { RADIAL } from '../dam/spillway.ts'
import { TURBINE } from '../dam/turbine.ts'
import type { Move } from './gates.ts'

const times = (n: number, length: number) => Array.from({ length: n }, () => new Float64Array(length))

/**
 * Rows of the truth. Levels m, discharges m3/s, openings m, power kW, rain mm. Openings are in force from their instant
 * on; columns named ...Volume (m3) belong to the interval that ends at the row.
 */
export class Truth {
  length = 0
  t: Float64Array
  inflow: Float64Array
  outflow: Float64Array
  level: Float64Array
  storage: Float64Array
  /** Behind the trash rack of the intake. */
  forebay: Float64Array
  tailwater: Float64Array
  overflow: Float64Array
  bottomOpening: Float64Array
  bottomFlow: Float64Array
  /** River at the headwater gauge. */
  river: Float64Array
  inflowVolume: Float64Array
  outflowVolume: Float64Array
  evaporationVolume: Float64Array
  /** Mean of the basin and each station, counted since the beginning of the simulation. */
  basinRainTotal: Float64Array
  rainTotal: Float64Array[]
  opening: Float64Array[]
  gateFlow: Float64Array[]
  unitPower: Float64Array[]
  unitFlow: Float64Array[]
  /** Every movement of a gate (index; the bottom outlet follows the radial ones), to the minute. */
  moves: Move[] = []

  constructor(length: number) {
    this.t = new Float64Array(length)
    this.inflow = new Float64Array(length)
    this.outflow = new Float64Array(length)
    this.level = new Float64Array(length)
    this.storage = new Float64Array(length)
    this.forebay = new Float64Array(length)
    this.tailwater = new Float64Array(length)
    this.overflow = new Float64Array(length)
    this.bottomOpening = new Float64Array(length)
    this.bottomFlow = new Float64Array(length)
    this.river = new Float64Array(length)
    this.inflowVolume = new Float64Array(length)
    this.outflowVolume = new Float64Array(length)
    this.evaporationVolume = new Float64Array(length)
    this.basinRainTotal = new Float64Array(length)
    this.rainTotal = times(RAIN_STATIONS.length, length)
    this.opening = times(RADIAL.count, length)
    this.gateFlow = times(RADIAL.count, length)
    this.unitPower = times(TURBINE.count, length)
    this.unitFlow = times(TURBINE.count, length)
  }

  /** Rain of a station in the interval that ends at each row (mm); the first row's is unknown, NaN. */
  rain(station: number): Float64Array {
    const total = this.rainTotal[station]
    return total.map((v, i) => (i === 0 ? Number.NaN : v - total[i - 1]))
  }

  private columns(): Float64Array[] {
    const single = Object.values(this).filter((column) => column instanceof Float64Array)
    return [
      ...single,
      ...this.rainTotal,
      ...this.opening,
      ...this.gateFlow,
      ...this.unitPower,
      ...this.unitFlow,
    ]
  }

  /** The rows of two spans, the second after the first; rows before an instant are left out. */
  static join(a: Truth, b: Truth, since: number): Truth {
    const first = a.rowAfter(since)
    const joined = new Truth(a.length - first + b.length)
    joined.length = a.length - first + b.length
    const from = a.columns()
    const more = b.columns()
    joined.columns().forEach((column, c) => {
      column.set(from[c].subarray(first, a.length))
      column.set(more[c].subarray(0, b.length), a.length - first)
    })
    joined.moves = [...a.moves.filter((move) => move.t >= since), ...b.moves]
    return joined
  }

  /** First row at or after an instant. */
  rowAfter(t: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.t[middle] < t) low = middle + 1
      else high = middle
    }
    return low
  }
}
