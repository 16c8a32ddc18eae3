import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGateLog } from '#contract/gate-log.ts'
import { DAY, HOUR, T, fixture, seed, type Fixture } from './fixture.ts'

let h: Fixture
beforeAll(async () => {
  h = await fixture(2 * HOUR)
})
afterAll(() => h.server.close())

test('a mistyped year in the gate log does not start a computation of every instant since then', async () => {
  const gate = seed.gates.find((g) => g.body.type !== 1)!
  const moves = [{ kind: 'leaf' as const, object_id: gate.body.leaves[0].id, to: 0.5 }]
  // Before 1950 the log itself refuses; after it, the calculation has to know where readings begin.
  await h.ask(addGateLog, { body: { at: '1956-10-16 10:00', moves, as_written: true } })
  await h.settle()
  const stored = await h.stored(T - 400 * DAY, T - 3 * DAY)
  for (const [code, { t }] of stored) expect([code, t.length]).toEqual([code, 0])
})
