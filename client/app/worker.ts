/** Waits until the page has loaded, so that the worker does not compete with it for bandwidth. */
const AFTER = 4000

/**
 * Registers the service worker, which opens pages without a server. Browsers allow it only over https or on
 * localhost; over plain http everything works without it.
 */
export function keepPages(): void {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active?.postMessage({ kind: 'used', urls: used() }))
      // Refused (private window, full disk): nothing is cached and nothing breaks.
      .catch(() => undefined)
  }, AFTER)
}

/** Resources that this page has loaded so far. */
function used(): string[] {
  return performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => !new URL(name).pathname.startsWith('/api'))
}
