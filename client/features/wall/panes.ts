import { useEffect, useState, type ComponentType } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { useDisplaySettings } from '../../lib/display-settings.ts'
import { useCan } from '../../lib/app-state.ts'
import { useChartData } from '../../parts/live-data/queries.ts'
import { CHART_HOURS, CHART_PX } from './chart-size.ts'
import { PANES, type PaneName } from './rotation.ts'

const AGAIN = 10_000

interface Shown {
  hydro: Hydro | undefined
  now: number
}
type Later = Partial<Record<PaneName, ComponentType<Shown>>>

const LATER: Partial<Record<PaneName, () => Promise<ComponentType<Shown>>>> = {
  chart: () => import('./chart.tsx').then((m) => m.default),
  // Includes the map library, which other pages load only when they show a map.
  map: () => Promise.all([import('./map.tsx'), import('../../ui/map/engine.ts')]).then(([m]) => m.default),
}

/**
 * The panes whose code is loaded. All code is fetched while the server is reachable, so that nothing is missing
 * without it; failed ones are retried and skipped until then.
 */
export function usePanes(hydro: Hydro | undefined): { panes: PaneName[]; later: Later } {
  const mayMap = useCan('map')
  const [later, setLater] = useState<Later>({})
  useEffect(() => {
    let open = true
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const fetch = (name: PaneName) => {
      LATER[name]!().then(
        (part) => open && setLater((had) => ({ ...had, [name]: part })),
        () => {
          if (open) timers.add(setTimeout(() => fetch(name), AGAIN))
        },
      )
    }
    fetch('chart')
    if (mayMap) fetch('map')
    return () => {
      open = false
      timers.forEach(clearTimeout)
    }
  }, [mayMap])
  // Its data too, before its turn.
  useChartData({ hours: CHART_HOURS }, CHART_PX, hydro)
  useDisplaySettings()
  return {
    panes: PANES.filter((p) => !(p in LATER) || (later[p] && (p !== 'map' || mayMap))),
    later,
  }
}
