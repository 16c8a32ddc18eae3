/** A reading as it is sent and read back; null: there was no value. */
export interface Sent {
  t: number
  v: number | null
}

/** One call: readings of one series. */
export interface Call {
  series: string
  readings: readonly Sent[]
}

interface Entry {
  /** The last value that was acknowledged; undefined: none was. */
  acknowledged: number | null | undefined
  /** Values sent since then that nobody acknowledged: each may be there or not. */
  open: (number | null)[]
}

export interface Findings {
  /** Acknowledged, and gone. */
  lost: string[]
  /** There with a value that was never sent, or that an acknowledged one had replaced. */
  altered: string[]
  /** There twice, or out of order. */
  doubled: string[]
  /** There, and never sent. */
  strange: string[]
  /** Calls without an answer that are there in part. */
  torn: string[]
}

export const noFindings = (): Findings => ({ lost: [], altered: [], doubled: [], strange: [], torn: [] })

/** Records calls and acknowledgements, and compares them with what the server has. Calls of one series follow one another. */
export class Ledger {
  private readonly series = new Map<string, Map<number, Entry>>()
  private readonly unanswered = new Set<Call>()
  acknowledgedCalls = 0
  acknowledgedReadings = 0

  /** Records a call; to be called before it is sent. */
  send(call: Call): void {
    let entries = this.series.get(call.series)
    if (!entries) this.series.set(call.series, (entries = new Map()))
    for (const { t, v } of call.readings) {
      const entry = entries.get(t)
      if (entry) entry.open.push(v)
      else entries.set(t, { acknowledged: undefined, open: [v] })
    }
  }

  acknowledge(call: Call): void {
    const entries = this.series.get(call.series)!
    for (const { t, v } of call.readings) {
      const entry = entries.get(t)!
      entry.acknowledged = v
      entry.open = []
    }
    this.acknowledgedCalls++
    this.acknowledgedReadings += call.readings.length
  }

  /** The call broke off: nobody knows what became of it. */
  leave(call: Call): void {
    this.unanswered.add(call)
  }

  get names(): string[] {
    return [...this.series.keys()]
  }

  /** First and last instant that was sent of a series. */
  span(series: string): [number, number] {
    let [from, to] = [Infinity, -Infinity]
    for (const t of this.series.get(series)!.keys()) {
      from = Math.min(from, t)
      to = Math.max(to, t)
    }
    return [from, to]
  }

  /** Holds what the server gives back of a series against what is known. Answers how many readings were compared. */
  check(
    series: string,
    rows: readonly (readonly [number, number | null, number])[],
    found: Findings,
  ): number {
    const entries = this.series.get(series)!
    const there = new Map<number, number | null>()
    let before = -Infinity
    for (const [t, v] of rows) {
      if (t <= before) found.doubled.push(`${series} ${t}`)
      before = t
      there.set(t, v)
      const entry = entries.get(t)
      if (!entry) found.strange.push(`${series} ${t} = ${v}`)
      else if (v !== entry.acknowledged && !entry.open.includes(v))
        found.altered.push(`${series} ${t} = ${v}, acknowledged ${entry.acknowledged}`)
    }
    for (const [t, entry] of entries)
      if (entry.acknowledged !== undefined && !there.has(t))
        found.lost.push(`${series} ${t} = ${entry.acknowledged}`)
    for (const call of this.unanswered) {
      if (call.series !== series) continue
      const untouched = call.readings.filter(({ t }) => entries.get(t)!.acknowledged === undefined)
      const present = untouched.filter(({ t }) => there.has(t)).length
      if (present > 0 && present < untouched.length)
        found.torn.push(`${series}: ${present} of the ${untouched.length} readings of a call`)
    }
    return rows.length
  }

  /** Calls that nobody acknowledged, ever: how many of them were stored all the same. */
  openCalls(isThere: (series: string, t: number) => boolean): { stored: number; absent: number } {
    let [stored, absent] = [0, 0]
    for (const { series, readings } of this.unanswered) {
      const first = readings.find(({ t }) => this.series.get(series)!.get(t)!.acknowledged === undefined)
      if (!first) continue
      if (isThere(series, first.t)) stored++
      else absent++
    }
    return { stored, absent }
  }
}
