/**
 * The sending half of a data logger. One call at a time; new readings go before old ones; nothing leaves the queue
 * before the server confirms that it is stored. A slow server gets smaller calls.
 */
import { DAY, MINUTE } from '../time.ts'
import type { Reading } from '../sensors/index.ts'
import type { Client, Outcome } from './client.ts'
import { lengthOf, take, type Stretch } from './plan.ts'

export type LogEvent = (event: Record<string, unknown> & { event: string }) => void

export interface Means {
  client: Client
  /** Reads the past; the caller keeps readings that their sensor has not sent yet. */
  read: (stretch: Stretch) => Reading[]
  report: LogEvent
  /** Resolves after so many ms, or at once when the signal is aborted. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>
  now: () => number
  /** In [0, 1); spreads the retries of many loggers. */
  chance: () => number
}

const MOST_PER_CALL = 40_000
const DAYS_PER_CALL = 4
const FIRST_BACKOFF = 1000
const LONGEST_BACKOFF = MINUTE
/** Duration below which calls become larger, ms; above it they become smaller. */
const QUICK = 400
const SLOW = 1500

export class Logger {
  private readonly means: Means
  private readonly live: Reading[] = []
  private past: Stretch[] = []
  private part: { stretch: Stretch; readings: Reading[]; next: number } | undefined
  private whole = 0
  private limit = MOST_PER_CALL
  private days = 1
  private backoff = 0
  private stopped = false
  private arrival = new AbortController()
  private readonly halt = new AbortController()

  constructor(means: Means) {
    this.means = means
  }

  /** Adds new readings, which are kept until the server has stored them. */
  offer(readings: readonly Reading[]): void {
    for (const reading of readings) this.live.push(reading)
    if (readings.length > 0) this.arrival.abort()
  }

  /** Adds spans of the past, in the order in which they are to be sent. */
  remember(stretches: readonly Stretch[]): void {
    this.past = [...stretches]
    this.whole = lengthOf(stretches)
  }

  get waiting(): number {
    return this.live.length
  }

  /** The beginning of the unsent past; Infinity when there is none. */
  get oldest(): number {
    const last = this.past[this.past.length - 1] ?? this.part?.stretch
    return last ? last.after : Number.POSITIVE_INFINITY
  }

  stop(): void {
    this.stopped = true
    this.halt.abort()
    this.arrival.abort()
  }

  /** Sends until stopped or, when `once`, until all is sent. */
  async run({ once = false } = {}): Promise<void> {
    while (!this.stopped) {
      this.arrival = new AbortController()
      if (this.live.length > 0) await this.sendLive()
      else if (this.part || this.past.length > 0) await this.sendPast()
      else if (once) return
      else await this.means.wait(600_000, this.arrival.signal)
    }
  }

  private async sendLive(): Promise<void> {
    const batch = this.live.slice(0, this.limit)
    if (await this.deliver(batch)) {
      this.live.splice(0, batch.length)
      this.means.report({
        event: 'live',
        sent: batch.length,
        queued: this.live.length,
        until: at(batch[batch.length - 1].t),
      })
    }
  }

  private async sendPast(): Promise<void> {
    if (!this.part) {
      const stretch = take(this.past, this.days)!
      this.part = { stretch, readings: this.means.read(stretch), next: 0 }
    }
    const { stretch, readings, next } = this.part
    const batch = readings.slice(next, next + this.limit)
    const begun = this.means.now()
    if (batch.length > 0 && !(await this.deliver(batch))) return
    const took = this.means.now() - begun
    this.part.next += batch.length
    if (this.part.next >= readings.length) {
      this.part = undefined
      const done = this.whole - lengthOf(this.past)
      this.means.report({
        event: 'history',
        done: days(done),
        of: days(this.whole),
        readings: readings.length,
        from: at(stretch.after),
      })
    }
    this.days = took < QUICK ? Math.min(DAYS_PER_CALL, this.days + 1) : took > SLOW ? 1 : this.days
    // Pauses as long as the call took, twice that when it was slow, so that at most half of the server's time is used.
    if (!this.stopped)
      await this.means.wait(Math.min(10_000, took > SLOW ? 2 * took : took), this.arrival.signal)
  }

  /** Whether the batch is finished. */
  private async deliver(batch: readonly Reading[]): Promise<boolean> {
    const outcome: Outcome = await this.means.client.send(batch)
    if (outcome.kind === 'later') {
      this.backoff = Math.min(LONGEST_BACKOFF, Math.max(FIRST_BACKOFF, this.backoff * 2))
      const pause = outcome.after ?? this.backoff * (0.5 + this.means.chance() / 2)
      this.means.report({ event: 'retry', in: Math.round(pause), why: outcome.why, queued: this.live.length })
      await this.means.wait(pause, this.halt.signal)
      return false
    }
    this.backoff = 0
    if (outcome.kind === 'smaller') {
      if (batch.length > 1) {
        this.limit = Math.ceil(batch.length / 2)
        return false
      }
      this.means.report({ event: 'refused', readings: 1, why: 'one reading is too large' })
      return true
    }
    if (outcome.kind === 'refused')
      this.means.report({ event: 'refused', readings: batch.length, why: outcome.why })
    else if (outcome.rejected.length > 0) {
      const [first] = outcome.rejected
      const { series, t } = batch[first.index] ?? batch[0]
      this.means.report({
        event: 'rejected',
        readings: outcome.rejected.length,
        code: first.code,
        why: first.message,
        series,
        t: at(t),
      })
    }
    return true
  }
}

const at = (t: number) => new Date(t).toISOString()
const days = (ms: number) => Number((ms / DAY).toFixed(3))
