import { LEVEL_STALE_INTERVALS, STALE_INTERVALS, logCode, effectiveValue } from '#core/calculation/index.ts'
import { allInForce, inForce, type Description, type Position } from '#core/description/index.ts'
import { kilowatts } from '#core/hydraulics/index.ts'
import { ESTIMATED, MISSING, REJECTED, STALE, SUSPECT, grade, worst } from '#core/quality/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { Outlet, Waterdepth } from '#contract/dashboard.ts'
import { round } from '#contract/fields.ts'
import { aged, type FigureReading } from './figures.ts'
import type { EnteredOf } from './entered.ts'
import type { HeldOf } from './held.ts'
import type { LastOf } from './records.ts'
import type { View } from './view.ts'

/** Rounds to 3 decimals, as outlets and water depths are shown. */
const three = (v: number | null | undefined) => (v === null || v === undefined ? null : round(v, 3))

/** Every gate leaf and unit with its last calculated state; one that is silent for longer than it is held is STALE. */
export function outletsOf(
  d: Description,
  at: number,
  zone: string,
  last: LastOf,
  entered: EnteredOf = () => null,
  heldOf: HeldOf = () => null,
): Outlet[] {
  const interval = (inForce(d.parameters, at)?.body.interval ?? 300) * 1000
  const computed = (code: string) => aged(last(code), at, STALE_INTERVALS * interval)
  const isHeld = (code: string | null | undefined) => (code ? (heldOf(code)?.held ?? false) : false)
  // Without a heartbeat an opening lasts until it is moved.
  const sent = (code: string, every: number) => {
    const reading = heldOf(code) ?? last(code)
    const v = reading?.v == null ? null : effectiveValue(d, code, reading.t, reading.v)
    return aged(reading && { ...reading, v }, at, isHeld(code) ? 0 : STALE_INTERVALS * every * 1000)
  }
  /** Since when the reading that the discharge is computed from is held: of the discharge itself, else of the input. */
  const since = (
    measured: boolean,
    discharge: string | null | undefined,
    input: string | null | undefined,
  ) => {
    const code = measured ? discharge : input
    const reading = code ? heldOf(code) : null
    return reading?.held ? { held_since: toLocal(reading.t, zone) } : {}
  }
  const inPlace = (id: string, output: FigureReading | null) => {
    const v = output && entered(id, output.t)
    return v === null ? {} : { given: round(v, 3) }
  }
  /** The log entry, where the sensor is silent and has sent nothing since, as in calculation. */
  const written = (
    id: string,
    sensor: FigureReading | null,
    code: string | null | undefined,
  ): FigureReading | null => {
    const speaks = sensor !== null && sensor.v !== null && grade(sensor.q) < STALE && !isHeld(code)
    const entry = last(logCode(id))
    if (speaks || !entry || entry.v === null) return null
    if (sensor !== null && sensor.v !== null && sensor.t > entry.t) return null
    return sensor ? { ...entry, q: worst(entry.q, ESTIMATED) } : entry
  }
  const gates = allInForce(d.gates, at).flatMap((g) =>
    g.body.leaves.map((leaf): Outlet => {
      const sensor = leaf.openingSeries ? sent(leaf.openingSeries, g.body.every) : null
      const log = g.body.type === 1 ? null : written(leaf.id, sensor, leaf.openingSeries)
      const opening = log ?? sensor
      const output = computed(`leaf.${leaf.id}.q`)
      // A value in the sensor's own unit has no scale in metres.
      const metres = log !== null || (leaf.openingUnit ?? 'm') === 'm'
      const input = log ? logCode(leaf.id) : (leaf.openingSeries ?? null)
      return {
        outlet_id: leaf.id,
        name: g.body.leaves.length > 1 || leaf.name !== g.body.name ? leaf.name : g.body.name,
        gate_type: g.body.type,
        category: 2,
        leaf_id: leaf.id,
        total: g.body.total ?? false,
        input_value: three(opening?.v),
        input_unit: input !== null && metres ? 'm' : '-',
        output_value: three(output?.v),
        quality: output?.q ?? MISSING,
        input_quality: input !== null ? (opening?.q ?? MISSING) : 0,
        method: last(`outlet.${g.id}.method`)?.v ?? null,
        date_string: output ? toLocal(output.t, zone) : null,
        series: { input, output: `leaf.${leaf.id}.q` },
        input_max: metres ? (g.body.parameters.maxOpening ?? null) : null,
        ...inPlace(leaf.id, output),
        ...since(g.body.method === 'measured', leaf.dischargeSeries, log ? null : leaf.openingSeries),
      }
    }),
  )
  const units = allInForce(d.units, at).map((u): Outlet => {
    const sensor = sent(u.body.powerSeries, u.body.every)
    const log = written(u.id, sensor, u.body.powerSeries)
    const power = log ?? sensor
    const output = computed(`unit.${u.id}.q`)
    return {
      outlet_id: u.id,
      name: u.body.name,
      gate_type: u.body.type,
      category: 1,
      leaf_id: null,
      total: false,
      input_value:
        power === null || power.v === null
          ? null
          : three(kilowatts(power.v, log ? 'kW' : u.body.powerUnit) / 1000),
      input_unit: 'MW',
      output_value: three(output?.v),
      quality: output?.q ?? MISSING,
      input_quality: power?.q ?? MISSING,
      method: last(`unit.${u.id}.method`)?.v ?? null,
      date_string: output ? toLocal(output.t, zone) : null,
      series: { input: log ? logCode(u.id) : u.body.powerSeries, output: `unit.${u.id}.q` },
      input_max: three(u.body.ratedPower / 1000),
      ...inPlace(u.id, output),
      ...since(u.body.method === 'measured', u.body.dischargeSeries, log ? null : u.body.powerSeries),
    }
  })
  return [...units, ...gates]
}

