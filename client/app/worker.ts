/** Waits until the page has what it needs: the worker must not take the line from the first load. */
const AFTER = 4000

/**
 * Lets the pages open without a server. Only where the browser allows it: over https, or on the machine itself; a
 * plant's http address works as before, without.
 */
export function keepPages(): void {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active?.postMessage({ kind: 'used', urls: used() }))
      // Refused (a private window, a full disk): nothing is kept, nothing breaks.
      .catch(() => undefined)
  }, AFTER)
}

/** What this page was made of so far. */
function used(): string[] {
  return performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => !new URL(name).pathname.startsWith('/api'))
}
