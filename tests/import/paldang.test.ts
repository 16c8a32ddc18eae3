import { scores } from '#core/published/fixtures.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEVEL_CHECKS, levelChecks, levelsOf } from '#core/balance/index.ts'
import { ESTIMATED, GOOD, MISSING, SUSPECT, grade, usable } from '#core/quality/index.ts'
import { lowerBound, mean, type Series } from '#core/series/index.ts'
import { HOUR, fromLocal } from '#core/time/index.ts'
import { importHistory, importPlant, importTable, type Report } from '#server/history-import/index.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder } from './files.ts'
import {
  byInstant,
  cells,
  contextOf,
  file,
  mapping,
  paldang,
  printScores,
  there,
  type Beside,
} from './real.ts'

const CSV = 'timeseries/kr_paldang_10min_2020.csv'
const ZONE = 'Asia/Seoul'
const TEN = 600_000

const at = (local: string) => fromLocal(local, ZONE)!
const from = at('2020-05-01 00:00')
const to = at('2020-10-31 23:50')

/** Sets up Paldang under its own code and imports a record: flow and level as logged. */
async function bring(
  server: TestServer,
  plant: string,
  path: string,
  parameters: Partial<typeof paldang.parameters> = {},
): Promise<Report> {
  const ctx = contextOf(server)
  await importPlant(ctx, {
    ...paldang,
    hydroCode: plant,
    parameters: { ...paldang.parameters, ...parameters },
  })
  await importTable(ctx, {
    plant,
    group: 'ZV',
    file: file('tables/kr_paldang_level_storage_from_records.csv'),
    columns: ['level_m', 'storage_Mm3_median'],
    unit: '10^6 m3',
  })
  const report = await importHistory(ctx, {
    file: path,
    mapping: mapping({
      plant,
      time: 'time_local',
      noData: [-990],
      columns: [
        { column: 'level_m', series: 'level.reservoir.1', unit: 'm' },
        { column: 'total_release_m3s', series: 'release.total', unit: 'm3/s' },
      ],
    }),
  })
  await server.app.calculation.settle(plant)
  return report
}

