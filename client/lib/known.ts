import { createContext, useContext } from 'react'
import { fromLocal } from '#core/time/index.ts'
import { serverNow } from './clock.ts'

/** The time gone by as which the dashboard is shown. */
export interface Known {
  /** Local time of the plant, as the address has it. */
  local: string
  at: number
}

/** Null: the present, live. */
export const KnownContext = createContext<Known | null>(null)

export const useKnown = (): Known | null => useContext(KnownContext)

/** What counts as now: the chosen time, else the server's. */
export function usePresent(): number {
  return useKnown()?.at ?? serverNow()
}

/** A known time of the address in the zone of the plant; null: none, or no time at all. */
export function knownOf(local: string | null, zone: string | undefined): Known | null {
  if (local === null || zone === undefined) return null
  const at = fromLocal(local, zone)
  return at === null ? null : { local, at }
}
