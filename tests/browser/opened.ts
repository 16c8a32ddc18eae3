import type { Page } from '@playwright/test'

/** Hears which scripts of ours a page takes: paths below dist, each once. Ask before it is opened. */
export function hearScripts(page: Page): ReadonlySet<string> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.+\.js$/.test(pathname)) files.add(pathname.slice(1))
  })
  return files
}

/** What comes last by itself, some seconds after the page stands: where failures and acts done are told. */
export const isLast = (file: string) => /\/notices-/.test(file)
