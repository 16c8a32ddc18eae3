import { dateTime } from '#client/lib/format.ts'
import { en, expect, test, vi, type Page } from './fixtures.ts'
import { overflow, accessibilityViolations } from './page-checks.ts'

const PATH = '/log/gates'

/** The page as an operator opens it. */
async function open(page: Page, query = '') {
  await page.goto(PATH + query)
  await expect(page.getByRole('heading', { level: 1, name: vi.gateLog.title })).toBeVisible()
}

const GATE = 'Tràn xả mặt có cửa van cung'
const rows = (page: Page, order: string) => page.getByRole('row').filter({ hasText: order })
/** A dialog by the fixed part of its title. */
const dialog = (page: Page, title: string) =>
  page.getByRole('dialog', { name: new RegExp(`^${title.split('{{')[0]}`) })

test('an order that moves three gates at once is written, corrected, withdrawn, and its history stays', async ({
  operatorPage: page,
}) => {
  await open(page)
  await page.getByRole('button', { name: vi.gateLog.write, exact: true }).click()
  const form = page.getByRole('dialog', { name: vi.gateLog.write })
  await form.getByLabel(vi.gateLog.form.all.replace('{{gate}}', GATE)).check()
  const write = form.getByRole('button', { name: vi.gateLog.form.saveN.replace('{{n}}', '3') })
  await write.click()
  await expect(form.getByText(vi.gateLog.form.needValue)).toBeVisible()
  await form.getByLabel(vi.gateLog.form.opening).fill('99')
  await expect(form.getByText(/^Vượt mức lớn nhất/)).toBeVisible()
  await form.getByLabel(vi.gateLog.form.opening).fill('0,75')
  await form.getByLabel(vi.gateLog.form.order, { exact: true }).fill('L-301')
  await form.getByLabel(vi.gateLog.form.reason, { exact: true }).fill('Xả theo lệnh điều độ')
  await write.click()
  await expect(form).toHaveCount(0)
  await expect(rows(page, 'L-301')).toHaveCount(3)
  await expect(rows(page, 'L-301').first()).toContainText('0.75 m')
  await expect(rows(page, 'L-301').first()).toContainText(vi.gateLog.source.hand)

  const first = rows(page, 'L-301').filter({ hasText: 'Cửa van cung 1' })
  const act = async (name: string) => {
    await first.getByRole('button', { name: /Cửa van cung 1/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act(vi.gateLog.act.correct)
  const correct = dialog(page, vi.gateLog.correctTitle)
  await correct.getByLabel(vi.gateLog.form.to, { exact: true }).fill('0.8')
  await correct.getByRole('button', { name: vi.act.save }).click()
  await expect(correct.getByText(vi.gateLog.form.needWhy)).toBeVisible()
  await correct.getByLabel(vi.gateLog.form.why).fill('Đọc nhầm thước')
  await correct.getByRole('button', { name: vi.act.save }).click()
  await expect(correct).toHaveCount(0)
  await expect(first).toContainText('0.80 m')

  await act(vi.gateLog.act.history)
  const history = dialog(page, vi.gateLog.historyTitle)
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history).toContainText('Đọc nhầm thước')
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)

  await act(vi.gateLog.act.withdraw)
  const question = dialog(page, vi.gateLog.withdrawTitle)
  await question.getByLabel(vi.gateLog.form.whyWithdraw).fill('Không thực hiện')
  await question.getByRole('button', { name: vi.gateLog.act.withdraw }).click()
  await expect(question).toHaveCount(0)
  await expect(rows(page, 'L-301')).toHaveCount(2)
  // The order number is kept for the next movement.
  await page.getByRole('button', { name: vi.gateLog.write, exact: true }).click()
  await expect(form.getByLabel(vi.gateLog.form.order, { exact: true })).toHaveValue('L-301')
})

test('movements seen by a sensor are in the list and can be completed; the filter is in the address', async ({
  operatorPage: page,
}) => {
  await open(page)
  const seen = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Bổ sung/ }) })
  await expect(seen.first()).toContainText(vi.gateLog.source.sensor)
  await seen.first().getByRole('button').click()
  const form = dialog(page, vi.gateLog.completeTitle)
  await form.getByLabel(vi.gateLog.form.order, { exact: true }).fill('L-302')
  await form.getByLabel(vi.gateLog.form.by, { exact: true }).fill('Ca B')
  await form.getByRole('button', { name: vi.act.save }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('combobox', { name: vi.gateLog.filter.source }).click()
  await page.getByRole('option', { name: vi.gateLog.source.sensor }).click()
  await expect(page).toHaveURL(/source=sensor/)
  await page.getByRole('searchbox').fill('L-302')
  await expect(page).toHaveURL(/search=L-302/)
  await expect(rows(page, 'L-302')).toHaveCount(1)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(rows(page, 'L-302')).toContainText('Ca B')
})

test('as of the past, discharge is by the sensors alone; days are shown before times', async ({
  operatorPage: page,
}) => {
  await open(page)
  await expect(page.getByRole('rowheader').first()).toHaveText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)
  await page.getByRole('button', { name: vi.gateLog.write, exact: true }).click()
  const form = page.getByRole('dialog', { name: vi.gateLog.write })
  await form.getByLabel('Cửa van cung 1').check()
  await expect(form.getByText(vi.gateLog.form.sensorTells)).toBeVisible()
  const past = dateTime(Date.now() - 3 * 3_600_000, 'Asia/Ho_Chi_Minh', 'vi')
  await form.getByLabel(vi.gateLog.form.at).fill(past)
  await expect(form.getByText(/^Ghi bổ sung cho thời điểm .* trước\. Lúc đó cảm biến có báo/)).toBeVisible()
  await expect(form.getByText('sẽ được tính lại')).toHaveCount(0)
  await expect(form.getByText(vi.gateLog.form.sensorTells)).toHaveCount(0)
})

test('the page fits a wide screen and a phone', async ({ operatorPage: page }) => {
  await open(page)
  await expect(page.getByRole('table')).toBeVisible()
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    expect(await accessibilityViolations(page)).toEqual([])
    await expect.poll(() => overflow(page)).toEqual([])
  }
})

test('the page is in English, and its form has labels for all of its fields', async ({
  operatorPage: page,
}) => {
  await open(page)
  await page.getByText('ENG', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: en.gateLog.title })).toBeVisible()
  await page.getByRole('button', { name: en.gateLog.write, exact: true }).click()
  await expect(page.getByRole('dialog', { name: en.gateLog.write })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})
