import { deleteReplacedBefore } from '../store/across.ts'
import type { Context } from '../store/context.ts'
import { secondOf } from './known.ts'

/** Deletes what was replaced before an instant. Returns how many copies of days and readings were deleted. */
export const forget = (ctx: Context, before: number): Promise<number> =>
  deleteReplacedBefore(ctx, before, secondOf(before))
