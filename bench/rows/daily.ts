import type { DescriptionSeed } from '#contract/description.ts'
import { DAY, HOUR } from '#core/time/index.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { createPipeline } from '#server/pipeline.ts'
import { openPlace } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { whole } from '../stats.ts'

const YEARS = 10
const AIM = 20
const SECONDS = 86_400

/** The demo's reservoir as a plant that records everything once a day. */
function daily(): DescriptionSeed {
  const seed = demoDescription()
  const slow = <T extends { body: { every: number } }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, body: { ...one.body, every: SECONDS } }))
  return {
    ...seed,
    positions: slow(seed.positions),
    gates: slow(seed.gates),
    units: slow(seed.units),
    stations: slow(seed.stations),
    series: seed.series.map((s) => ({ ...s, step_s: SECONDS })),
    parameters: { ...seed.parameters, interval: SECONDS, window: SECONDS, smoothing: SECONDS },
  }
}

/** Ten years of daily readings, imported at once and computed by the loop with its checks. */
export const dailyRow: Row = {
  name: 'daily',
  title: `${YEARS} years of daily data, with calculation`,
  async run(bench) {
    const database = await bench.database()
    const place = await openPlace(database, daily())
    try {
      const { history, calculation } = createPipeline(place.services)
      const to = Math.floor(Date.now() / DAY) * DAY
      const from = to - YEARS * 365 * DAY
      const truth = simulate({ from, to, step: HOUR })
      const readings = observe(truth).filter((r) => r.t % DAY === 0)
      bench.report(`${whole(readings.length)} readings of ${YEARS * 365} days`)
      for (let i = 0; i < readings.length; i += 20_000) {
        const some = readings.slice(i, i + 20_000)
        await history.write(
          {
            hydroCode: place.hydro,
            series: some.map((r) => r.series),
            t: some.map((r) => r.t),
            v: some.map((r) => r.v ?? NaN),
            q: new Uint8Array(some.length),
          },
          { source: 'import' },
        )
      }
      const begin = performance.now()
      const steps = await calculation.settle(place.hydro)
      const seconds = (performance.now() - begin) / 1000
      return {
        lines: [
          line(`${YEARS} years of daily data computed`, {
            measured: `${seconds.toFixed(1)} s, ${whole(steps)} instants`,
            aim: `<= ${AIM} s`,
            met: seconds <= AIM,
            limit: 'each instant is stored as a row of every computed series, and checked.',
          }),
        ],
        notes: [
          `daily: ${whole(readings.length)} readings of the demo's sensors, one a day, written by history.write and computed by calculation.settle with checks and marks, as after an import.`,
        ],
      }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}
