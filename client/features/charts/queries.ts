import { HOUR, MINUTE } from '#core/time/units.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { getHistory } from '#contract/readings.ts'
import { addView, deleteView, listViews, updateView } from '#contract/views.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useAct, useComposed, useRead } from '../../lib/query.ts'
import type { TimeRange } from '../../ui/chart/index.ts'

/** How often it is refetched, ms; the feed reports what comes in between. */
const AGAIN = 5 * MINUTE
/** Columns with up to about eight times this many readings are not thinned. */
const WIDE = 10_000

export type ChartSpan = TimeRange | { hours: number }

const rangeAt = (span: ChartSpan, now: number): TimeRange =>
  'hours' in span ? { from: now - span.hours * HOUR, to: now } : span

/** Query key of a chart's columns. */
export const COLUMNS = 'charts'

/**
 * Readings of the series, thinned to a width; the previous ones are shown until they are loaded. lead: time before
 * the range, ms.
 */
export const useColumns = (codes: readonly string[], span: ChartSpan, px: number, lead: number) =>
  useComposed(
    {
      name: COLUMNS,
      from: [getHistory],
      input: codes.length > 0 && px > 0 ? { codes, span, px } : null,
      make: ({ codes, span, px }, signal) => {
        const { from, to } = rangeAt(span, Math.ceil(serverNow()))
        const body = { series: [...codes], from: from - lead, to, px }
        return call(getHistory, { body, signal })
      },
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: 'hours' in span ? AGAIN : false,
      quiet: true,
    },
  )

/** The same series over another period. shift: how long before, ms. */
export const useOtherPeriod = (
  codes: readonly string[],
  range: TimeRange,
  px: number,
  shift: number | null,
) =>
  useComposed(
    {
      name: 'charts-other',
      from: [getHistory],
      input: shift !== null && codes.length > 0 && px > 0 ? { codes, range, px, shift } : null,
      make: async ({ codes, range, px, shift }, signal) => {
        const body = { series: [...codes], from: range.from - shift, to: range.to - shift, px }
        return { shift, columns: (await call(getHistory, { body, signal })).series }
      },
    },
    {
      placeholderData: (data, before) => (before?.queryKey[2]?.shift === shift ? data : undefined),
      staleTime: AGAIN,
      quiet: true,
    },
  )

/** Two series unthinned, as far as the limit of readings allows. */
export const usePair = (x: string | null, y: string | null, span: ChartSpan) =>
  useComposed(
    {
      name: 'charts-pair',
      from: [getHistory],
      input: x !== null && y !== null ? { x, y, span } : null,
      make: ({ x, y, span }, signal) => {
        const body = { series: [...new Set([x, y])], ...rangeAt(span, Math.ceil(serverNow())), px: WIDE }
        return call(getHistory, { body, signal })
      },
    },
    {
      placeholderData: (data, query) => {
        const before = query?.queryKey[2]
        return before?.x === x && before?.y === y ? data : undefined
      },
      refetchInterval: 'hours' in span ? AGAIN / 5 : false,
      quiet: true,
    },
  )

/** Saved views that the account may open. */
export const useViews = () => useRead(listViews, {}, { staleTime: 0, quiet: true })

/** Saves, changes and deletes views. */
export const useViewActs = () => ({
  add: useAct(addView, { quiet: true }),
  update: useAct(updateView, { quiet: true }),
  remove: useAct(deleteView, { quiet: true }),
})
