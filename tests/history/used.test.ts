import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyLayers, type EditLayer, type Layer } from '#core/edits/index.ts'
import { REJECTED, grade } from '#core/quality/index.ts'
import { fromEntries, slice, toEntries, type Series } from '#core/series/index.ts'
import { createHistory, joinLayers, type History, type Layers } from '#server/features/history/index.ts'
import { silentLog } from '#server/lib/log.ts'
import {
  DAY,
  HOUR,
  INGEST,
  MINUTE,
  NOW,
  PLANT,
  addSeries,
  batch,
  bench,
  type Bench,
  type Row,
} from './harness.ts'

/** Reads through layers equal those of a history that holds the effective values. */

let b: Bench
let laid = new Map<string, Layer[]>()
const provider: Layers = {
  over: async (_, series, from, to) =>
    new Map(series.map((code) => [code, (laid.get(code) ?? []).filter((l) => l.to >= from && l.from <= to)])),
}
let layered: History
beforeAll(async () => {
  b = await bench()
  layered = createHistory({
    db: b.db,
    clock: b.clock,
    log: silentLog,
    zoneOf: () => 'Asia/Ho_Chi_Minh',
    keepDays: 2,
    layers: joinLayers([provider]),
  })
})
afterAll(() => b.close())

const FIRST = NOW - 9 * DAY
const SLOT = 20 * MINUTE
const SLOTS = Math.floor((NOW - FIRST) / SLOT)
const slot = fc.integer({ min: 0, max: SLOTS })
const time = slot.map((k) => FIRST + k * SLOT)
const value = fc.integer({ min: -50, max: 50 })
const readings = fc.array(fc.tuple(time, fc.option(value, { freq: 8 }), fc.constantFrom(0, 0, 4, 5)), {
  maxLength: 60,
})
const act: fc.Arbitrary<EditLayer> = fc
  .tuple(time, fc.constantFrom(0, HOUR, 5 * HOUR, 3 * DAY), fc.integer({ min: 0, max: 5 }), value)
  .map(([from, length, kind, v]): EditLayer => {
    const to = Math.min(NOW, from + length)
    const base = { id: 'x', source: 'act' as const, from, to }
    if (kind === 0) return { ...base, kind: 'delete' }
    if (kind === 1) return { ...base, kind: 'flag', grade: REJECTED }
    if (kind === 2) return { ...base, kind: 'flag', grade: 0 }
    if (kind === 3) return { ...base, kind: 'offset', b: v }
    if (kind === 4) return { ...base, kind: 'replace', points: [[from, v]] }
    return { ...base, kind: 'replace', value: v, fill: [{ from, to, step: HOUR }] }
  })
const check = fc.tuple(time, fc.constantFrom(4, 5)).map(([from, g]): Layer => ({
  id: 'c',
  source: 'check',
  kind: 'flag',
  from,
  to: from + 6 * HOUR,
  grade: g,
}))
const layers = fc.array(fc.oneof({ weight: 4, arbitrary: act }, check), { maxLength: 6 })

let made = 0
const rowsOf = (code: string, s: Series): Row[] => toEntries(s).map(([t, v, q]) => [code, t, v, q])

/** Raw values in one history under layers, the resulting ones in another without layers. */
async function both(entries: [number, number | null, number][], list: Layer[], kind: 'instant' | 'step') {
  const code = `s${made++}`
  const other = `u${made++}`
  await addSeries(b.db, code, kind, null)
  await addSeries(b.db, other, kind, null)
  const raw = fromEntries(entries.map(([t, v, q]) => (v === null ? [t, null] : [t, v, q])))
  const used = applyLayers(raw, list)
  laid = new Map([[code, list]])
  await b.history.write(batch(rowsOf(code, raw)), INGEST)
  await b.history.write(batch(rowsOf(other, used)), INGEST)
  await b.history.pack()
  return { code, other, raw, used }
}

