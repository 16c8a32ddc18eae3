import { MINUTE } from '#core/time/units.ts'
import { useQuery } from '@tanstack/react-query'
import { getHydroSetting, getSettingInterface } from '#contract/settings.ts'
import { call } from './client.ts'
import { useCan, useWho } from './who.ts'

/** How the pages of the reservoir are drawn; nothing while it is not known, or for who may not see the dashboard. */
export function useDisplaySettings() {
  const hydro = useWho().profile?.hydro_code ?? ''
  return useQuery({
    queryKey: [hydro, 'look'],
    queryFn: async ({ signal }) => {
      const [look, levels] = await Promise.all([
        call(getSettingInterface, { signal }),
        call(getHydroSetting, { signal }),
      ])
      return { ...look, season_limit: levels.season_limit }
    },
    staleTime: 5 * MINUTE,
    enabled: useCan('dashboard.view') && hydro !== '',
    meta: { quiet: true },
  })
}
export type DisplaySettings = NonNullable<ReturnType<typeof useDisplaySettings>['data']>
