import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Outlet, Waterdepth } from '#contract/dashboard.ts'
import { askAgain } from '../../lib/again.ts'
import { feed } from '../../lib/feed.ts'
import { throttle } from '../../lib/throttle.ts'
import { useProfile } from '../../lib/who.ts'
import { reaches, touched } from './changes.ts'
import { KEY, type ChartData } from './queries.ts'

/** The first change is asked for at once, further ones at most this often, ms. */
const FIGURES_EVERY = 1000
const TABLES_EVERY = 5000
const CHART_EVERY = 5000
/** What was read so lately before the feed's first word has only ends to gain from it, and those the feed tells, ms. */
const FRESH = 10_000

/** Whether a chart that is shown holds an answer of longer ago; one that is on its way is none. */
function outdated(client: QueryClient, hydro: string, now: number): boolean {
  const shown = client.getQueryCache().findAll({ queryKey: [hydro, KEY.chart], type: 'active' })
  return shown.some(({ state }) => state.dataUpdatedAt > 0 && now - state.dataUpdatedAt > FRESH)
}

function again(client: QueryClient, hydro: string, key: string) {
  // A tab that nobody looks at only marks: it asks when it is shown again.
  void askAgain(client, [hydro, key], () => document.hidden)
}

/** Follows the feed: what moved is asked for again. Mounted once, by the shell. */
export function useLiveQueries(): void {
  const client = useQueryClient()
  const hydro = useProfile().hydro_code
  useEffect(() => {
    const figures = throttle(() => again(client, hydro, KEY.indicators), FIGURES_EVERY)
    const outlets = throttle(() => again(client, hydro, KEY.outlets), TABLES_EVERY)
    const levels = throttle(() => again(client, hydro, KEY.waterdepths), TABLES_EVERY)
    const charts = throttle(() => {
      again(client, hydro, KEY.chart)
      again(client, hydro, KEY.steps)
      again(client, hydro, KEY.inflow)
    }, CHART_EVERY)
    const all = [figures, outlets, levels, charts]
    // A page asks for everything as it opens; what a line missed that was cut later is asked for again.
    let opening = true
    const stop = feed.onChange((moved) => {
      if (moved === null) {
        const needless = opening && !outdated(client, hydro, Date.now())
        opening = false
        return all.forEach((t) => (t === charts && needless ? undefined : t.ask()))
      }
      const gates = client.getQueryData<Outlet[]>([hydro, KEY.outlets])
      const depths = client.getQueryData<Waterdepth[]>([hydro, KEY.waterdepths])
      const hit = touched(moved, gates ?? [], depths ?? [])
      // Before the lists are here nobody knows what a series belongs to.
      if (hit.figures || !depths) figures.ask()
      if (hit.outlets || !gates) outlets.ask()
      if (hit.waterdepths || !depths) levels.ask()
      const shown = client.getQueriesData<ChartData>({ queryKey: [hydro, KEY.chart], type: 'active' })
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
