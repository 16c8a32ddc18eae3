import { useSyncExternalStore } from 'react'

let inFlight = 0
const listeners = new Set<() => void>()

/** A request set out (1) or was answered (-1). */
export function countRequest(change: 1 | -1): void {
  inFlight += change
  listeners.forEach((l) => l())
}

/** Whether any request is without an answer. */
function isLoading(): boolean {
  return inFlight > 0
}

export function useLoading(): boolean {
  return useSyncExternalStore((hear) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, isLoading)
}
