import type { AccessToken, Session } from './session.ts'

/** Path of wall screens; a browser acts as one only there. */
export const WALL = '/wall'

/** Storage key of the wall's display settings, kept apart from those of accounts. */
export const WALL_SETTINGS = 'forebay-wall'

/** Credentials that make this browser a wall screen. */
interface ScreenKey {
  token: string
  screenId: string
}

/**
 * Storage key outside those of accounts: signing out in this browser must not darken the screen. The stored token
 * opens the figures of one reservoir, changes nothing, and is useless once revoked.
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

/** @throws where this browser stores nothing: a screen must survive a reload */
export function saveScreen(key: ScreenKey): void {
  localStorage.setItem(KEY, JSON.stringify(key))
}

export function forgetScreen(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

/** A token that neither expires nor is renewed; a refusal by the server is final. */
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
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
