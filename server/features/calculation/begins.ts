import { DAY } from '#core/time/units.ts'
import {
  STALE_INTERVALS,
  compute,
  effectiveValue,
  holdOf,
  logCode,
  parametersAt,
  type Inputs,
} from '#core/calculation/index.ts'
import { allInForce, type Description, type Outlet } from '#core/description/index.ts'
import { kilowatts } from '#core/hydraulics/index.ts'
import { compatible, convert, isUnit } from '#core/quantities.ts'
import { ESTIMATED, MISSING, REJECTED, STALE, grade, worst } from '#core/quality/index.ts'
import { indexAt, type Series } from '#core/series/index.ts'
import { found, lookup2, tableBook } from '#core/tables/index.ts'
import { getCalculationInputs } from '#contract/calculation.ts'
import type { FieldError } from '#contract/envelope.ts'
import { round } from '#contract/fields.ts'
import { text, type MessageCode } from '#contract/messages.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import { badFields } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { readInputs } from './inputs.ts'
import { lastInstant, zoneOf } from './instants.ts'
import { windowTaken } from './window.ts'

interface Deps {
  plants: Plants
  history: History
  readings: Readings
}

interface Sensed {
  value: number | null
  t: number | null
  quality: number
}
const NONE: Sensed = { value: null, t: null, quality: MISSING }

/** What sensors and log say at an instant: the values in force before a person enters others. */
export function serveInputs(serve: Serve, deps: Services & Deps): void {
  const s: Services = deps
  serve(getCalculationInputs, async ({ query, caller }) => {
    const d = await deps.plants.describe(caller.hydro)
    const now = s.clock.now()
    const zone = zoneOf(d, now)
    const requested = query.at === undefined ? now : instantOf(query.at, zone, 'at')
    const at = lastInstant(d, requested)
    const from =
      query.from === undefined
        ? at - (await windowTaken(deps, d, at, zone, now))
        : instantOf(query.from, zone, 'from')
    const errors: FieldError[] = []
    const report = (path: string, code: MessageCode, params = {}) =>
      errors.push({ path, code, message: text(code, caller.language, params) })
    if (requested > now) report('at', 'not_yet')
    if (from >= at) report('from', 'from_after_to')
    else if (at - from > DAY) report('from', 'span_too_long', { days: 1 })
    if (errors.length > 0) throw badFields(errors)
    const first = lastInstant(d, from)
    const inputs = await readInputs(deps, d, first, at, now)
    const out = compute(d, inputs, first, at, zone)
    const level = (t: number) => valueAt(out.get('general.lake_level'), t)
    return {
      from,
      at,
      window: (at - from) / 1000,
      levels: { start: level(first), end: level(at) },
      downstream: valueAt(out.get('general.downstream_water_level'), at),
      openings: openingsOf(d, inputs, at, zone, level(at).value),
      powers: powersOf(d, inputs, at),
    }
  })
}

function valueAt(s: Series | undefined, t: number): Sensed {
  const i = s ? indexAt(s, t) : -1
  if (!s || i < 0 || s.t[i] !== t) return NONE
  return { value: s.v[i] === s.v[i] ? round(s.v[i]) : null, t, quality: s.q[i] }
}

type KnownBegin = Sensed & { source: 'sensor' | 'log' | null }

/** The last entry that is not REJECTED; one older than its heartbeat allows is an estimate for `hold` ms, then stale. */
function lastOf(
  d: Description,
  inputs: Inputs,
  code: string | undefined,
  at: number,
  every: number,
  hold = 0,
): Sensed | null {
  const series = code === undefined ? undefined : inputs(code)?.series
  if (!series) return null
  let i = indexAt(series, at)
  while (i >= 0 && grade(series.q[i]) === REJECTED) i--
  if (i < 0) return null
  const [t, v, q] = [series.t[i], series.v[i], series.q[i]]
  const late = every > 0 && at - t > STALE_INTERVALS * every * 1000
  return {
    value: v === v ? effectiveValue(d, code!, t, v) : null,
    t,
    quality: late ? worst(q, at - t > hold ? STALE : ESTIMATED) : q,
  }
}

/** The last entry of the sensor, or of the log where the sensor does not report. */
function knownBegin(
  d: Description,
  inputs: Inputs,
  code: string | undefined,
  id: string,
  at: number,
  every: number,
): KnownBegin {
  const sensor = lastOf(d, inputs, code, at, every)
  if (sensor && sensor.value !== null && grade(sensor.quality) < STALE) return { ...sensor, source: 'sensor' }
  const written = lastOf(d, inputs, logCode(id), at, 0)
  if (written && (!sensor || sensor.t === null || written.t! > sensor.t)) return { ...written, source: 'log' }
  const held = lastOf(d, inputs, code, at, every, holdOf(parametersAt(d, at)))
  return held ? { ...held, source: 'sensor' } : { ...NONE, source: null }
}

/** Actual openings, m: sensor travel is converted by the table in force. */
function openingsOf(d: Description, inputs: Inputs, at: number, zone: string, z: number | null) {
  const book = tableBook(d, at, at + 1, zone)
  const gates = allInForce(d.gates, at)
  return gates.flatMap(({ id, body }) =>
    body.type === 1
      ? []
      : body.leaves.map((leaf, index) => {
          const alone = gates.filter((g) => g.body.type !== 1).length <= 1
          const known = knownBegin(d, inputs, leaf.openingSeries, leaf.id, at, body.every)
          const table = known.source === 'log' ? null : book.outletGate(id, body, index, alone).at(at).opening
          const metres =
            known.value === null
              ? NaN
              : table
                ? lookup2(table, z ?? NaN, known.value, 'loop', found())
                : known.source === 'log'
                  ? known.value
                  : metresOf(known.value, leaf.openingUnit ?? 'm')
          return {
            ...known,
            value: metres === metres ? round(metres) : null,
            leaf_id: leaf.id,
            name: nameOf(body, index),
            most: body.parameters.maxOpening ?? null,
          }
        }),
  )
}

const nameOf = (gate: Outlet, index: number) => (gate.leaves.length > 1 ? gate.leaves[index].name : gate.name)

/** Converts to m; NaN for a unit that is no length, since only a table converts it to an opening. */
const metresOf = (value: number, unit: string) =>
  unit === 'm' ? value : isUnit(unit) && compatible(unit, 'm') ? convert(value, unit, 'm') : NaN

function powersOf(d: Description, inputs: Inputs, at: number) {
  return allInForce(d.units, at).map(({ id, body }) => {
    const known = knownBegin(d, inputs, body.powerSeries, id, at, body.every)
    const scale = known.source === 'log' ? 'kW' : body.powerUnit
    return {
      ...known,
      value: known.value === null ? null : round(kilowatts(known.value, scale)),
      unit_id: id,
      name: body.name,
      most: body.ratedPower,
    }
  })
}
