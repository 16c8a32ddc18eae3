import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import { vi } from '#client/lib/text/vi/index.ts'
import type { Permission } from '#core/access/index.ts'
import { getIndicators } from '#contract/dashboard.ts'
import { fullPath } from '#contract/endpoint.ts'
import { listRoles, updateRole } from '#contract/roles.ts'
import { getDuty } from '#contract/shift-log.ts'
import { drawn, figure, meters, settled } from './fixtures.ts'
import { startPlant, type Plant } from './plant.ts'
import { pagesAt, signIn } from './pages.ts'

/** Name of the figures in the copy. */
const FIGURES = `${getIndicators.method} ${fullPath(getIndicators)}`
const DUTY = `${getDuty.method} ${fullPath(getDuty)}`

let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant()
  await settled(plant)
})
test.afterAll(() => plant.close())
const openPage = pagesAt(() => plant)
test.setTimeout(120_000)

/** The browser's message about an unreachable server. */
const AWAY =
  /net::ERR_|Failed to load resource|Failed to fetch|NetworkError|Unable to preload|when fetching the script/
const banner = (page: Page) => page.getByRole('region', { name: vi.seen.title })

/** What this browser stores for times without a server: the account of the copy, its size, and the page's files. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    // Opening a database that does not exist would create it without its store.
    const there = (await indexedDB.databases()).some(({ name }) => name === 'keyval-store')
    const seen = await new Promise<{
      account: string
      queries: { queries: { queryKey: unknown[] }[] }
    } | null>((resolve) => {
      if (!there) return resolve(null)
      const opening = indexedDB.open('keyval-store')
      opening.onsuccess = () => {
        const db = opening.result
        const asking = db.transaction('keyval').objectStore('keyval').get('seen')
        asking.onsuccess = () => (db.close(), resolve(asking.result ?? null))
      }
    })
    const files = await (await caches.open('forebay-files')).keys()
    const page = await caches.match('/', { cacheName: 'forebay-page' })
    return {
      account: seen?.account ?? null,
      answers: seen?.queries.queries.length ?? 0,
      whats: seen?.queries.queries.map(({ queryKey }) => queryKey[1]) ?? [],
      files: files.length,
      page: page !== undefined,
      api: files.filter((f) => new URL(f.url).pathname.startsWith('/api')).length,
    }
  })

/** The dashboard is open, and what it needs without a server is stored. */
async function seenOnce(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await drawn(page)
  await expect
    .poll(
      async () => {
        const { answers, whats, files, page: shell } = await kept(page)
        // The first copy is made before the chart is loaded.
        const shown = [FIGURES, 'chart'].every((what) => whats.includes(what))
        return shown && answers >= 6 && files > 3 && shell
      },
      { timeout: 60_000, message: 'a copy is kept' },
    )
    .toBe(true)
}

test('without a server the dashboard opens with the last copy, shows its time, and goes live by itself', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser, 'operator')
  await seenOnce(page)
  expect((await kept(page)).api, 'answers of the server in the cache of files').toBe(0)
  const level = /\d{3}\.\d{2}/.exec(await figure(page, vi.figure.level).innerText())![0]

  watch.allow(AWAY)
  await plant.kill()
  await page.reload()
  await expect(banner(page)).toBeVisible({ timeout: 30_000 })
  await expect(banner(page)).toContainText(/\d{2}\/\d{2}\/\d{4}/)
  await expect(figure(page, vi.figure.level)).toContainText(level)
  await drawn(page)
  // What was never loaded is not invented.
  await page.goto('/station/manage')
  await expect(banner(page)).toBeVisible({ timeout: 30_000 })
  await page.goto('/dashboard')
  await expect(figure(page, vi.figure.level)).toContainText(level)

  await plant.start()
  await expect(banner(page)).toBeHidden({ timeout: 30_000 })
  // As displayed: half a centimetre more or less is another text.
  const now = Number(meters((await plant.figures()).lake_level.value!))
  await plant.sendLevel(now + 0.01)
  await expect(figure(page, vi.figure.level)).toContainText(meters(now + 0.01))
})

