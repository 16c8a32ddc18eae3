import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { HOUR, MINUTE } from '#core/time/index.ts'
import { getHistory } from '#contract/readings.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useProfile } from '../../lib/who.ts'
import type { TimeRange } from '../../ui/chart/index.ts'
import { KEY } from '../live-data/queries.ts'
import { everyOf, type Steps } from './steps.ts'

/** More rows than these nobody scrolls through: ten years come by days. */
const ROWS = 4000
const FRESH = 5 * MINUTE

/**
 * The series over whole hours, days or months, for the table of a chart whose columns came thinned: the extremes of
 * pixels are right for a line, but as rows they would be holes. null: nothing is asked.
 */
export function useSteps(codes: readonly string[], range: TimeRange | null): Steps | undefined {
  const hydro = useProfile().hydro_code
  const from = range && Math.floor(range.from / HOUR) * HOUR
  const to = range && Math.ceil(range.to / HOUR) * HOUR
  const { data } = useQuery({
    queryKey: [hydro, KEY.steps, codes, from, to],
    queryFn: async ({ signal }) => {
      const body = { series: [...codes], from: from!, to: to!, rows: ROWS }
      const { step, series } = await call(getHistory, { body, signal })
      return step ? { step, series } : null
    },
    placeholderData: (data, before) => (before?.queryKey[2] === codes ? keepPreviousData(data) : undefined),
    enabled: range !== null && codes.length > 0,
    staleTime: FRESH,
    refetchInterval: () => everyOf(to, serverNow()),
    meta: { quiet: true },
  })
  return range === null ? undefined : (data ?? undefined)
}
