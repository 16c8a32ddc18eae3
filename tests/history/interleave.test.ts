import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourBins, hourEdges } from '#core/series/index.ts'
import type { History } from '#server/features/history/index.ts'
import {
  addSeries,
  batch,
  bench,
  DAY,
  HOUR,
  INGEST,
  Model,
  NOW,
  PLANT,
  rowsOf,
  type Bench,
  type Row,
} from './harness.ts'
import { Scheduler } from './scheduler.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b.close())

/**
 * Four days, two of them closed, few instants a day. Writer k writes those with i % 2 = k, so their order is known.
 */
const at = (i: number) => NOW - 4 * DAY + i * 4 * HOUR
const slots = 24

const slot = fc.integer({ min: 0, max: slots / 2 - 1 })
const series = fc.constantFrom('a', 'b', 'd')
const write = fc.array(fc.tuple(series, slot), { minLength: 1, maxLength: 6 })
const writer = fc.array(write, { minLength: 1, maxLength: 5 })
const keeper = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 3 }).map((daysAgo) => ({ do: 'pack' as const, daysAgo })),
    fc.constant({ do: 'bins' as const }),
    fc.array(slot, { minLength: 1, maxLength: 4 }).map((list) => ({ do: 'import' as const, list })),
  ),
  { minLength: 1, maxLength: 6 },
)
/** Operations on whole days that overlap with the writers: on their series, at any of their instants. */
const any = fc.integer({ min: 0, max: slots - 1 })
const amender = fc.array(
  fc.oneof(
    fc.array(any, { minLength: 1, maxLength: 6 }).map((list) => ({ do: 'run' as const, list })),
    fc.array(any, { minLength: 1, maxLength: 6 }).map((list) => ({ do: 'import' as const, list })),
    fc.tuple(any, any).map(([x, y]) => ({ do: 'erase' as const, from: Math.min(x, y), to: Math.max(x, y) })),
    fc.nat({ max: 4 }).map((back) => ({ do: 'restore' as const, back })),
  ),
  { maxLength: 6 },
)
const order = fc.array(fc.nat({ max: 4 }), { maxLength: 100 })

/** An operation on instants of the amended series, between two places in the order of events. */
interface Done {
  began: number
  ended: number
  at: ReadonlySet<number>
  /** Values sent, by instant. */
  values?: ReadonlyMap<number, number | null>
}

interface Version {
  value: number
  committed: boolean
}

