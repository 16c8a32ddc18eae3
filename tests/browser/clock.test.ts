import { HOUR, MINUTE } from '#core/time/units.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page, type Response } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { silentLog } from '#server/lib/log.ts'
import { startPostgres } from '#server/lib/postgres/index.ts'
import { openWorld, type World } from '../shots/world.ts'
import { dialog, signIn, expectNotice } from './pages.ts'
import { Watch } from './watch.ts'

/**
 * Effects of time on a page. The server's clock is stopped until the test moves it; the page's clock is the test's too.
 */

let clients = 0

interface Each {
  watch: Watch
  /** Signed in, at the dashboard; its clock runs until it is stopped. */
  operatorPage: Page
}

const test = base.extend<Each, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'forebay-clock-'))
      const postgres = await startPostgres({
        dataDir,
        log: silentLog,
        settings: { fsync: 'off', synchronous_commit: 'off' },
      })
      const world = await openWorld(postgres.url, { now: Date.now(), days: 1, dataDir })
      try {
        await use(world)
      } finally {
        await world.close()
        await postgres.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ world }, use) => use(world.url),
  watch: [
    async ({ context, world }, use) => {
      const watch = new Watch(context, world.url)
      await use(watch)
      expect(watch.seen(), 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
  // A machine of its own for each: sign-ins are limited by address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: ({}, use) => use({ 'x-forwarded-for': `10.5.0.${++clients}` }),
  operatorPage: async ({ page, world }, use) => {
    await page.clock.install({ time: world.clock.now() })
    await page.goto('/account/login')
    await enter(page, world)
    await use(page)
  },
})

async function enter(page: Page, world: World) {
  await signIn(page, world)
  await drawn(page)
}

async function drawn(page: Page) {
  const chart = page.getByRole('figure', { name: vi.dashboard.chart })
  await expect(chart).toHaveAttribute('data-ready', 'true')
  await expect(chart).not.toHaveAttribute('aria-busy', 'true')
}

/** Further ahead than the clock runs until it is stopped, as it cannot be stopped in the past. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

/** The answers to a call, in order. */
function answersTo(page: Page, path: string): Response[] {
  const answers: Response[] = []
  page.on('response', (r) => r.url().endsWith(path) && answers.push(r))
  return answers
}
const bearer = (r: Response) => r.request().headers()['authorization']

/** Requests another range; returns the server's answer. */
async function ask(page: Page, range: string): Promise<Response> {
  const answer = page.waitForResponse((r) => r.url().endsWith('/data/fromto') && r.ok())
  await page.getByRole('button', { name: range }).click()
  return answer
}

/** The clock of the plant is stopped: nothing newer is calculated while a saved result is read. */
test('a result is saved with a reason, shown on the dashboard, and rolled back', async ({
  operatorPage: page,
}) => {
  const { calculation: words, runs } = vi
  const outflow = page.getByRole('region', { name: vi.figure.outflow, exact: true })
  const edited = outflow.getByText(vi.quality.edited).first()
  const before = await outflow.innerText()
  await expect(edited).toHaveCount(0)
  await page.getByRole('button', { name: words.open, exact: true }).click()
  const panel = dialog(page, words.title)
  await expect(panel.getByLabel(words.level2)).toHaveValue(/^\d{3}\.\d{3}$/)
  await panel.getByRole('group', { name: words.gates }).getByRole('textbox').first().fill('2')
  await panel.getByRole('button', { name: words.try, exact: true }).click()
  await panel.getByRole('button', { name: words.save, exact: true }).click()
  const ask = page.getByRole('dialog', { name: words.confirm.title.split('{{')[0] })
  await ask.getByRole('button', { name: words.save, exact: true }).click()
  await expect(ask.getByText(words.confirm.reasonNeeded)).toBeVisible()
  await ask.getByLabel(vi.field.reason).fill('Cảm biến độ mở sai')
  await ask.getByRole('button', { name: words.save, exact: true }).click()
  await expect(panel.getByText(words.savedNote)).toBeVisible()
  await panel.getByRole('button', { name: vi.act.close, exact: true }).last().click()
  await expect(edited).toBeVisible()
  await expect(outflow).not.toHaveText(before)

  await page.getByRole('button', { name: words.rollback }).click()
  const back = dialog(page, runs.rollback.title)
  await expect(back).toContainText(runs.kind.save)
  await back.getByRole('button', { name: words.rollback }).click()
  await expectNotice(page, runs.rollback.done)
  await expect(edited).toHaveCount(0)
  // To the digit: nothing else has changed meanwhile.
  await expect.poll(() => outflow.innerText()).toBe(before)

  await page.goto('/calculation/index')
  const run = page.getByRole('row').filter({ hasText: runs.kind.save })
  await expect(run).toContainText(runs.taken)
  await expect(run).toContainText('Cảm biến độ mở sai')
  await run.getByRole('button').click()
  await expect(dialog(page, runs.kind.save)).toContainText('2.000')
  await expect(dialog(page, runs.kind.save).getByRole('button', { name: words.rollback })).toHaveCount(0)
})

test.describe('a laptop that slept', () => {
  test('refreshes its token on waking and continues where it was, still signed in', async ({
    operatorPage: page,
    world,
  }) => {
    const refreshed = answersTo(page, '/auth/refresh-token')
    const out = answersTo(page, '/auth/logout')
    const before = bearer(await ask(page, vi.dashboard.time.h6))
    // The lid is closed for longer than a token lives: timers due meanwhile run once.
    world.clock.advance(20 * MINUTE)
    await page.clock.fastForward(20 * MINUTE)
    await expect.poll(() => refreshed.map((r) => r.status())).toEqual([200])
    const after = await ask(page, vi.dashboard.time.h3)
    expect(bearer(after)).not.toBe(before)
    await drawn(page)
    await expect(page).toHaveURL(/\/dashboard\?.*time=3(&|$)/)
    expect(refreshed).toHaveLength(1)
    expect(out).toHaveLength(0)
  })

  test('is refused once if its own clock slept too; the call is repeated with a new token', async ({
    operatorPage: page,
    world,
    watch,
  }) => {
    watch.allow(/the server responded with a status of 401/)
    const refreshed = answersTo(page, '/auth/refresh-token')
    const out = answersTo(page, '/auth/logout')
    const answers = answersTo(page, '/data/fromto')
    world.clock.advance(20 * MINUTE)
    await ask(page, vi.dashboard.time.h6)
    await drawn(page)
    expect(answers.map((r) => r.status())).toContain(401)
    expect(refreshed.map((r) => r.status())).toEqual([200])
    expect(out).toHaveLength(0)
    await expect(page).toHaveURL(/\/dashboard/)
  })

  test('for longer than the session lasts signs in again, and returns to where it was', async ({
    operatorPage: page,
    world,
    watch,
  }) => {
    watch.allow(/the server responded with a status of 401/)
    await ask(page, vi.dashboard.time.h6)
    world.clock.advance(13 * HOUR)
    await page.clock.fastForward(13 * HOUR)
    await expect(page).toHaveURL(/\/account\/login$/)
    await enter(page, world)
    await expect(page).toHaveURL(/\/dashboard\?.*time=6(&|$)/)
  })
})

test('a notice is shown at the top with its remaining time, and disappears after 2.5 s', async ({
  operatorPage: page,
}) => {
  // The area of notices comes some seconds after the page.
  await page.clock.fastForward(4000)
  await page.getByRole('button', { name: new RegExp(`^${vi.shell.account}`) }).click()
  await page.getByRole('menuitem', { name: vi.profile.changePassword }).click()
  const form = page.getByRole('dialog', { name: vi.profile.changePassword })
  await form.getByLabel(vi.field.oldPassword, { exact: true }).fill('Anything1')
  await form.getByLabel(vi.field.newPassword, { exact: true }).fill('Anything2')
  await form.getByLabel(vi.field.repeat, { exact: true }).fill('Anything3')
  await stopClock(page)
  await form.getByRole('button', { name: vi.profile.changePassword }).click()
  // Announced at once, as a failure is.
  const notice = page.getByRole('alert').filter({ hasText: messages.vi.password_mismatch })
  await page.clock.runFor(300)
  await expect(notice).toBeVisible()
  const box = (await notice.boundingBox())!
  expect(box.y).toBeLessThan(100)
  expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(2)
  const progress = notice.locator('[style*="--notifications-progress-duration"]')
  await expect(progress).toHaveAttribute('style', /--notifications-progress-duration: 2500ms/)
  await page.clock.runFor(2100)
  await expect(notice).toBeVisible()
  await page.clock.runFor(400)
  await expect(notice).toHaveCount(0)
})

test('letters typed on a list form one word until 1.5 s have passed', async ({ operatorPage: page }) => {
  await page.goto('/accounts/manage')
  const choice = page.getByRole('combobox', { name: vi.field.status })
  await expect(choice).toHaveValue(vi.accounts.allStatuses)
  await stopClock(page)
  await choice.focus()
  // "đã khóa": the second letter belongs to the first.
  await page.keyboard.press('d')
  await expect(choice).toHaveValue(vi.accounts.inactive)
  await page.clock.runFor(1500)
  await page.keyboard.press('h')
  await expect(choice).toHaveValue(vi.accounts.inactive)
  await page.clock.runFor(1501)
  await page.keyboard.press('h')
  await expect(choice).toHaveValue(vi.accounts.active)
})

test('a group of the menu begins to open after 100 ms', async ({ operatorPage: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: vi.shell.expand }).click()
  const group = page.getByRole('complementary').getByRole('button', { name: vi.group.manage })
  const content = page.locator(`[id="${await group.getAttribute('aria-controls')}"]`)
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  // The transition follows no test clock and ends before a busy machine checks, so its duration is recorded.
  const moves = await content.evaluateHandle((e) => {
    const had: string[] = []
    const look = () => e.style.transition && had.push(e.style.transition)
    new MutationObserver(look).observe(e, { attributeFilter: ['style'] })
    return had
  })
  await stopClock(page)
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.clock.runFor(99)
  await expect(content).toHaveCSS('height', '0px')
  expect(await moves.jsonValue()).toEqual([])
  await page.clock.runFor(1)
  expect(await moves.jsonValue()).toContainEqual(expect.stringContaining('height 140ms'))
  await page.clock.runFor(154)
  await expect(content.getByRole('link', { name: vi.route.accounts })).toBeVisible()
  expect(await content.evaluate((e) => e.style.height)).toBe('')
})
