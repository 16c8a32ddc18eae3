/** The true values that the logger reads: coarse for the long past, per minute for the last days and the future. */
import { observe, SENSORS, type Fault, type Reading, type Row } from '../sensors/index.ts'
import type { Storm } from '../basin/storms.ts'
import { anchorOf, Truth, World } from '../truth/index.ts'
import { atResolution, rowIn } from '../sensors/observe.ts'
import { DAY, MINUTE } from '../time.ts'

const COARSE = 300_000

/** How much of the past is kept by the minute and sent first, ms. */
const RECENT = 10 * DAY

export class Archive {
  /** Rows extend to this instant. */
  end: number
  private readonly seed: number
  private readonly world: World
  private readonly coarse: Truth
  private fine: Truth
  private readonly seam: number
  private readonly held = new Map<string, number>()

  /**
   * start and end: multiples of five minutes and of one. The row before start is kept too, for totals. storms: besides
   * those of the seed.
   */
  constructor(seed: number, start: number, end: number, storms: readonly Storm[] = []) {
    this.seed = seed
    this.world = new World(seed, anchorOf(start), storms)
    this.seam = Math.max(start, Math.floor((end - RECENT) / COARSE) * COARSE)
    this.coarse = this.world.run(start - COARSE, this.seam, COARSE)
    this.fine = this.world.run(this.seam + MINUTE, end, MINUTE)
    this.end = end
  }

  /** Advances to an instant (whole minutes); rows older than the recent days and than `needed` may be dropped. */
  advance(to: number, needed: number): void {
    if (to <= this.end) return
    const more = this.world.run(this.end + MINUTE, to, MINUTE)
    // Joining copies ten days: a few milliseconds, once a minute.
    this.fine = Truth.join(this.fine, more, Math.min(to - RECENT - DAY, needed))
    this.end = to
  }

  find(t: number): Row | undefined {
    return rowIn(this.fine)(t) ?? rowIn(this.coarse)(t) ?? this.nearest(t)
  }

  /** The five-minute row that contains a minute of the coarse past. */
  private nearest(t: number): Row | undefined {
    return t < this.seam ? rowIn(this.coarse)(Math.ceil(t / COARSE) * COARSE) : undefined
  }

  /** Movements of gates in (after, until] of the recent days. */
  moves(after: number, until: number): { t: number; gate: number }[] {
    return this.fine.moves.filter(({ t }) => t > after && t <= until)
  }

  /** Readings of gate sensors at instants at which none of them reports by itself. */
  openings(moves: readonly { t: number; gate: number }[]): Reading[] {
    return moves.flatMap(({ t, gate }) => {
      const row = this.find(t)
      return SENSORS.filter((sensor) => sensor.gate === gate).flatMap((sensor) => {
        const v = row && sensor.sense(row, t, this.seed, undefined)
        return v === undefined
          ? []
          : [{ series: sensor.code, t, v: atResolution(v, sensor.resolution), at: t }]
      })
    })
  }

  /** Readings of the sensors in (after, until], in the order of sending. */
  readings(after: number, until: number, faults: readonly Fault[]): Reading[] {
    const look = { seed: this.seed, held: this.held, find: (t: number) => this.find(t) }
    const old =
      after < this.seam
        ? observe(this.coarse, faults, { ...look, after, until: Math.min(until, this.seam) })
        : []
    const young =
      until > this.seam
        ? observe(this.fine, faults, { ...look, after: Math.max(after, this.seam), until })
        : []
    if (old.length === 0) return young
    if (young.length === 0) return old
    return [...old, ...young].sort((a, b) => a.at - b.at)
  }
}
