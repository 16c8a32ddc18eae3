import type { Page } from '@playwright/test'

/** Records which of our scripts a page loads: paths below dist, each once. Call it before opening the page. */
export function recordScripts(page: Page): ReadonlySet<string> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.+\.js$/.test(pathname)) files.add(pathname.slice(1))
  })
  return files
}

/** The module that loads last, some seconds after the page: notices. */
export const isLast = (file: string) => /\/notices-/.test(file)
