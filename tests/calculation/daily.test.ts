import { expect, test } from 'vitest'
import { DAY } from '#core/time/index.ts'
import { demoDescription } from '#plant/index.ts'
import { addReservoir, testServer } from '../server.ts'

const DAYS = 150
const NOW = Date.UTC(2026, 9, 20)

test('a record of daily readings is computed once, and not again for each of its days', async () => {
  const seed = demoDescription()
  const slow = <T extends { body: { every: number } }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, body: { ...one.body, every: 86_400 } }))
  const server = await testServer({ now: NOW })
  const { history, calculation } = server.app
  await addReservoir(server.app, {
    ...seed,
    positions: slow(seed.positions),
    gates: slow(seed.gates),
    units: slow(seed.units),
    stations: slow(seed.stations),
    parameters: { ...seed.parameters, interval: 86_400, window: 86_400 },
  })
  const codes = seed.positions.map((p) => p.body.series)
  const t = Array.from({ length: DAYS }, (_, i) => NOW - (DAYS - i) * DAY)
  for (const code of codes)
    await history.write(
      {
        hydroCode: seed.hydroCode,
        series: t.map(() => code),
        t,
        v: t.map((_, i) => 410 + Math.sin(i / 9)),
        q: t.map(() => 0),
      },
      { source: 'import' },
    )
  const steps = await calculation.settle(seed.hydroCode)
  // Each day, after the last one those that a daily reading affects, and the present.
  expect(steps).toBeGreaterThanOrEqual(DAYS)
  expect(steps).toBeLessThan(1.5 * DAYS)
  await server.close()
}, 60_000)
