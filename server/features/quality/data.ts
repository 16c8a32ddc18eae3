import type { Description } from '#core/description/index.ts'
import { calibratedBy, calibrationsOf } from '#core/quality/checks/index.ts'
import type { TimeSpan } from '#core/time/index.ts'
import { slice } from '#core/series/index.ts'
import type { Client, History, CheckedSeries } from '#server/features/history/index.ts'

export interface Data {
  /** Reads several series at once, so that later reads within this span need no query. */
  fetch(codes: readonly string[], from: number, to: number): Promise<void>
  get(code: string, from: number, to: number): Promise<CheckedSeries>
  /** As sent or edited, not calibrated. */
  sent(code: string, from: number, to: number): Promise<CheckedSeries>
}

interface Held extends TimeSpan {
  sent: CheckedSeries
  used: CheckedSeries
}

/** Caches what checks read: each series is read at most once, unless a wider span is needed. */
export function createData(history: History, d: Description, now: number, client?: Client): Data {
  const held = new Map<string, Held>()

  const used = (code: string, looked: CheckedSeries): CheckedSeries => {
    const series = calibratedBy(looked.series, calibrationsOf(d, code))
    return series === looked.series ? looked : { ...looked, series }
  }

  const data: Data = {
    async fetch(codes, from, to) {
      const missing = codes.filter((code) => {
        const had = held.get(code)
        return !had || had.from > from || had.to < Math.min(to, now)
      })
      if (missing.length === 0) return
      const a = Math.min(from, ...missing.map((code) => held.get(code)?.from ?? from))
      const b = Math.min(now, Math.max(to, ...missing.map((code) => held.get(code)?.to ?? to)))
      const found = await history.readForChecks(d.hydroCode, missing, a, b, { client })
      for (const code of missing) {
        const sent = found.get(code)!
        held.set(code, { from: a, to: b, sent, used: used(code, sent) })
      }
    },
    async get(code, from, to) {
      await data.fetch([code], from, to)
      return cut(held.get(code)!.used, from, to)
    },
    async sent(code, from, to) {
      await data.fetch([code], from, to)
      return cut(held.get(code)!.sent, from, to)
    },
  }
  return data
}

const cut = (l: CheckedSeries, from: number, to: number): CheckedSeries => ({
  ...l,
  series: slice(l.series, from, to + 1),
})
