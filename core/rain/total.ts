import { GOOD, MISSING, PARTIAL, worst } from '../quality/index.ts'
import { endStamped, type Series } from '../series/index.ts'
import { isPresent } from './present.ts'
import type { MissingOptions } from './present.ts'

export interface Total {
  /** mm; null when more than half of the period is missing. */
  total: number | null
  /** mm of the increments present, however few. */
  sum: number
  /** Number of missing increments, and their share of the expected ones, 0-1. */
  missing: number
  share: number
  q: number
}

export interface TotalOptions extends MissingOptions {
  /** Number of increments that the period should have; missing ones count as such. Default: as many as given. */
  expected?: number
}

/**
 * Depth over a period from increments (mm): the sum of those present. PARTIAL when more than 10 % are missing,
 * MISSING when more than 50 % are, or there are none.
 */
export function total(values: ArrayLike<number | null>, options: TotalOptions = {}): Total {
  const expected = Math.max(values.length, options.expected ?? 0)
  let sum = 0
  let present = 0
  let q = GOOD
  for (let i = 0; i < values.length; i++) {
    const v = values[i]
    if (!isPresent(v, i, options)) continue
    sum += v
    present++
    if (options.quality) q = worst(q, options.quality[i])
  }
  return totalOf({ sum, present, q }, expected)
}

/** The same from what was counted elsewhere: sum (mm), number and quality of the increments present. */
export function totalOf(
  { sum, present, q }: { sum: number; present: number; q: number },
  due: number,
): Total {
  const expected = Math.max(present, due)
  const missing = expected - present
  const share = expected > 0 ? missing / expected : 1
  const none = present === 0 || share > 0.5
  const grade = none ? MISSING : share > 0.1 ? worst(q, PARTIAL) : q
  return { total: none ? null : sum, sum, missing, share, q: grade }
}

/** Rain over a span, with the stamp of its last increment (epoch ms); null when there is none. */
export interface RainOver extends Total {
  t: number | null
}

/**
 * Depth (mm) over (from, to], epoch ms, from increments stamped at the end of their interval (domain rules 0.2 and
 * 5.4). An increment stamped at an edge belongs to the span that ends there, so that consecutive days contain each
 * once. every: ms between increments, by which missing ones are counted; 0: any one is enough.
 */
export function rainOver(s: Series | undefined, from: number, to: number, every: number): RainOver {
  const expected = incrementsDue(from, to, every)
  const part = s && endStamped(s, from, to)
  if (!part || part.t.length === 0) return { ...total([], { expected }), t: null }
  return { ...total(part.v, { quality: part.q, expected }), t: part.t[part.t.length - 1] }
}

/** The number of increments due over (from, to] at one every so many ms; 0: unknown. */
export function incrementsDue(from: number, to: number, every: number): number {
  return every > 0 ? Math.max(0, Math.floor((to - from) / every + 1e-9)) : 0
}
