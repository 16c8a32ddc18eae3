import { useQuery } from '@tanstack/react-query'
import { getHydros } from '#contract/dashboard.ts'
import { call } from './client.ts'
import { useCan, useWho } from './who.ts'

/** The reservoir that the session is on, with its levels and zone; nothing for who may not see the dashboard. */
export function useReservoir() {
  const hydro = useWho().profile?.hydro_code ?? ''
  return useQuery({
    queryKey: [hydro, 'hydros'],
    queryFn: ({ signal }) => call(getHydros, { signal }),
    select: (all) => all.find((h) => h.hydro_code === hydro) ?? all[0],
    staleTime: 5 * 60_000,
    enabled: useCan('dashboard.view'),
  })
}

/** Zone of the plant, or null while it is not known. */
export function useZone(): string | null {
  return useReservoir().data?.time_zone ?? null
}
