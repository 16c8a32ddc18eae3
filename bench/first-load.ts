import type { Modules } from './modules.ts'

/** Most bytes after gzip. */
export const BUDGET = { paint: 300_000, all: 550_000 } as const

const PAGE = /\/dashboard-(?!vi-|en-)/
/** Texts are loaded by language and part (client/lib/text/load.ts); the dashboard loads these. */
const TEXTS = /\/(shell|dashboard)-vi-/

/**
 * What the dashboard loads before its figures paint, by the graph of modules, and everything that it may load later:
 * charts, workers, panels, dialogs, the other language. Other pages are not counted.
 */
export function firstLoad(modules: Modules): { paint: Set<string>; later: Set<string> } {
  const start = modules.closure([modules.entry])
  const lazy = [...start].flatMap((file) => modules.lazy(file))
  const page = lazy.filter((file) => PAGE.test(file))
  const texts = lazy.filter((file) => TEXTS.test(file))
  if (page.length !== 1 || texts.length !== 2)
    throw new Error(`the entry asks for ${page.length} dashboards and ${texts.length} texts: ${lazy.join()}`)
  const paint = modules.closure([...start, ...page, ...texts])
  const later = new Set<string>()
  const follow = (file: string) => {
    const next = start.has(file) ? [] : modules.lazy(file)
    for (const f of modules.closure([...next, ...modules.workers(file)])) {
      if (paint.has(f) || later.has(f)) continue
      later.add(f)
      follow(f)
    }
  }
  for (const file of paint) follow(file)
  return { paint, later }
}
