import { HOUR } from '#core/time/units.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { me } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { ITEMS } from '#contract/items.ts'
import { getHistory, postReadings } from '#contract/readings.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { runningUrl } from '#server/lib/postgres/index.ts'
import { scores } from '#core/published/fixtures.ts'
import { demoDescription } from '#plant/describe.ts'
import { startServer, type ServerProcess } from '../process.ts'
import { record, storageTable, type Flood } from '../setup/flood.ts'
import { accessOf, call } from './call.ts'
import { figure, meters } from './fixtures.ts'
import { signIn } from './pages.ts'
import { Watch } from './watch.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(150_000)
test.use({ actionTimeout: 30_000 })

const PASSWORD = 'Forebay2026'
const FIELDS = vi.fieldOf.plant
const FIELDS_OF_GATE = vi.fieldOf.gate.parameters

const open: { context: BrowserContext; watch: Watch }[] = []

/** A browser of its own. */
async function openPage(browser: Browser, url: string): Promise<{ page: Page; watch: Watch }> {
  const context = await browser.newContext({ baseURL: url })
  const watch = new Watch(context, url)
  open.push({ context, watch })
  return { page: await context.newPage(), watch }
}

test.afterEach(async () => {
  const seen = open.flatMap(({ watch }) => watch.seen())
  await Promise.all(open.splice(0).map(({ context }) => context.close()))
  expect(seen, 'the browser complained').toEqual([])
})

const enter = (page: Page, username = 'admin', password = PASSWORD) => signIn(page, { username, password })

const step = (page: Page, name: keyof typeof vi.setup.step) =>
  page.getByRole('heading', { level: 2, name: vi.setup.step[name], exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** A field that is chosen from a list. */
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const kept = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: vi.setup.kept.saved })).toBeVisible()

/** Loads the page anew: the step and what was typed in it are there. */
async function reload(page: Page, name: keyof typeof vi.setup.step) {
  await kept(page)
  await page.reload()
  await expect(step(page, name)).toBeVisible()
}

