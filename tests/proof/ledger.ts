/** A reading as sent and as read back; null: no value. */
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
  /** The last acknowledged value; undefined: none. */
  acknowledged: number | null | undefined
  /** Unacknowledged values sent since then: each may be stored or not. */
  open: (number | null)[]
  /** Every value sent, with the number of its call. Two calls never send the same value of an instant. */
  sent: { v: number | null; call: number }[]
}

export interface Findings {
  /** Acknowledged but missing. */
  lost: string[]
  /** A value that was never sent, or that an acknowledged one had replaced. */
  altered: string[]
  /** Duplicated, or out of order. */
  doubled: string[]
  /** Stored but never sent. */
  strange: string[]
  /** Unanswered calls that are stored in part. */
  torn: string[]
}

export const noFindings = (): Findings => ({ lost: [], altered: [], doubled: [], strange: [], torn: [] })

/**
 * What was sent, and what the server acknowledged. Calls of one series follow one another, a repeat directly after
 * its original.
 */
export class Ledger {
  private readonly series = new Map<string, Map<number, Entry>>()
  private readonly unanswered = new Set<Call>()
  /** The calls in the order in which they were first sent. */
  private readonly numbers = new Map<Call, number>()
  acknowledgedCalls = 0
  acknowledgedReadings = 0

  /** Records a call, before it is sent. */
  send(call: Call): void {
    let entries = this.series.get(call.series)
    if (!entries) this.series.set(call.series, (entries = new Map()))
    const repeated = this.numbers.has(call)
    const number = this.numbers.get(call) ?? this.numbers.size
    this.numbers.set(call, number)
    for (const { t, v } of call.readings) {
      let entry = entries.get(t)
      if (!entry) entries.set(t, (entry = { acknowledged: undefined, open: [], sent: [] }))
      entry.open.push(v)
      if (!repeated) entry.sent.push({ v, call: number })
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

  /** Records that the call was aborted, with an unknown result. */
  leave(call: Call): void {
    this.unanswered.add(call)
  }

  get names(): string[] {
    return [...this.series.keys()]
  }

  /** First and last instant sent of a series. */
  span(series: string): [number, number] {
    let [from, to] = [Infinity, -Infinity]
    for (const t of this.series.get(series)!.keys()) {
      from = Math.min(from, t)
      to = Math.max(to, t)
    }
    return [from, to]
  }

  /** Compares the stored readings of a series with the ledger; returns the number compared. */
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
      const { stored, before } = this.fateOf(call, there)
      if (stored > 0 && before > 0)
        found.torn.push(`${series}: ${stored} of the ${stored + before} readings of a call`)
    }
    return rows.length
  }

  /**
   * Calls that were never acknowledged, and how many of them were stored nevertheless. values: what is stored now.
   */
  openCalls(values: (series: string) => ReadonlyMap<number, number | null>): {
    stored: number
    absent: number
  } {
    let [stored, absent] = [0, 0]
    for (const call of this.unanswered) {
      const entries = this.series.get(call.series)!
      if (call.readings.every(({ t }) => entries.get(t)!.acknowledged !== undefined)) continue
      const fate = this.fateOf(call, values(call.series))
      if (fate.stored > 0) stored++
      else if (fate.before > 0) absent++
    }
    return { stored, absent }
  }

  /**
   * At how many of a call's instants its own value is stored, and at how many the previous one: an older value, or
   * none. Where a later call wrote, nothing is known of this one; that call may be unanswered itself.
   */
  private fateOf(call: Call, there: ReadonlyMap<number, number | null>): { stored: number; before: number } {
    const entries = this.series.get(call.series)!
    const number = this.numbers.get(call)!
    let [stored, before] = [0, 0]
    for (const { t } of call.readings) {
      const writer = there.has(t) ? entries.get(t)!.sent.find(({ v }) => v === there.get(t)) : { call: -1 }
      // A value that was never sent is a separate finding.
      if (!writer) continue
      if (writer.call === number) stored++
      else if (writer.call < number) before++
    }
    return { stored, before }
  }
}
