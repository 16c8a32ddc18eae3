import type { QueryClient, QueryKey } from '@tanstack/react-query'

const waiting = new WeakMap<QueryClient, Set<string>>()

/**
 * Asks again for what a change touched, where it is shown. An answer that is on its way may have been made before
 * the change: it is let in, and read once more; cancelling it would leave a slow line without any answer.
 * With `mark` nothing is read now, but when it is shown next.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey, mark: () => boolean): Promise<void> {
  const under = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  if (under.length > 0) {
    const held = waiting.get(client) ?? new Set<string>()
    waiting.set(client, held)
    const name = JSON.stringify(queryKey)
    if (held.has(name)) return
    held.add(name)
    await Promise.allSettled(under.map((query) => query.promise))
    held.delete(name)
  }
  await client.invalidateQueries(
    { queryKey, refetchType: mark() ? 'none' : 'active' },
    { cancelRefetch: false },
  )
}
