import { HOUR, MINUTE } from '#core/time/units.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract/endpoint.ts'
import { getHistory } from '#contract/readings.ts'
import * as contract from '#contract/views.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useProfile } from '../../lib/who.ts'
import type { TimeRange } from '../../ui/chart/index.ts'

/** What comes between is told by the feed. */
const AGAIN = 5 * MINUTE
/** Columns come as they are stored up to about eight times this many readings. */
const WIDE = 10_000

export type Span = TimeRange | { hours: number }

const rangeAt = (span: Span, now: number): TimeRange =>
  'hours' in span ? { from: now - span.hours * HOUR, to: now } : span

/** Readings of the series, thinned to a width; what was shown stays until they are here. lead: before the range, ms. */
export function useColumns(codes: readonly string[], span: Span, px: number, lead: number) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'charts', codes, span, px],
    queryFn: async ({ signal }) => {
      const { from, to } = rangeAt(span, Math.ceil(serverNow()))
      const body = { series: [...codes], from: from - lead, to, px }
      return { ...(await call(getHistory, { body, signal })), asked: codes }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 'hours' in span ? AGAIN : false,
    enabled: codes.length > 0 && px > 0,
    meta: { quiet: true },
  })
}

/** The same series of another period. shift: how long before, ms. */
export function useOther(codes: readonly string[], range: TimeRange, px: number, shift: number | null) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'charts-other', codes, range, px, shift],
    queryFn: async ({ signal }) => {
      const body = { series: [...codes], from: range.from - shift!, to: range.to - shift!, px }
      return { shift: shift!, columns: (await call(getHistory, { body, signal })).series }
    },
    placeholderData: (data, before) => (before?.queryKey.at(-1) === shift ? data : undefined),
    enabled: shift !== null && codes.length > 0 && px > 0,
    staleTime: AGAIN,
    meta: { quiet: true },
  })
}

/** Two series as they are stored, as far as that many can be. */
export function usePair(x: string | null, y: string | null, span: Span) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'charts-pair', x, y, span],
    queryFn: ({ signal }) => {
      const body = { series: [...new Set([x!, y!])], ...rangeAt(span, Math.ceil(serverNow())), px: WIDE }
      return call(getHistory, { body, signal })
    },
    placeholderData: (data, before) =>
      before?.queryKey[2] === x && before.queryKey[3] === y ? data : undefined,
    refetchInterval: 'hours' in span ? AGAIN / 5 : false,
    enabled: x !== null && y !== null,
    meta: { quiet: true },
  })
}

const key = (hydro: string) => [hydro, 'chart-views']

/** The saved views that the account may open. */
export function useViews() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: key(hydro),
    queryFn: ({ signal }) => call(contract.listViews, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Saves, changes and deletes views; the list is read again after each, also when it failed: others act too. */
export function useViewActs() {
  const client = useQueryClient()
  const hydro = useProfile().hydro_code
  const common = {
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: key(hydro) }),
  }
  return {
    add: useMutation({
      ...common,
      mutationFn: (body: Body<typeof contract.addView>) => call(contract.addView, { body }),
    }),
    update: useMutation({
      ...common,
      mutationFn: (body: Body<typeof contract.updateView>) => call(contract.updateView, { body }),
    }),
    remove: useMutation({
      ...common,
      mutationFn: (body: Body<typeof contract.deleteView>) => call(contract.deleteView, { body }),
    }),
  }
}
