import { inputSeries, reachOf } from '#core/calculation/index.ts'
import type { Description, Version } from '#core/description/index.ts'
import { DAY, utcDay, utcDayStart } from '#core/time/index.ts'
import type { Series } from '#core/series/index.ts'
import type { DescriptionSeed, Item } from '#contract/description.ts'
import { createCalculation } from '#server/features/calculation/index.ts'
import { numbers, reals } from '#server/lib/arrays.ts'
import { benchCalculation } from '../calculation.ts'
import { openPlace, type Place } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { alternate, medianRatio, time, whole } from '../stats.ts'
import { GATES, plant, readings, UNITS } from '../year.ts'

/** Days computed at once, and number of such blocks of the year that are measured. */
const BLOCK = 10
const BLOCKS = 12

export const recalculation: Row = {
  name: 'recalculation',
  title: 'recalculation of one year at 5 min, stored',
  async run(bench) {
    bench.report('the calculation alone')
    const [core] = benchCalculation()
    const d = plant()
    const database = await bench.database()
    const place = await openPlace(database, seedOf(d))
    try {
      const from = utcDayStart(utcDay(Date.now())) - 366 * DAY
      await bringIn(place, d, from)
      await place.services.db.query('CREATE TABLE floor_reading (LIKE reading INCLUDING ALL)')
      await place.services.db.query('VACUUM ANALYZE')
      const calculation = createCalculation(place.services, place)
      bench.report(`${BLOCKS} blocks of ${BLOCK} days, spread over the year`)
      const starts = Array.from(
        { length: BLOCKS },
        (_, i) => from + Math.round((i * (364 - BLOCK)) / (BLOCKS - 1)) * DAY,
      )
      let steps = 0
      let rows = 0
      const times = await alternate(BLOCKS, {
        stored: (i) =>
          time(async () => {
            steps += await calculation.recompute(place.hydro, starts[i], starts[i] + BLOCK * DAY - 1, 'bench')
          }),
        floor: async (i) => {
          const done = await floor(place, d, starts[i], starts[i] + BLOCK * DAY - 1)
          rows += done.rows
          return done.ms
        },
      })
      const sum = (list: number[]) => list.reduce((a, b) => a + b, 0)
      const year = (list: number[]) => `${whole((sum(list) / 1000 / (BLOCKS * BLOCK)) * 365)} s a year`
      const ratio = medianRatio(times.stored, times.floor)
      return {
        lines: [
          line(`recalculation of one year at 5 min (${GATES} gates, ${UNITS} turbines), stored`, {
            measured: `${year(times.stored)}, ${whole((steps / sum(times.stored)) * 1000)} steps/s`,
            floor: `read inputs, write its rows ${year(times.floor)}`,
            ratio,
            aim: '<= 2.00',
            met: ratio <= 2,
          }),
          line('  the calculation alone', {
            measured: `${whole(core.value)} ${core.unit}`,
            floor: core.floor,
            ratio: core.ratio,
            aim: core.aim,
            met: core.met,
          }),
        ],
        notes: [
          `recalculation: ${whole(steps)} instants, ${whole(rows)} values written for the first time, most of them into closed days; a year is extrapolated from ` +
            `${BLOCKS * BLOCK} days of it; the floor reads the same inputs by SQL and writes the same values with one unnest upsert for each ${BLOCK} days.`,
        ],
      }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}

/** The description as the seed of a plant. */
function seedOf(d: Description): DescriptionSeed {
  const items = <T>(versions: Version<T>[]): Item<T>[] => versions.map(({ id, body }) => ({ id, body }))
  return {
    hydroCode: d.hydroCode,
    plant: d.plant[0].body,
    positions: items(d.positions),
    gates: items(d.gates),
    units: items(d.units),
    stations: items(d.stations),
    tables: items(d.tables),
    parameters: d.parameters[0].body,
    series: [],
  }
}

async function bringIn(place: Place, d: Description, from: number): Promise<void> {
  const inputs = readings(from, 365)
  const actor = { actor: 'bench', address: null }
  for (const code of inputSeries(d)) {
    const input = inputs.get(code)
    // There is no log.
    if (!input) continue
    const { series, kind } = input
    const unit = kind === 'total' ? 'mm' : code.endsWith('.power') ? 'MW' : 'm'
    await place.readings.registry.put(
      place.hydro,
      { code, name: code, unit, kind, step_s: kind === 'step' ? null : 300 },
      actor,
    )
    await place.history.writeDays(place.hydro, new Map([[code, series]]), { source: 'import' })
  }
}

const READ = `SELECT series, day, bytes FROM reading_day
  WHERE hydro_code = $1 AND series = ANY($2) AND day BETWEEN $3 AND $4`
const WRITE = `INSERT INTO floor_reading AS r (hydro_code, series, t, v, q)
  SELECT $1, ($2::text[])[c], t, v, q FROM unnest($3::int[], $4::int8[], $5::float8[], $6::int2[]) u(c, t, v, q)
  ON CONFLICT (hydro_code, series, t) DO UPDATE SET v = excluded.v, q = excluded.q`

/** Reads the same inputs and writes the same results, without calculating. */
async function floor(
  place: Place,
  d: Description,
  from: number,
  to: number,
): Promise<{ ms: number; rows: number }> {
  const computed = (await place.readings.registry.list(place.hydro))
    .filter((row) => row.source === 'computed')
    .map((row) => row.code)
  const out = flatten(await place.history.read(place.hydro, computed, from, to))
  const reach = reachOf(d)
  const ms = await time(async () => {
    await place.services.db.query(READ, [
      place.hydro,
      inputSeries(d),
      utcDay(from - reach.before),
      utcDay(to + reach.back),
    ])
    await place.services.db.query(WRITE, [
      place.hydro,
      out.codes,
      numbers(out.code),
      numbers(out.t),
      reals(out.v),
      numbers(out.q),
    ])
  })
  return { ms, rows: out.t.length }
}

function flatten(all: Map<string, Series>) {
  const codes = [...all.keys()]
  const list = [...all.values()]
  return {
    codes,
    code: list.flatMap((s, i) => Array.from(s.t, () => i + 1)),
    t: list.flatMap((s) => [...s.t]),
    v: list.flatMap((s) => [...s.v]),
    q: list.flatMap((s) => [...s.q]),
  }
}
