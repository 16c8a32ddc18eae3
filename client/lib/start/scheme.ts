import { useSyncExternalStore } from 'react'
import type { Scheme } from './choices.ts'

let scheme: Scheme =
  document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light'
const listeners = new Set<() => void>()

export function setScheme(next: Scheme): void {
  scheme = next
  document.documentElement.setAttribute('data-mantine-color-scheme', next)
  listeners.forEach((l) => l())
}

export function useScheme(): Scheme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => scheme,
  )
}
