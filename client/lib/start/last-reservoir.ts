import { load, save } from '../storage.ts'

/**
 * Key of the reservoir that each account viewed last. A tab keeps its own, so that two tabs stay apart when they are
 * reloaded; the browser keeps the last one of each account for the next tab and the next sign-in.
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
    // Refused: the browser's memory has to do.
  }
}

/** The session of this tab is over. */
export function forgetPlaceOfTab(): void {
  try {
    sessionStorage.removeItem(OF_TAB)
  } catch {
    // Nothing was kept.
  }
}