/**
 * The last readings of level positions as the calculation judges them, at the present or as known then. While a reading
 * that it does not reject is fresh enough to be used, that one; else the newest, with the grade that it has.
 */
export async function shownLevels(view: View): Promise<LastOf> {
  const freshOf = new Map<string, number>()
  for (const { body } of allInForce(view.description.positions, view.at)) {
    const fresh = LEVEL_STALE_INTERVALS * body.every * 1000
    freshOf.set(body.series, Math.max(freshOf.get(body.series) ?? 0, fresh))
  }
  const codes = [...freshOf.keys()]
  const [data, last] = await Promise.all([
    view.readShown(view.hydro, codes, view.at - Math.max(0, ...freshOf.values()), view.at),
    view.last(view.hydro, codes),
  ])
  const newest = await view.shown(view.hydro, last)
  const readings = new Map<string, FigureReading>()
  for (const [code, fresh] of freshOf) {
    const s = data.get(code)
    let i = (s?.t.length ?? 0) - 1
    while (s && i >= 0 && grade(s.q[i]) === REJECTED) i--
    const e =
      s && i >= 0 && view.at - s.t[i] <= fresh ? { t: s.t[i], v: s.v[i], q: s.q[i] } : newest.get(code)
    if (e) readings.set(code, { ...e, v: Number.isNaN(e.v) ? null : e.v })
  }
  return (code) => readings.get(code) ?? null
}

/** Every level position with its last reading, by the calibration in force at that reading. */
export function waterdepthsOf(d: Description, at: number, zone: string, last: LastOf): Waterdepth[] {
  const levels = (inForce(d.plant, at) ?? d.plant.at(-1))?.body.levels
  return allInForce(d.positions, at).map((p) => {
    const raw = aged(last(p.body.series), at, LEVEL_STALE_INTERVALS * p.body.every * 1000)
    const then = raw && inForce(versionsOf(d, p.id), raw.t)
    const level = raw && calibrated(raw, then?.body ?? p.body)
    const beyond =
      level?.v != null &&
      p.body.type === 1 &&
      levels !== undefined &&
      (level.v < levels.minPossible || level.v > levels.maxPossible)
    return {
      waterdepth_id: p.id,
      name: p.body.name,
      type: p.body.type,
      current_data: three(level?.v),
      unit: 'm',
      quality: level === null ? MISSING : beyond ? worst(level.q, SUSPECT) : level.q,
      date_string: level ? toLocal(level.t, zone) : null,
      series: p.body.series,
    }
  })
}

const versionsOf = (d: Description, id: string) => d.positions.filter((v) => v.id === id)

function calibrated(raw: FigureReading, { gain, offset }: Position): FigureReading {
  return { ...raw, v: raw.v === null ? null : gain * raw.v + offset }
}
