import type { Page } from '@playwright/test'
import { SEEING } from './seeing.ts'
import { drawn, expect, loaded, plain, TEXTS, type Screen } from './wait.ts'

export { TEXTS }
export type { Language, Screen } from './wait.ts'

/** A page with one of its dialogs open. */
const opened = (
  name: string,
  path: string,
  open: (page: Page, text: (typeof TEXTS)['vi' | 'en']) => Promise<unknown>,
): Screen => ({
  ...plain(name, path),
  async shown(page, language) {
    await loaded(page)
    await open(page, TEXTS[language])
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  },
})

/** The station map with its layers. */
const map = (name: string, path: string, also?: (page: Page) => Promise<unknown>): Screen => ({
  ...plain(name, path),
  async shown(page, language) {
    await loaded(page)
    const sheet = page.getByRole('application', { name: TEXTS[language].stationMap.map })
    await expect(sheet).toHaveAttribute('data-ready', 'true')
    await also?.(page)
  },
})

export const SCREENS: Screen[] = [
  plain('register', '/account/register', false),
  plain('forgot-password', '/account/forgot-password', false),
  plain('new-password', '/account/forgot-password?token=x', false),
  plain('accounts', '/accounts/manage'),
  opened('account-add', '/accounts/manage', (page, t) =>
    page.getByRole('button', { name: t.accounts.add }).click(),
  ),
  opened('account-edit', '/accounts/manage', (page) =>
    page.getByRole('button', { name: 'Nguyễn Thị Thúy Hằng', exact: true }).click(),
  ),
  {
    ...plain('account-acts', '/accounts/manage'),
    async shown(page, language) {
      await loaded(page)
      const name = TEXTS[language].act.more.replace('{{name}}', 'Nguyễn Thị Thúy Hằng')
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  opened('account-remove', '/accounts/manage?search=dovanlam', async (page, t) => {
    await page.getByRole('button', { name: t.act.more.replace('{{name}}', 'Đỗ Văn Lâm') }).click()
    await page.getByRole('menuitem', { name: t.act.remove }).click()
  }),
  plain('roles', '/roles/manage'),
  plain('quality', '/quality/index'),
  plain('quality-counts', '/quality/index?tab=counts'),
  plain('quality-series', '/quality/index?tab=series'),
  plain('quality-checks', '/quality/index?tab=checks'),
  plain('imports', '/settings/import'),
  plain('published-none', '/quality/published'),
  {
    ...plain('published', '/quality/published'),
    prepare: (world) => world.publish(),
    async shown(page, language) {
      await loaded(page)
      const chart = page.getByRole('figure', { name: TEXTS[language].published.chart })
      await expect(chart).toHaveAttribute('data-ready', 'true')
    },
  },
  opened('role', '/roles/manage', (page, t) =>
    page.getByRole('button', { name: t.roleOf.operator, exact: true }).click(),
  ),
  {
    ...plain('audit', '/audit/index'),
    async shown(page, language) {
      await loaded(page)
      const detail = new RegExp(`^${TEXTS[language].audit.detail}`)
      await page.getByRole('table').getByRole('button', { name: detail }).first().click()
      await expect(page.getByLabel(TEXTS[language].audit.remark)).toBeVisible()
    },
  },
  opened('profile', '/roles/manage', async (page, t) => {
    await page.getByRole('button', { name: new RegExp(`^${t.shell.account}`) }).click()
    await page.getByRole('menuitem', { name: t.profile.open }).click()
    await expect(page.getByRole('list', { name: t.profile.sessions })).toBeVisible()
  }),
  opened('change-password', '/roles/manage', async (page, t) => {
    await page.getByRole('button', { name: new RegExp(`^${t.shell.account}`) }).click()
    await page.getByRole('menuitem', { name: t.profile.changePassword }).click()
  }),
  {
    ...plain('switcher', '/accounts/manage'),
    world: 'office',
    async shown(page) {
      await loaded(page)
      await page.getByRole('banner').locator('button[aria-haspopup=listbox]').click()
      await expect(page.getByRole('option')).toHaveCount(8)
    },
  },
  plain('runs', '/calculation/index'),
  opened('recalculate', '/calculation/index', (page, t) =>
    page.getByRole('button', { name: t.runs.again.open }).click(),
  ),
  {
    ...plain('calculate', '/dashboard'),
    async shown(page, language) {
      const words = TEXTS[language].calculation
      await drawn(page, language)
      await page.getByRole('button', { name: words.open, exact: true }).click()
      const panel = page.getByRole('dialog', { name: words.title })
      await panel.getByRole('group', { name: words.gates }).getByRole('textbox').first().fill('1.5')
      await panel.getByRole('button', { name: words.try, exact: true }).click()
      await expect(panel.getByText(words.notStored)).toBeVisible()
    },
  },
  {
    ...plain('difference', '/settings/parameters'),
    async shown(page, language) {
      const { difference, settingsPage, fieldOf } = TEXTS[language]
      await loaded(page)
      const what = settingsPage.tab.calculation
      await page.getByRole('button', { name: settingsPage.editOf.replace('{{what}}', what) }).click()
      const panel = page.getByRole('dialog', { name: what })
      await panel.getByLabel(fieldOf.parameters.window).fill('1800')
      await panel.locator('input[name=effective]').nth(1).check()
      await panel.getByRole('button', { name: difference.fold }).click()
      await panel.getByRole('button', { name: difference.ask, exact: true }).click()
      const figure = panel.getByRole('figure', { name: difference.chart })
      await expect(figure).toHaveAttribute('data-ready', 'true', { timeout: 60_000 })
      await figure.scrollIntoViewIfNeeded()
    },
  },
  plain('setup', '/setup'),
  plain('stations', '/station/manage'),
  plain('sensors', '/sensor/manage'),
  {
    ...plain('edit-data', '/quality/data'),
    async shown(page, language) {
      await loaded(page)
      const { edits } = TEXTS[language]
      await expect(page.getByRole('figure', { name: edits.chart })).toHaveAttribute('data-ready', 'true')
      const rows = page.getByRole('grid', { name: edits.table })
      await rows.focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Shift+PageUp')
      const form = page.getByRole('form', { name: edits.tab.edit })
      await form.getByRole('combobox', { name: edits.what }).click()
      await page.getByRole('option', { name: edits.kind.drift }).click()
      await form.getByLabel(edits.b0, { exact: true }).fill('0')
      await form.getByLabel(edits.b1, { exact: true }).fill('0.03')
      await form.getByRole('button', { name: edits.preview, exact: true }).click()
      await expect(form.getByText(edits.trying)).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    },
  },
  plain('tables', '/settings/interpolate'),
  plain('tables-outlets', '/settings/outlet-station-interpolate'),
  plain('tables-station', '/settings/station-interpolate'),
  {
    ...plain('tables-storage', '/settings/interpolate?group=ZV'),
    async shown(page) {
      await loaded(page)
      await page.getByRole('button', { name: 'Quan hệ mực nước - dung tích hồ', exact: true }).click()
      await expect(page.getByRole('figure')).toHaveAttribute('data-ready', 'true')
    },
  },
  {
    ...plain('tables-gate', '/settings/interpolate?group=ZAQ'),
    async shown(page) {
      await loaded(page)
      await page.getByRole('button', { name: 'Khả năng xả một cửa van cung', exact: true }).click()
      await expect(page.getByRole('figure')).toHaveAttribute('data-ready', 'true')
    },
  },
  {
    ...plain('tables-upload', '/settings/interpolate'),
    async shown(page, language) {
      const { interpolate } = TEXTS[language]
      await loaded(page)
      await page.getByRole('button', { name: interpolate.upload, exact: true }).click()
      const form = page.getByRole('dialog', { name: interpolate.uploading.title })
      const rows = Array.from(
        { length: 30 },
        (_, i) => `${340 + 2 * i},${i === 20 ? '14,x' : (0.02 * i ** 2.2).toFixed(3)}`,
      )
      const buffer = Buffer.from(['z,v', ...rows].join('\n'))
      await form
        .locator('input[type=file]')
        .setInputFiles({ name: 'ZV 2026.csv', mimeType: 'text/csv', buffer })
      await expect(form.getByRole('region', { name: interpolate.issues.title })).toBeVisible()
    },
  },
  plain('parameters', '/settings/parameters'),
  plain('parameters-losses', '/settings/parameters?tab=losses'),
  plain('parameters-flows', '/settings/parameters?tab=flows'),
  plain('parameters-levels', '/settings/parameters?tab=levels'),
  plain('parameters-look', '/settings/parameters?tab=look'),
  plain('parameters-project', '/settings/parameters?tab=project'),
  opened('parameters-edit', '/settings/parameters', (page, t) =>
    page
      .getByRole('button', {
        name: t.settingsPage.editOf.replace('{{what}}', t.settingsPage.tab.calculation),
      })
      .click(),
  ),
  {
    ...plain('changes', '/settings/changes?noun=parameters'),
    async shown(page, language) {
      await loaded(page)
      const name = TEXTS[language].changesPage.show.replace('{{what}}', '')
      await page.getByRole('button', { name }).first().click()
      await expect(page.getByRole('table', { name: TEXTS[language].changesPage.what })).toBeVisible()
    },
  },
  plain('changes-day', '/settings/changes?tab=day'),
  plain('configuration-file', '/settings/changes?tab=file'),
  plain('information', '/settings/information'),
  plain('information-units', '/settings/information?tab=units'),
  plain('information-gates', '/settings/information?tab=gates'),
  plain('information-positions', '/settings/information?tab=positions'),
  plain('information-storage', '/settings/information?tab=storage'),
  plain('information-section', '/settings/information?tab=section'),
  {
    ...plain('information-gate-form', '/settings/information?tab=gates'),
    async shown(page, language) {
      await loaded(page)
      await page.getByRole('row').nth(3).getByRole('button').first().click()
      await expect(
        page.getByLabel(TEXTS[language].fieldOf.gate.parameters.sill, { exact: true }),
      ).toBeVisible()
    },
  },
  {
    name: 'sign-in',
    path: '/account/login',
    signedIn: false,
    world: 'flood',
    shown: (page, language) =>
      expect(page.getByRole('heading', { name: TEXTS[language].login.title })).toBeVisible(),
  },
  {
    name: 'sign-in-refused',
    path: '/account/login',
    signedIn: false,
    world: 'flood',
    // The server accepts ten attempts a minute.
    widths: [1440],
    async shown(page, language) {
      const { login } = TEXTS[language]
      await page.getByLabel(login.username).fill('somebody')
      await page.getByLabel(login.password, { exact: true }).fill('not this')
      await page.getByRole('button', { name: login.submit, exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'dashboard', path: '/dashboard', signedIn: true, world: 'flood', shown: drawn },
  {
    name: 'dashboard-10-days',
    path: '/dashboard?time=240&sub=1',
    signedIn: true,
    world: 'flood',
    shown: drawn,
  },
  {
    name: 'dashboard-1-hour',
    path: '/dashboard?time=1&rain=1&top=2',
    signedIn: true,
    world: 'flood',
    shown: drawn,
  },
  {
    name: 'dashboard-5-minutes',
    path: `/dashboard?time=${5 / 60}`,
    signedIn: true,
    world: 'flood',
    widths: [1440],
    shown: drawn,
  },
  {
    name: 'dashboard-layers',
    path: '/dashboard?time=24&vs=before.24&table=1&fc=trend.24',
    signedIn: true,
    world: 'flood',
    async shown(page, language) {
      await drawn(page, language)
      const { table } = TEXTS[language].chartMore
      await expect(page.getByRole('table', { name: table })).toBeVisible()
      await expect(
        page.getByRole('status').filter({ hasText: TEXTS[language].chartTools.against }),
      ).toBeVisible()
    },
  },
  {
    ...plain('indicators', '/dashboard'),
    async shown(page, language) {
      const { indicators } = TEXTS[language]
      await drawn(page, language)
      await page.getByRole('button', { name: indicators.open, exact: true }).click()
      await expect(page.getByRole('dialog', { name: indicators.title })).toBeVisible()
    },
  },
  ...Object.keys(TEXTS.vi.panels.name).map((key): Screen => ({
    ...plain(`panel-${key}`, `/dashboard?panel=${key}`),
    async shown(page, language) {
      await drawn(page, language)
      await expect(page.getByRole('dialog').first()).toBeVisible()
      await expect(page.locator('[role="dialog"] [aria-busy="true"]')).toHaveCount(0)
    },
  })),
  map('map', '/map/index'),
  ...(['thiessen', 'isohyets', 'idw'] as const).map((kind) =>
    map(`map-${kind}`, `/map/index?surface=${kind}`),
  ),
  map('map-station', '/map/index?station=MN_HO', (page) =>
    expect(page.getByRole('dialog').getByRole('figure')).toHaveAttribute('data-ready', 'true'),
  ),
  plain('map-list', '/map/index?view=list'),
  ...SEEING,
  { name: 'dashboard-faults', path: '/dashboard', signedIn: true, world: 'faults', shown: drawn },
  {
    name: 'levels',
    path: '/dashboard',
    signedIn: true,
    world: 'faults',
    async shown(page, language) {
      await drawn(page, language)
      await page.getByRole('tab', { name: TEXTS[language].dashboard.waterdepths }).click()
      await expect(page.getByRole('table', { name: TEXTS[language].dashboard.waterdepths })).toBeVisible()
    },
  },
  {
    name: 'range',
    path: '/dashboard',
    signedIn: true,
    world: 'flood',
    async shown(page, language) {
      await drawn(page, language)
      await page.getByRole('button', { name: TEXTS[language].dashboard.free, exact: true }).click()
      await expect(page.getByRole('button', { name: TEXTS[language].dashboard.apply })).toBeVisible()
    },
  },
  {
    name: 'menu',
    path: '/dashboard',
    signedIn: true,
    world: 'flood',
    widths: [1000, 390],
    async shown(page, language) {
      await drawn(page, language)
      await page.getByRole('button', { name: TEXTS[language].shell.openMenu }).click()
      await expect(page.getByRole('navigation', { name: TEXTS[language].shell.menu })).toBeVisible()
    },
  },
  {
    name: 'account',
    path: '/dashboard',
    signedIn: true,
    world: 'flood',
    async shown(page, language) {
      await drawn(page, language)
      await page.getByRole('button', { name: new RegExp(`^${TEXTS[language].shell.account}`) }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    ...plain('weather', '/tools/#/weather?span=240'),
    async shown(page, language) {
      await loaded(page)
      const { chart, map: sheet } = TEXTS[language].weatherPage
      await expect(page.getByRole('figure', { name: chart })).toHaveAttribute('data-ready', 'true')
      await expect(page.getByRole('application', { name: sheet })).toHaveAttribute('data-ready', 'true')
    },
  },
  {
    name: 'not-found',
    path: '/no/such/page',
    signedIn: true,
    world: 'flood',
    shown: (page, language) =>
      expect(page.getByRole('heading', { name: TEXTS[language].notFound.title })).toBeVisible(),
  },
]
