import type { Key } from './types.ts'

/** Orders by time, newest first. Negative: a comes before b. */
export const order = (a: Key, b: Key) => b.t - a.t || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

interface MergedKey {
  /** Which source, and the id there. */
  source: number
  id: string
}

/**
 * The entries [start, start + size) of the merged lists, which are each sorted newest first. Each list needs no more
 * than its first start + size entries.
 */
export function slice(lists: readonly (readonly Key[])[], start: number, size: number): MergedKey[] {
  const at = lists.map(() => 0)
  const found: MergedKey[] = []
  for (let i = 0; i < start + size; i++) {
    let best = -1
    for (let k = 0; k < lists.length; k++) {
      const key = lists[k][at[k]]
      if (key && (best < 0 || order(key, lists[best][at[best]]) < 0)) best = k
    }
    if (best < 0) break
    if (i >= start) found.push({ source: best, id: lists[best][at[best]].id })
    at[best]++
  }
  return found
}
