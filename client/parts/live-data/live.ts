import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getIndicators, getOutlets, getWaterdepths } from '#contract/dashboard.ts'
import { refetchLater, type Which } from '../../lib/again.ts'
import { feed } from '../../lib/feed.ts'
import { readOptions } from '../../lib/query.ts'
import { throttle } from '../../lib/throttle.ts'
import { useProfile } from '../../lib/app-state.ts'
import { reaches, touched } from './changes.ts'
import { NAME, type ChartData } from './queries.ts'

/** The first change is fetched at once, further ones at most this often, ms. */
const FIGURES_EVERY = 1000
const TABLES_EVERY = 5000
const CHART_EVERY = 5000
/** Data fetched this shortly before the feed's first event lack only the newest values, which the feed brings, ms. */
const FRESH = 10_000

/** Whether a displayed chart has an older answer; one still loading does not count. */
function outdated(client: QueryClient, hydro: string, now: number): boolean {
  const shown = client.getQueryCache().findAll({ queryKey: [hydro, NAME.chart], type: 'active' })
  return shown.some(({ state }) => state.dataUpdatedAt > 0 && now - state.dataUpdatedAt > FRESH)
}

/** Query keys of present data; compared exactly, to tell them from as-of views. */
const keysOf = (hydro: string) => ({
  figures: readOptions(getIndicators, {}, { hydro }).queryKey,
  outlets: readOptions(getOutlets, {}, { hydro }).queryKey,
  levels: readOptions(getWaterdepths, {}, { hydro }).queryKey,
})

/** Refetches what the feed reports as changed. Mounted once, by the shell. */
export function useLiveQueries(): void {
  const client = useQueryClient()
  const hydro = useProfile().hydro_code
  useEffect(() => {
    const keys = keysOf(hydro)
    // A hidden tab only invalidates, and refetches when it is shown again.
    const again = (which: Which) => void refetchLater(client, which, () => document.hidden)
    const figures = throttle(() => again({ queryKey: keys.figures, exact: true }), FIGURES_EVERY)
    const outlets = throttle(() => again({ queryKey: keys.outlets, exact: true }), TABLES_EVERY)
    const levels = throttle(() => again({ queryKey: keys.levels, exact: true }), TABLES_EVERY)
    const charts = throttle(
      () => Object.values(NAME).forEach((name) => again({ queryKey: [hydro, name] })),
      CHART_EVERY,
    )
    const all = [figures, outlets, levels, charts]
    // A page loads everything when it opens; what was missed during a later break is refetched.
    let opening = true
    const stop = feed.onChange((moved) => {
      if (moved === null) {
        const needless = opening && !outdated(client, hydro, Date.now())
        opening = false
        return all.forEach((t) => (t === charts && needless ? undefined : t.ask()))
      }
      const gates = client.getQueryData(keys.outlets)
      const depths = client.getQueryData(keys.levels)
      const hit = touched(moved, gates ?? [], depths ?? [])
      // Until the lists are loaded, series cannot be assigned.
      if (hit.figures || !depths) figures.ask()
      if (hit.outlets || !gates) outlets.ask()
      if (hit.waterdepths || !depths) levels.ask()
      const shown = client.getQueriesData<ChartData>({ queryKey: [hydro, NAME.chart], type: 'active' })
      if (shown.some(([, data]) => data && reaches(moved, data))) charts.ask()
    })
    const shown = () => {
      if (!document.hidden) all.forEach((t) => t.ask())
    }
    document.addEventListener('visibilitychange', shown)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', shown)
      all.forEach((t) => t.stop())
    }
  }, [client, hydro])
}
