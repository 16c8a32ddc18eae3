import type pg from 'pg'
import {
  enteredError,
  outletCodes,
  outletGateCode,
  run,
  unitCodes,
  unknownNames,
  whatIf,
  type AverageExplanation,
  type WhatIf,
} from '#core/calculation/index.ts'
import { allInForce, inForce, type Description, type Group } from '#core/description/index.ts'
import { MISSING, PARTIAL, worst } from '#core/quality/index.ts'
import { indexAt, isUsable, type Series } from '#core/series/index.ts'
import { tableInForce } from '#core/tables/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import type { Calculated, CalculatedValue, onlyCalculate } from '#contract/calculation.ts'
import type { FieldError } from '#contract/envelope.ts'
import { round } from '#contract/fields.ts'
import { text, type MessageCode } from '#contract/messages.ts'
import { rangeParams, type RangeRefusal } from '#contract/range.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import { badFields, notFound } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Call, Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import { readInputs } from './inputs.ts'
import { lastInstant } from './instants.ts'
import { windowTaken } from './window.ts'

const INFLOW = 'general.total_discharge_lake'
const LEVEL = 'general.lake_level'
const SIGMA = 'general.inflow_sigma'
const AVERAGE = 'general.inflow_moving_average'
const OVER_RATED = 1.02
/** Lowest level accepted, m: below any river. The tailwater is not higher than the lake can be. */
const LOWEST = -500

export interface InstantDeps {
  plants: Plants
  history: History
  readings: Readings
}

/** The instant, and what a person enters in place of sensors. */
type InstantRequest = Call<typeof onlyCalculate>['body']

/** One instant as calculated. */
interface Instant {
  d: Description
  at: number
  /** Whether anything was entered in place of a sensor. */
  isGiven: boolean
  /** All computed series of the instant, by code, not rounded. */
  out: ReadonlyMap<string, Series>
  /** The same as the call returns it. */
  result: Calculated
}

/**
 * Calculates one instant as the automatic calculation would, with entered values in place of sensors. @throws Problem
 * 400 naming the faulty field
 */
export async function calculateInstant(
  s: Services,
  deps: InstantDeps,
  d: Description,
  body: InstantRequest,
  caller: Caller,
  client?: pg.PoolClient,
): Promise<Instant> {
  const now = s.clock.now()
  const plant = (inForce(d.plant, now) ?? d.plant.at(-1))?.body
  if (!plant) throw notFound(caller.hydro)
  const { zone } = plant
  const requested = body.at === undefined ? now : instantOf(body.at, zone, 'at')
  const parameters = inForce(d.parameters, requested)
  const at = lastInstant(d, requested)
  const from =
    body.from === undefined
      ? at - (await windowTaken(deps, d, at, zone, now, client))
      : instantOf(body.from, zone, 'from')
  const entered: WhatIf = {
    from,
    to: at,
    levels: body.levels,
    downstream: body.downstream,
    openings: new Map(body.openings.map((o) => [o.leaf_id, o.opening])),
    powers: new Map(body.powers.map((p) => [p.unit_id, p.power])),
  }
  named(body, caller)
  check(d, entered, now, plant.levels, caller)
  const inputs = await readInputs(deps, d, from, at, now, client)
  if (body.levels) entered.levels = { ...body.levels, error: enteredError(d, inputs, at, zone, body.levels) }
  const changed = whatIf(d, inputs, entered)
  // Length of the window: the inflow, its band and T1 are those of the window that was used.
  let taken = at - from
  const onInflow = ({ input }: { input: { from: number } | null }) => {
    if (input) taken = at - input.from
  }
  const out = run(changed.d, changed.inputs, at, at, zone, { t: at, inflow: onInflow }).columns.series(at)
  const value = (code: string, unit: string, scale = 1) => valueOf(out.get(code), at, unit, scale)
  const inflow = value(INFLOW, 'm3/s')
  const before = await deps.history.read(d.hydroCode, [INFLOW], at - DAY, at - 1, { client })
  const isEntered =
    body.levels !== undefined ||
    body.downstream !== undefined ||
    body.openings.length + body.powers.length > 0
  if (isEntered)
    out.set(
      AVERAGE,
      seriesOf(averageAt(before.get(INFLOW), out.get(INFLOW), at, parameters?.body.movingPoints), at),
    )
  const result: Calculated = {
    from: at - taken,
    at,
    from_string: toLocal(at - taken, zone),
    date_string: toLocal(at, zone),
    lake_level: value(LEVEL, 'm'),
    downstream_water_level: value('general.downstream_water_level', 'm'),
    total_capacity: value('general.total_capacity', '10^6 m3', 1e-6),
    total_discharge_lake: inflow,
    inflow_moving_average: value(AVERAGE, 'm3/s'),
    inflow_sigma: inflow.value === null ? null : value(SIGMA, 'm3/s').value,
    total_discharge_out: value('general.total_discharge_out', 'm3/s'),
    total_discharge_dam: value('general.total_discharge_dam', 'm3/s'),
    total_discharge_turbine: value('general.total_discharge_turbine', 'm3/s'),
    env_discharge: value('general.env_discharge', 'm3/s'),
    seepage: value('general.seepage', 'm3/s'),
    evaporation: value('general.evaporation', 'm3/s'),
    power: value('general.power', 'MW', 1e-3),
    outlets: outletsOf(d, out, entered, at, zone),
    storage_table: usedTable(d, ['ZV'], [null], at, zone),
    parameters: parameters?.version ?? null,
    parameters_since: parameters ? sinceOf(parameters) : null,
    code_version: VERSION,
  }
  return { d, at, isGiven: isEntered, out, result }
}

