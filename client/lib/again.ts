import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Which queries: those whose key begins with this one, or with `exact` the one that has it. */
export interface Which {
  queryKey: QueryKey
  exact?: boolean
}

const waiting = new WeakMap<QueryClient, Set<string>>()

/**
 * Reads again what a change touched, where it is shown. An answer that is on its way may have been made before
 * the change: it is let in, and read once more; cancelling it would leave a slow line without any answer.
 * With `mark` nothing is read now, but when it is shown next.
 */
export async function askAgain(client: QueryClient, which: Which, mark: () => boolean): Promise<void> {
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
