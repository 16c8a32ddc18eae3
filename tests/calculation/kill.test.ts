import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calculation from '#contract/calculation.ts'
import { ITEMS } from '#contract/items.ts'
import type { Series } from '#core/series/index.ts'
import { DAY, HOUR, T, expectSame, fixture, local, type Fixture } from './fixture.ts'

const FROM = T - 2 * DAY
/** Lease of a killed worker's run, ms. */
const LEASE = 1500
let h: Fixture
beforeAll(async () => {
  h = await fixture(3 * DAY, { hourly: true })
  // Only the processes of this test take pending work.
  h.server.app.services.config.role = 'api'
})
afterAll(() => h.server.close())

/** Runs the worker in a process of its own and kills it within its `stopAt`th part. */
async function killed(stopAt: number): Promise<void> {
  const url = h.server.app.services.db.pool.options.connectionString
  const argument = JSON.stringify({ url, now: T, part: 10, lease: LEASE, stopAt })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const [text] = await Promise.race([once(child.stdout, 'data'), ended])
  expect(String(text)).toBe('stopped\n')
  child.kill('SIGKILL')
  await ended
}

test('a killed recalculation continues where it was, and so does its rollback', async () => {
  const before = await h.stored(FROM - HOUR, T)
  const positions = await h.ask(ITEMS.position.list)
  const { id, version, body } = positions.find((p) => p.body.series === 'level.reservoir.1')!
  await h.ask(ITEMS.position.change, {
    params: { id },
    body: { version, body: { ...body, offset: body.offset + 0.1 } },
  })
  await h.server.app.services.db.query("DELETE FROM dirty_span WHERE kind = 'calc'")
  const ask = () => h.ask(calculation.recalculate, { body: { from: local(FROM), to: local(T) } })
  const detail = (run: string) => h.ask(calculation.getRun, { params: { id: run } })
  const level = (all: Map<string, Series>) => all.get('general.lake_level')!

  const { run_id } = await ask()
  await killed(3)
  // Committed parts are complete, the interrupted one left nothing.
  expect(await detail(run_id)).toMatchObject({ state: 'running', done: 20, total: 49 })
  const half = await h.stored(FROM - HOUR, T)
  const differs = level(half).t.filter((_, i) => level(half).v[i] !== level(before).v[i])
  expect(differs).toEqual(Float64Array.from({ length: 20 }, (_, i) => FROM + i * HOUR))
  await killed(2)
  expect(await detail(run_id)).toMatchObject({ state: 'running', done: 30 })
  const stop = new AbortController()
  const running = h.worker(10).run(stop.signal)
  await expect.poll(async () => (await detail(run_id)).state).toBe('done')
  stop.abort()
  await running
  const done = await detail(run_id)
  expect(done).toMatchObject({ state: 'done', done: 49, total: 49 })
  const killedTwice = await h.stored(FROM - HOUR, T)

  const back = await h.ask(calculation.rollbackData, { body: { run_id } })
  expect(back).toMatchObject({ state: 'queued', total: 5 })
  await h.worker(10).turn()
  expect(await detail(back.run_id)).toMatchObject({ state: 'done', done: 5, left: 0, entries: done.entries })
  expectSame(await h.stored(FROM - HOUR, T), before)

  // Without a kill it has the same results, and reports the same.
  const whole = await ask()
  await h.worker(1000).turn()
  const at = await detail(whole.run_id)
  expect(at).toMatchObject({ state: 'done', done: 49, entries: done.entries })
  expect(at.differences).toEqual(done.differences)
  expectSame(await h.stored(FROM - HOUR, T), killedTwice)
})
