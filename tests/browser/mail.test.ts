import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { messages, type MessageCode } from '#contract/messages.ts'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { openPost, type Post } from '../people/post.ts'
import { openOffice, type Office } from './office.ts'
import { signIn } from './pages.ts'
import { Watch } from './watch.ts'

const message = (code: MessageCode, language: 'vi' | 'en' = 'vi') => messages[language][code]
const NEXT = 'Hoa-Sen-2027'

let post: Post
let office: Office
test.beforeAll(async () => {
  post = await openPost()
  office = await openOffice()
  await office.start({ SMTP_URL: post.url, MAIL_FROM: 'Forebay <dam@example.vn>', ACCOUNT_LAYOUT: '2' })
  await office.addReservoirs([{ code: 'HOVIDU', name: 'Hồ Ví Dụ' }])
})
test.afterAll(async () => {
  await office.close()
  await post.close()
})

let clients = 0
async function openPage(browser: Browser): Promise<{ page: Page; watch: Watch; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: office.url,
    extraHTTPHeaders: { 'x-forwarded-for': `10.6.0.${++clients}` },
  })
  return { context, watch: new Watch(context, office.url), page: await context.newPage() }
}

test('a forgotten password is reset by the mailed link, once', async ({ browser }, info) => {
  const username = `thuhuong${info.repeatEachIndex}`
  const email = `${username}@example.vn`
  await office.addAccount(username, 'operator', email)
  const { page, watch, context } = await openPage(browser)
  await page.goto('/dashboard?time=72')
  await page.getByRole('link', { name: vi.area.forgot }).click()
  await expect(page).toHaveTitle(`Forebay · ${vi.route.forgot}`)
  await page.getByRole('button', { name: vi.area.forgotSubmit }).click()
  await expect(page.getByText(message('required'))).toBeVisible()
  await page.getByLabel(vi.login.username).fill(email)
  await page.getByRole('button', { name: vi.area.forgotSubmit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vi.area.sentTitle)
  await expect(page.getByText(message('reset_link_sent'))).toBeVisible()

  const letter = await post.next()
  expect(letter).toMatchObject({ from: 'dam@example.vn', to: [email] })
  expect(letter.text).toContain('30 phút')
  const link = new RegExp(`${office.url}/account/forgot-password\\?token=[\\w-]+`).exec(letter.text)![0]

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vi.area.resetTitle)
  await page.getByLabel(vi.field.newPassword, { exact: true }).fill('short')
  await page.getByLabel(vi.field.repeat, { exact: true }).fill('other')
  await page.getByRole('button', { name: vi.area.resetSubmit }).click()
  await expect(page.getByText(message('password_mismatch'))).toBeVisible()
  await page.getByLabel(vi.field.newPassword, { exact: true }).fill(NEXT)
  await page.getByLabel(vi.field.repeat, { exact: true }).fill(NEXT)
  await page.getByRole('button', { name: vi.area.resetSubmit }).click()
  await expect(page.getByText(message('reset_done'))).toBeVisible()
  await page.getByRole('link', { name: vi.area.toLogin }).click()

  watch.allow(/status of 40[01]/)
  await signIn(page, { username, password: office.password })
  await expect(page.getByRole('alert')).toContainText(message('login_failed'))
  await signIn(page, { username, password: NEXT })
  await expect(page).toHaveURL(/\/dashboard/)

  const { page: again, watch: hears, context: other } = await openPage(browser)
  hears.allow(/status of 400/)
  await again.goto(link)
  await again.getByLabel(vi.field.newPassword, { exact: true }).fill(NEXT)
  await again.getByLabel(vi.field.repeat, { exact: true }).fill(NEXT)
  await again.getByRole('button', { name: vi.area.resetSubmit }).click()
  await expect(again.getByRole('alert')).toHaveText(message('reset_link_invalid'))
  await again.getByRole('link', { name: vi.area.askAgain }).click()
  await expect(again.getByRole('button', { name: vi.area.forgotSubmit })).toBeVisible()
  expect([...watch.seen(), ...hears.seen()], 'the browser complained').toEqual([])
  await Promise.all([context.close(), other.close()])
})

test('nobody learns whether an account exists, in either language', async ({ browser }) => {
  const { page, watch, context } = await openPage(browser)
  await page.goto('/account/forgot-password')
  await page.getByText('ENG', { exact: true }).click()
  await page.getByLabel(en.login.username).fill('nobody at all')
  await page.getByRole('button', { name: en.area.forgotSubmit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.area.sentTitle)
  await expect(page.getByText(message('reset_link_sent', 'en'))).toBeVisible()
  expect(watch.seen(), 'the browser complained').toEqual([])
  await context.close()
})