test('a page without a copy is reported once, offers nothing, and loads by itself', async ({ browser }) => {
  const { page, watch } = await openPage(browser, 'operator')
  await seenOnce(page)
  watch.allow(AWAY)
  await plant.kill()
  await page.goto('/log/index')
  const notice = page.getByRole('status', { name: vi.seen.notHere })
  const form = page.getByRole('form', { name: vi.shiftLog.quick.title })
  await expect(banner(page)).toBeVisible({ timeout: 30_000 })
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await expect(notice).toContainText(vi.seen.notHereHint)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(form).toBeHidden()
  await plant.start()
  await expect(notice).toBeHidden({ timeout: 30_000 })
  await expect(form).toBeVisible({ timeout: 30_000 })

  // Once visited it opens from the copy, read-only.
  await expect
    .poll(async () => (await kept(page)).whats, { timeout: 30_000 })
    .toEqual(expect.arrayContaining([FIGURES, DUTY]))
  await plant.kill()
  await page.reload()
  await expect(banner(page)).toContainText(vi.seen.hint, { timeout: 30_000 })
  await expect(page.getByRole('heading', { name: vi.shiftLog.title })).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await plant.start()
  await expect(form).toBeVisible({ timeout: 30_000 })
})

test('text typed while the server is away is reported as unsaved, stays, and is saved afterwards', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser, 'operator')
  await page.goto('/log/index')
  const form = page.getByRole('form', { name: vi.shiftLog.quick.title })
  const text = form.getByLabel(vi.shiftLog.field.text)
  const words = `Mất mạng lúc mở cửa ${Date.now()}`
  await text.fill(words)
  // For a page that was never loaded, a message says that there is no copy.
  await expect(page.getByRole('button', { name: vi.shiftLog.duty.change })).toBeVisible()
  watch.allow(AWAY)
  await plant.kill()
  await form.getByRole('button', { name: vi.shiftLog.quick.save }).click()
  await expect(form.getByRole('alert')).toBeVisible({ timeout: 30_000 })
  await expect(text).toHaveValue(words)
  await plant.start()
  await expect(text).toHaveValue(words)
  await expect(async () => {
    await form.getByRole('button', { name: vi.shiftLog.quick.save }).click()
    await expect(text).toHaveValue('', { timeout: 5000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText(words, { exact: true })).toHaveCount(1)
})

test('the copy belongs to its account: signing out removes it, and nobody else is shown it', async ({
  browser,
}) => {
  const { page, watch } = await openPage(browser, 'manager')
  await seenOnce(page)
  await page.getByRole('button', { name: vi.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect(page.getByRole('button', { name: vi.login.submit, exact: true })).toBeVisible()
  await expect.poll(async () => (await kept(page)).account).toBe(null)

  watch.allow(AWAY)
  await plant.kill()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: vi.error.unreachable })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/\d{3}\.\d{2}/)).toHaveCount(0)
  await plant.start()
  await expect(page).toHaveURL(/\/account\/login/, { timeout: 30_000 })
})

