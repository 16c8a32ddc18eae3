import type { Permission } from '#core/access/index.ts'
import { permissionsOfChange, putAvatar, setPassword, updateAccount } from '#contract/accounts.ts'
import { toLocal } from '#core/time/index.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { operations } from '#contract/index.ts'
import { newestChange } from '#server/features/statistics/plan-store.ts'
import { PASSWORD, type Answer, type TestServer } from '../server.ts'
import { editSamples, editUses } from './edits.ts'
import { geoSamples } from './geo.ts'
import { itemSamples } from './items.ts'
import { picture } from './pictures.ts'
import { settingsSamples } from './settings.ts'
import { setupUses } from './setup.ts'
import { stationSamples } from './stations.ts'
import { sheetSamples } from './sheets.ts'
import { priceBook } from './price-book.ts'
import { tableSamples, tableUploads } from './tables.ts'
import { weatherSamples } from './weather.ts'

/** One use of an endpoint, with its permissions: most have one, some need more for certain fields. */
export interface Use {
  name: string
  endpoint: Endpoint
  needs: Permission[]
  /** Replaces the endpoint's own permission. */
  or?: Permission
  /**
   * A call that succeeds for a holder of `permission` and nothing more. refused: the token does not open it, so that
   * what was made for one such call serves the next.
   */
  send(permission: string, token: string | undefined, refused?: boolean): Promise<Answer>
}

interface Input {
  params?: object
  query?: object
  body?: unknown
  /** Raw bytes instead of a body. */
  file?: Buffer
}
type Sample = Input | ((permission: string) => Promise<Input> | Input)

const nameOf = (e: Endpoint) => `${e.method} ${fullPath(e)}`
/** The whole configuration contains every kind of item. */
const WHOLE: Permission[] = [
  'information.view',
  'stations.view',
  'sensor.view',
  'interpolate.view',
  'quality.view',
  'price',
]
/** Permissions that a call requires besides its own. */
const ALSO: Record<string, Permission[]> = {
  'POST /api/renew/v1/report/schedules/add': ['report'],
  'POST /api/renew/v1/report/schedules/update': ['report'],
  'POST /api/renew/v1/report/schedules/pause': ['report'],
  'POST /api/renew/v1/report/schedules/remove': ['report'],
  'POST /api/renew/v1/report/schedules/issues/{id}/again': ['report'],
  'POST /api/renew/v1/report/schedules/issues/{id}/correct': ['report'],
  'POST /api/renew/v1/setting/station/replace': ['sensor.change-status'],
  'POST /api/renew/v1/wall/screens/add': ['dashboard.view'],
  'GET /api/renew/v1/description/bundle': WHOLE,
  'POST /api/renew/v1/description/bundle/preview': WHOLE,
  'POST /api/renew/v1/description/bundle/import': WHOLE,
}
const REFUSABLE = (e: Endpoint): Permission[] =>
  ['public', 'session'].includes(e.access) || e.access.startsWith('token:') ? [] : [e.access as Permission]

let made = 0

const NO_VIEW = { panes: [], span: { hours: 24 }, compare: null, table: false }
const WALKED_SCHEDULE = {
  name: 'Walked',
  what: { of: 'report', span: 'yesterday', report: { kind: 'hourly', quantities: ['general.lake_level'] } },
  paces: [{ name: 'Always', when: null, times: { at: ['07:00'] } }],
}
const WALKED_POSITION = { name: 'Walked', type: 1, series: 'level.reservoir.1', every: 600 }

