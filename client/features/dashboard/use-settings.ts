import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { load, save } from '../../lib/storage.ts'
import { useProfile } from '../../lib/app-state.ts'
import { readDashboardSettings, STANDARD_SETTINGS, type DashboardSettings } from './settings.ts'

const KEY = 'dashboard.settings'
const listeners = new Set<() => void>()
/** Settings of an account where the browser stores nothing; lost with the page. */
let unkept: { account: string; text: string } | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Changed in another tab of this account.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Dashboard settings of the account, shared by all parts of the page. */
export function useDashboardSettings(): [DashboardSettings, (next: DashboardSettings) => void] {
  const account = useProfile().account_id
  const read = useCallback(() => {
    const kept = load<unknown>(KEY)
    if (kept !== null) return JSON.stringify(kept)
    return unkept?.account === account ? unkept.text : ''
  }, [account])
  const text = useSyncExternalStore(subscribe, read)
  const settings = useMemo(
    () => (text === '' ? STANDARD_SETTINGS : readDashboardSettings(JSON.parse(text))),
    [text],
  )
  const change = useCallback(
    (next: DashboardSettings) => {
      save(KEY, next)
      unkept = load<unknown>(KEY) === null ? { account, text: JSON.stringify(next) } : null
      listeners.forEach((listener) => listener())
    },
    [account],
  )
  return [settings, change]
}
