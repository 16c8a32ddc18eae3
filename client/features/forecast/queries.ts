import { MINUTE, toLocal } from '#core/time/index.ts'
import { getDataFromTo } from '#contract/dashboard.ts'
import { getInflowForecast, type ForecastHours, type ForecastModel } from '#contract/forecast.ts'
import { call } from '../../lib/client.ts'
import { useLast } from '../../lib/feed.ts'
import { useKnown } from '../../lib/known.ts'
import { useComposed } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useCan } from '../../lib/app-state.ts'

/** The inflow from which forecasts start. */
const INFLOW = 'general.inflow_moving_average'
/** Refetched without the feed as well: a constant inflow sends nothing and grows too old for a forecast. */
const EVERY = MINUTE

/** The inflow forecast, computed again with each new inflow; model null: none. */
export function useInflowForecast(model: ForecastModel | null, hours: ForecastHours) {
  const known = useKnown()
  const moved = useLast(INFLOW)?.[1] ?? null
  return useComposed(
    {
      name: 'forecast',
      from: [getInflowForecast],
      input: model && { model, hours, ...(known ? { known } : { moved }) },
      make: (input, signal) =>
        call(getInflowForecast, {
          query: {
            model: input.model,
            hours: String(hours),
            ...(known ? { known_at: known.local } : {}),
          },
          signal,
        }),
    },
    {
      // A new inflow keeps the old chart until it is loaded; another model, horizon or time never does.
      placeholderData: (data, before) => {
        const had = before?.queryKey[2]
        return !known && had && !('known' in had) && had.model === model && had.hours === hours
          ? data
          : undefined
      },
      refetchInterval: known ? false : EVERY,
      enabled: useCan('dashboard.view'),
      kept: known === null,
    },
  )
}

/** The smoothed inflow observed before a forecast, thinned for a small chart. */
export function useRecentInflow(from: number, to: number) {
  const known = useKnown()
  const zone = useZone()
  return useComposed(
    {
      name: 'recent-inflow',
      from: [getDataFromTo],
      input: zone === null ? null : { from, to, zone, known },
      make: async (input, signal) => {
        const [start, end] = [from, to].map((t) => toLocal(t, input.zone))
        const body = { from: start, to: end, layout: 'columns' as const, px: 500 }
        const { columns } = await call(getDataFromTo, {
          body: known ? { ...body, known_at: known.local } : body,
          signal,
        })
        return columns.inflow_moving_average ?? null
      },
    },
    {
      placeholderData: (data, before) => (before?.queryKey[2]?.from === from ? data : undefined),
      staleTime: 5 * EVERY,
      kept: known === null,
    },
  )
}
