import type { BrowserContext } from '@playwright/test'

/** Records what all pages of a context report, and which addresses they call. */
export class Watch {
  private readonly found: string[] = []
  private readonly expected: RegExp[] = []

  /** home: the only origin that a page may call. */
  constructor(context: BrowserContext, home: string) {
    context.on('console', (message) => {
      // Of the runner, where a test has no service worker.
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      if (message.type() === 'error' || message.type() === 'warning')
        this.found.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => {
      this.found.push(`error: ${error.error().stack || error.error().message}`)
    })
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (/^https?:|^wss?:/.test(protocol) && origin !== home)
        this.found.push(`a call to another origin: ${request.url()}`)
    })
  }

  /** This test causes problems of this kind. Name them exactly. */
  allow(kind: RegExp): void {
    this.expected.push(kind)
  }

  seen(): string[] {
    return this.found.filter((line) => !this.expected.some((kind) => kind.test(line)))
  }
}
