import type { Call, Ledger, Sent } from './ledger.ts'
import { oneOf, whole, type Random } from './random.ts'

/** Most loggers send one reading at a time, some a backlog. */
const SIZES = [1, 1, 1, 1, 20, 300, 2000]
const FORMATS = ['json', 'lines', 'csv'] as const
/** Interval between readings, ms. */
const STEP = 100
/** Share of the calls that change instants already sent, and that contain an empty reading. */
const REWRITES = 0.15
const EMPTY = 0.02
/** Share of the unanswered calls that are repeated, as loggers do. The others show what became of them. */
const REPEATS = 0.5
/** Timeout after which a call has failed, ms. */
const PATIENCE = 30_000

export interface Door {
  url: string
  token: string
}

/** Sends readings of one series over one connection, one call after the other, and keeps the ledger. */
export class Writer {
  private readonly door: Door
  private readonly series: string
  private readonly ledger: Ledger
  private readonly random: Random
  private readonly onAnswer: () => void
  private next: number
  private version = 0
  private again: Call[] = []
  private stopped = false
  private running: Promise<void> | null = null
  /** Answers with a wrong count. */
  readonly wrong: string[] = []
  unanswered = 0

  /** start: instant of its first reading. */
  constructor(given: {
    door: Door
    series: string
    ledger: Ledger
    random: Random
    start: number
    onAnswer: () => void
  }) {
    this.door = given.door
    this.series = given.series
    this.ledger = given.ledger
    this.random = given.random
    this.next = given.start
    this.first = given.start
    this.onAnswer = given.onAnswer
  }
  private readonly first: number

  go(): void {
    this.stopped = false
    this.running = this.run()
  }

  /** Resolves when the current call has ended, in whatever way. */
  async halt(): Promise<void> {
    this.stopped = true
    await this.running
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const repeated = this.again.shift()
      const call = repeated ?? this.make()
      this.ledger.send(call)
      const done = await this.deliver(call, repeated !== undefined)
      if (done) {
        this.ledger.acknowledge(call)
        this.onAnswer()
        continue
      }
      this.unanswered++
      this.ledger.leave(call)
      if (this.random() < REPEATS) this.again.push(call)
      // Limits retries while the server is unreachable.
      await new Promise((later) => setTimeout(later, 50))
    }
  }

  private make(): Call {
    const size = oneOf(this.random, SIZES)
    const sent = (this.next - this.first) / STEP
    const old = sent > size && this.random() < REWRITES
    const start = old ? this.first + whole(this.random, 0, sent - size) * STEP : this.next
    if (!old) this.next += size * STEP
    const version = ++this.version
    const readings = Array.from({ length: size }, (_, i): Sent => {
      const t = start + i * STEP
      // No two values of an instant are equal, and each needs all its digits.
      const v = (((t - this.first) / STEP) % 1000) + version / 8 + 0.1
      return { t, v: !old && this.random() < EMPTY ? null : v }
    })
    return { series: this.series, readings }
  }

  /** Whether the server acknowledges all of it. */
  private async deliver(call: Call, repeated: boolean): Promise<boolean> {
    const n = call.readings.length
    const { type, text } = body(call, oneOf(this.random, FORMATS))
    try {
      const response = await fetch(`${this.door.url}/api/ingest/v1/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.door.token}`, 'content-type': type },
        body: text,
        signal: AbortSignal.timeout(PATIENCE),
      })
      const answer = await response.text()
      if ([429, 503, 507].includes(response.status)) return false
      if (!response.ok) {
        this.wrong.push(`${response.status} ${answer.slice(0, 200)}`)
        return false
      }
      const { accepted, unchanged, rejected } = JSON.parse(answer).data
      if (accepted + unchanged !== n || rejected.length > 0 || (unchanged > 0 && !repeated))
        this.wrong.push(`of ${n}: ${accepted} accepted, ${unchanged} unchanged, ${rejected.length} rejected`)
      return true
    } catch {
      return false
    }
  }
}

function body({ series, readings }: Call, format: (typeof FORMATS)[number]): { type: string; text: string } {
  if (format === 'csv') {
    const lines = readings.map(({ t, v }) => `${series},${t},${v ?? ''},`)
    return { type: 'text/csv', text: `series,t,v,q\n${lines.join('\n')}\n` }
  }
  const objects = readings.map(({ t, v }) => ({ series, t, v }))
  return format === 'json'
    ? { type: 'application/json', text: JSON.stringify({ readings: objects }) }
    : { type: 'application/x-ndjson', text: objects.map((o) => JSON.stringify(o)).join('\n') }
}
