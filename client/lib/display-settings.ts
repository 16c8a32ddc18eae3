import { MINUTE } from '#core/time/units.ts'
import { getHydroSetting, getSettingInterface } from '#contract/settings.ts'
import { call } from './client.ts'
import { useComposed } from './query.ts'
import { useCan, useAppState } from './app-state.ts'

/** Query key of the display settings. */
export const DISPLAY_SETTINGS = 'display-settings'

/** Display settings of the reservoir; undefined while unknown, or without permission for the dashboard. */
export function useDisplaySettings() {
  const hydro = useAppState().profile?.hydro_code ?? ''
  return useComposed(
    {
      name: DISPLAY_SETTINGS,
      from: [getSettingInterface, getHydroSetting],
      input: {},
      make: async (_input, signal) => {
        const [display, levels] = await Promise.all([
          call(getSettingInterface, { signal }),
          call(getHydroSetting, { signal }),
        ])
        return { ...display, season_limit: levels.season_limit }
      },
    },
    {
      staleTime: 5 * MINUTE,
      enabled: useCan('dashboard.view') && hydro !== '',
      failed: 'load_project_failed',
    },
  )
}
export type DisplaySettings = NonNullable<ReturnType<typeof useDisplaySettings>['data']>
