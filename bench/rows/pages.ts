import { join } from 'node:path'
import { chromium as driver } from '@playwright/test'
import { vi } from '#client/lib/text/vi/index.ts'
import { chromium } from '#tests/browser/chromium.ts'
import { recordScripts, isLast } from '#tests/browser/opened.ts'
import { settledDemo } from '../demo.ts'
import { BUDGET, firstLoad } from '../first-load.ts'
import { Connection, request } from '../http.ts'
import { readModules } from '../modules.ts'
import { line, type Row } from '../row.ts'

const LONGEST = 30_000

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

export const pages: Row = {
  name: 'pages',
  title: 'first load of the dashboard: JavaScript after gzip',
  async run(bench) {
    const modules = readModules(join(import.meta.dirname, '..', '..', 'dist'))
    const { paint, later } = firstLoad(modules)
    const before = modules.size(paint)
    const { all, wire } = await opened(bench.report)
    const total = modules.size(all)
    const name = (f: string) => `${f.replace(/^assets\/(.+)-[\w-]{8}\.js$/, '$1')} ${kB(modules.size([f]))}`
    const after = [...all].filter((f) => !paint.has(f))
    return {
      lines: [
        line('first load: gz JS before the figures paint', {
          measured: kB(before),
          aim: `<= ${BUDGET.paint / 1000} kB`,
          met: before <= BUDGET.paint,
        }),
        line('  in all', {
          measured: kB(total),
          aim: `<= ${BUDGET.all / 1000} kB`,
          met: total <= BUDGET.all,
        }),
        line('  in all, as the server sends it', {
          measured: kB(wire),
          floor: `not compressed ${kB(modules.bytes(all))}`,
          aim: `<= ${BUDGET.all / 1000} kB`,
          met: wire <= BUDGET.all,
          limit:
            'compressed copies are made by the build (bin/build.js); without them files go out as they are.',
        }),
      ],
      notes: [
        `pages: before the figures ${[...paint].map(name).join(', ')}; then by itself ${after.map(name).join(', ')}. ` +
          'Before: by the graph of modules in dist. In all: what a browser took that opened the dashboard, until its ' +
          'chart was drawn and nothing more came by itself. gzip of each file by itself. Every panel, dialog and ' +
          `calculator of it, and the other language, come when they are opened: ${kB(modules.size([...paint, ...later]))} together.`,
      ],
    }
  },
}

/** The files that a signed-in browser loads for the dashboard, and their bytes on the wire. */
async function opened(report: (text: string) => void): Promise<{ all: Set<string>; wire: number }> {
  const demo = await settledDemo(report)
  const browser = await driver.launch(await chromium())
  try {
    const context = await browser.newContext({ baseURL: demo.url, viewport: { width: 1440, height: 900 } })
    const door = await context.newPage()
    await door.goto('/account/login')
    await door.getByLabel(vi.login.username).fill('operator')
    await door.getByLabel(vi.login.password, { exact: true }).fill(demo.password)
    await door.getByRole('button', { name: vi.login.submit, exact: true }).click()
    await door.waitForURL(/\/dashboard/)
    const page = await context.newPage()
    const files = recordScripts(page)
    await page.goto('/dashboard')
    await page.getByRole('figure', { name: vi.dashboard.chart }).waitFor()
    for (const end = performance.now() + LONGEST; ![...files].some(isLast);) {
      if (performance.now() > end) throw new Error(`not all came: ${[...files].join()}`)
      await new Promise((done) => setTimeout(done, 200))
    }
    const all = new Set(files)
    return { all, wire: await served(demo.url, all) }
  } finally {
    await browser.close()
    await demo.close()
  }
}

/** Bytes of these files on the wire, for a browser that accepts gzip and Brotli. */
async function served(url: string, files: Iterable<string>): Promise<number> {
  const connection = await Connection.open(url)
  try {
    let sum = 0
    for (const file of files) {
      const answer = await connection.send(
        request('GET', `/${file}`, { 'accept-encoding': 'gzip, deflate, br' }),
      )
      if (answer.status !== 200) throw new Error(`/${file} answers ${answer.status}`)
      sum += answer.body.length
    }
    return sum
  } finally {
    connection.close()
  }
}