test.describe('an installation without a reservoir', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-setup-'))
  const now = Math.floor(Date.now() / HOUR) * HOUR
  const flood: Flood = record(now)
  let server: ServerProcess

  test.beforeAll(async () => {
    server = await startServer({ dataDir, env: { DEMO: '0', ADMIN_PASSWORD: PASSWORD } })
  })
  test.afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('names whom to contact, for accounts that may not set one up', async ({ browser }) => {
    const db = openDatabase(runningUrl(dataDir)!, silentLog)
    await db.query(
      `INSERT INTO account (account_id, account_code, username, password_hash, full_name, created_at, updated_at)
       SELECT 'ac_op', 'op01', 'op01', password_hash, 'Ca trực', 0, 0 FROM account WHERE username = 'admin'`,
    )
    await db.query(
      `INSERT INTO account_role (account_id, hydro_code, role_id) SELECT 'ac_op', '*', role_id FROM role WHERE role_name = 'operator'`,
    )
    await db.close()
    const { page } = await openPage(browser, server.url)
    await page.goto('/dashboard')
    await enter(page, 'op01')
    await expect(page).toHaveURL(/\/setup$/)
    await expect(page.getByText(vi.setup.none)).toBeVisible()
    await expect(page.getByText(vi.setup.noneHint)).toBeVisible()
  })

  test('leads an administrator from nothing to live numbers', async ({ browser }) => {
    const { page, watch } = await openPage(browser, server.url)
    await page.goto('/')
    await enter(page)
    await expect(page).toHaveURL(/\/setup$/)

    await test.step('name and code', async () => {
      await button(page, vi.setup.next).click()
      await expect(page.getByLabel(FIELDS.name)).toBeFocused()
      await page.getByLabel(FIELDS.name).fill('Hồ Đăk Đrinh')
      await expect(page.getByLabel(vi.setup.code)).toHaveValue('HODAKDRINH')
      await page.getByLabel(vi.setup.code).fill('DAK ĐRINH')
      await button(page, vi.setup.next).click()
      await expect(step(page, 'identity')).toBeVisible()
      await expect(page.getByLabel(vi.setup.code)).toHaveAttribute('aria-invalid', 'true')
      await page.getByLabel(vi.setup.code).fill('DAKDRINH')
      await page.getByLabel(FIELDS.river).fill('Đăk Đrinh')
      await reload(page, 'identity')
      await expect(page.getByLabel(FIELDS.name)).toHaveValue('Hồ Đăk Đrinh')
      await button(page, vi.setup.next).click()
    })

    await test.step('place', async () => {
      await page.getByLabel(FIELDS.latitude).fill('14,97')
      await page.getByLabel(FIELDS.longitude).fill('108.33')
      await page.getByLabel(FIELDS.basinArea).fill('420')
      // As drawings have it: both angles in one text, an angle in its field, metres of VN-2000.
      const other = page.getByLabel(vi.setup.otherPlace)
      await other.fill(`14°58'12"B 108°20'06"Đ`)
      await expect(page.getByLabel(FIELDS.longitude)).toHaveValue('108.335')
      await page.getByLabel(FIELDS.latitude).fill(`15°01'30"`)
      await page.getByLabel(FIELDS.latitude).blur()
      await expect(page.getByLabel(FIELDS.latitude)).toHaveValue('15.025')
      await other.fill('X 1655300 Y 535600')
      await choice(page, vi.setup.gridSystem).fill("108°00'")
      await page.getByRole('option', { name: "VN-2000 / TM-3 108°00'" }).click()
      await expect(page.getByLabel(FIELDS.latitude)).toHaveValue(/^14\.9\d/)
      await other.fill('')
      await page.getByLabel(FIELDS.latitude).fill('14,97')
      await page.getByLabel(FIELDS.longitude).fill('108.33')
      await reload(page, 'place')
      await expect(page.getByLabel(FIELDS.latitude)).toHaveValue('14,97')
      await button(page, vi.setup.next).click()
    })

    await test.step('levels', async () => {
      const level = (name: keyof typeof FIELDS.levels, value: string) =>
        page.getByLabel(FIELDS.levels[name]).fill(value)
      await level('maxPossible', '414.88')
      await level('designedFlood', '411.5')
      await level('normal', '370')
      await level('dead', '375')
      await level('minPossible', '320.5')
      await button(page, vi.setup.next).click()
      await expect(page.getByLabel(FIELDS.levels.normal)).toHaveAttribute('aria-invalid', 'true')
      await level('normal', '410')
      // Possible, seldom meant: said once.
      await level('designedFlood', '405')
      await button(page, vi.setup.next).click()
      await expect(page.getByRole('alert')).toContainText('thấp hơn mực nước dâng bình thường (410 m)')
      await expect(button(page, vi.setup.anyway)).toBeVisible()
      await level('designedFlood', '411.5')
      await expect(page.getByRole('alert')).toBeHidden()
      await expect(page.getByRole('group', { name: /Hồ Đăk Đrinh/ })).toContainText('410.00')
      await reload(page, 'levels')
      await button(page, vi.setup.next).click()
    })

    await test.step('storage: a wrong file is refused, then the table is read', async () => {
      const file = page.locator('input[type=file]')
      watch.allow(/415|422/)
      await file.setInputFiles({
        name: 'ảnh.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([137, 80, 0, 1]),
      })
      await expect(page.getByRole('alert')).toContainText('không phải bảng số liệu')
      const falling = 'level_m,storage\n320.5,0\n375,43\n380,41\n415,297\n'
      await file.setInputFiles({ name: 'giảm.csv', mimeType: 'text/csv', buffer: Buffer.from(falling) })
      await expect(page.getByRole('list', { name: vi.setup.issues })).toContainText(
        `Dòng 4: ${vi.setup.issue.NOT_INCREASING}`,
      )
      await button(page, vi.setup.without).click()
      await expect(page.getByText(vi.setup.storageWrong)).toBeVisible()
      const table = storageTable()
      await file.setInputFiles({ name: 'dung tích.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
      await expect(page.getByText('20 dòng được nhận')).toBeVisible()
      await expect(choice(page, vi.setup.volumeUnit)).toHaveValue(vi.setup.volume.m3)
      await reload(page, 'storage')
      await expect(page.getByText('20 dòng được nhận')).toBeVisible()
      await button(page, vi.setup.next).click()
    })

    await test.step('measuring position', async () => {
      await expect(page.getByLabel(vi.setup.seriesCode)).toHaveValue('level.reservoir.1')
      await choice(page, vi.fieldOf.position.every).click()
      await page.getByRole('option', { name: '1 giờ', exact: true }).click()
      await button(page, vi.setup.next).click()
    })

    await test.step('release; back and forth without loss', async () => {
      await page.getByLabel(vi.setup.release.gates, { exact: true }).check()
      await button(page, vi.setup.addGate).click()
      await button(page, vi.setup.next).click()
      await expect(page.getByRole('alert')).toContainText(FIELDS_OF_GATE.width)
      await page.getByLabel(vi.setup.release.measured, { exact: true }).check()
      await button(page, vi.setup.next).click()
      await expect(step(page, 'units')).toBeVisible()
      await button(page, vi.setup.back).click()
      await expect(page.getByLabel(vi.setup.release.measured, { exact: true })).toBeChecked()
      await button(page, vi.setup.back).click()
      await expect(choice(page, vi.fieldOf.position.every)).toHaveValue('1 giờ')
      await button(page, vi.setup.next).click()
      await button(page, vi.setup.next).click()
    })

    await test.step('no units, no stations', async () => {
      await expect(step(page, 'units')).toBeVisible()
      await button(page, vi.setup.next).click()
      await expect(step(page, 'stations')).toBeVisible()
      await button(page, vi.setup.next).click()
    })

    await test.step('two administrators at once: the first to save continues, the other is notified', async () => {
      await reload(page, 'review')
      const other = await openPage(browser, server.url)
      other.watch.allow(/409/)
      watch.allow(/409/)
      await other.page.goto('/setup')
      await enter(other.page)
      await expect(step(other.page, 'review')).toBeVisible()
      await other.page.getByLabel(vi.fieldOf.parameters.movingPoints).fill('3')
      await kept(other.page)
      await page.getByLabel(vi.fieldOf.parameters.movingPoints).fill('7')
      await expect(page.getByText(vi.setup.conflict)).toBeVisible()
      await button(page, vi.act.reload).click()
      await expect(page.getByLabel(vi.fieldOf.parameters.movingPoints)).toHaveValue('3')
    })

    await test.step('review and create', async () => {
      const will = (name: keyof typeof vi.setup.quantity) =>
        page.getByRole('listitem').filter({ hasText: vi.setup.quantity[name] })
      await expect(will('inflow')).toContainText(vi.setup.will.yes)
      await expect(will('rain')).toContainText(vi.setup.lack.noRain)
      await expect(page.getByRole('cell', { name: 'release.total' })).toBeVisible()
      await button(page, vi.setup.create).click()
      await expect(page.getByRole('heading', { level: 1, name: /Hồ Đăk Đrinh/ })).toBeVisible()
    })

    let secret = ''
    await test.step('first token, with a line to copy', async () => {
      await button(page, vi.setup.makeToken).click()
      secret = await page.getByRole('group', { name: vi.tokens.secret }).locator('code').innerText()
      const line = page.getByRole('group', { name: vi.tokens.line.send }).locator('code')
      await expect(line).toContainText(`"${server.url}${fullPath(postReadings)}"`)
      await expect(line).toContainText('level.reservoir.1')
    })

    await test.step('history: columns as suggested, tried, then stored', async () => {
      await page.getByRole('link', { name: vi.setup.toImport }).click()
      await expect(page.getByText(vi.imports.none)).toBeVisible()
      const two = await page.evaluateHandle(() => {
        const dropped = new DataTransfer()
        for (const name of ['lũ.csv', 'mưa.csv']) dropped.items.add(new File(['t'], name))
        return dropped
      })
      await page.getByText(vi.imports.dropHint).dispatchEvent('drop', { dataTransfer: two })
      await expect(page.getByText(vi.field.oneFile)).toBeVisible()
      const buffer = Buffer.from(flood.csv)
      await page.getByLabel(vi.imports.file).setInputFiles({ name: 'lũ.csv', mimeType: 'text/csv', buffer })
      await expect(choice(page, 'Cột level_m ghi vào')).toHaveValue('Mực nước hồ · level.reservoir.1')
      await expect(choice(page, 'Cột total_release_m3s ghi vào')).toHaveValue(
        'Tổng lưu lượng xả · release.total',
      )
      await expect(choice(page, 'Cột inflow_m3s ghi vào')).toHaveValue(vi.imports.skip)
      await button(page, vi.imports.check).click()
      const tried = page.getByRole('region', { name: vi.imports.tryResult })
      await expect(tried).toContainText('720')
      await page.reload()
      await expect(tried.getByRole('row', { name: /level_m/ })).toContainText('360')
      // The record with its gaps before anything is written.
      const picture = (name: string) =>
        tried.getByRole('img', { name: vi.imports.picture.label.replace('{{name}}', name) })
      await expect(picture('level_m')).toBeVisible()
      await expect(picture('total_release_m3s')).toBeVisible()
      await button(page, vi.imports.run).click()
      await expect(page.getByRole('region', { name: vi.imports.result, exact: true })).toContainText('720')
      await button(page, vi.imports.back).click()
      const row = page.getByRole('row', { name: /lũ\.csv/ })
      await expect(row).toContainText(vi.imports.state.done)
      await expect(row).toContainText('360')
    })

    await test.step('the same file again has nothing to write; a typing error is asked about first', async () => {
      const open = (name: string, text: string) =>
        page
          .getByLabel(vi.imports.file)
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
      await open('lại.csv', flood.csv)
      await button(page, vi.imports.check).click()
      await expect(page.getByText(vi.imports.nothing)).toBeVisible()
      await expect(button(page, vi.imports.run)).toBeDisabled()
      await button(page, vi.imports.back).click()
      const at = (h: number) => `${String(h + 1).padStart(2, '0')}/10/2025 0${h % 10}:00`
      const lines = Array.from({ length: 9 }, (_, h) => `${at(h)};400,${10 + h};${h === 6 ? 7400 : 74}`)
      const more = Array.from({ length: 9 }, (_, h) => `${at(h)}:30;400,${10 + h};75`)
      const head = 'Ngày giờ;MN hồ (m);Tổng Q xả (m3/s)'
      await open('gõ nhầm.csv', [head, ...lines, ...more].join('\n'))
      // Day or month first: nothing in the file tells, so the day is read first, and the page says so.
      await expect(page.getByText(vi.imports.dayFirst.replace('{{example}}', at(0)))).toBeVisible()
      await button(page, vi.imports.check).click()
      const question = page.getByRole('region', { name: vi.imports.extremes.title })
      await expect(question).toContainText('7,400 m3/s')
      await expect(button(page, vi.imports.run)).toBeDisabled()
      await question.getByLabel(vi.imports.extremes.reject).check()
      await expect(button(page, vi.imports.run)).toBeEnabled()
      await button(page, vi.imports.discard).click()
      await expect(page.getByRole('row', { name: /gõ nhầm/ })).toBeHidden()
    })

    await test.step('the dashboard shows level and inflow, and moves with the first reading', async () => {
      await page.goto('/dashboard')
      await expect(figure(page, vi.figure.level)).toContainText(meters(flood.levels.at(-1)!))
      await expect(figure(page, vi.figure.inflow)).toContainText(/\d+\.\d/, { timeout: 30_000 })
      await expect(figure(page, vi.figure.storage)).toContainText(/\d+\.\d/)
      const z = flood.levels.at(-1)! + 0.03
      const readings = [{ series: 'level.reservoir.1', t: Date.now(), v: z }]
      await call(server.url, postReadings, { body: { readings } }, { bearer: secret })
      await expect(figure(page, vi.figure.level)).toContainText(meters(z))
    })

    await test.step('the inflow is the published one', async () => {
      const bearer = await accessOf(server.url, 'admin', PASSWORD)
      const code = 'general.total_discharge_lake'
      const to = flood.times.at(-1)!
      const body = { series: [code], from: flood.times[1], to, px: 10_000 }
      const read = async () => {
        const { t: steps, v } = (await call(server.url, getHistory, { body }, { bearer })).series[code]
        // Times come as steps from the one before.
        let at = 0
        return new Map(steps.map((dt, i) => [(at += dt), v[i]]))
      }
      await expect.poll(async () => (await read()).has(to), { timeout: 30_000 }).toBe(true)
      const computed = await read()
      const found = scores(
        flood.inflows.slice(1),
        flood.times.slice(1).map((at) => computed.get(at)!),
      )
      expect(found.r).toBeGreaterThanOrEqual(0.985)
    })

    await test.step('an undo removes it', async () => {
      await page.goto('/settings/import')
      await button(page, vi.imports.undo).click()
      const question = page.getByRole('dialog')
      await expect(question).toContainText('720')
      await question.getByRole('button', { name: vi.imports.undo }).click()
      await expect(page.getByRole('row', { name: /lũ\.csv/ })).toContainText(vi.imports.state.undone)
    })
  })

  test('reports at the field what is wrong with a file of history', async ({ browser }) => {
    const { page, watch } = await openPage(browser, server.url)
    watch.allow(/400|415|422/)
    await page.goto('/settings/import')
    await enter(page)
    const file = page.getByLabel(vi.imports.file)
    const give = (name: string, text: string) =>
      file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await give('trống.csv', '')
    await expect(page.getByRole('alert')).toContainText('Tệp trống.csv trống')
    await give('một cột.csv', 'level\n1\n')
    await expect(page.getByRole('alert')).toContainText('chỉ có một cột')
    await give('hai nghĩa.csv', 'time,level_m\n01/02/2026 00:00,400\n02/02/2026 00:00,401\n')
    await choice(page, vi.imports.format).click()
    await page.getByRole('option', { name: vi.imports.formats.auto, exact: true }).click()
    await button(page, vi.imports.check).click()
    await expect(page.getByText(/Không rõ ngày hay tháng/)).toBeVisible()
    await choice(page, 'Cột level_m ghi vào').click()
    await page.getByRole('option', { name: vi.imports.newSeries }).click()
    await page.getByLabel(vi.setup.seriesCode).fill('level.reservoir.1')
    await button(page, vi.imports.check).click()
    await expect(page.getByText(vi.imports.problem.codeKnown)).toBeVisible()
    await button(page, vi.imports.discard).click()
    await expect(page.getByRole('row', { name: /hai nghĩa/ })).toHaveCount(0)
  })

  test('asks whether the period of a slower file is that of the reservoir, and sets it', async ({
    browser,
  }) => {
    const { page } = await openPage(browser, server.url)
    await page.goto('/settings/import')
    await enter(page)
    const days = Array.from({ length: 20 }, (_, i) => `2025-03-${String(i + 1).padStart(2, '0')} 07:00,400.5`)
    const buffer = Buffer.from(['time,level_m', ...days].join('\n'))
    await page.getByLabel(vi.imports.file).setInputFiles({ name: 'ngày.csv', mimeType: 'text/csv', buffer })
    await button(page, vi.imports.check).click()
    const question = page.getByRole('region', { name: vi.imports.period.title })
    await expect(question).toContainText('level_m')
    await expect(question).toContainText('1 ngày')
    await question.getByRole('button', { name: / 1 ngày$/ }).click()
    await expect(question).toHaveCount(0)
    const bearer = await accessOf(server.url, 'admin', PASSWORD)
    const positions = await call(server.url, ITEMS.position.list, {}, { bearer })
    expect(positions.map((p) => p.body.every)).toEqual([86_400])
    await button(page, vi.imports.discard).click()
  })
})

/** Whether an account of a demo is an expert. */
async function isExpert(url: string, username: string): Promise<boolean> {
  const bearer = await accessOf(url, username, PASSWORD)
  return (await call(url, me, {}, { bearer })).expert
}

test('a running demo is left for a reservoir of one’s own', async ({ browser }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-leave-'))
  const env = { DEMO: '1', PLANT_HISTORY_DAYS: '1', ADMIN_PASSWORD: PASSWORD }
  const server = await startServer({ dataDir, env })
  try {
    // What only experts see is seen in a demo too: one of its accounts is an expert.
    expect(await isExpert(server.url, 'manager')).toBe(true)
    expect(await isExpert(server.url, 'operator')).toBe(false)
    const { page, watch } = await openPage(browser, server.url)
    await page.goto('/')
    await enter(page)
    await expect(page).toHaveURL(/\/dashboard/)
    await page.getByRole('button', { name: new RegExp(`^${vi.shell.account}:`) }).click()
    await page.getByRole('menuitem', { name: vi.shell.setUpMine }).click()
    await expect(page.getByRole('heading', { level: 1, name: vi.setup.leave.title })).toBeVisible()
    await expect(page.getByText(/manager, operator, viewer/)).toBeVisible()
    const { name } = demoDescription().plant
    const act = button(page, vi.setup.leave.act)
    const password = page.getByLabel(vi.setup.leave.password, { exact: true })
    const typed = page.getByLabel(/Gõ tên hồ mô phỏng/)
    watch.allow(/400|401|403|409|422/)
    await act.click()
    await expect(typed).toHaveAttribute('aria-invalid', 'true')
    await typed.fill(name)
    await password.fill(PASSWORD)
    await page.getByLabel(vi.setup.leave.repeat).fill(PASSWORD)
    await act.click()
    await expect(page.getByText('Đây vẫn là mật khẩu cũ')).toBeVisible()
    await password.fill('MyOwn2026x')
    await page.getByLabel(vi.setup.leave.repeat).fill('MyOwn2026x')
    await act.click()
    // The page is loaded anew: without a reservoir it is the set-up, and no demo any more.
    await expect(step(page, 'identity')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(vi.product.demo, { exact: true })).toHaveCount(0)
    const fresh = await openPage(browser, server.url)
    fresh.watch.allow(/401/)
    await fresh.page.goto('/')
    await expect(fresh.page.getByText(vi.login.demoTitle)).toHaveCount(0)
    await enter(fresh.page)
    await expect(fresh.page.getByRole('alert')).toBeVisible()
    await enter(fresh.page, 'admin', 'MyOwn2026x')
    await expect(fresh.page).toHaveURL(/\/setup$/)
  } finally {
    // Nobody looks on when the server goes.
    await Promise.all(open.map(({ context }) => context.close()))
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
