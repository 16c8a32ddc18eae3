import type { PublicConfig } from '#contract/config.ts'
import { isLanguage, type Language } from '../text/locale.ts'
import { WALL, WALL_SETTINGS } from '../screen.ts'
import { load, save } from '../storage.ts'

/**
 * Language and theme of the pages. Outside LITE every session starts in Vietnamese and light, except that expert
 * accounts keep their choice; LITE remembers everybody's language. A choice made in a session applies until it ends.
 */
export interface StoredChoice<T> {
  value: T
  /** Outlives the session. */
  keep: boolean
}

export type Scheme = 'light' | 'dark'

const LASTING = {
  language: (edition: string, expert: boolean) => expert || edition === 'LITE',
  theme: (_: string, expert: boolean) => expert,
}
type ChoiceName = keyof typeof LASTING

export function lasts(name: ChoiceName, edition: string, expert: boolean): boolean {
  return LASTING[name](edition, expert)
}

export function loadChoice<T>(name: ChoiceName): StoredChoice<T> | null {
  return load<StoredChoice<T>>(name)
}

export function saveChoice<T>(name: ChoiceName, value: T, keep: boolean): void {
  save(name, { value, keep } satisfies StoredChoice<T>)
}

/** The language chosen for the wall in this browser, for every account. */
export function wallLanguage(): Language | null {
  if (location.pathname !== WALL) return null
  try {
    const kept = JSON.parse(localStorage.getItem(WALL_SETTINGS) ?? 'null') as { language?: unknown } | null
    return isLanguage(kept?.language) ? kept.language : null
  } catch {
    return null
  }
}

/** The choice stored in this browser, applied at first; the server decides whether it stays. */
export function chosenLanguage(): Language {
  const chosen = loadChoice<Language>('language')?.value
  return wallLanguage() ?? (isLanguage(chosen) ? chosen : 'vi')
}

/** The choices that outlive the session. */
export function lastingChoices(): ChoiceName[] {
  return (Object.keys(LASTING) as ChoiceName[]).filter((name) => loadChoice(name)?.keep)
}

/**
 * Choices with which an account starts: its own lasting choice is kept, another account's is not. A choice of the
 * current session (made on the sign-in page) applies.
 */
export function startingChoice<T>(
  choice: StoredChoice<T> | null,
  standard: T,
  account: { lasting: boolean; allowed: boolean },
): T {
  if (!choice || !account.allowed) return standard
  return choice.keep && !account.lasting ? standard : choice.value
}

type Config = Pick<PublicConfig, 'edition' | 'language_selector' | 'theme_toggle'>

/** Whether the top bar offers languages, and themes. */
export function offered(config: Config, expert: boolean): { language: boolean; theme: boolean } {
  return { language: config.language_selector, theme: config.theme_toggle || expert }
}

/** Language and theme of a page. expert: of the signed-in account; null: nobody is signed in yet. */
export function startingWith(
  config: Config,
  expert: boolean | null,
  kept: { language: StoredChoice<Language> | null; theme: StoredChoice<Scheme> | null },
): { language: Language; scheme: Scheme } {
  // Before sign-in an expert's choice may be shown; the account then decides whether it applies.
  const lasting = (name: ChoiceName) => expert === null || lasts(name, config.edition, expert)
  return {
    language: startingChoice(kept.language, 'vi', {
      lasting: lasting('language'),
      allowed: config.language_selector || expert === true || config.edition === 'LITE',
    }),
    scheme: startingChoice(kept.theme, 'light', {
      lasting: lasting('theme'),
      allowed: expert === null || offered(config, expert).theme,
    }),
  }
}
