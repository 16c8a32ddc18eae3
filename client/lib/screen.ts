import type { AccessToken, Session } from './session.ts'

/** Path of wall screens: a browser is one only there. */
export const WALL = '/wall'

/** Where a browser keeps how it shows its wall, outside of what accounts keep. */
export const WALL_SETTINGS = 'forebay-wall'

/** What makes this browser a wall screen. */
interface ScreenKey {
  token: string
  screenId: string
}

/**
 * Outside of what accounts keep: signing out in this browser must not darken the screen. What is kept here opens the
 * figures of one reservoir, changes nothing, and is of no use once revoked.
 */
const KEY = 'forebay-screen'

export function loadScreen(storage: Pick<Storage, 'getItem'> = localStorage): ScreenKey | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<ScreenKey> | null
    return kept && typeof kept.token === 'string' && typeof kept.screenId === 'string'
      ? { token: kept.token, screenId: kept.screenId }
      : null
  } catch {
    return null
  }
}

/** @throws where this browser keeps nothing: a screen that forgets itself at the next reload is none */
export function saveScreen(key: ScreenKey): void {
  localStorage.setItem(KEY, JSON.stringify(key))
}

export function forgetScreen(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}

/** A token that neither ends nor is renewed; what the server refuses, it refuses for good. */
export function screenSession(key: ScreenKey): Session {
  const listeners = new Set<(change: 'token' | 'out') => void>()
  const access: AccessToken = { token: key.token, expires: Infinity }
  return {
    current: () => access,
    holder: () => `screen:${key.screenId}`,
    refreshable: () => false,
    lasts: () => true,
    keep: () => access,
    refresh: async () => null,
    start: async () => access,
    check: async () => true,
    async out() {
      listeners.forEach((l) => l('out'))
    },
    onChange(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
}
