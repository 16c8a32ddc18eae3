import { MINUTE } from '#core/time/units.ts'
import { getHydros } from '#contract/dashboard.ts'
import { useRead } from './query.ts'
import { useCan, useAppState } from './app-state.ts'

/** The session's reservoir with its levels and zone; undefined without permission for the dashboard. */
export function useReservoir() {
  const hydro = useAppState().profile?.hydro_code ?? ''
  return useRead(
    getHydros,
    {},
    {
      select: (all) => all.find((h) => h.hydro_code === hydro),
      staleTime: 5 * MINUTE,
      failed: 'load_hydro_failed',
      enabled: useCan('dashboard.view'),
    },
  )
}

/** Zone of the session's reservoir; null: none yet. */
export function useZone(): string | null {
  const { profile } = useAppState()
  return profile?.reservoirs.find((r) => r.hydro_code === profile.hydro_code)?.time_zone ?? null
}
