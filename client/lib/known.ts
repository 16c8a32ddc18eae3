import { createContext, useContext } from 'react'
import { fromLocal } from '#core/time/index.ts'
import { serverNow } from './clock.ts'

/** The past instant of an as-of view. */
export interface Known {
  /** Local time of the plant, as in the address. */
  local: string
  at: number
}

/** null: the present, live. */
export const KnownContext = createContext<Known | null>(null)

export const useKnown = (): Known | null => useContext(KnownContext)

/** The instant that counts as now: the chosen one, else the server's. */
export function usePresent(): number {
  return useKnown()?.at ?? serverNow()
}

/** Parses the as-of time of an address in the zone of the plant; null: none or invalid. */
export function knownOf(local: string | null, zone: string | undefined): Known | null {
  if (local === null || zone === undefined) return null
  const at = fromLocal(local, zone)
  return at === null ? null : { local, at }
}
