import { useSyncExternalStore } from 'react'
import { can, expertMay, type Permission } from '#core/access/index.ts'
import type { Profile } from '#contract/auth.ts'
import type { PublicConfig } from '#contract/config.ts'

/** The signed-in account, and the configuration of the installation. */
interface AppState {
  phase: 'starting' | 'unreachable' | 'ready'
  config: PublicConfig | null
  profile: Profile | null
  /** The last session ended by signing out: the next one starts at the first page. */
  left: boolean
  /** The server is unreachable: the page shows this machine's copy as of then, epoch ms. */
  seen: number | null
}

let state: AppState = { phase: 'starting', config: null, profile: null, left: false, seen: null }
const listeners = new Set<() => void>()

export function getAppState(): AppState {
  return state
}

export function setAppState(part: Partial<AppState>): void {
  state = { ...state, ...part }
  listeners.forEach((l) => l())
}

function onAppState(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useAppState(): AppState {
  return useSyncExternalStore(onAppState, getAppState)
}

/** The signed-in account; only below a guarded route. */
export function useProfile(): Profile {
  const { profile } = useAppState()
  if (!profile) throw new Error('useProfile outside a guarded route')
  return profile
}

/**
 * Whether the signed-in account has a permission; expert accounts have every viewing one. While the server is
 * unreachable and a copy is shown, no changing one.
 */
export function useCan(permission: Permission): boolean {
  const { profile, seen } = useAppState()
  if (!profile || (seen !== null && permission.includes('.') && !permission.endsWith('.view'))) return false
  return can(profile.permissions, permission) || (profile.expert && expertMay(permission))
}

/** The public configuration; only once the page is ready. */
export function useConfig(): PublicConfig {
  const { config } = useAppState()
  if (!config) throw new Error('useConfig before the page is ready')
  return config
}
