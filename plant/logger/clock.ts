import { DAY, MINUTE } from '../time.ts'

/**
 * How far behind a fast plant begins, ms. At speed 1 plant time is wall time. A faster plant begins a day behind (or
 * where the server's data end, if later) and runs until it has caught up: it cannot be in the future, where no server
 * accepts readings.
 */
const BEHIND = DAY

export class Clock {
  private readonly speed: number
  private readonly begun: number
  private readonly origin: number

  /** begun: wall instant at which it starts. known: last instant of which the server has data. */
  constructor(speed: number, begun: number, known: number) {
    this.speed = speed
    this.begun = begun
    this.origin = speed === 1 ? begun : Math.min(begun, Math.max(known, begun - BEHIND))
  }

  at(local: number): number {
    return Math.min(local, this.origin + (local - this.begun) * this.speed)
  }

  /** Last whole minute of plant time at a wall instant. */
  minute(local: number): number {
    return Math.floor(this.at(local) / MINUTE) * MINUTE
  }

  /** Wall ms until the next whole minute of plant time; at least 20, so that a fast plant sends in batches. */
  untilNext(local: number): number {
    const next = this.minute(local) + MINUTE
    const speed = this.at(local) < local ? this.speed : 1
    return Math.max(20, Math.ceil((next - this.at(local)) / speed))
  }
}
