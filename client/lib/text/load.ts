import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { answers, reloadPage } from '../anew.ts'
import { notice } from '../notice.ts'
import { holdMessages, holdTexts, language, messageText, show, type Language } from './index.ts'
import { PARTS, type Part } from './parts.ts'

const AGAIN = 3000

type Source = () => Promise<{ default: object }>
const SOURCES: Record<Language, Record<Part, Source>> = {
  vi: {
    shell: () => import('./vi/parts/shell-vi.ts'),
    dashboard: () => import('./vi/parts/dashboard-vi.ts'),
    more: () => import('./vi/parts/more-vi.ts'),
  },
  en: {
    shell: () => import('./en/parts/shell-en.ts'),
    dashboard: () => import('./en/parts/dashboard-en.ts'),
    more: () => import('./en/parts/more-en.ts'),
  },
}

/** The parts that the page needs so far, in any language. */
const needed = new Set<Part>(['shell'])
const come: Record<Language, Set<Part>> = { vi: new Set(), en: new Set() }

const lacking = (of: Language) => [...needed].filter((part) => !come[of].has(part))

let tries = 0

/**
 * Retries loading texts by another address: Chromium does not retry a failed module while the page is open, and names
 * it in its error. Text files import nothing and are the default export of their file, whatever its address.
 */
async function fetched(load: Source): ReturnType<Source> {
  try {
    return await load()
  } catch (error) {
    const file = /https?:\/\/\S+\/assets\/[\w.-]+\.js/.exec(String(error))?.[0]
    if (!file) throw error
    const again = (await import(/* @vite-ignore */ `${file}?${++tries}`)) as { default?: object }
    if (!again.default) throw error
    return { default: again.default }
  }
}

async function bring(of: Language, part: Part): Promise<void> {
  const [texts] = await Promise.all([fetched(SOURCES[of][part]), part === 'more' && bringMessages()])
  holdTexts(of, texts.default)
  come[of].add(part)
}

/** Messages by code come from the same file in every language. */
async function bringMessages(): Promise<void> {
  holdMessages((await import('#contract/messages.ts')).messages)
}

/** Loads what a language lacks. More may be needed by then, so callers check again. */
const complete = (of: Language) => Promise.all(lacking(of).map((part) => bring(of, part)))

let turns = 0

/**
 * Switches the language once its texts are loaded; until then the page stays as it is. The last request wins. If
 * loading fails, the page stays and reports it.
 */
export async function setLanguage(next: Language): Promise<void> {
  const request = ++turns
  try {
    while (lacking(next).length > 0) await complete(next)
    if (request === turns) show(next)
  } catch {
    if (request === turns) notice('failed', messageText('network_error'))
  }
}

/** Loads a part, and those before it, in the language of the page. */
async function need(part: Part): Promise<void> {
  for (const p of PARTS.slice(0, PARTS.indexOf(part) + 1)) needed.add(p)
  while (lacking(language()).length > 0) await complete(language())
}

/**
 * Sets the initial language of a page: nothing is rendered before its texts are loaded. If loading fails, the page
 * reloads once the server answers.
 */
export async function beginIn(first: Language): Promise<void> {
  show(first)
  for (;;)
    try {
      return await need('shell')
    } catch {
      await new Promise<void>((done) => setTimeout(done, AGAIN))
      if (await answers()) reloadPage()
    }
}

/** A lazy component with its texts: it renders only once both are loaded. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function lazyWith<C extends ComponentType<any>>(
  part: Part,
  load: () => Promise<{ default: C }>,
): LazyExoticComponent<C> {
  return lazy(async () => (await Promise.all([load(), need(part)]))[0])
}
