import { useSyncExternalStore } from 'react'
import { WALL_SETTINGS as KEY } from '../../lib/screen.ts'
import { isLanguage, type Language } from '../../lib/text/locale.ts'
import { LIGHTS, type Light } from './night.ts'
import { PACES, type Pace } from './rotation.ts'

/** Wall settings of this browser, kept apart from those of accounts: they survive signing out. */
interface WallSettings {
  pace: Pace
  paused: boolean
  light: Light
  /** null: as on the pages. */
  language: Language | null
}

/** Read by scheme.js before the first paint: a white flash in a dark control room blinds. */
const DARK = 'forebay-wall-dark'
const STANDARD: WallSettings = { pace: 20, paused: false, light: 'auto', language: null }

function readWallSettings(text: string | null): WallSettings {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<WallSettings> | null
    return {
      pace: PACES.find((p) => p === kept?.pace) ?? STANDARD.pace,
      paused: kept?.paused === true,
      light: LIGHTS.find((l) => l === kept?.light) ?? STANDARD.light,
      language: isLanguage(kept?.language) ? kept.language : null,
    }
  } catch {
    return STANDARD
  }
}

function load(): WallSettings {
  try {
    return readWallSettings(localStorage.getItem(KEY))
  } catch {
    return STANDARD
  }
}

let settings = load()
const listeners = new Set<() => void>()

export function changeSettings(part: Partial<WallSettings>): void {
  settings = { ...settings, ...part }
  put(KEY, JSON.stringify(settings))
  listeners.forEach((l) => l())
}

export function keepDark(dark: boolean): void {
  put(DARK, dark ? '1' : '0')
}

function put(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Kept in memory until the page closes.
  }
}

export function useSettings(): WallSettings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => settings,
  )
}
