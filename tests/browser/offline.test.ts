import { expect, test, type Page } from '@playwright/test'
import { vi } from '#client/lib/text/vi.ts'
import { login } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { listRoles, updateRole, type Role } from '#contract/roles.ts'
import { drawn, figure, settled } from './fixtures.ts'
import { startPlant, type Plant } from './plant.ts'
import { seatsAt } from './seats.ts'

let plant: Plant
test.beforeAll(async () => {
  test.setTimeout(120_000)
  plant = await startPlant({ days: 1 })
  await settled(plant)
})
test.afterAll(() => plant.close())
const seat = seatsAt(() => plant)
test.setTimeout(120_000)

/** The browser itself says so of a server that is not there. */
const AWAY =
  /net::ERR_|Failed to load resource|Failed to fetch|NetworkError|Unable to preload|when fetching the script/
const banner = (page: Page) => page.getByRole('region', { name: vi.seen.title })

/** What this browser keeps for the time without a server: whose copy, with how much, and the files of the page. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    // Opening a database that is not there would make one, without its store.
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

/** The dashboard is open, and what it needs without a server is kept. */
async function seenOnce(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await drawn(page)
  await expect
    .poll(
      async () => {
        const { answers, files, page: shell } = await kept(page)
        return answers >= 6 && files > 3 && shell
      },
      { timeout: 60_000, message: 'a copy is kept' },
    )
    .toBe(true)
}

test('without a server the dashboard opens with what was seen last, says as of when, and goes live by itself', async ({
  browser,
}) => {
  const { page, watch } = await seat(browser, 'operator')
  await seenOnce(page)
  expect((await kept(page)).api, 'answers of the server in the cache of files').toBe(0)
  const level = /\d{3}\.\d{2}/.exec(await figure(page, vi.figure.level).innerText())![0]

  watch.allow(AWAY)
  await plant.kill()
  await page.reload()
  await expect(banner(page)).toBeVisible({ timeout: 20_000 })
  await expect(banner(page)).toContainText(/\d{2}\/\d{2}\/\d{4}/)
  await expect(figure(page, vi.figure.level)).toContainText(level)
  await drawn(page)
  // What was not seen is not made up.
  await page.goto('/station/manage')
  await expect(banner(page)).toBeVisible({ timeout: 20_000 })
  await page.goto('/dashboard')
  await expect(figure(page, vi.figure.level)).toContainText(level)

  await plant.start()
  await expect(banner(page)).toBeHidden({ timeout: 30_000 })
  const now = (await plant.figures()).lake_level.value!
  await plant.sendLevel(now + 0.01)
  await expect(figure(page, vi.figure.level)).toContainText((now + 0.01).toFixed(2), { timeout: 15_000 })
})

test('the copy is its account’s: signing out wipes it, and nobody else is shown it', async ({ browser }) => {
  const { page, watch } = await seat(browser, 'manager')
  await seenOnce(page)
  await page.getByRole('button', { name: vi.shell.logout }).first().click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect(page.getByRole('button', { name: vi.login.submit, exact: true })).toBeVisible()
  await expect.poll(async () => (await kept(page)).account).toBe(null)

  watch.allow(AWAY)
  await plant.kill()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: vi.error.unreachable })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/\d{3}\.\d{2}/)).toHaveCount(0)
  await plant.start()
  await expect(page).toHaveURL(/\/account\/login/, { timeout: 30_000 })
})

test('a right that is taken away takes what it let see out of the copy', async ({ browser, request }) => {
  const { page, watch } = await seat(browser, 'operator')
  await seenOnce(page)
  await page.goto('/log/index')
  await expect
    .poll(async () => (await kept(page)).whats, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['indicators', 'shift-log']))

  const admin = { username: 'admin', password: plant.password }
  const signed = await request.post(plant.url + fullPath(login), { data: admin })
  const { data } = (await signed.json()) as { data: { token: { access: string } } }
  const headers = { authorization: `Bearer ${data.token.access}` }
  const found = await request.get(plant.url + fullPath(listRoles), { headers })
  const roles = ((await found.json()) as { data: Role[] }).data
  const { role_id, permissions } = roles.find((r) => r.level === 3)!
  const set = (list: readonly string[]) =>
    request.post(plant.url + fullPath(updateRole), { headers, data: { role_id, permissions: list } })
  expect((await set(permissions.filter((p) => !/^log\b/.test(p)))).status()).toBe(200)
  watch.allow(/403/)
  // The page stays open: it hears of it by looking again who is signed in.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        return (await kept(page)).whats
      },
      { timeout: 30_000 },
    )
    .not.toContain('shift-log')
  expect((await set(permissions)).status()).toBe(200)
})

test('the copy of a session that has run out meanwhile is not shown, and goes', async ({ browser }) => {
  const { page, watch } = await seat(browser, 'operator')
  await seenOnce(page)
  watch.allow(AWAY)
  await plant.kill()
  // As twelve hours later: the refresh token has ended, and the access token long before.
  await page.context().clearCookies({ name: /^refresh/ })
  await page.evaluate(() => {
    const [name, value] = /(token_\d+)=([^;]+)/.exec(document.cookie)!.slice(1)
    const held = JSON.parse(decodeURIComponent(value)) as { token: string }
    document.cookie = `${name}=${encodeURIComponent(JSON.stringify({ ...held, expires: Date.now() - 1 }))}; path=/`
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: vi.error.unreachable })).toBeVisible({ timeout: 20_000 })
  await expect.poll(async () => (await kept(page)).account).toBe(null)
  await plant.start()
  await expect(page).toHaveURL(/\/account\/login/, { timeout: 30_000 })
})

test('it can be installed', async ({ browser, request }) => {
  const { page } = await seat(browser, 'operator')
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