test('of two accounts in one browser neither leaves anything behind for the other', async ({ browser }) => {
  const { page } = await openPage(browser, 'admin')
  await seenOnce(page)
  const first = (await kept(page)).account!
  expect(first).toMatch(/^ac_/)
  await page.getByRole('button', { name: vi.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect.poll(async () => (await kept(page)).account).toBe(null)
  // Neither in the pages' storage nor in the worker's.
  const everything = () =>
    page.evaluate(async () => {
      const texts: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          texts.push(request.url, await (await cache.match(request))!.text())
      }
      const opening = indexedDB.open('keyval-store')
      await new Promise((done) => (opening.onsuccess = done))
      const store = opening.result.transaction('keyval').objectStore('keyval')
      for (const asking of [store.getAllKeys(), store.getAll()]) {
        await new Promise((done) => (asking.onsuccess = done))
        texts.push(JSON.stringify(asking.result))
      }
      opening.result.close()
      return texts.join('\n')
    })
  const after = await everything()
  expect(after.includes(first), 'the account that signed out').toBe(false)
  expect(/\/api\/renew\/v1\/(hydros|dashboard)[^'"`]*\?/.test(after), 'an answer of the server').toBe(false)

  await signIn(page, { ...plant, username: 'viewer' })
  await expect(page).toHaveURL(/\/dashboard/)
  await seenOnce(page)
  const second = (await kept(page)).account!
  expect(second).toMatch(/^ac_/)
  expect(second).not.toBe(first)
  const now = await everything()
  expect([now.includes(first), now.includes(second)]).toEqual([false, true])
})

/** A proxy in front of the plant, as agencies have: it serves other programs too, and sometimes answers itself. */
async function startFront(plantUrl: string) {
  let mode: 'through' | 'sign-in' | 'error' | 'hotspot' | 'down' = 'through'
  const { hostname, port } = new URL(plantUrl)
  const server = createServer((request, answer) => {
    const page = (status: number, title: string) =>
      answer
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><title>${title}</title><div id="root"></div><h1>${title}</h1>`)
    if (mode === 'down') return void request.socket.destroy()
    if (/^\/(sim|tools|sso)\b/.test(request.url!)) return void page(200, 'another program')
    if (mode === 'sign-in') return void answer.writeHead(302, { location: '/sso' }).end()
    if (mode === 'error') return void page(502, 'bad gateway')
    if (mode === 'hotspot') return void page(200, 'hotspot')
    const { url: path, method, headers } = request
    const onward = ask({ hostname, port, path, method, headers }, (from) => {
      answer.writeHead(from.statusCode!, from.headers)
      from.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    be(next: typeof mode) {
      mode = next
      server.closeAllConnections()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('only the program’s own page is cached: no other program’s, no error, no sign-in before it', async ({
  browser,
}) => {
  const front = await startFront(plant.url)
  const context = await browser.newContext({ baseURL: front.url })
  try {
    const page = await context.newPage()
    await page.goto('/account/login')
    await signIn(page, { ...plant, username: 'operator' })
    await expect(page).toHaveURL(/\/dashboard/)
    await seenOnce(page)
    const shell = () => page.evaluate(async () => (await caches.match('/'))?.text())
    const ours = await shell()
    expect(ours).toContain('/assets/')
    const others: [Parameters<typeof front.be>[0], string][] = [
      ['through', '/sim'],
      ['through', '/tools/converter'],
      ['through', '/api/docs'],
      ['sign-in', '/dashboard'],
      ['error', '/dashboard'],
      ['hotspot', '/dashboard'],
      ['hotspot', '/map/index'],
    ]
    for (const [mode, path] of others) {
      front.be(mode)
      await page.goto(path)
      await expect(figure(page, vi.figure.level)).toHaveCount(0)
      expect(await shell(), `${mode} ${path}`).toBe(ours)
    }
    const types = await page.evaluate(async () => {
      const cache = await caches.open('forebay-files')
      const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
      return kept.map((answer) => answer!.headers.get('content-type'))
    })
    expect(types.filter((type) => type?.startsWith('text/html'))).toEqual([])

    // Without a server it opens only at the program's own addresses.
    front.be('down')
    await page.goto('/dashboard')
    await expect(banner(page)).toBeVisible({ timeout: 30_000 })
    await expect(page.goto('/sim')).rejects.toThrow(/net::ERR/)
    await expect(page.goto('/api/docs')).rejects.toThrow(/net::ERR/)
  } finally {
    await context.close()
    front.close()
  }
})

test('a revoked permission removes what it showed from the copy', async ({ browser }) => {
  const { page, watch } = await openPage(browser, 'operator')
  await seenOnce(page)
  await page.goto('/log/index')
  await expect
    .poll(async () => (await kept(page)).whats, { timeout: 30_000 })
    .toEqual(expect.arrayContaining([FIGURES, DUTY]))

  const { role_id, permissions } = (await plant.ask(listRoles, {})).find((r) => r.level === 3)!
  const set = (list: readonly string[]) =>
    plant.ask(updateRole, { body: { role_id, permissions: list as Permission[] } })
  await set(permissions.filter((p) => !/^log\b/.test(p)))
  watch.allow(/403/)
  // The page stays open: it learns of it by checking the session.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        return (await kept(page)).whats
      },
      { timeout: 30_000 },
    )
    .not.toContain(DUTY)
  await set(permissions)
})

test('the copy of a session that has expired meanwhile is not shown, and is removed', async ({ browser }) => {
  const { page, watch } = await openPage(browser, 'operator')
  await seenOnce(page)
  watch.allow(AWAY)
  await plant.kill()
  // Twelve hours later: the refresh token has expired, and the access token long before.
  await page.context().clearCookies({ name: /^refresh/ })
  await page.evaluate(() => {
    const [name, value] = /(token_\d+)=([^;]+)/.exec(document.cookie)!.slice(1)
    const held = JSON.parse(decodeURIComponent(value)) as { token: string }
    document.cookie = `${name}=${encodeURIComponent(JSON.stringify({ ...held, expires: Date.now() - 1 }))}; path=/`
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: vi.error.unreachable })).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => (await kept(page)).account).toBe(null)
  await plant.start()
  await expect(page).toHaveURL(/\/account\/login/, { timeout: 30_000 })
})

test('the application can be installed', async ({ browser, request }) => {
  const { page } = await openPage(browser, 'operator')
  await page.goto('/dashboard')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(plant.url + href)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const app = (await answer.json()) as { display: string; icons: { src: string; sizes: string }[] }
  expect(app.display).toBe('standalone')
  for (const { src, sizes } of app.icons) {
    const size = await page.evaluate(async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob())
      return `${image.width}x${image.height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
})
