import { previewDifference, type DraftChange, type Preview } from '#contract/preview.ts'
import { call } from '../../lib/client.ts'

/** Requests the difference over a span of local times. */
export type RequestPreview = (span: { from: string; to: string }, signal?: AbortSignal) => Promise<Preview>

/** The `Ask` of changes to the description or a table. */
export const previewOf =
  (changes: DraftChange[]): RequestPreview =>
  (span, signal) =>
    call(previewDifference, { body: { ...span, px: 800, changes }, signal })
