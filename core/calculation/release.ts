import type { Description, Parameters } from '#core/description/index.ts'
import { ESTIMATED, GOOD, worst } from '#core/quality/index.ts'
import { Cursor } from './cursor.ts'
import type { Inputs } from './inputs.ts'
import { everyOf, holdOf } from './parameters.ts'
import type { Passed } from './water.ts'

/** The environmental release through an outlet that is not listed: measured, or a fixed flow, m3/s. */
export class Release {
  value: number
  quality: number
  readonly cursor: Cursor | null

  constructor(d: Description, at: number, inputs: Inputs, p: Parameters) {
    this.value = p.envFlow ?? 0
    // A release of zero is known exactly.
    this.quality = p.envFlow ? ESTIMATED : GOOD
    this.cursor = null
    if (!p.envSeries) return
    const every = everyOf(d, p.envSeries, at, p.interval * 1000)
    const { allowSuspect } = p
    this.cursor = new Cursor(inputs(p.envSeries), { every, heartbeat: true, hold: holdOf(p), allowSuspect })
  }

  read(t: number): void {
    if (!this.cursor) return
    this.value = this.cursor.at(t)
    this.quality = this.cursor.quality
  }

  addPassed(a: number, b: number, sum: Passed): void {
    sum.volume += this.cursor ? this.cursor.integral(a, b) : this.value * ((b - a) / 1000)
    // Part of the span may be a value that was held through a silence.
    sum.q = worst(sum.q, this.cursor ? this.cursor.quality : this.quality)
  }
}