describe('history with several connections', () => {
  let round = 0
  it('reads committed values, and loses nothing, however statements interleave', async () => {
    await fc.assert(
      fc.asyncProperty(writer, writer, keeper, amender, order, async (one, two, keep, amend, turns) => {
        round++
        const name = (code: string) => `i${round}.${code}`
        const codes = ['a', 'b', 'c'].map(name)
        await addSeries(b.db, codes[0])
        await addSeries(b.db, codes[1], 'step', null)
        const scheduler = new Scheduler(b.db)
        const versions = new Map<string, Version[]>()
        const model = new Model()
        let value = 0
        const amended = name('d')
        await addSeries(b.db, amended)
        let moment = 0
        const sent: Done[] = []
        const replacing: Done[] = []
        /** Runs an operation on instants of the amended series, and notes when. */
        const during = async (
          into: Done[],
          at: number[],
          work: () => Promise<unknown>,
          values?: Done['values'],
        ) => {
          const began = ++moment
          await work()
          into.push({ began, ended: ++moment, at: new Set(at), values })
        }
        const open: (() => Promise<void>)[] = []

        const start = async (work: (h: History) => Promise<void>) => {
          const actor = scheduler.actor()
          let active = false
          const { history, db } = b.another(() => (active ? actor.pause() : undefined))
          const [{ pid }] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
          active = true
          open.push(() => db.close())
          actor.run(pid, () => work(history))
        }
        const put = async (rows: Row[], store: () => Promise<unknown>) => {
          const ownRows = rows.map((r): [string, Version] => [
            `${r[0]} ${r[1]}`,
            { value: r[2]!, committed: false },
          ])
          for (const [key, v] of ownRows) versions.set(key, [...(versions.get(key) ?? []), v])
          await store()
          for (const [, v] of ownRows) v.committed = true
          model.write(rows)
        }
        for (const [k, script] of [one, two].entries())
          await start(async (h) => {
            for (const list of script) {
              const unique = new Map(list.map(([s, i]) => [`${s}${i}`, [s, i] as const]))
              const rows = [...unique.values()].map(([s, i]): Row => [name(s), at(2 * i + k), ++value])
              const ownRows = rows.filter((r) => r[0] === amended)
              const rest = rows.filter((r) => r[0] !== amended)
              const store = () => put(rest, () => h.write(batch(rows), INGEST))
              // The instants of a writer are its own, so the last value sent of each is known.
              if (ownRows.length === 0) await store()
              else
                await during(
                  sent,
                  ownRows.map((r) => r[1]),
                  store,
                  new Map(ownRows.map((r) => [r[1], r[2]])),
                )
            }
          })
        await start(async (h) => {
          for (const s of keep) {
            if (s.do === 'pack') await h.pack({ olderThan: NOW - s.daysAgo * DAY })
            else if (s.do === 'bins') await h.settleBins()
            else {
              const rows = [...new Set(s.list)]
                .sort((x, y) => x - y)
                .map((i): Row => [codes[2], at(2 * i), ++value])
              const { t, v, q } = batch(rows)
              const data = { t: Float64Array.from(t), v: Float64Array.from(v), q: Uint8Array.from(q) }
              await put(rows, () => h.writeDays(PLANT, new Map([[codes[2], data]]), { source: 'import' }))
            }
          }
        })
        await start(async (h) => {
          for (let n = 0; n < 6; n++) {
            const sure = new Map(
              [...versions].map(([key, list]) => [key, list.findLastIndex((v) => v.committed)]),
            )
            const read = await h.read(PLANT, codes, at(0), NOW)
            for (const code of codes) {
              const found = new Map(rowsOf(code, read.get(code)!).map((r) => [r[1], r[2]]))
              for (let i = 0; i < slots; i++) {
                const key = `${code} ${at(i)}`
                const list = versions.get(key) ?? []
                const seen = list.findIndex((v) => v.value === found.get(at(i)))
                expect(seen, `${key} is ${found.get(at(i))}`).toBeGreaterThanOrEqual(sure.get(key) ?? -1)
                if (found.has(at(i))) expect(seen).toBeGreaterThanOrEqual(0)
              }
            }
            // A second process settles between two reads.
            if (n % 2 === 1) await h.settleBins()
          }
        })
        await start(async (h) => {
          const runs: string[] = []
          for (const s of amend) {
            const run = `${amended}.${runs.length}`
            if (s.do === 'restore') {
              const target = runs.at(-1 - s.back)
              if (target) await h.restore(PLANT, target, { source: 'computed' })
            } else if (s.do === 'erase') {
              const list = Array.from({ length: s.to - s.from + 1 }, (_, i) => at(s.from + i))
              await during(replacing, list, () =>
                h.erase(PLANT, amended, list[0], list[list.length - 1], { source: 'computed' }),
              )
            } else {
              const list = [...new Set(s.list)].sort((x, y) => x - y).map(at)
              const rows = batch(list.map((t) => [amended, t, -++value] as const))
              const { t, v, q } = rows
              const data = { t: Float64Array.from(t), v: Float64Array.from(v), q: Uint8Array.from(q) }
              runs.push(run)
              await during(replacing, list, () =>
                s.do === 'run'
                  ? h.write(rows, { source: 'computed', run })
                  : h.writeDays(PLANT, new Map([[amended, data]]), { source: 'import', run }),
              )
            }
          }
        })
        await scheduler.play(turns)
        for (const close of open) await close()

        const found = (await b.history.read(PLANT, [amended], at(0), NOW)).get(amended)!
        const holds = new Map(rowsOf(amended, found).map((r) => [r[1], r[2]]))
        for (let i = 0; i < slots; i++) {
          const last = sent.findLast((x) => x.at.has(at(i)))
          if (!last) continue
          // The last acknowledged value is present, unless something that ended later replaced it.
          const value = holds.get(at(i))
          const replaced = replacing.some((x) => x.at.has(at(i)) && x.ended > last.began)
          if (!replaced) expect([at(i), value]).toEqual([at(i), last.values!.get(at(i))])
        }
        expect((await b.history.last(PLANT, [amended])).get(amended)?.t).toBe(found.t.at(-1))

        const read = await b.history.read(PLANT, codes, at(0), NOW, {})
        for (const code of codes) expect(rowsOf(code, read.get(code)!)).toEqual(model.read(code, at(0), NOW))
        const last = await b.history.last(PLANT, codes)
        for (const code of codes) expect(last.get(code)?.t).toBe(model.read(code, at(0), NOW).at(-1)?.[1])
        const bins = await b.history.bins(PLANT, [...codes, amended], at(0) - DAY, NOW)
        for (const [i, kind] of (['instant', 'step', 'instant'] as const).entries()) {
          const edges = hourEdges(at(0) - DAY, NOW, 'Asia/Ho_Chi_Minh')
          const whole = hourBins(read.get(codes[i])!, { kind, edges, step: i === 0 ? 300_000 : undefined })
          const keepers = [...whole.start.keys()].filter((k) => whole.n[k] > 0 || whole.covered[k] > 0)
          expect(Array.from(bins.get(codes[i])!.last)).toEqual(keepers.map((k) => whole.last[k]))
        }
        const [left] = await b.db.query<{ n: number }>(
          "SELECT count(*) AS n FROM dirty_span WHERE kind = 'bin' AND series = ANY($1)",
          [[...codes, amended]],
        )
        expect(left.n).toBe(0)
      }),
      { numRuns: 40 },
    )
    const [{ deadlocks }] = await b.db.query<{ deadlocks: number }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    expect(deadlocks).toBe(0)
  })
})
