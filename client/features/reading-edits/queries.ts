import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import * as contract from '#contract/edits.ts'
import { listFired } from '#contract/quality.ts'
import type { Body } from '#contract/endpoint.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useReread } from '../../lib/items.ts'
import { useCan, useProfile } from '../../lib/who.ts'
import { USUAL } from './address.ts'
import type { Span } from './selection.ts'

const AGAIN = MINUTE
/** Columns come as they are stored up to about eight times this many readings. */
const WIDE = 10_000

/** A series as it was sent and as it is used; span null: the last day. */
export function useEdits(series: string | null, span: Span | null) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'edits', series, span],
    queryFn: ({ signal }) => {
      const now = Math.floor(serverNow())
      const body = { series: series!, ...(span ?? { from: now - USUAL, to: now }), px: WIDE }
      return call(contract.readEdits, { body, signal })
    },
    enabled: series !== null,
    // Another span of the same series takes its place when it has come; another series never stands in for it.
    placeholderData: (before, query) => (query?.queryKey[2] === series ? before : undefined),
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Who gave which state to the span, of the series and of the whole record, the newest first. */
export function useReviews(series: string | null, span: Span | null) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'edits-reviews', series, span],
    queryFn: async ({ signal }) => {
      const [own, whole] = await Promise.all([
        call(contract.listReviews, { body: { series: series!, ...span! }, signal }),
        call(contract.listReviews, { body: span!, signal }),
      ])
      return [...own.reviews, ...whole.reviews].sort((a, b) => b.set_at - a.set_at)
    },
    enabled: series !== null && span !== null,
    placeholderData: (before, query) => (query?.queryKey[2] === series ? before : undefined),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** What came or changed in approved time and waits for somebody to accept it. */
export function usePending(accepted: boolean) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'edits-pending', accepted],
    queryFn: ({ signal }) => call(contract.listPending, { body: { accepted }, signal }),
    refetchInterval: AGAIN,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** What quality checks found in the span, for who may see it. */
export function useFired(series: string | null, span: Span | null, zone: string) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'edits-fired', series, span],
    queryFn: async ({ signal }) => {
      const query = {
        series: series!,
        from: toLocal(span!.from, zone),
        to: toLocal(Math.ceil(span!.to / 1000) * 1000 + 1000, zone),
      }
      const { fired } = await call(listFired, { query, signal })
      // A name that only contains this one is another series.
      return fired.filter((f) => f.series === series).sort((a, b) => a.from - b.from)
    },
    enabled: useCan('quality.view') && series !== null && span !== null,
    placeholderData: (before, query) => (query?.queryKey[2] === series ? before : undefined),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** What an act would make of its series; nothing is stored. */
export function usePreview() {
  return useMutation({
    mutationFn: (act: contract.EditInput) => call(contract.previewEdit, { body: { act, px: WIDE } }),
    meta: { quiet: true },
  })
}

/** What taking an act back would make of its series; nothing is stored. Once it is taken back there is no more to ask. */
export function useUndoPreview(act: string, stands: boolean) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'edits-undo', act],
    queryFn: ({ signal }) => call(contract.previewUndo, { body: { act_id: act, px: WIDE }, signal }),
    enabled: stands,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
}

/** An act after which everything shown of the reservoir is read again, also when it failed: others act too. */
function useActing<B, D>(ask: (body: B) => Promise<D>) {
  const onSettled = useReread()
  return useMutation({ mutationFn: ask, meta: { quiet: true }, onSettled })
}

export const useAdd = () => useActing((body: Body<typeof contract.addAct>) => call(contract.addAct, { body }))
export const useUndo = () =>
  useActing((body: Body<typeof contract.undoAct>) => call(contract.undoAct, { body }))
export const useSetReview = () =>
  useActing((body: Body<typeof contract.setReview>) => call(contract.setReview, { body }))
export const useAccept = () =>
  useActing((body: Body<typeof contract.acceptPending>) => call(contract.acceptPending, { body }))