/** Every use of every endpoint. Each call that is to succeed gets new items to change or remove. */
export function usesOf(server: TestServer): Use[] {
  const db = server.app.services.db
  const account = async () => {
    const id = `ac_walk${made++}`
    await db.query(
      `INSERT INTO account (account_id, account_code, username, password_hash, created_at, updated_at)
       VALUES ($1, $1, $2, 'none', 0, 0)`,
      [id, `walk${made}`],
    )
    return id
  }
  const role = async () => {
    const id = `ro_walk${made++}`
    await db.query(
      `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ($1, $1, 9, '{map}', 0)`,
      [id],
    )
    return id
  }
  const ofAccount = (body?: unknown) => async () => ({ params: { id: await account() }, body })

  const planBase = async () => newestChange(db.pool, (await server.app.plants.codes())[0])

  const samples: Record<string, Sample> = {
    ...editSamples(),
    ...geoSamples(server),
    ...itemSamples(server),
    ...settingsSamples(server),
    ...stationSamples(server),
    ...tableSamples(server),
    ...weatherSamples(server),
    'POST /api/renew/v1/calculation/only-calculate': { body: {} },
    'POST /api/renew/v1/calculation/calculate-save': { body: {} },
    'POST /api/renew/v1/calculation/rollback-data': { body: { run_id: 'ru_none' } },
    'POST /api/renew/v1/calculation/recalculate': async () => {
      const [hydroCode] = await server.app.plants.codes()
      const t = [server.clock.now() - 3 * 86_400_000]
      const reading = { hydroCode, series: ['level.reservoir.1'], t, v: [400], q: [0] }
      await server.app.history.write(reading, { source: 'ingest' })
      return { body: { from: '2026-10-19', to: '2026-10-20' } }
    },
    'GET /api/renew/v1/calculation/runs/{id}': { params: { id: 'ru_none' } },
    'POST /api/renew/v1/calculation/runs/{id}/cancel': { params: { id: 'ru_none' } },
    'POST /api/renew/v1/calculation/preview': {
      body: { from: '2026-10-19', to: '2026-10-20', changes: [] },
    },
    'POST /api/renew/v1/calculation/operation': { body: { method: 'automatic' } },
    'GET /api/renew/v1/calculation/inputs': {},
    'POST /api/renew/v1/calculation/published/compare': {
      body: { series: 'published.inflow', from: '2026-01-01', to: '2026-02-01' },
    },
    'GET /api/renew/v1/quality/counts': { query: { from: '2026-10-10', to: '2026-10-20' } },
    'GET /api/renew/v1/calculation/explain': { query: { series: 'level.reservoir.1' } },
    'POST /api/renew/v1/calculation/calculator/volume': { body: { Z1: 400, Z2: 401 } },
    'POST /api/renew/v1/calculation/calculator/time': { body: { Z1: 400, Z2: 401, QIN: 20, QPLANT: 10 } },
    'POST /api/renew/v1/calculation/calculator/c-factor': { body: { R: 1, C: 0.5, CA: 1 } },
    'POST /api/renew/v1/calculation/calculator/q-shortterm': { body: { QIN: 1, TANA: 1, T: 1 } },
    'POST /api/renew/v1/calculation/calculator/discharge-flow': {
      body: { QIN: 1, QPLANT: 1, TANA: 1, T: 1 },
    },
    'POST /api/renew/v1/energy/ratio': { body: { Q: 1, H: 1, P_kW: 1 } },
    'POST /api/renew/v1/price/evaluate': {
      body: {
        calendar: 'EVN-2014',
        tariff: { kind: 'flat', price: 1000 },
        energy: [{ from: '2026-10-19', to: '2026-10-20', kwh: 1 }],
      },
    },
    'POST /api/renew/v1/price/revenue': {
      body: { from: '2026-10-01', to: '2026-10-20', group: 'day' },
    },
    'POST /api/renew/v1/price/explain': {
      body: { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 9, 2) },
    },
    'POST /api/renew/v1/price/preview': {
      body: {
        changes: [
          { noun: 'tariff', body: { name: 'walked', kind: 'flat', calendar: 'EVN-2014', price: 1000 } },
        ],
      },
    },
    'POST /api/renew/v1/price/holidays/read': {
      query: { name: 'holidays.csv' },
      file: Buffer.from('2027-01-01\n'),
    },
    'POST /api/renew/v1/price/workbook/read': async () => ({
      query: { name: 'prices.xlsx' },
      file: await priceBook(),
    }),
    'POST /api/renew/v1/price/at': { body: { t: '2026-10-19' } },
    'POST /api/renew/v1/price/class': { body: { calendar: 'EVN-2014', t: '2026-10-19' } },
    // Each at a minute of its own: no gate is already where it is to be moved.
    'POST /api/renew/v1/log/gates/add': () => ({
      body: {
        at: toLocal(Date.UTC(2026, 9, 1, 1, made++), 'Asia/Ho_Chi_Minh'),
        moves: [{ kind: 'leaf', object_id: 'spillway.1', to: made % 2 }],
      },
    }),
    'POST /api/renew/v1/log/gates/correct': {
      body: { entry_id: 'gl_none', version: 1, at: '2026-10-01 08:00', to: 1, why: 'walked' },
    },
    'POST /api/renew/v1/log/erlogs/getfromto': { body: { from: '2026-10-01', to: '2026-10-02' } },
    'POST /api/renew/v1/log/erlogs/upsert': { body: { day_string: '2026-10-01', e: 1, r: null } },
    'GET /api/renew/v1/log/erlogs/{day}/history': { params: { day: '2026-10-01' } },
    'GET /api/renew/v1/statistical/output': {
      query: { group: 'day', from: '2026-10-01', to: '2026-10-02' },
    },
    'GET /api/renew/v1/statistical/output/file': {
      query: { group: 'day', from: '2026-10-01', to: '2026-10-02', format: 'csv' },
    },
    'GET /api/renew/v1/statistical/plan': {
      query: { grain: 'month', from: '2026-01-01', to: '2026-03-31' },
    },
    'POST /api/renew/v1/statistical/plan/preview': {
      query: { name: 'plan.csv' },
      file: Buffer.from('year,kWh\n2026,1\n'),
    },
    'POST /api/renew/v1/statistical/plan/upload': async () => ({
      query: {
        name: 'plan.csv',
        base: String(await planBase()),
      },
      file: Buffer.from(`year,kWh\n2026,${made++}\n`),
    }),
    'POST /api/renew/v1/statistical/plan/restore': async () => ({
      body: { seq: 1_000_000, state: 'after', base: await planBase() },
    }),
    'GET /api/renew/v1/statistical/plan/changes/{seq}/file': { params: { seq: 1 } },
    'POST /api/renew/v1/log/gates/complete': {
      body: { kind: 'leaf', object_id: 'none', t: 0, order_no: '1' },
    },
    'POST /api/renew/v1/log/gates/withdraw': { body: { entry_id: 'gl_none', version: 1, why: 'walked' } },
    'POST /api/renew/v1/dashboard/marks': { body: { from: '2026-10-19', to: '2026-10-20' } },
    // Nobody is on duty, and no sheet is drafted, whatever ran before.
    'POST /api/renew/v1/log/duty/change': async () => {
      await db.query("DELETE FROM shift_entry WHERE kind = 'duty'")
      return { body: { operator_id: 'ac_operator' } }
    },
    'POST /api/renew/v1/log/entries/add': { body: { kind: 'note', text: 'walked' } },
    'POST /api/renew/v1/log/entries/correct': {
      body: { entry_id: 'sl_none', version: 1, at: '2026-10-20 08:00', text: 'walked', why: 'walked' },
    },
    'POST /api/renew/v1/log/entries/step': {
      body: { entry_id: 'sl_none', version: 1, step: 'acknowledge' },
    },
    'POST /api/renew/v1/log/entries/withdraw': { body: { entry_id: 'sl_none', version: 1, why: 'walked' } },
    'GET /api/renew/v1/log/entries/{id}': { params: { id: 'sl_none' } },
    'GET /api/renew/v1/log/handovers/{id}': { params: { id: 'ho_none' } },
    'POST /api/renew/v1/log/handovers/draft': async () => {
      await db.query("DELETE FROM shift_entry WHERE kind = 'duty'")
      await db.query('DELETE FROM handover')
      return { body: { incoming_id: 'ac_operator' } }
    },
    'POST /api/renew/v1/log/handovers/save': {
      body: {
        sheet_id: 'ho_none',
        version: 1,
        from: '2026-10-20 00:00',
        to: '2026-10-20 08:00',
        incoming_id: 'ac_operator',
        words: '',
      },
    },
    'POST /api/renew/v1/log/handovers/sign': {
      body: { sheet_id: 'ho_none', version: 1, password: PASSWORD },
    },
    'POST /api/renew/v1/log/handovers/accept': {
      body: { sheet_id: 'ho_none', digest: '0'.repeat(64), password: PASSWORD },
    },
    'POST /api/renew/v1/log/handovers/reopen': { body: { sheet_id: 'ho_none', version: 1, why: 'walked' } },
    'POST /api/renew/v1/log/handovers/discard': { body: { sheet_id: 'ho_none', version: 1 } },
    'POST /api/renew/v1/chart/view/add': { body: { name: 'walked', content: NO_VIEW } },
    'POST /api/renew/v1/chart/view/update': { body: { view_id: 'cv_none', version: 1 } },
    'POST /api/renew/v1/chart/view/delete': { body: { view_id: 'cv_none', version: 1 } },
    'GET /api/renew/v1/log/gates/{id}/history': { params: { id: 'gl_none' } },
    'POST /api/GetHydroInformation': { body: {} },
    'POST /api/CalculationParameter': { body: {} },
    'POST /api/GetSettingInterface': { body: {} },
    'POST /api/GetOutletsData': { body: {} },
    'POST /api/UnitInformation': { body: {} },
    'POST /api/ExhaustInformation': { body: {} },
    'POST /api/GetTableInterpolate': { body: {} },
    'POST /api/GetTableInterpolateData': { body: { table_id: 'ta_none' } },
    'POST /api/TableInterpolateData': { body: {} },
    'POST /api/measure-position': { body: WALKED_POSITION },
    'PATCH /api/measure-position': { body: { measure_position_id: 'po_none' } },
    'DELETE /api/measure-position': { body: { measure_position_id: 'po_none' } },
    'POST /api/measure-position/multi': { body: { positions: [WALKED_POSITION] } },
    'DELETE /api/measure-position/multi': { body: { measure_position_ids: ['po_none'] } },
    'POST /api/renew/auth/login': { body: { username: 'admin', password: 'wrong' } },
    'POST /api/renew/v1/token/add': { body: { name: 'x', scopes: ['write'] } },
    'POST /api/renew/v1/token/revoke': { body: { token_id: 'tk_none' } },
    'POST /api/renew/v1/wall/screens/add': { body: { name: 'walked' } },
    'POST /api/renew/v1/wall/screens/revoke': { body: { screen_id: 'ws_none' } },
    'POST /api/renew/v1/wall/sign-in': { body: { key: 'walked' } },
    'POST /api/renew/v1/history/read': {
      body: { series: ['general.lake_level'], from: 0, to: 1000, px: 100 },
    },
    'POST /api/renew/v1/dashboard/data/fromto': { body: { from: '2026-10-19', to: '2026-10-20' } },
    'POST /api/renew/v1/overview/lateral': {
      body: { upstream: 'NOWHERE', from: '2026-10-19', to: '2026-10-20' },
    },
    'POST /api/renew/v1/report/schedules/add': { body: WALKED_SCHEDULE },
    'POST /api/renew/v1/report/schedules/update': {
      body: { ...WALKED_SCHEDULE, schedule_id: 'sc_none', version: 1 },
    },
    'POST /api/renew/v1/report/schedules/pause': {
      body: { schedule_id: 'sc_none', version: 1, paused: true },
    },
    'POST /api/renew/v1/report/schedules/remove': { body: { schedule_id: 'sc_none', version: 1 } },
    'POST /api/renew/v1/report/schedules/issues/check': { body: { ids: ['ri_none'] } },
    'GET /api/renew/v1/report/schedules/issues/{id}/difference': { params: { id: 'ri_none' } },
    'GET /api/renew/v1/report/schedules/issues/{id}/file': { params: { id: 'ri_none' } },
    'POST /api/renew/v1/report/schedules/issues/{id}/again': { params: { id: 'ri_none' } },
    'POST /api/renew/v1/report/schedules/issues/{id}/correct': { params: { id: 'ri_none' } },
    'POST /api/renew/v1/report/lite/jobs/add': {
      body: { kind: 'hourly', from: '2026-10-18', to: '2026-10-20', quantities: ['general.lake_level'] },
    },
    'POST /api/renew/v1/report/lite/jobs/{id}/cancel': { params: { id: 'rj_none' } },
    'GET /api/renew/v1/report/lite/jobs/{id}/file': { params: { id: 'rj_none' } },
    'POST /api/renew/v1/report/lite/get-report': {
      body: { kind: 'daily', from: '2026-10-17', to: '2026-10-20', quantities: ['general.lake_level'] },
    },
    ...sheetSamples(server),
    'POST /api/renew/v1/dashboard/volumes': { body: { from: '2026-10-19', to: '2026-10-20' } },
    'GET /api/ingest/v1/readings': {
      query: { series: 'level.reservoir.1', from: '2026-10-19T00:00:00Z', to: '2026-10-20T00:00:00Z' },
    },
    'POST /api/ingest/v1/readings': { body: { readings: [] } },
    'PUT /api/ingest/v1/series/{code}': {
      params: { code: 'x.y' },
      body: { name: 'x', unit: 'm', kind: 'instant' },
    },

    'POST /api/renew/v1/setup/leave-demo': { body: { name: 'x' } },
    'POST /api/renew/v1/setup/demo-weather': { body: { flood: true } },
    'POST /api/renew/v1/import/upload': {
      query: { name: 'x.csv' },
      file: Buffer.from('time,level\n2026-10-01,1\n'),
    },
    'POST /api/renew/v1/import/task/{id}/layout': { params: { id: 'it_none' }, body: { version: 1 } },
    'POST /api/renew/v1/import/task/{id}/check': {
      params: { id: 'it_none' },
      body: { version: 1, mapping: { time: [1], columns: [{ column: 2, series: 'x', unit: 'm' }] } },
    },
    'POST /api/renew/v1/import/task/{id}/run': { params: { id: 'it_none' }, body: { version: 1 } },
    'GET /api/renew/v1/import/task/{id}': { params: { id: 'it_none' } },
    'POST /api/renew/v1/import/task/{id}/undo': { params: { id: 'it_none' }, body: {} },
    'POST /api/renew/v1/import/task/{id}/discard': { params: { id: 'it_none' }, body: {} },

    'POST /api/renew/account': () => ({
      body: { username: `walker${made++}`, password: PASSWORD, full_name: 'Walker' },
    }),
    'DELETE /api/renew/account/{id}': ofAccount(),
    'PATCH /api/renew/account/{id}/change-password': ofAccount({ newPassword: 'Another2026' }),
    'GET /api/renew/v1/account/{id}/avatar': ofAccount(),
    'DELETE /api/renew/v1/account/{id}/avatar': ofAccount(),
    'GET /api/renew/v1/session/account/{id}': ofAccount(),
    'POST /api/renew/v1/session/account/{id}/end': ofAccount({}),
    'POST /api/renew/v1/role/create': (permission) => ({
      body: { role_name: `walk ${made++}`, level: 9, permissions: [permission] },
    }),
    'POST /api/renew/v1/role/update': async () => ({
      body: { role_id: await role(), role_name: `walk ${made++}` },
    }),
    'POST /api/renew/v1/role/delete': async () => ({ body: { role_id: await role() } }),
    'POST /api/renew/v1/audit/remark': async () => {
      const [{ audit_id }] = await db.query<{ audit_id: string }>('SELECT audit_id FROM audit LIMIT 1')
      return { body: { audit_id, reason: 'seen' } }
    },
  }
  const kept = new Map<Endpoint, Input>()
  const sampled = async (e: Endpoint, permission: string, refused: boolean): Promise<Input> => {
    const sample = samples[nameOf(e)] ?? {}
    if (typeof sample !== 'function') return sample
    // One that asks for several permissions is refused by what it is about: that is made anew.
    if (!refused || nameOf(e) in ALSO) return sample(permission)
    const input = kept.get(e) ?? (await sample(permission))
    kept.set(e, input)
    return input
  }

  const files = [...tableUploads(server), ...setupUses(server)]
  const special: Endpoint[] = [updateAccount, putAvatar, ...files.map((u) => u.endpoint)]
  const sendFile = (e: Endpoint, { query }: Input, payload: Buffer, token: string | undefined) =>
    server.raw({
      method: e.method,
      url: `${fullPath(e)}?${new URLSearchParams((query ?? {}) as Record<string, string>)}`,
      headers: {
        'content-type': 'application/octet-stream',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      payload,
    })

  const plain = [...operations.values()]
    .filter((e) => !special.includes(e))
    .map((endpoint): Use => ({
      name: nameOf(endpoint),
      endpoint,
      needs: [...REFUSABLE(endpoint), ...(ALSO[nameOf(endpoint)] ?? [])],
      or: endpoint.also,
      send: async (permission, token, refused = false) => {
        const { file, ...input } = await sampled(endpoint, permission, refused)
        if (file) return sendFile(endpoint, input, file, token)
        return server.call(endpoint, input as never, { token }) as Promise<Answer>
      },
    }))

  const changes = { status: { status: false }, 'other fields': { full_name: 'W' } }
  const byField = Object.entries({ ...changes, both: { ...changes.status, ...changes['other fields'] } }).map(
    ([what, body]): Use => ({
      name: `${nameOf(updateAccount)} (${what})`,
      endpoint: updateAccount,
      needs: permissionsOfChange(body),
      send: async (_permission, token) =>
        server.call(updateAccount, { params: { id: await account() }, body }, { token }) as Promise<Answer>,
    }),
  )

  /** An account with permissions of its own: whoever sets its credentials must have them too. */
  const holder = async (held: Permission) => {
    const id = await account()
    const role = `ro_held_${held}`
    await db.query(
      `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ($1, $1, 9, $2, 0)
       ON CONFLICT DO NOTHING`,
      [role, [held]],
    )
    await db.query("INSERT INTO account_role (account_id, hydro_code, role_id) VALUES ($1, '*', $2)", [
      id,
      role,
    ])
    return id
  }
  const credentials = {
    password: () => ({ newPassword: 'Another2026' }),
    'user name': () => ({ username: `walked${made++}` }),
    'e-mail': () => ({ email: `walked${made++}@example.vn` }),
  }
  const takeovers = Object.entries(credentials).flatMap(([what, body]) =>
    ([null, 'map', 'accounts.update'] as const).map((held): Use => {
      const endpoint: Endpoint = what === 'password' ? setPassword : updateAccount
      const own = what === 'password' ? REFUSABLE(setPassword) : permissionsOfChange(body())
      return {
        name: `${nameOf(endpoint)} (${what} of an account that holds ${held ?? 'nothing'})`,
        endpoint,
        needs: held === null || own.includes(held) ? own : [...own, held],
        send: async (_permission, token) => {
          const id = held === null ? await account() : await holder(held)
          return server.call(endpoint, { params: { id }, body: body() } as never, {
            token,
          }) as Promise<Answer>
        },
      }
    }),
  )

  const upload: Use = {
    name: nameOf(putAvatar),
    endpoint: putAvatar,
    needs: REFUSABLE(putAvatar),
    send: async (_permission, token) =>
      server.raw({
        method: 'PUT',
        url: fullPath(putAvatar).replace('{id}', await account()),
        headers: { 'content-type': 'image/png', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        payload: await picture('png', 40, 30),
      }),
  }
  return [...plain, ...byField, ...takeovers, upload, ...files, ...editUses(server)]
}
