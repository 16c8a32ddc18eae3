import { fullPath } from '#contract/endpoint.ts'
import { listSeries, postReadings } from '#contract/readings.ts'
import { drawn, en, expect, test, vi, type Page, type Plant } from './fixtures.ts'
import { expectAccessible } from './page-checks.ts'

const PATH = '/settings/tokens'

/** The page as an administrator opens it. */
async function open(page: Page) {
  await page.goto(PATH)
  await expect(page.getByRole('heading', { level: 1, name: vi.route.tokens })).toBeVisible()
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Creates a token through the page and reads its secret from the screen. */
async function make(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: vi.tokens.make }).click()
  const form = dialog(page, vi.tokens.make)
  await form.getByLabel(vi.tokens.name, { exact: true }).fill(name)
  await form.getByRole('button', { name: vi.tokens.makeAct, exact: true }).click()
  const made = dialog(page, name)
  const secret = await made.getByRole('group', { name: vi.tokens.secret }).locator('code').innerText()
  expect(secret).toMatch(/^fb_[\w-]{20,}$/)
  return secret
}

/** The ingest endpoint's answer to a secret. */
async function tried(plant: Plant, secret: string, read = false): Promise<number> {
  const endpoint = read ? listSeries : postReadings
  const answer = await fetch(plant.url + fullPath(endpoint), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(read ? {} : { 'content-type': 'application/json' }),
    },
    ...(read ? {} : { body: '{"readings":[]}' }),
  })
  await answer.arrayBuffer()
  return answer.status
}

test('a token is created, opens what was chosen and no more, and its secret is shown once', async ({
  adminPage: page,
  plant,
}) => {
  await open(page)
  const name = 'Datalogger thượng lưu'
  const secret = await make(page, name)
  expect(await tried(plant, secret)).toBe(200)
  expect(await tried(plant, secret, true)).toBe(403)
  const line = dialog(page, name).getByRole('group', { name: vi.tokens.line.try }).locator('code')
  await expect(line).toContainText(`"${plant.url}${fullPath(postReadings)}"`)
  await expect(line).toContainText(`Bearer ${secret}`)

  await dialog(page, name).getByRole('button', { name: vi.tokens.done }).click()
  await expect(page.getByText(vi.tokens.notTaken)).toBeVisible()
  await dialog(page, name).getByRole('button', { name: vi.tokens.leaveSecret }).click()
  await expect(dialog(page, name)).toHaveCount(0)
  await expect(row(page, name)).toContainText(vi.tokens.scope.write)
  await expect(row(page, name)).toContainText(vi.tokens.all)
  await expect(row(page, name)).toContainText('Nguyễn Quốc Trung')
  await page.reload()
  await expect(row(page, name)).toContainText(vi.tokens.justNow)
  expect(await page.content()).not.toContain(secret)
})

test('a token limited to a series names it', async ({ adminPage: page }) => {
  await open(page)
  await page.getByRole('button', { name: vi.tokens.make }).click()
  const form = dialog(page, vi.tokens.make)
  await form.getByRole('radio', { name: vi.tokens.onlySeries }).check()
  await form.getByRole('button', { name: vi.tokens.makeAct, exact: true }).click()
  await expect(form.getByText(vi.tokens.problem.nameRequired)).toBeVisible()
  await expect(form.getByText(vi.tokens.problem.seriesRequired)).toBeVisible()

  await form.getByLabel(vi.tokens.name, { exact: true }).fill('Trạm đo mực nước')
  const pick = form.getByRole('combobox', { name: vi.tokens.onlySeries })
  await pick.fill('level.reservoir.1')
  await page.getByRole('option', { name: /level\.reservoir\.1/ }).click()
  await expect(form.getByText('level.reservoir.1', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: vi.tokens.makeAct, exact: true }).click()
  const made = dialog(page, 'Trạm đo mực nước')
  await made.getByRole('button', { name: `${vi.copy.copy}: ${vi.tokens.secret}`, exact: true }).click()
  await expect(made.getByText(vi.copy.done).first()).toBeVisible()
  // It was copied: there is no question.
  await made.getByRole('button', { name: vi.tokens.done }).click()
  await expect(made).toHaveCount(0)
  await expect(row(page, 'Trạm đo mực nước')).toContainText('level.reservoir.1')
})

