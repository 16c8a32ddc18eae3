import { expect, test, type CDPSession } from '@playwright/test'
import { fullPath } from '#contract/endpoint.ts'
import { getFeed, type FeedEvent } from '#contract/feed.ts'
import { createSseParser } from '#client/lib/sse.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { accessOf } from './call.ts'
import { drawn, figure, settled } from './fixtures.ts'
import { startPlant, type Plant } from './plant.ts'
import { pagesAt } from './pages.ts'

let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
  await settled(plant)
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)
test.setTimeout(360_000)

const UPDATES = 10_000
/** Until everything was drawn once. */
const WARM = 2000
/** Limit for the tail of the chart between two reads of its columns, bytes. */
const ROOM = 4_000_000

/** A computed series, which nobody may send. */
const COMPUTED = /^(general|basin|outlet|leaf|unit|log|what-if)\./

/** Events that the feed sends to every open dashboard: counted, and awaited. */
async function recordFeed() {
  const bearer = await accessOf(plant.url, 'viewer', plant.password)
  const abort = new AbortController()
  const stream = await fetch(plant.url + fullPath(getFeed), {
    headers: { authorization: `Bearer ${bearer}` },
    signal: abort.signal,
  })
  const read = createSseParser()
  const last = new Map<string, number>()
  let count = 0
  let wake = () => {}
  void (async () => {
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream()))
      for (const { event, data } of read(part)) {
        if (event !== 'change' && event !== 'snapshot') continue
        const { last: values } = JSON.parse(data) as Extract<FeedEvent, { event: 'change' }>['data']
        for (const [series, , v] of values) if (v !== null) last.set(series, v)
        if (event === 'change') count += values.length
        wake()
      }
  })().catch(() => undefined)
  return {
    /** Values sent after the first of all. */
    count: () => count,
    /** Series that loggers send, with their values. */
    sent: () => [...last].filter(([series]) => !COMPUTED.test(series)),
    /** Waits until more than so many values were sent. */
    async beyond(least: number) {
      while (count <= least) await new Promise<void>((done) => (wake = done))
    },
    close: () => abort.abort(),
  }
}

/** Live objects of the page after a garbage collection. */
async function alive(cdp: CDPSession): Promise<{ heap: number; nodes: number; listeners: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((m) => m.name === name)!.value
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

test(`a dashboard left open does not grow over ${UPDATES} updates`, async ({ browser }) => {
  const { page } = await openPage(browser, 'operator')
  await page.goto('/dashboard')
  await drawn(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const feed = await recordFeed()
  try {
    const start = Math.round((await plant.figures()).lake_level.value! * 100) / 100
    let rounds = 0
    // Sends all loggers' series repeatedly: each value is an update of this dashboard.
    const run = async (until: number) => {
      while (feed.count() < until) {
        const before = feed.count()
        const t = Date.now()
        await plant.send(feed.sent().map(([series, v]) => ({ series, t, v })))
        await plant.sendLevel(start + (rounds++ % 2 === 0 ? 0.01 : 0.02))
        await feed.beyond(before)
      }
    }
    await run(WARM)
    const before = await alive(cdp)
    await run(WARM + UPDATES)
    const after = await alive(cdp)
    const grown = after.heap - before.heap
    test.info().annotations.push({
      type: 'heap',
      description: `${rounds} rounds, ${feed.count()} updates: ${before.heap} -> ${after.heap} bytes, ${before.nodes} -> ${after.nodes} nodes`,
    })
    expect(grown, 'bytes more on the heap').toBeLessThan(ROOM)
    expect(after.nodes - before.nodes, 'nodes more in the page').toBeLessThan(500)
    expect(after.listeners - before.listeners, 'listeners more').toBeLessThan(100)
    // It kept up: it shows the last value sent.
    await plant.sendLevel(start + 0.03)
    await expect(figure(page, vi.figure.level)).toContainText((start + 0.03).toFixed(2))
    await drawn(page)
  } finally {
    feed.close()
  }
})
