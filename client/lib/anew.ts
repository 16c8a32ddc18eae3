const LAST = 'forebay-anew'
/** Guards against endless reloads: what is missing may stay missing. */
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
 * Reloads the page, at most once in half a minute. Most browsers do not retry a script that failed to load until the
 * page is reloaded, and after an upgrade the script no longer exists.
 */
export function reloadPage(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LAST) ?? 0) < LEAST) return
    sessionStorage.setItem(LAST, String(Date.now()))
  } catch {
    // Without storage nothing would stop a reload loop; the user has a button.
    return
  }
  location.reload()
}
