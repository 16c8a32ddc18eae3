/**
 * A wrong storage table: previewed, saved, visible in the figures of the month, undone; then everything is as before.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewDifference, type Preview } from '#contract/preview.ts'
import { restoreVersion } from '#contract/changes.ts'
import { getDataFromTo } from '#contract/dashboard.ts'
import { fullPath } from '#contract/endpoint.ts'
import { checkUpload, previewUpload, saveTable } from '#contract/tables/uploads.ts'
import type { Bins, Series } from '#core/series/index.ts'
import { DAY, HYDRO, T, expectSame, fixture, local, seed, type Fixture } from '../calculation/fixture.ts'

const MONTH = 30 * DAY
const START = T - MONTH
let h: Fixture
beforeAll(async () => {
  h = await fixture(MONTH, { hourly: true })
})
afterAll(() => h.server.close())

/** Everything that reports a month: stored values, hour bins, and the dashboard's columns. */
interface Figures {
  stored: Map<string, Series>
  bins: Map<string, Bins>
  drawn: unknown
}
const admin = { account: 'admin' }

async function figures(): Promise<Figures> {
  const stored = await h.stored(START, T)
  const bins = await h.server.app.history.bins(HYDRO, [...stored.keys()], START, T)
  const span = { from: local(START), to: local(T) }
  const drawn = await h.ask(getDataFromTo, { body: { ...span, layout: 'columns', px: 2000 } })
  return { stored, bins, drawn }
}

/** Rows of every table with present or past values. */
async function rows(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of [
    'description',
    'reading',
    'reading_day',
    'dirty_span',
    'run',
    'history_past',
    'audit',
    'file',
  ]) {
    const [row] = await h.server.app.services.db.query<{ n: number }>(
      // Sign-ins may be recorded meanwhile.
      `SELECT count(*)::int AS n FROM ${table} ${table === 'audit' ? "WHERE noun <> 'session'" : ''}`,
    )
    found[table] = row.n
  }
  return found
}

test('a wrong table is previewed, saved and undone', async () => {
  const before = await figures()

  // Volumes of another survey: a tenth too much.
  const zv = seed.tables.find((t) => t.body.group === 'ZV')!
  const wrong = zv.body.rows.map(([z, v]) => `${z},${v * 1.1}`)
  const answer = await h.server.raw({
    method: 'POST',
    url: `${fullPath(previewUpload)}?name=survey.csv`,
    headers: {
      authorization: `Bearer ${await h.server.signIn('admin')}`,
      'content-type': 'text/csv',
      'accept-language': 'en',
    },
    payload: ['z,v', ...wrong].join('\n'),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { upload_id } = answer.body.data as { upload_id: string }
  const choice = { upload_id, candidate: 0, group: 'ZV' as const, units: zv.body.units, object: null }
  const from = local(START)

  const untouched = await rows()
  const preview: Preview = await h.ask(
    previewDifference,
    {
      body: {
        from,
        to: local(T),
        px: 2000,
        changes: [{ noun: 'table', ...choice, from: local(START - DAY), to: null }],
      },
    },
    admin,
  )
  expect(await rows()).toEqual(untouched)
  expectSame((await figures()).stored, before.stored)
  const of = (series: string) => preview.figures.find((f) => f.series === series)!
  expect(preview.changed).toBe(preview.instants)
  // Level and outflow do not depend on it, storage and inflow do.
  expect(of('general.lake_level').changed).toBe(0)
  expect(of('general.total_discharge_out').changed).toBe(0)
  expect(of('general.total_capacity').changed).toBe(30 * 24 + 1)
  const { mean_before, mean_after } = of('general.total_capacity')
  expect(mean_after! / mean_before!).toBeCloseTo(1.1, 6)
  const inflow = of('general.total_discharge_lake')
  expect(inflow.changed).toBeGreaterThan(500)
  expect(inflow.volume_after).not.toBe(inflow.volume_before)

  const { overlaps } = await h.ask(
    checkUpload,
    { body: { ...choice, from: local(START - DAY), to: null } },
    admin,
  )
  const [old] = overlaps
  const saved = await h.ask(
    saveTable,
    {
      body: {
        ...choice,
        name: 'Survey',
        from: local(START - DAY),
        to: null,
        replaces: overlaps.map((o) => o.version),
        accept_warnings: true,
      },
    },
    admin,
  )
  await h.settle()
  const after = await figures()
  // The result is what the preview announced.
  for (const [code, { after: line }] of Object.entries(preview.lines)) {
    const scale = code === 'general.total_capacity' ? 1e-6 : 1
    const stored = after.stored.get(code)!
    let t = 0
    const points = line.t.map((step, i) => [(t += step), line.v[i]])
    const shown = (v: number) => (v === v ? Math.round(v * scale * 1e6) / 1e6 : null)
    const came = Array.from(stored.t, (at, i) => [at, shown(stored.v[i])])
    expect(points).toEqual(came)
  }
  expect(after.drawn).not.toEqual(before.drawn)
  expect(after.bins.get('general.total_capacity')).not.toEqual(before.bins.get('general.total_capacity'))

  await h.ask(
    restoreVersion,
    {
      body: {
        noun: 'table',
        id: saved.id,
        version: old.version,
        expected: saved.version,
        reason: 'the wrong survey',
      },
    },
    admin,
  )
  await h.settle()
  const undone = await figures()
  expectSame(undone.stored, before.stored)
  expect(undone.bins).toEqual(before.bins)
  expect(undone.drawn).toEqual(before.drawn)
})
