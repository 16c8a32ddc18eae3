import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSeries, batch, bench, HOUR, INGEST, NOW, PLANT, type Bench } from './harness.ts'

let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(() => b.close())

/** Resolves once a connection waits for a lock of another one. */
async function waits(pid: number): Promise<void> {
  for (;;) {
    const [{ blocked }] = await b.db.query<{ blocked: boolean }>(
      'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked',
      [pid],
    )
    if (blocked) return
  }
}

it('readings that arrive while their series is calculated wait, and neither is aborted', async () => {
  await addSeries(b.db, 'z')
  await b.history.write(batch([['z', NOW - HOUR, 1]]), INGEST)
  const { history, db } = b.another()
  const [{ pid }] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')

  // As the calculation does: it takes dirty spans, then checks flag readings of the same series.
  const { coming, changes } = await b.db.tx(async (c) => {
    expect(await b.history.takeDirtySpans(c, PLANT, 'calc')).toHaveLength(1)
    const coming = history.write(batch([['z', NOW - HOUR / 2, 2]]), INGEST)
    coming.catch(() => undefined)
    await waits(pid)
    const changes = await b.history.markEffectiveChange(
      c,
      PLANT,
      [{ series: 'z', from: NOW - HOUR, to: NOW }],
      ['bin'],
    )
    return { coming, changes }
  })
  expect(changes).toHaveLength(1)
  expect((await coming).changed).toBe(1)
  expect((await b.history.last(PLANT, ['z'])).get('z')).toMatchObject({ t: NOW - HOUR / 2, v: 2 })
  await db.close()
})
