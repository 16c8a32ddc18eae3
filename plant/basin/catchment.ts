/**
 * Rainfall-runoff model of a sub-basin: soil that fills and sheds, a fast cascade (gamma unit hydrograph), a slow
 * store of the hillsides and a slower one of the groundwater, then the travel time down the valley. Steps of five
 * minutes; each store drains exactly (exponentially) within a step.
 */
import { HOUR } from '../time.ts'
import { BIN_MS } from './climate.ts'

const HOURS = BIN_MS / HOUR

interface Nature {
  /** km2 */
  area: number
  /** Hours of one of the three stores of the fast cascade. */
  fast: number
  /** Steps of five minutes from its mouth to the lake. */
  travel: number
}

/** Soil capacity mm, shape of shedding, shares and hours of the slow stores. */
const SOIL = 210
const SHAPE = 1.7
const DRAIN_HOURS = 420
const HILL_SHARE = 0.34
const HILL_HOURS = 26
const GROUND_HOURS = 1500

export class Catchment {
  readonly nature: Nature
  soil = 120
  hill = 6
  ground = 60
  cascade = [0, 0, 0]
  /** Discharge at its mouth, m3/s. */
  mouth = 0
  /** Discharge that reaches the lake, m3/s. */
  flow = 0
  private readonly way: Float64Array
  private place = 0
  private readonly keepFast: number
  private readonly keepHill = Math.exp(-HOURS / HILL_HOURS)
  private readonly keepGround = Math.exp(-HOURS / GROUND_HOURS)

  constructor(nature: Nature) {
    this.nature = nature
    this.way = new Float64Array(Math.max(1, nature.travel))
    this.keepFast = Math.exp(-HOURS / nature.fast)
  }

  /** Advances five minutes with this depth of rain and this potential evaporation, both mm. */
  step(rain: number, evaporation: number): void {
    const wet = this.soil / SOIL
    const shed = rain * Math.min(1, 0.06 + 0.94 * wet ** SHAPE)
    const drained = this.soil * (1 - Math.exp((-HOURS / DRAIN_HOURS) * wet * wet))
    this.soil += rain - shed - drained - evaporation * Math.min(1, 1.4 * wet)
    let excess = 0
    if (this.soil > SOIL) {
      excess = this.soil - SOIL
      this.soil = SOIL
    } else if (this.soil < 0) this.soil = 0
    const quick = shed + excess
    const [a, b, c] = this.cascade
    const out1 = (a + quick * (1 - HILL_SHARE)) * (1 - this.keepFast)
    const out2 = (b + out1) * (1 - this.keepFast)
    const out3 = (c + out2) * (1 - this.keepFast)
    this.cascade[0] = a + quick * (1 - HILL_SHARE) - out1
    this.cascade[1] = b + out1 - out2
    this.cascade[2] = c + out2 - out3
    const outHill = (this.hill + quick * HILL_SHARE) * (1 - this.keepHill)
    this.hill += quick * HILL_SHARE - outHill
    const outGround = (this.ground + drained) * (1 - this.keepGround)
    this.ground += drained - outGround
    this.mouth = ((out3 + outHill + outGround) * this.nature.area * 1000) / (BIN_MS / 1000)
    if (this.nature.travel === 0) this.flow = this.mouth
    else {
      this.flow = this.way[this.place]
      this.way[this.place] = this.mouth
      this.place = (this.place + 1) % this.nature.travel
    }
  }
}
