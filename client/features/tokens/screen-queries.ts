import type { Output } from '#contract/endpoint.ts'
import * as contract from '#contract/wall.ts'
import type { WallScreen } from '#contract/wall.ts'
import { useRead } from '../../lib/query.ts'

export type NewScreen = Output<typeof contract.addWallScreen>

/** A screen that is turned on elsewhere shows itself here, ms. */
const AGAIN = 15_000

export const useScreens = () => useRead(contract.listWallScreens, {}, { refetchInterval: AGAIN })

/** Those in use first, the newest first; then the revoked ones, the last revoked first. */
export function orderedScreens(all: readonly WallScreen[]): WallScreen[] {
  const at = (s: WallScreen) => Date.parse(s.revoked_at ?? s.created_at)
  return [...all].sort(
    (a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || at(b) - at(a),
  )
}

type ScreenState = 'revoked' | 'inUse' | 'waiting' | 'expired'

export function screenStateOf(s: WallScreen, now: number): ScreenState {
  if (s.revoked_at !== null) return 'revoked'
  if (s.signed_in_at !== null) return 'inUse'
  return s.key_until !== null && Date.parse(s.key_until) > now ? 'waiting' : 'expired'
}
