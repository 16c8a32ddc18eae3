import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Matches queries whose key begins with this one, or with `exact` equals it. */
export interface Which {
  queryKey: QueryKey
  exact?: boolean
}

const waiting = new WeakMap<QueryClient, Set<string>>()

/**
 * Refetches active queries after a change. A pending answer may predate the change: it is accepted, and the query
 * fetched once more; cancelling it would leave a slow connection without any answer.
 * With `mark`, queries are only invalidated, and refetched when they are next shown.
 */
export async function refetchLater(client: QueryClient, which: Which, mark: () => boolean): Promise<void> {
  const under = client.getQueryCache().findAll({ ...which, fetchStatus: 'fetching' })
  if (under.length > 0) {
    const held = waiting.get(client) ?? new Set<string>()
    waiting.set(client, held)
    const name = JSON.stringify(which)
    if (held.has(name)) return
    held.add(name)
    await Promise.allSettled(under.map((query) => query.promise))
    held.delete(name)
  }
  await client.invalidateQueries(
    { ...which, refetchType: mark() ? 'none' : 'active' },
    { cancelRefetch: false },
  )
}
