const LAST = 'forebay-anew'
/** What is missing may be missing for good: then pages do not go round and round. */
const LEAST = 30_000

/** Whether the server answers at all. */
export async function answers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Reloads the page, at most once in half a minute. Most browsers refuse a script that failed to load once for as long
 * as the page is open, and after an upgrade it no longer exists.
 */
export function loadAnew(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LAST) ?? 0) < LEAST) return
    sessionStorage.setItem(LAST, String(Date.now()))
  } catch {
    // Nothing is remembered here, so nothing would stop it from going round: the user has a button.
    return
  }
  location.reload()
}
