import { useSyncExternalStore } from 'react'

let inFlight = 0
const listeners = new Set<() => void>()

/** Counts a request as started (1) or answered (-1). */
export function countRequest(change: 1 | -1): void {
  inFlight += change
  listeners.forEach((l) => l())
}

/** Whether any request is pending. */
function isLoading(): boolean {
  return inFlight > 0
}

export function useLoading(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, isLoading)
}
