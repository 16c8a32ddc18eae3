import { load, save } from '../storage.ts'

/**
 * Key of each account's last reservoir. A tab keeps its own, so that two tabs stay apart when reloaded; the browser
 * keeps the last one of each account for the next tab and sign-in.
 */
export const PLACES = 'places'
const OF_TAB = 'forebay.place'

interface Place {
  account: string
  hydro: string
}

function ofTab(): Place | null {
  try {
    return JSON.parse(sessionStorage.getItem(OF_TAB) ?? 'null') as Place | null
  } catch {
    return null
  }
}

export function placeOf(account: string): string | null {
  const here = ofTab()
  if (here?.account === account) return here.hydro
  return load<Record<string, string>>(PLACES)?.[account] ?? null
}

export function keepPlace(account: string, hydro: string): void {
  save(PLACES, { ...load<Record<string, string>>(PLACES), [account]: hydro })
  try {
    sessionStorage.setItem(OF_TAB, JSON.stringify({ account, hydro } satisfies Place))
  } catch {
    // Refused: local storage has to do.
  }
}

/** Forgets the tab's reservoir when its session ends. */
export function forgetPlaceOfTab(): void {
  try {
    sessionStorage.removeItem(OF_TAB)
  } catch {
    // Nothing was stored.
  }
}
