import { drawn, expect, signIn, test, vi, type Page } from './fixtures.ts'

/** The frame around the pages: sidebar, drawer, and what a browser stores of them. */

// The dashboard has details at its side as well.
const side = (page: Page) => page.getByRole('complementary').filter({ has: page.getByRole('navigation') })
const still = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))

test('the small sidebar shows the badge; the group that was opened is open after a reload', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  const bar = side(page)
  const badge = bar.getByText(vi.product.flowControlShort, { exact: true })
  await expect(badge).toBeVisible()
  const [inner, outer] = [(await badge.boundingBox())!, (await bar.boundingBox())!]
  expect(outer.width).toBeLessThanOrEqual(65)
  expect(inner.x).toBeGreaterThanOrEqual(outer.x)
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
  await bar.getByRole('button', { name: vi.shell.expand }).click()
  const group = bar.getByRole('button', { name: vi.group.quality, exact: true })
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await group.click()
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
})

test('the map opens where it was left', async ({ operatorPage: page }) => {
  await page.goto('/map/index')
  const map = page.getByRole('application', { name: vi.stationMap.map })
  const station = page.getByRole('button', { name: /^Trạm mưa Núi Sương/ })
  const place = async () => {
    await expect(map).toHaveAttribute('data-ready', 'true')
    const { x, y } = (await station.boundingBox())!
    return [x, y].map(Math.round)
  }
  const first = await place()
  await map.focus()
  const kept = () =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes('map.bounds'))?.[1])
  const before = await kept()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(kept).not.toBe(before)
  await expect.poll(async () => Math.abs((await place())[0] - first[0])).toBeGreaterThan(20)
  await still(page)
  // Stored once it has settled.
  let rest = await place()
  await expect
    .poll(async () => {
      const now = await place()
      const same = String(now) === String(rest)
      rest = now
      return same
    })
    .toBe(true)
  await page.reload()
  const [x, y] = await place()
  expect(Math.abs(x - rest[0])).toBeLessThanOrEqual(2)
  expect(Math.abs(y - rest[1])).toBeLessThanOrEqual(2)
})

test('a closing drawer closes its calculator', async ({ operatorPage: page }) => {
  // At this width the sidebar is a drawer, and a panel fits beside it.
  await page.setViewportSize({ width: 1020, height: 800 })
  await page.goto('/dashboard')
  const menu = page.getByRole('button', { name: vi.shell.openMenu })
  const drawer = page.getByRole('dialog', { name: vi.shell.menu })
  const panel = page.getByRole('dialog', { name: vi.calculator.title.volume })
  await menu.click()
  await drawer.getByRole('button', { name: vi.calculator.group }).click()
  await still(page)
  await drawer.getByRole('button', { name: vi.calculator.title.volume }).click()
  await expect(panel).toBeVisible()
  await page.mouse.click(1010, 790)
  await expect(drawer).toBeHidden()
  await expect(panel).toBeHidden()
  await menu.click()
  await expect(drawer).toBeVisible()
  await expect(panel).toBeHidden()
})

test.describe('between pages', () => {
  // A service worker would answer for the pages' scripts, which the test could then not hold back.
  test.use({ serviceWorkers: 'block' })

  test('shows a skeleton while a page is loading, not a blank sheet', async ({
    operatorPage: page,
    watch,
  }) => {
    watch.allow(/Service Worker registration blocked/)
    await page.goto('/dashboard')
    // Its own script may still be loading: held back as well, its skeleton would be mistaken for the map's.
    await drawn(page)
    const nav = side(page).getByRole('navigation')
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await nav.getByRole('link', { name: vi.route.map }).click()
    const skeleton = page.getByLabel(vi.shell.loadingPage)
    await expect(skeleton).toBeVisible()
    await expect(skeleton).toHaveAttribute('aria-busy', 'true')
    expect((await skeleton.boundingBox())!.height).toBeGreaterThan(400)
    release()
    await expect(page.getByRole('application', { name: vi.stationMap.map })).toBeVisible()
    await expect(skeleton).toHaveCount(0)
  })
})

test('the wall display notes that it shows a demo, and fits all of a flood', async ({
  operatorPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/wall')
  const mark = page.getByText(vi.product.demo, { exact: true })
  await expect(mark).toBeVisible()
  // In full: a name beside it may be long.
  const cut = await mark.evaluate((e) => {
    const { right } = e.getBoundingClientRect()
    const hides = (p: Element | null): boolean =>
      p !== null &&
      ((getComputedStyle(p).overflowX !== 'visible' && p.getBoundingClientRect().right < right) ||
        hides(p.parentElement))
    return hides(e.parentElement)
  })
  expect(cut).toBe(false)
  // In a flood the level has three notes: the figures below it stay within their frame.
  const words = page.getByRole('paragraph').filter({ hasText: /^Dưới MNDBT/ })
  await expect(words).toBeVisible()
  const over = await words.evaluate((e) => {
    const saying = e.lastElementChild!
    while (e.childElementCount < 3) e.append(saying.cloneNode(true))
    for (const child of e.children) child.textContent = 'Đến MNDBT trong 36–48 giờ (theo dự báo)'
    const frame = e.parentElement!.nextElementSibling!
    const { bottom } = frame.getBoundingClientRect()
    return Math.max(...[...frame.children].map((figure) => figure.getBoundingClientRect().bottom - bottom))
  })
  expect(over).toBeLessThanOrEqual(0)
})

test('a token that cannot be decoded signs out', async ({ openPage, plant, context }) => {
  // A session of its own: it ends here.
  const page = await openPage(false)
  await page.goto('/account/login')
  await signIn(page, plant)
  await expect(page).toHaveURL(/\/dashboard/)
  const [token] = (await context.cookies()).filter(({ name }) => name.startsWith('token_'))
  await context.addCookies([{ ...token, value: encodeURIComponent('{"token":"rubbish","expires":1e15}') }])
  await page.reload()
  await expect(page).toHaveURL(/\/account\/login/)
  // Nothing remains that could refresh it.
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/account\/login/)
})
