import { MINUTE } from '#core/time/units.ts'
import { getHydros } from '#contract/dashboard.ts'
import { useRead } from './query.ts'
import { useCan, useWho } from './who.ts'

/** The reservoir that the session is on, with its levels and zone; nothing for who may not see the dashboard. */
export function useReservoir() {
  const hydro = useWho().profile?.hydro_code ?? ''
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

/** Zone of the reservoir that the session is on; null where there is none yet. */
export function useZone(): string | null {
  const { profile } = useWho()
  return profile?.reservoirs.find((r) => r.hydro_code === profile.hydro_code)?.time_zone ?? null
}