test('copying works on plain http, where browsers offer no clipboard', async ({ adminPage: page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await open(page)
  const secret = await make(page, 'Trạm mưa')
  const made = dialog(page, 'Trạm mưa')
  await made.getByRole('button', { name: `${vi.copy.copy}: ${vi.tokens.secret}`, exact: true }).click()
  await expect(made.getByText(vi.copy.done).first()).toBeVisible()
  await made.getByRole('button', { name: vi.tokens.done }).click()
  await page.getByRole('button', { name: vi.tokens.make }).click()
  const name = dialog(page, vi.tokens.make).getByLabel(vi.tokens.name, { exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.press('Control+V')
  await expect(name).toHaveValue(secret)
})

test('Enter does not revoke; the button does, at once', async ({ adminPage: page, plant }) => {
  await open(page)
  const name = 'Mã sắp thu hồi'
  const secret = await make(page, name)
  await dialog(page, name).getByRole('button', { name: vi.dialog.close }).click()
  await dialog(page, name).getByRole('button', { name: vi.tokens.leaveSecret }).click()

  const ask = dialog(page, vi.tokens.revokeTitle.replace('{{name}}', name))
  await row(page, name).getByRole('button', { name: vi.tokens.revoke }).click()
  await expect(ask.getByRole('button', { name: vi.dialog.cancel })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(ask).toHaveCount(0)
  await expect(row(page, name)).toContainText(vi.tokens.inUse)
  expect(await tried(plant, secret)).toBe(200)

  await row(page, name).getByRole('button', { name: vi.tokens.revoke }).click()
  await ask.getByRole('button', { name: vi.tokens.revoke, exact: true }).click()
  await expect(row(page, name)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible()
  expect(await tried(plant, secret)).toBe(401)
  // Showing the revoked ones is part of the address.
  await page.getByRole('checkbox', { name: /thu hồi/ }).click()
  await expect(row(page, name)).toContainText(vi.tokens.revoked)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /thu hồi/ })).toBeChecked()
  await expect(row(page, name)).toContainText(vi.tokens.revoked)
  await expect(row(page, name).getByRole('button')).toHaveCount(0)
})

test('unsaved input is asked about once, and an untouched form closes with Escape', async ({
  adminPage: page,
}) => {
  await open(page)
  const form = dialog(page, vi.tokens.make)
  await page.getByRole('button', { name: vi.tokens.make }).click()
  await expect(form.getByLabel(vi.tokens.name, { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  await page.getByRole('button', { name: vi.tokens.make }).click()
  await form.getByLabel(vi.tokens.name, { exact: true }).fill('x')
  await page.keyboard.press('Escape')
  await expect(form.getByText(vi.act.unsaved)).toBeVisible()
  await form.getByRole('button', { name: vi.dialog.stay }).click()
  await expect(form.getByLabel(vi.tokens.name, { exact: true })).toHaveValue('x')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

test('the title and every text follow the language', async ({ adminPage: page }) => {
  await open(page)
  await expect(page).toHaveTitle(`Forebay · ${vi.route.tokens}`)
  await page.getByText('ENG', { exact: true }).click()
  await expect(page).toHaveTitle(`Forebay · ${en.route.tokens}`)
  await expect(page.getByRole('columnheader', { name: en.tokens.used })).toBeVisible()
  await page.getByRole('button', { name: en.shell.expand }).click()
  const menu = page.getByRole('navigation', { name: en.shell.menu })
  await expect(menu.getByRole('link', { name: en.route.tokens })).toHaveAttribute('aria-current', 'page')
})

test('accounts without permission find neither the menu entry nor the page', async ({
  operatorPage: page,
}) => {
  await page.goto('/dashboard')
  await drawn(page)
  await page.getByRole('button', { name: vi.shell.expand }).click()
  const menu = page.getByRole('navigation', { name: vi.shell.menu })
  await expect(menu.getByRole('link', { name: vi.route.dashboard })).toBeVisible()
  await menu.getByRole('button', { name: vi.group.settings }).click()
  await expect(menu.getByRole('link', { name: vi.route.tokens })).toHaveCount(0)
  await page.goto(PATH)
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('heading', { name: vi.route.tokens })).toHaveCount(0)
})

test('the list, the form, the secret and the question have no accessibility violations in either theme', async ({
  adminPage: page,
}) => {
  await open(page)
  await expectAccessible(page, 'the list')
  await page.getByRole('button', { name: vi.tokens.make }).click()
  const form = dialog(page, vi.tokens.make)
  await form.getByRole('radio', { name: vi.tokens.onlySeries }).check()
  await form.getByRole('button', { name: vi.tokens.makeAct, exact: true }).click()
  await expect(form.getByText(vi.tokens.problem.nameRequired)).toBeVisible()
  await expectAccessible(page, 'the form')
  await form.getByRole('button', { name: vi.dialog.cancel }).click()
  await form.getByRole('button', { name: vi.act.leave }).click()

  const name = 'Mã hai giao diện'
  await make(page, name)
  await expectAccessible(page, 'the secret')
  await dialog(page, name).getByRole('button', { name: vi.tokens.done }).click()
  await dialog(page, name).getByRole('button', { name: vi.tokens.leaveSecret }).click()
  await row(page, name).getByRole('button', { name: vi.tokens.revoke }).click()
  await expect(page.getByRole('button', { name: vi.dialog.cancel })).toBeFocused()
  await expectAccessible(page, 'the question')
})
