import type { Outlet, Waterdepth } from '#contract/dashboard.ts'
import type { Moved } from '../../lib/feed-store.ts'
import type { ChartData } from './queries.ts'

/** Names of the computed series that figures are made of. */
const COMPUTED = /^(general|basin)\./

/** Parts of the dashboard that a change affects. */
export function touched(
  moved: NonNullable<Moved>,
  outlets: readonly Outlet[],
  waterdepths: readonly Waterdepth[],
): { figures: boolean; outlets: boolean; waterdepths: boolean } {
  const ofOutlets = new Set(outlets.flatMap((o) => [o.series.output, o.series.input]))
  const ofLevels = new Set(waterdepths.map((w) => w.series))
  const hit = { figures: false, outlets: false, waterdepths: false }
  for (const [code] of moved.last) {
    if (COMPUTED.test(code)) hit.figures = true
    if (ofLevels.has(code)) hit.figures = hit.waterdepths = true
    if (ofOutlets.has(code)) hit.outlets = true
  }
  return hit
}

/**
 * Whether a change affects the past of a chart's range. A span that only appends to its series is drawn from the feed
 * and needs no call.
 */
export function reaches(moved: NonNullable<Moved>, data: Pick<ChartData, 'from' | 'to' | 'live'>): boolean {
  const end = data.live ? Infinity : data.to
  const tip = new Map(moved.last.map(([code, t]) => [code, t]))
  return moved.spans.some(
    (s) =>
      s.to >= data.from &&
      s.from <= end &&
      s.series.some((code) => COMPUTED.test(code) && !((tip.get(code) ?? Infinity) <= s.from)),
  )
}
