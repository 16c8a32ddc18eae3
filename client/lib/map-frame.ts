import { useQuery } from '@tanstack/react-query'
import { getMap } from '#contract/geo.ts'
import { call } from './client.ts'
import { useProfile } from './who.ts'

/** What maps of the stations are drawn on: the dam, the outline, rivers, lakes and borders, what is shown first. */
export function useMapFrame() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'geo', 'map'],
    queryFn: ({ signal }) => call(getMap, { signal }),
    meta: { quiet: true },
  })
}