function check(
  d: Description,
  entered: WhatIf,
  now: number,
  { minPossible, maxPossible }: { minPossible: number; maxPossible: number },
  caller: Caller,
): void {
  const errors: FieldError[] = []
  const report = (path: string, code: MessageCode, params: Record<string, string | number> = {}) =>
    errors.push({ path, code, message: text(code, caller.language, params) })
  const beyond = (path: string, refused: RangeRefusal) =>
    report(path, 'OUT_OF_RANGE', rangeParams(refused, caller.language))
  if (entered.to > now) report('at', 'not_yet')
  if (entered.from >= entered.to) report('from', 'from_after_to')
  else if (entered.to - entered.from > DAY) report('from', 'span_too_long', { days: 1 })
  for (const end of ['start', 'end'] as const) {
    const z = entered.levels?.[end]
    if (z !== undefined && (z < minPossible || z > maxPossible))
      beyond(`levels.${end}`, { field: 'Z', value: z, unit: 'm', low: minPossible, high: maxPossible })
  }
  const below = entered.downstream
  if (below !== undefined && (below < LOWEST || below > maxPossible))
    beyond('downstream', { field: 'Z', value: below, unit: 'm', low: LOWEST, high: maxPossible })
  const unknown = unknownNames(d, entered.to, entered)
  const [openings, powers] = [[...entered.openings!.keys()], [...entered.powers!.keys()]]
  for (const id of unknown.leaves)
    report(`openings.${openings.indexOf(id)}.leaf_id`, 'not_found', { what: id })
  for (const id of unknown.units) report(`powers.${powers.indexOf(id)}.unit_id`, 'not_found', { what: id })
  const gates = allInForce(d.gates, entered.to).map((g) => g.body)
  for (const [i, id] of openings.entries()) {
    const most = gates.find((g) => g.leaves.some((l) => l.id === id))?.parameters.maxOpening
    const opening = entered.openings!.get(id)!
    if (most !== undefined && opening > most)
      beyond(`openings.${i}.opening`, { field: 'a', value: opening, unit: 'm', low: 0, high: most })
  }
  const units = allInForce(d.units, entered.to)
  for (const [i, id] of powers.entries()) {
    const rated = units.find((u) => u.id === id)?.body.ratedPower
    const power = entered.powers!.get(id)!
    // Units can deliver a little more than their rated power.
    if (rated !== undefined && power > rated * OVER_RATED)
      report(`powers.${i}.power`, 'POWER_ABOVE_CAPACITY', { value: power, most: rated })
  }
  if (errors.length > 0) throw badFields(errors)
}

/** Resolves names; a gate or unit named twice is refused, since it would have two values. */
function named(
  body: { openings: readonly { leaf_id: string }[]; powers: readonly { unit_id: string }[] },
  caller: Caller,
): void {
  const lists = {
    openings: body.openings.map((o) => o.leaf_id),
    powers: body.powers.map((p) => p.unit_id),
  }
  const errors = Object.entries(lists).flatMap(([list, ids]) =>
    ids.flatMap((id, i): FieldError[] =>
      ids.indexOf(id) === i
        ? []
        : [
            {
              path: `${list}.${i}.${list === 'openings' ? 'leaf_id' : 'unit_id'}`,
              code: 'code_taken',
              message: text('code_taken', caller.language, { code: id }),
            },
          ],
    ),
  )
  if (errors.length > 0) throw badFields(errors)
}

