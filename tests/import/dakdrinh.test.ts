import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GOOD, grade, gradeName } from '#core/quality/index.ts'
import { fromLocal } from '#core/time/index.ts'
import { ITEMS } from '#contract/items.ts'
import { comparePublished, listPublished } from '#contract/published.ts'
import { importHistory, importPlant, importTable } from '#server/history-import/index.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder } from './files.ts'
import { byInstant, cells, contextOf, dakDrinh, file, mapping, printScores, there } from './real.ts'

const CSV = 'timeseries/vn_dakdrinh_2025flood_hourly.csv'
const ZONE = 'Asia/Ho_Chi_Minh'
const INFLOW = 'general.total_discharge_lake'

const wide = (time: string, level: string, release: string) =>
  mapping({
    plant: 'DAKDRINH',
    time,
    columns: [
      { column: level, series: 'level.reservoir.1', unit: 'm' },
      { column: release, series: 'release.total', unit: 'm3/s' },
    ],
  })

describe.skipIf(!there)('Dak Drinh, flood of 2025 (skipped where ../shared is absent)', () => {
  let server: TestServer
  const files = folder()
  const published = there ? cells(CSV).map((r) => ({ t: fromLocal(r[0], ZONE)!, inflow: Number(r[2]) })) : []

  beforeAll(async () => {
    // The day after the flood: all within open days, next to a running plant.
    server = await testServer({ now: fromLocal('2025-11-08 12:00', ZONE)! })
  })
  afterAll(async () => {
    files.remove()
    await server.close()
  })

  test('plant, level-storage table and record are imported, and the inflow of the product is the published one', async () => {
    const ctx = contextOf(server)
    await importPlant(ctx, dakDrinh)
    const table = await importTable(ctx, {
      plant: 'DAKDRINH',
      group: 'ZV',
      file: file('tables/vn_dakdrinh_level_storage_area.csv'),
      columns: ['level_m', 'storage_m3'],
      unit: 'm3',
    })
    expect(table.rows).toBe(20)
    const report = await importHistory(ctx, {
      file: file(CSV),
      mapping: wide('time_local', 'level_m', 'total_release_m3s'),
    })
    expect(report.rows).toBe(360)
    expect(report.columns.map((c) => [c.readings, c.fresh, c.rejected, c.step, c.gaps.count])).toEqual([
      [360, 360, 0, 3600, 0],
      [360, 360, 0, 3600, 0],
    ])
    await server.app.calculation.settle('DAKDRINH')

    const codes = [INFLOW, 'general.total_capacity', 'general.total_discharge_out', 'general.inflow_sigma']
    const from = published[0].t
    const to = published.at(-1)!.t
    const read = await server.app.history.read('DAKDRINH', codes, from, to)
    const computed = byInstant(read.get(codes[0])!)
    const pairs = published.slice(1).map((p) => ({ ...p, ...computed.get(p.t)! }))
    expect(pairs.length).toBe(359)
    expect(pairs.filter((p) => grade(p.q) !== GOOD)).toEqual([])
    const sigma = byInstant(read.get('general.inflow_sigma')!)
    const s = printScores(
      'Dak Drinh 2025, 1 h, end points',
      pairs.map((p) => ({ observed: p.inflow, computed: p.v, sigma: sigma.get(p.t)!.v, window: 3600 })),
    )
    expect(s.r).toBeGreaterThanOrEqual(0.985)
    expect(s.nse).toBeGreaterThanOrEqual(0.975)
    expect(s.rmse).toBeLessThanOrEqual(42)
    expect(s.coverage).toBeGreaterThanOrEqual(0.88)
    expect(s.coverage).toBeLessThanOrEqual(0.99)
    const peak = pairs.reduce((a, b) => (b.v > a.v ? b : a))
    expect(Math.abs(peak.v / 3492 - 1)).toBeLessThanOrEqual(0.01)
    expect(peak.t).toBe(published.reduce((a, b) => (b.inflow > a.inflow ? b : a)).t)
    // Inflow minus outflow is what the lake stored.
    const storage = byInstant(read.get('general.total_capacity')!)
    const sum = (v: (i: number) => number) => pairs.reduce((all, _, i) => all + v(i) * 3600, 0)
    const out = byInstant(read.get('general.total_discharge_out')!)
    const kept = sum((i) => pairs[i].v) - sum((i) => out.get(pairs[i].t)!.v)
    expect(kept / 1e6).toBeCloseTo((storage.get(to)!.v - storage.get(from)!.v) / 1e6, 6)
  })

  test('the published inflow is imported beside it, is never an input, and is compared by a call', async () => {
    const ctx = contextOf(server)
    const before = await server.app.history.read('DAKDRINH', ['general.total_discharge_lake'], 0, 4e12)
    const columns = [
      {
        column: 'inflow_m3s',
        series: 'published.inflow',
        unit: 'm3/s',
        kind: 'mean',
        step: 3600,
        name: 'Inflow',
      },
    ]
    await importHistory(ctx, {
      file: file(CSV),
      mapping: mapping({ plant: 'DAKDRINH', time: 'time_local', columns: columns as never }),
    })
    await server.app.calculation.settle('DAKDRINH')
    expect(await server.app.history.read('DAKDRINH', ['general.total_discharge_lake'], 0, 4e12)).toEqual(
      before,
    )

    const caller = { token: await server.signIn('admin'), hydro: 'DAKDRINH' }
    const listed = await server.call(listPublished, {}, caller)
    expect(listed.body.data).toMatchObject([
      { series: 'published.inflow', computed: 'general.total_discharge_lake', unit: 'm3/s', step: 3600 },
    ])
    const body = { series: 'published.inflow' as const, from: '2025-10-01', to: '2025-11-30' }
    const { data } = (await server.call(comparePublished, { body }, caller)).body
    console.log(
      `Dak Drinh, hourly, published and computed inflow: r ${data!.whole!.r}, NSE ${data!.whole!.nse}, RMSE ${data!.whole!.rmse} m3/s, ` +
        `volume ${data!.whole!.volume_published} and ${data!.whole!.volume_computed} million m3`,
    )
    expect(data!.whole!.n).toBeGreaterThan(300)
    expect(data!.whole!.r).toBeGreaterThan(0.98)
    expect(data!.whole!.nse).toBeGreaterThan(0.97)
    const of = (s: NonNullable<typeof data>['floods'][number]) => s.peak_published.v
    expect(Math.max(...data!.floods.map(of))).toBeCloseTo(Math.max(...published.map((p) => p.inflow)), 2)
    expect(data!.months.length).toBeGreaterThan(0)
    expect(data!.days[0].computed).not.toBe(data!.days[0].published)
    expect(data!.units).toEqual([])
  })

  test('a published record is refused as an input of the plant, with the reason', async () => {
    const caller = { token: await server.signIn('admin'), hydro: 'DAKDRINH' }
    const body = {
      from: null,
      body: { name: 'Lake', type: 1, series: 'published.inflow', every: 3600 },
    }
    const answer = await server.call(ITEMS.position.add, { body: body as never }, caller)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('published.inflow')
  })

  test('a release typed a hundred times too large is suspect, and no inflow results from it', async () => {
    const ctx = contextOf(server)
    await importPlant(ctx, { ...dakDrinh, hydroCode: 'TYPED' })
    await importTable(ctx, {
      plant: 'TYPED',
      group: 'ZV',
      file: file('tables/vn_dakdrinh_level_storage_area.csv'),
      columns: ['level_m', 'storage_m3'],
      unit: 'm3',
    })
    // One in calm water, two in the flood; and the newest one, as nothing after it can identify it as a spike.
    const typed = [40, 130, 131, 359]
    const wrong = (i: number, v: number) => (i === 359 ? 30_000 : typed.includes(i) ? 100 * v : v)
    const rows = cells(CSV).map((r, i) => [r[0], r[1], String(wrong(i, Number(r[3])))])
    const path = files.write('typed.csv', ['time,level,release', ...rows.map((r) => r.join(','))].join('\n'))
    await importHistory(ctx, { file: path, mapping: { ...wide('time', 'level', 'release'), plant: 'TYPED' } })
    await server.app.calculation.settle('TYPED')
    const [from, to] = [published[0].t, published.at(-1)!.t]
    const read = await server.app.history.read('TYPED', ['release.total', INFLOW], from, to)
    const release = byInstant(read.get('release.total')!)
    const inflow = byInstant(read.get(INFLOW)!)
    for (const i of typed) {
      const { t } = published[i]
      expect([i, gradeName(release.get(t)!.q)]).toEqual([i, 'SUSPECT'])
      const { v, q } = inflow.get(t)!
      expect([i, grade(q) === GOOD]).toEqual([i, false])
      if (v === v) expect(v).toBeLessThan(2 * published[i].inflow + 500)
    }
    // Nothing else is flagged.
    expect([...release.values()].filter((r) => grade(r.q) !== GOOD)).toHaveLength(typed.length)
  })

  test("the plant's own workbook gives the same, with other names and an empty column", async () => {
    const ctx = contextOf(server)
    const map = wide('Datetime', 'WLDD', 'QoutDD')
    const extra = {
      column: 'QoutSG',
      series: 'discharge.songiang',
      unit: 'm3/s' as const,
      kind: 'mean' as const,
      step: 3600,
    }
    const report = await importHistory(ctx, {
      file: file('formats/dakdrinh_original_hourly.xlsx'),
      mapping: { ...map, columns: [...map.columns, extra] },
    })
    expect(report.form).toMatchObject({ kind: 'sheet', sheet: 'Sheet1', headerLine: 1 })
    expect(report.rows).toBe(360)
    const [level, release, empty] = report.columns
    expect(level).toMatchObject({ fresh: 0, unchanged: 360, differing: 0 })
    expect(release).toMatchObject({ fresh: 0, unchanged: 360, differing: 0 })
    expect(empty).toMatchObject({ readings: 0, empty: 360, rejected: 0, from: null })
  })
})