describe.skipIf(!there)('Paldang, flood season of 2020 (skipped where ../shared is absent)', () => {
  let server: TestServer
  const files = folder()
  const rows = there ? cells(CSV) : []

  beforeAll(async () => {
    // Half a year of closed days, and a still open last month.
    server = await testServer({ now: to + HOUR })
  })
  afterAll(async () => {
    files.remove()
    await server.close()
  })

  const read = async (plant: string, code: string): Promise<Series> =>
    (await server.app.history.read(plant, [code], from, to)).get(code)!

  /** Three-hour means of the product's inflow beside the published ones, where both are good. */
  async function compare(plant: string) {
    // As computed: a check flags values below zero, as it should.
    const code = 'general.total_discharge_lake'
    const inflow = (await server.app.history.read(plant, [code], from, to, { raw: true })).get(code)!
    const published = elsewhere()
    const pairs: [number, number][] = []
    let left = 0
    for (let a = from; a + 3 * HOUR <= to; a += 3 * HOUR) {
      const want = mean(published, a, a + 3 * HOUR, 'mean')
      const got = mean(inflow, a, a + 3 * HOUR, 'mean')
      const first = lowerBound(inflow.t, a + 1)
      const worst = inflow.q.subarray(first, first + 18).reduce((w, q) => Math.max(w, grade(q)), 0)
      if (want.q === GOOD && worst === GOOD) pairs.push([want.v, got.v])
      else left++
    }
    const s = scores(
      pairs.map((p) => p[0]),
      pairs.map((p) => p[1]),
    )
    return { ...s, left }
  }

  test('the report names missing and impossible values', async () => {
    const report = await bring(server, 'PALDANG', file(CSV))
    const [level, release] = report.columns
    expect(report.rows).toBe(26_496)
    const empty = (k: number) => rows.filter((r) => r[k] === '').length
    expect(empty(1)).toBeGreaterThan(0)
    expect(level.empty).toBe(empty(1))
    expect(release.empty).toBe(empty(5))
    expect(level.readings).toBe(26_496 - empty(1))
    expect(level.step).toBe(600)
    expect(level.gaps.missing).toBe(empty(1))
    expect(release.flagged).toBe(2)
    expect(release.rejects.map((r) => [r.value, r.reason])).toEqual([
      ['-404.0', 'negative'],
      ['-222.0', 'negative'],
    ])
  })

  test('a release below zero is kept as suspect, and nothing is computed from it', async () => {
    const release = byInstant(await read('PALDANG', 'release.total'))
    const out = byInstant(await read('PALDANG', 'general.total_discharge_out'))
    const inflow = byInstant(await read('PALDANG', 'general.total_discharge_lake'))
    for (const t of [at('2020-08-22 18:50'), at('2020-08-22 19:00')]) {
      expect(release.get(t)!.v).toBeLessThan(0)
      expect(grade(release.get(t)!.q)).toBe(SUSPECT)
      expect(out.get(t)!.v).toBeGreaterThanOrEqual(0)
      // The volume of that interval is interpolated, and flagged so.
      expect(inflow.get(t)!.v).toBeGreaterThan(0)
      expect(grade(inflow.get(t)!.q)).toBe(ESTIMATED)
    }
  })

  test('three-hour means of the inflow are the published ones', async () => {
    const s = await compare('PALDANG')
    expect(s.r).toBeGreaterThanOrEqual(0.999)
    expect(s.nse).toBeGreaterThanOrEqual(0.998)
    expect(s.n + s.left).toBe(1471)
    expect(s.left).toBeLessThanOrEqual(12)
  })

  /** The published reference record, unchanged. */
  const elsewhere = (): Series => ({
    t: Float64Array.from(rows, (r) => at(r[0])),
    v: Float64Array.from(rows, (r) => (r[2] === '' ? NaN : Number(r[2]))),
    q: Uint8Array.from(rows, (r) => (r[2] === '' || Number(r[2]) < 0 ? MISSING : GOOD)),
  })

  test('a window of three hours: the published series, its windows in floods, and its band', async () => {
    await bring(server, 'PALDANG3H', file(CSV), { window: 10_800, inflowMethod: 3 })
    const codes = ['general.total_discharge_lake', 'general.inflow_sigma', 'general.inflow_window']
    const read = await server.app.history.read('PALDANG3H', codes, from, to, { raw: true })
    const [inflow, sigma, window] = codes.map((code) => read.get(code)!)
    const published = elsewhere()
    const instants = [...inflow.t.keys()].flatMap((i): (Beside & { whole: number })[] => {
      const [t, seconds] = [inflow.t[i], window.v[i]]
      expect([sigma.t[i], window.t[i]]).toEqual([t, t])
      const over = (s: number) => mean(published, t - s * 1000, t, 'mean')
      const [own, whole] = [over(seconds), over(10_800)]
      if (grade(inflow.q[i]) !== GOOD || own.q !== GOOD || whole.q !== GOOD || !(sigma.v[i] >= 0)) return []
      return [{ observed: own.v, computed: inflow.v[i], sigma: sigma.v[i], window: seconds, whole: whole.v }]
    })
    expect(instants.length).toBeGreaterThan(26_000)
    const cut = instants.filter((x) => x.window < 10_800)
    const all = printScores('Paldang 2020, 3 h, regression, over the window of each instant', instants)
    const short = printScores('  instants with a shorter window, over it', cut)
    const late = printScores(
      '  the same against the mean of three hours',
      cut.map((x) => ({ ...x, observed: x.whole })),
    )
    const calm = printScores(
      '  the others',
      instants.filter((x) => x.window === 10_800),
    )
    expect(all.r).toBeGreaterThanOrEqual(0.998)
    expect(all.nse).toBeGreaterThanOrEqual(0.997)
    expect(calm.nse).toBeGreaterThanOrEqual(0.998)
    expect(short.nse).toBeGreaterThanOrEqual(0.985)
    // A window of 15 min in every fast hour had 0.68 and 762 m3/s.
    expect(late.nse).toBeGreaterThanOrEqual(0.97)
    expect(cut.length).toBeGreaterThan(1000)
    for (const x of cut) {
      expect(x.window).toBeGreaterThanOrEqual(1200)
      expect(Math.abs(x.computed / x.observed - 1)).toBeLessThan(0.25)
    }
    for (const { coverage } of [all, short, calm]) {
      expect(coverage).toBeGreaterThanOrEqual(0.88)
      expect(coverage).toBeLessThanOrEqual(0.99)
    }
  })

  test('levels of 0 and -990 inserted into it are flagged, not used, and change nothing', async () => {
    const faults = new Map<number, [string, number]>([
      [500, ['0.0', LEVEL_CHECKS.range]],
      [501, ['0.0', LEVEL_CHECKS.range]],
      [4000, ['-990', 0]],
      [9000, ['-0.3', LEVEL_CHECKS.range]],
      [16_003, ['24.5', LEVEL_CHECKS.spike]],
      [20_000, ['25.4', LEVEL_CHECKS.spike]],
    ])
    const faulty = rows.map((r, i) => [r[0], faults.get(i)?.[0] ?? r[1], ...r.slice(2)])
    const header = 'time_local,level_m,inflow_m3s,storage,empty,total_release_m3s,r1,r2,r3'
    const path = files.write('faulty.csv', [header, ...faulty.map((r) => r.join(','))].join('\n'))
    const report = await bring(server, 'FAULTY', path)
    expect(report.columns[0].noData).toBe(1)

    // The readings are stored as they came; the product's checks flag them.
    const readings = await read('FAULTY', 'level.reservoir.1')
    const sensor = { readings, gain: 1, offset: 0, average: true, every: TEN }
    const { sensors } = levelsOf([sensor], [], { min: 24, max: 25.5, rate: 0.2 })
    const level = byInstant(await read('FAULTY', 'general.lake_level'))
    for (const [i, [value, check]] of faults) {
      const t = at(rows[i][0])
      const k = readings.t.indexOf(t)
      if (check === 0) expect(readings.q[k]).toBe(MISSING)
      else {
        expect(readings.v[k]).toBe(Number(value))
        expect(levelChecks(sensors[0].fired[k])).toContain(levelChecks(check)[0])
        expect(usable(sensors[0].q[k])).toBe(false)
      }
      expect(level.get(t)!.v).toBeGreaterThan(24.6)
      expect(level.get(t)!.v).not.toBe(Number(value))
    }
    const clean = await compare('PALDANG')
    const s = await compare('FAULTY')
    expect(s.r).toBeGreaterThanOrEqual(0.999)
    expect(Math.abs(clean.n - s.n)).toBeLessThanOrEqual(12)
  })
})
