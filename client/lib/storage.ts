/** Local storage that may be refused (private windows, full disks): then nothing is stored and nothing breaks. */
const PREFIX = 'forebay.'

export function load<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Nothing to do: the choice applies to this page.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was stored.
  }
}

/** Removes all our keys except those named. */
export function forgetAllBut(kept: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !kept.includes(key.slice(PREFIX.length))) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
