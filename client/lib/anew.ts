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
 * Loads the page anew, not twice within half a minute. A part of the program that could not be fetched once is refused
 * by most browsers as long as the page is open, and after an upgrade it is nowhere any more.
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