test('reads, carried or not, the entry at an instant and the last one are effective', async () => {
  await fc.assert(
    fc.asyncProperty(
      readings,
      layers,
      fc.tuple(time, time),
      fc.boolean(),
      async (entries, list, [a, z], carry) => {
        const { code, used, raw } = await both(entries, list, 'instant')
        const [from, to] = [Math.min(a, z), Math.max(a, z)]
        const read = async (o: object) =>
          toEntries((await layered.read(PLANT, [code], from, to, o)).get(code)!)
        // A rejected entry is never carried: the last accepted one is, with all between.
        const entriesUsed = toEntries(used)
        const upTo = entriesUsed.filter(([t]) => t <= from)
        const good = upTo.findLastIndex(([, , q]) => grade(q) !== REJECTED)
        const start = carry && upTo.length > 0 ? upTo.at(good)![0] : from
        expect(await read({ carry })).toEqual(entriesUsed.filter(([t]) => t >= start && t <= to))
        expect(await read({ raw: true })).toEqual(toEntries(slice(raw, from, to + 1)))
        const at = await layered.at(PLANT, code, to)
        const want = toEntries(used).findLast(([t]) => t <= to)
        expect(at && [at.t, Number.isNaN(at.v) ? null : at.v, at.q]).toEqual(want ?? null)
        const last = (await layered.last(PLANT, [code])).get(code)
        const wanted = toEntries(used).findLast(([t, , q]) => t <= NOW && grade(q) !== REJECTED)
        expect(last && [last.t, Number.isNaN(last.v) ? null : last.v, last.q]).toEqual(wanted)
        const all = (await layered.last(PLANT)).get(code)
        expect(all).toEqual(raw.t.length > 0 ? last : undefined)
      },
    ),
    { numRuns: 40 },
  )
}, 120_000)

test('hour bins are those of the effective values', async () => {
  for (const kind of ['instant', 'step'] as const)
    await fc.assert(
      fc.asyncProperty(readings, layers, async (entries, list) => {
        const { code, other } = await both(entries, list, kind)
        await b.db.tx((c) => layered.markEffectiveChange(c, PLANT, [{ series: code, from: FIRST, to: NOW }]))
        await layered.settleBins()
        await b.history.settleBins()
        const bins = async (h: History, s: string) => (await h.bins(PLANT, [s], FIRST - DAY, NOW)).get(s)
        expect(await bins(layered, code)).toEqual(await bins(b.history, other))
      }),
      { numRuns: 20 },
    )
}, 120_000)

test('listeners receive the effective value, not the raw one', async () => {
  const code = 'heard'
  await addSeries(b.db, code)
  const changes: unknown[] = []
  const stop = layered.onChange((list) => changes.push(...list.map((c) => c.last)))
  laid = new Map()
  await layered.write(batch([[code, NOW - HOUR, 1]]), INGEST)
  laid = new Map([[code, [{ id: 'x', source: 'act', kind: 'offset', from: NOW - HOUR, to: NOW, b: 5 }]]])
  await layered.write(batch([[code, NOW - 30 * MINUTE, 2]]), INGEST)
  laid = new Map([[code, [{ id: 'x', source: 'act', kind: 'delete', from: NOW - 40 * MINUTE, to: NOW }]]])
  layered.emit(
    await b.db.tx((c) =>
      layered.markEffectiveChange(c, PLANT, [{ series: code, from: NOW - HOUR, to: NOW }]),
    ),
  )
  // A late packet within what was deleted changes nothing visible.
  await layered.write(batch([[code, NOW - 20 * MINUTE, 9]]), INGEST)
  stop()
  expect(changes).toEqual([
    { t: NOW - HOUR, v: 1, q: 0 },
    { t: NOW - 30 * MINUTE, v: 7, q: 8 },
    { t: NOW - HOUR, v: 1, q: 0 },
    { t: NOW - HOUR, v: 1, q: 0 },
  ])
})

test('a preview reads the result, and leaves no trace', async () => {
  const code = 'tried'
  await addSeries(b.db, code)
  laid = new Map([[code, [{ id: 'old', source: 'act', kind: 'offset', from: NOW - HOUR, to: NOW, b: 1 }]]])
  await layered.write(batch([[code, NOW - HOUR, 1]]), INGEST)
  const add = [
    {
      series: code,
      layer: { id: 'n', source: 'act', kind: 'offset', from: NOW - HOUR, to: NOW, b: 10 } as Layer,
    },
  ]
  const read = async (o: object) => (await layered.read(PLANT, [code], NOW - HOUR, NOW, o)).get(code)!.v[0]
  expect(await read({ change: { add } })).toBe(12)
  expect(await read({ change: { add, remove: ['old'] } })).toBe(11)
  expect(await read({})).toBe(2)
  laid = new Map()
})
