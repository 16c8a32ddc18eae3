import { HOUR, MINUTE } from '#core/time/index.ts'
import { getHistory } from '#contract/readings.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useComposed } from '../../lib/query.ts'
import type { TimeRange } from '../../ui/chart/index.ts'
import { NAME } from '../live-data/queries.ts'
import { everyOf, type Steps } from './steps.ts'

/** Maximum number of rows: ten years are shown by days. */
const ROWS = 4000
const FRESH = 5 * MINUTE

/**
 * Series by hours, days or months, for the table of a thinned chart: extremes per pixel suit a line but would be
 * holes as rows. null: nothing is read.
 */
export function useSteps(codes: readonly string[], range: TimeRange | null): Steps | undefined {
  const from = range && Math.floor(range.from / HOUR) * HOUR
  const to = range && Math.ceil(range.to / HOUR) * HOUR
  const { data } = useComposed(
    {
      name: NAME.steps,
      from: [getHistory],
      input: from === null || to === null || codes.length === 0 ? null : { codes, from, to },
      make: async (input, signal) => {
        const body = { series: [...input.codes], from: input.from, to: input.to, rows: ROWS }
        const { step, series } = await call(getHistory, { body, signal })
        return step ? { step, series } : null
      },
    },
    {
      placeholderData: (data, before) => (before?.queryKey[2]?.codes === codes ? data : undefined),
      staleTime: FRESH,
      refetchInterval: () => everyOf(to, serverNow()),
      quiet: true,
    },
  )
  return range === null ? undefined : (data ?? undefined)
}
