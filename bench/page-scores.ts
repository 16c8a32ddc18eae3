import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as driver } from '@playwright/test'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import Trace from 'lighthouse/core/gather/gatherers/trace.js'
import { vi } from '#client/lib/text/vi/index.ts'
import { freePort } from '#server/lib/postgres/index.ts'
import { chromium } from '#tests/browser/chromium.ts'

/** Headless shells of Chromium 147 crash on this audit as soon as a page runs a module; no score needs it. */
const CRASHING_AUDIT = 'blink.webdx_feature_usage'
const traced = Trace.getDefaultTraceCategories().filter((category) => category !== CRASHING_AUDIT)
Trace.getDefaultTraceCategories = () => traced

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
export type Category = (typeof CATEGORIES)[number]

/** Scores of one page out of 100, one per run. */
interface PageScores {
  page: string
  points: Record<Category, number>[]
  /** Names of the audits that cost points in any run. */
  lost: string[]
}

/** Why an audit cost points, and the first parts of the page that it names. */
function reason({ title, displayValue, details }: Result['audits'][string]): string {
  const items = details?.type === 'table' ? details.items : []
  const nodes = items.slice(0, 3).map((item) => {
    const { node, issueType } = item as { node?: { selector?: string }; issueType?: string }
    return node?.selector ?? issueType ?? ''
  })
  const about = [displayValue, ...nodes].filter(Boolean).join(', ')
  return about === '' ? title : `${title} (${about})`
}

/** Runs Lighthouse, desktop preset, on the sign-in page, and on the dashboard after signing in. */
export async function scorePages(
  url: string,
  account: { username: string; password: string },
  runs: number,
  report: (text: string) => void,
): Promise<PageScores[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forebay-scores-'))
  const port = await freePort()
  const { executablePath, args } = await chromium()
  // Started without a driver: a second one on the same pages disturbs Lighthouse.
  const browser = spawn(
    executablePath,
    [
      ...args,
      '--headless',
      '--no-default-browser-check',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const ended = once(browser, 'exit')
  try {
    const scored: PageScores[] = []
    const measure = async (page: string): Promise<void> => {
      const points: PageScores['points'] = []
      const lost = new Set<string>()
      for (let i = 0; i < runs; i++) {
        report(`${page}, ${i + 1} of ${runs}`)
        // The session stays; the cache is emptied, as on a first visit.
        const result = await lighthouse(
          `${url}${page}`,
          { port, output: 'json', logLevel: 'error', disableStorageReset: page !== '/account/login' },
          {
            ...desktopConfig,
            settings: { ...desktopConfig.settings, onlyCategories: [...CATEGORIES] },
          },
        )
        if (!result || result.lhr.runtimeError)
          throw new Error(`${page} was not scored: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
        if (new URL(result.lhr.finalDisplayedUrl).pathname !== page)
          throw new Error(`${page} led to ${result.lhr.finalDisplayedUrl}`)
        const { categories, audits } = result.lhr
        points.push(
          Object.fromEntries(
            CATEGORIES.map((c) => [c, Math.round((categories[c].score ?? 0) * 100)]),
          ) as Record<Category, number>,
        )
        for (const category of CATEGORIES)
          for (const { id, weight } of categories[category].auditRefs)
            if (weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
              lost.add(reason(audits[id]))
      }
      scored.push({ page, points, lost: [...lost] })
    }
    await up(port)
    await measure('/account/login')
    await signIn(url, port, account)
    await measure('/dashboard')
    return scored
  } finally {
    browser.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the browser accepts drivers. */
async function up(port: number): Promise<void> {
  for (const end = performance.now() + 30_000; ;) {
    if (
      await fetch(`http://127.0.0.1:${port}/json/version`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return
    if (performance.now() > end) throw new Error('the browser did not start in time')
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** Signs in as a person does, and leaves the browser open for the next run. */
async function signIn(url: string, port: number, account: { username: string; password: string }) {
  const browser = await driver.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0].newPage()
  await page.goto(`${url}/account/login`)
  await page.getByLabel(vi.login.username).fill(account.username)
  await page.getByLabel(vi.login.password, { exact: true }).fill(account.password)
  await page.getByRole('button', { name: vi.login.submit, exact: true }).click()
  await page.waitForURL(/\/dashboard/)
  await page.close()
  await browser.close()
}
