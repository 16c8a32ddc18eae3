import type { Description } from '#core/description/index.ts'
import { ERROR_READINGS, ReadingErrors } from '#core/balance/index.ts'
import { MISSING, worst } from '#core/quality/index.ts'
import { allocate, emptySeries, slice, type Series } from '#core/series/index.ts'
import { areaAt, found, lookup, type Compiled, type TableBook } from '#core/tables/index.ts'
import type { Track } from './levels.ts'
import { DEFAULTS } from './parameters.ts'

/**
 * Storage (m3) of level readings, for balances that end at an instant. All readings of a balance use the table in force
 * at its end: a new storage curve is new knowledge of the same lake, not water that came or went.
 */
export class Storage {
  readonly levels: Track
  private readonly book: TableBook
  private readonly reach: number
  private piece = -1
  private until = -Infinity
  private volumes: Series = emptySeries()
  private readonly answer = found()
  /** Standard errors of the readings. */
  readonly errors: ReadingErrors

  /** reach: ms that a balance looks back. */
  constructor(levels: Track, book: TableBook, d: Description) {
    this.levels = levels
    this.errors = new ReadingErrors(levels)
    this.book = book
    let reach = 0
    for (const p of [DEFAULTS, ...d.parameters.map((v) => v.body)])
      reach = Math.max(reach, 1000 * (Math.max(p.window, p.smoothing) + p.interval))
    let every = 0
    for (const { body } of d.positions) every = Math.max(every, body.every * 1000)
    // Without a reading at the beginning of its window, a balance uses the nearest up to a window before it.
    this.reach = Math.max(2 * reach, ERROR_READINGS * every)
  }

  /** The curve of the last result. */
  get table(): Compiled | null {
    return this.piece < 0 ? null : this.book.zv.at(this.book.zv.instants[this.piece])
  }

  /** Area of the lake at a level, by the curve of the last result, m2; NaN where unknown. */
  area(z: number): number {
    const { table } = this
    const area = table && z === z ? areaAt(table, z, 'loop', this.answer) : NaN
    return area > 0 && area < Infinity ? area : NaN
  }

  /** Storage of the readings that a balance ending at t may use; t must not decrease. */
  endingAt(t: number): Series {
    const { instants } = this.book.zv
    while (t >= this.until) {
      this.piece++
      this.until = this.piece + 1 < instants.length ? instants[this.piece + 1] : Infinity
      if (t >= this.until) continue
      this.volumes = this.read(instants[this.piece], this.until)
    }
    return this.volumes
  }

  private read(from: number, to: number): Series {
    const levels = slice(this.levels, from - this.reach, to)
    const out = allocate(levels.t.length)
    const table = this.book.zv.at(from)
    const answer = found()
    out.t = levels.t
    for (let i = 0; i < out.t.length; i++) {
      const z = levels.v[i]
      const volume = table && z === z ? lookup(table, z, 'loop', answer) : NaN
      out.v[i] = volume
      out.q[i] = worst(levels.q[i], volume === volume ? answer.q : MISSING)
    }
    return out
  }
}
