import type { Client, Context } from '../store/context.ts'
import type { WriteResult } from '../types.ts'

/** Cuts a list into runs of `size`, the last of which may be shorter. */
export function partsOf<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let i = 0; i < list.length; i += size) parts.push(list.slice(i, i + size))
  return parts
}

/** Writes each part in the caller's transaction, or in one of its own; sums what changed. */
export async function writeParts<P>(
  ctx: Context,
  client: Client | undefined,
  parts: readonly P[],
  work: (client: Client, part: P) => Promise<WriteResult>,
): Promise<WriteResult> {
  const total: WriteResult = { changed: 0, unchanged: 0, changes: [], changedKeys: null }
  for (const part of parts) {
    const done = await (client ? work(client, part) : ctx.db.tx((c) => work(c, part), { retry: true }))
    total.changed += done.changed
    total.unchanged += done.unchanged
    total.changes.push(...done.changes)
  }
  return total
}