function valueOf(s: Series | undefined, at: number, unit: string, scale = 1): CalculatedValue {
  const i = s ? indexAt(s, at) : -1
  if (!s || i < 0 || s.t[i] !== at) return { value: null, unit, quality: MISSING }
  const v = s.v[i]
  return { value: v === v ? round(v * scale) : null, unit, quality: s.q[i] }
}

/** Mean of a value and the stored ones before it, missing ones left out; floored as when it is published. */
export function averageAt(
  before: Series | undefined,
  own: Series | undefined,
  at: number,
  points = 5,
): AverageExplanation & { q: number } {
  const last = valueOf(own, at, '')
  const known = own && last.value !== null ? own.v[indexAt(own, at)] : null
  const used: AverageExplanation['points'] = [{ t: at, v: known }]
  let [sum, n, q] = [known ?? 0, known === null ? 0 : 1, last.quality]
  for (let i = (before?.t.length ?? 0) - 1, left = points - 1; before && i >= 0 && left > 0; i--, left--) {
    if (!isUsable(before, i)) continue
    sum += before.v[i]
    q = n === 0 ? before.q[i] : worst(q, before.q[i])
    n++
    used.unshift({ t: before.t[i], v: before.v[i] })
  }
  // If the value itself is missing, the mean is one of other instants only.
  if (known === null) q = worst(q, PARTIAL)
  const mean = n === 0 ? null : sum / n
  return {
    points: used,
    mean,
    value: mean === null ? null : Math.max(0, mean),
    floored: mean !== null && mean < 0,
    q: n === 0 ? MISSING : q,
  }
}

const seriesOf = ({ value, q }: { value: number | null; q: number }, at: number): Series => ({
  t: Float64Array.of(at),
  v: Float64Array.of(value ?? NaN),
  q: Uint8Array.of(q),
})

type Outlets = Calculated['outlets']

function outletsOf(
  d: Description,
  out: ReadonlyMap<string, Series>,
  entered: WhatIf,
  at: number,
  zone: string,
): Outlets {
  const method = (code: string) => valueOf(out.get(code), at, '-').value
  const list: Outlets = []
  for (const g of allInForce(d.gates, at))
    for (const leaf of g.body.leaves) {
      const how = method(outletCodes(g.id).method)
      const groups: Group[] = g.body.type === 1 ? ['FFZQ'] : ['ZAQ', 'FFZQ']
      list.push({
        outlet_id: leaf.id,
        name: g.body.leaves.length > 1 ? leaf.name : g.body.name,
        category: 2,
        discharge: valueOf(out.get(outletGateCode(leaf.id)), at, 'm3/s'),
        method: how,
        table: how === 1 ? usedTable(d, groups, [leaf.id, g.id, null], at, zone) : null,
        given: entered.openings!.has(leaf.id),
      })
    }
  for (const u of allInForce(d.units, at)) {
    const how = method(unitCodes(u.id).method)
    const objects = [u.id, u.body.waterway, null]
    list.push({
      outlet_id: u.id,
      name: u.body.name,
      category: 1,
      discharge: valueOf(out.get(unitCodes(u.id).q), at, 'm3/s'),
      method: how,
      table:
        how === 1
          ? usedTable(d, ['HPQ', 'nHPQ', 'ZPQ'], objects, at, zone)
          : how === 2
            ? usedTable(d, ['QETA'], objects, at, zone)
            : null,
      given: entered.powers!.has(u.id),
    })
  }
  return list
}

const sinceOf = ({ from }: { from: number }): number | null => (from === -Infinity ? null : from)

function usedTable(
  d: Description,
  groups: readonly Group[],
  objects: readonly (string | null)[],
  at: number,
  zone: string,
) {
  for (const group of groups)
    for (const object of objects) {
      const v = tableInForce(d.tables, group, object, at, zone)
      if (v) return { id: v.id, version: v.version, group, name: v.body.name, since: sinceOf(v) }
    }
  return null
}
