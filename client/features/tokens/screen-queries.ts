import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import * as contract from '#contract/wall.ts'
import type { WallScreen } from '#contract/wall.ts'
import { call } from '../../lib/client.ts'
import { useProfile } from '../../lib/who.ts'

export type MadeScreen = Output<typeof contract.addWallScreen>

/** A screen that is turned on elsewhere shows itself here, ms. */
const AGAIN = 15_000

const keyOf = (hydro: string) => [hydro, 'screens']

export function useScreens() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: keyOf(hydro),
    queryFn: ({ signal }) => call(contract.listWallScreens, { signal }),
    refetchInterval: AGAIN,
  })
}

export function useAddScreen() {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(contract.addWallScreen, { body: { name } }),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(hydro) }),
  })
}

export function useRevokeScreen() {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(contract.revokeWallScreen, { body: { screen_id: id } }),
    meta: { quiet: true },
    // Also after a failure: another person may have been first.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(hydro) }),
  })
}

/** Those in use first, the newest first; then the revoked ones, the last revoked first. */
export function orderedScreens(all: readonly WallScreen[]): WallScreen[] {
  const at = (s: WallScreen) => Date.parse(s.revoked_at ?? s.created_at)
  return [...all].sort(
    (a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || at(b) - at(a),
  )
}

export type ScreenState = 'revoked' | 'inUse' | 'waiting' | 'expired'

export function stateOf(s: WallScreen, now: number): ScreenState {
  if (s.revoked_at !== null) return 'revoked'
  if (s.signed_in_at !== null) return 'inUse'
  return s.key_until !== null && Date.parse(s.key_until) > now ? 'waiting' : 'expired'
}
