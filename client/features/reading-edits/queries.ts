import { keepPreviousData } from '@tanstack/react-query'
import {
  acceptPending,
  addAct,
  listPending,
  listReviews,
  previewEdit,
  previewUndo,
  readEdits,
  setReview,
  undoAct,
} from '#contract/edits.ts'
import { listFired } from '#contract/quality.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useAct, useComposed, useRead } from '../../lib/query.ts'
import { useCan } from '../../lib/app-state.ts'
import { USUAL } from './address.ts'
import type { EditSpan } from './selection.ts'

const AGAIN = MINUTE
/** Columns with up to about eight times this many readings are not thinned. */
export const WIDE = 10_000

/** Keeps the displayed data while another span of the same series loads; never those of another series. */
const ofSameSeries =
  (series: string | null) =>
  <D>(
    before: D | undefined,
    query?: { queryKey: readonly [string, string, { series: string } | null, ...unknown[]] },
  ) =>
    query?.queryKey[2]?.series === series ? before : undefined

/** A series as raw and effective columns; span null: the last day. */
export const useEdits = (series: string | null, span: EditSpan | null) =>
  useComposed(
    {
      name: 'edits',
      from: [readEdits],
      input: series === null ? null : { series, span },
      make: ({ series, span }, signal) => {
        const now = Math.floor(serverNow())
        return call(readEdits, {
          body: { series, ...(span ?? { from: now - USUAL, to: now }), px: WIDE },
          signal,
        })
      },
    },
    { placeholderData: ofSameSeries(series), refetchInterval: AGAIN, staleTime: 0, quiet: true },
  )

/** Review states set in the span, for the series and for the whole record, newest first. */
export const useReviews = (series: string, span: EditSpan) =>
  useComposed(
    {
      name: 'edits-reviews',
      from: [listReviews],
      input: { series, span },
      make: async ({ series, span }, signal) => {
        const [own, whole] = await Promise.all([
          call(listReviews, { body: { series, ...span }, signal }),
          call(listReviews, { body: span, signal }),
        ])
        return [...own.reviews, ...whole.reviews].sort((a, b) => b.set_at - a.set_at)
      },
    },
    { placeholderData: ofSameSeries(series), staleTime: 0, quiet: true },
  )

/** Pending changes in approved spans. */
export const usePending = (accepted: boolean) =>
  useRead(
    listPending,
    { body: { accepted } },
    { refetchInterval: AGAIN, placeholderData: keepPreviousData, staleTime: 0, quiet: true },
  )

/** Findings of quality checks in the span, for those who may see them. */
export const useFiredOfSeries = (series: string, span: EditSpan, zone: string) =>
  useComposed(
    {
      name: 'edits-fired',
      from: [listFired],
      input: useCan('quality.view') ? { series, span, zone } : null,
      make: async ({ series, span, zone }, signal) => {
        const query = {
          series,
          from: toLocal(span.from, zone),
          to: toLocal(Math.ceil(span.to / 1000) * 1000 + 1000, zone),
        }
        const { fired } = await call(listFired, { query, signal })
        // Search by name may return longer names.
        return fired.filter((f) => f.series === series).sort((a, b) => a.from - b.from)
      },
    },
    { placeholderData: ofSameSeries(series), staleTime: 0, quiet: true },
  )

/** Previews an edit's effect on its series. */
export const usePreviewEdit = () => useAct(previewEdit, { quiet: true })

/** Previews the effect of undoing an edit on its series. Not read once it is undone. */
export const useUndoPreview = (edit: string, enabled: boolean) =>
  useRead(
    previewUndo,
    { body: { act_id: edit, px: WIDE } },
    { enabled, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, quiet: true },
  )

export const useAddEdit = () => useAct(addAct, { quiet: true })
export const useUndoEdit = () => useAct(undoAct, { quiet: true })
export const useSetReview = () => useAct(setReview, { quiet: true })
export const useAcceptPending = () => useAct(acceptPending, { quiet: true })
