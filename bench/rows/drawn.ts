import { chromium as driver, type Page } from '@playwright/test'
import { vi } from '#client/lib/text/vi/index.ts'
import { login } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { chromium } from '#tests/browser/chromium.ts'
import { settledDemo } from '../demo.ts'
import { Connection, dataOf, request } from '../http.ts'
import { line, type Row } from '../row.ts'
import { median, ms, percentile } from '../stats.ts'
import { openStream, type Stream } from '../stream.ts'

const OTHERS = 199
const READINGS = 40
/** Interval between readings of a level, as from a fast logger, ms. */
const PACE = 1000
const LONGEST = 15_000

export const drawn: Row = {
  name: 'drawn',
  title: `reading accepted -> drawn on an open dashboard, ${OTHERS} others open`,
  async run(bench) {
    const demo = await settledDemo(bench.report)
    const streams: Stream[] = []
    const browser = await driver.launch(await chromium())
    try {
      const token = await signIn(demo.url, demo.password)
      bench.report(`opening ${OTHERS} streams and a dashboard`)
      for (let i = 0; i < OTHERS; i++) streams.push(await openStream(demo.url, token))
      const page = await browser.newPage({ baseURL: demo.url, viewport: { width: 1440, height: 900 } })
      await page.goto('/account/login')
      await page.getByLabel(vi.login.username).fill('operator')
      await page.getByLabel(vi.login.password, { exact: true }).fill(demo.password)
      await page.getByRole('button', { name: vi.login.submit, exact: true }).click()
      await page.getByRole('figure', { name: vi.dashboard.chart }).waitFor()
      await watch(page)
      const start = (await demo.figures()).lake_level.value!
      bench.report(`${READINGS} readings`)
      const took: number[] = []
      for (let i = 0; i < READINGS; i++) {
        // A centimetre up and down, so that each displayed value differs from the previous one.
        const z = Math.round(start * 100) / 100 + (i % 2 === 0 ? 0.01 : 0.02)
        const sent = Date.now()
        await demo.sendLevel(z)
        took.push((await shown(page, z.toFixed(2), sent)) - sent)
        await new Promise((done) => setTimeout(done, PACE))
      }
      const p95 = percentile(took, 0.95)
      return {
        lines: [
          line(`level sent -> drawn on a dashboard, ${OTHERS + 1} open`, {
            measured: `${ms(p95)} p95, ${ms(median(took))} median`,
            aim: '<= 500 ms p95',
            met: p95 <= 500,
            limit: 'browser, server, database and plant share two cores.',
          }),
        ],
        notes: [
          `drawn: ${READINGS} levels, one a second, through ingest, checks, calculation, feed and one real browser; from before the call until the figure of the lake's level holds it. The other ${OTHERS} dashboards are their streams.`,
        ],
      }
    } finally {
      for (const s of streams) s.close()
      await browser.close()
      await demo.close()
    }
  },
}

async function signIn(url: string, password: string): Promise<string> {
  const connection = await Connection.open(url)
  const body = JSON.stringify({ username: 'viewer', password })
  const answer = await connection.send(
    request('POST', fullPath(login), { 'content-type': 'application/json' }, body),
  )
  connection.close()
  return dataOf<{ token: { access: string } }>(answer).token.access
}

/** Records in the page when each text of the level's figure appears. */
function watch(page: Page): Promise<void> {
  return page.getByRole('region', { name: vi.figure.level, exact: true }).evaluate((region) => {
    const seen: [string, number][] = []
    const note = () => seen.push([region.textContent ?? '', Date.now()])
    note()
    new MutationObserver(note).observe(region, { subtree: true, childList: true, characterData: true })
    ;(globalThis as unknown as { seen: typeof seen }).seen = seen
  })
}

/** When a text first appeared after an instant, epoch ms. */
async function shown(page: Page, text: string, after: number): Promise<number> {
  const found = await page.waitForFunction(
    ([wanted, from]) =>
      (globalThis as unknown as { seen: [string, number][] }).seen.find(
        ([words, at]) => at >= from && words.includes(wanted),
      )?.[1] ?? null,
    [text, after] as const,
    { timeout: LONGEST, polling: 50 },
  )
  return (await found.jsonValue())!
}
