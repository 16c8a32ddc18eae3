import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { getDataFromTo, type Hydro } from '#contract/dashboard.ts'
import { getMarks } from '#contract/timeline.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useKnown } from '../../lib/known.ts'
import { useComposed } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { offsetOf, writeCompare, type ComparedPeriod } from '../../parts/time-chart/compare.ts'
import { leadOf, type ChartSpan } from '../../parts/live-data/span.ts'

/** How far a live window moves before it is refetched, ms. */
const SLIDES = 5 * MINUTE
const MARKS_EVERY = 30_000

const rangeOf = (span: ChartSpan, now: number) =>
  'hours' in span ? { from: now - span.hours * HOUR, to: now } : span

const seconds = (ms: number) => Math.ceil(ms / 1000) * 1000

/**
 * Columns of the comparison period, and how long before the present it lies.
 * @param lead how far a live window extends beyond the present, ms
 */
export function useCompared(
  { span, lead }: { span: ChartSpan; lead: number },
  px: number,
  hydro: Hydro | undefined,
  compare: ComparedPeriod | null,
) {
  const known = useKnown()
  const chosen = compare && writeCompare(compare)
  const live = 'hours' in span && !known
  return useComposed(
    {
      name: 'compared',
      from: [getDataFromTo],
      input:
        hydro && compare && px > 0
          ? { chosen, span, px, lead, zone: hydro.time_zone, interval: hydro.interval, known }
          : null,
      make: async ({ zone, interval }, signal) => {
        const now = known?.at ?? serverNow()
        const { from, to } = rangeOf(span, now)
        const shift = offsetOf(compare!, from, zone)
        // Thinned totals are summed from the start: their steps then end where those of the present period do.
        const step = interval * 1000
        const first = Math.floor((from - shift - leadOf(span, step)) / step) * step
        // The comparison period has its next values already.
        const end = Math.min(now, to - shift + (live ? lead + 2 * SLIDES : 0))
        const { columns } = await call(getDataFromTo, {
          body: {
            from: toLocal(first, zone),
            to: toLocal(seconds(end), zone),
            layout: 'columns',
            px,
            ...(known ? { known_at: known.local } : {}),
          },
          signal,
        })
        return { shift, columns }
      },
    },
    {
      // After zooming in, the coarser lines are shown until the finer ones are loaded.
      placeholderData: (data, before) => {
        const had = before?.queryKey[2]
        return had?.chosen === chosen && had?.known?.local === known?.local ? data : undefined
      },
      refetchInterval: live ? SLIDES : false,
      staleTime: SLIDES,
      kept: false,
      quiet: true,
    },
  )
}

/** Operator actions over the range; the previous ones are shown until they are loaded. */
export function useMarks(span: ChartSpan, zone: string | undefined, wanted: boolean) {
  const known = useKnown()
  const { language } = useText()
  const live = 'hours' in span && !known
  return useComposed(
    {
      name: 'marks',
      from: [getMarks],
      input: wanted && zone !== undefined ? { span, zone, known } : null,
      make: (input, signal) => {
        const { from, to } = rangeOf(span, known?.at ?? serverNow())
        return call(getMarks, {
          body: {
            from: toLocal(from, input.zone),
            to: toLocal(seconds(to + (live ? MINUTE : 0)), input.zone),
            ...(known ? { known_at: known.local } : {}),
          },
          signal,
        })
      },
    },
    {
      placeholderData: (data, before) => {
        const [, , had, words] = before?.queryKey ?? []
        return had && words === language && had.known?.local === known?.local ? data : undefined
      },
      refetchInterval: live ? MARKS_EVERY : false,
      kept: known === null,
      quiet: true,
    },
  )
}
