import { useQuery } from '@tanstack/react-query'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { getDataFromTo } from '#contract/dashboard.ts'
import { getInflowForecast, type ForecastHours, type ForecastModel } from '#contract/forecast.ts'
import { call } from '../../lib/client.ts'
import { useLast } from '../../lib/feed.ts'
import { useKnown } from '../../lib/known.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useWho } from '../../lib/who.ts'

/** The inflow that forecasts start from. */
const INFLOW = 'general.inflow_moving_average'
/** Where the feed is silent: what stands still grows old, and then there is no forecast any more. */
const EVERY = MINUTE

/** The inflow ahead, made again with each new inflow; model null: none is asked for. */
export function useInflowForecast(model: ForecastModel | null, hours: ForecastHours) {
  const known = useKnown()
  const { language } = useText()
  const hydro = useWho().profile?.hydro_code ?? ''
  const moved = useLast(INFLOW)?.[1] ?? null
  const allowed = useCan('dashboard.view')
  return useQuery({
    queryKey: [hydro, ...(known ? ['known', known.local] : [moved]), 'forecast', model, hours, language],
    queryFn: ({ signal }) =>
      call(getInflowForecast, {
        query: { model: model!, hours: String(hours), ...(known ? { known_at: known.local } : {}) },
        signal,
      }),
    // A new inflow does not empty the chart; another model, horizon or time never stands in.
    placeholderData: (data, before) =>
      data && !known && before?.queryKey[1] !== 'known' && data.model === model && data.hours === hours
        ? data
        : undefined,
    refetchInterval: known ? false : EVERY,
    enabled: allowed && model !== null,
  })
}

/** The smoothed inflow that was observed before a forecast, thinned for a small chart. */
export function useRecentInflow(from: number, to: number) {
  const known = useKnown()
  const zone = useZone()
  const hydro = useWho().profile?.hydro_code ?? ''
  return useQuery({
    queryKey: [hydro, ...(known ? ['known', known.local] : []), 'forecast', 'before', from, to],
    queryFn: async ({ signal }) => {
      const body = { from: toLocal(from, zone!), to: toLocal(to, zone!), layout: 'columns' as const, px: 500 }
      const { columns } = await call(getDataFromTo, {
        body: known ? { ...body, known_at: known.local } : body,
        signal,
      })
      return columns.inflow_moving_average ?? null
    },
    placeholderData: (data, before) => (before?.queryKey.at(-2) === from ? data : undefined),
    staleTime: 5 * EVERY,
    enabled: zone !== null,
  })
}
