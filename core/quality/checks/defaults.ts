import { DISAGREEMENT, LEVEL_STEP } from '../../balance/index.ts'
import { allInForce, inForce, type Description } from '../../description/index.ts'
import { RAIN_LIMITS } from '../../rain/index.ts'
import { STUCK_HOURS } from './rain.ts'
import type { SeriesRole } from './roles.ts'
import type { Default } from './watch.ts'

const HOUR_S = 3600
/** A level that did not change for this long, s, while another of its kind changed by WITNESS m is stuck. */
const LEVEL_STUCK = HOUR_S
const WITNESS = 0.02
/**
 * Without another gauge, a calm lake may not move for long: after this time, s, the level is only marked as estimated.
 */
const ALONE_STUCK = 24 * HOUR_S
const MISSING_STEPS = 3
/** An opening may be read slightly beyond its end, and a unit may run above its rated power. */
const OVERRUN = 1.05
const OVERLOAD = 1.2
/** Negative values up to this share of the capacity are a gauge near its zero; also of a flood. */
const ZERO = 0.05
const ZERO_OF_FLOOD = 1e-4
/**
 * A reading that changes by more than this share of a capacity and returns is a spike; so is a discharge by this share
 * of a flood. Gates and units that report less often may really have moved and returned.
 */
const JUMP = 0.5
const JUMP_OF_FLOOD = 0.1
const OFTEN = 15 * 60_000
/** Steps of a device up to which the spike filter ignores changes. */
const STEPS = 3
const OUTPUT = { min: 6, max: 9.5 }
/** Beyond what the unit did in the month before: more than its load and its heads explain. */
const DRIFT = { difference: 5 }
/** A meter of class 0.5 beside a transducer of class 1, with their transformers. */
const METER = { difference: 2 }
const TAILWATER = { difference: 0.5, duration: 1800 }
const BALANCE = { windows: 3, sigmas: 1 }

/**
 * The checks in force where nothing is described. Sources: domain rules 2.7 (K), 3.2 (levels), 3.5 (balance), 5.5
 * (rain), 10.3 (missing); how each was chosen: docs/decisions/0021.
 */
export function defaultsOf(d: Description, roles: ReadonlyMap<string, SeriesRole>, at: number): Default[] {
  const list: Default[] = []
  const twins = new Set<string>()
  for (const role of roles.values()) {
    const { series, every } = role
    const add = (kind: Default['kind'], grade: Default['grade'], limits: Default['limits']) =>
      list.push({ kind, series: [series], object: null, source: 'default', grade, limits })
    if (every > 0 && role.what !== 'position') add('missing', null, { steps: MISSING_STEPS })
    switch (role.what) {
      case 'level': {
        list.push(...levelChecks(d, role, at))
        const alone = role.peers.length === 0
        if (alone) add('stuck', 'ESTIMATED', { duration: ALONE_STUCK, tolerance: 0 })
        else add('stuck', 'SUSPECT', { duration: LEVEL_STUCK, tolerance: 0, neighbours: WITNESS })
        const together = [series, ...role.peers].sort()
        if (!alone && !twins.has(together.join())) {
          twins.add(together.join())
          list.push({
            kind: 'twin',
            series: together,
            object: null,
            source: 'default',
            grade: 'ESTIMATED',
            limits: { difference: DISAGREEMENT },
          })
        }
        break
      }
      case 'stage':
        add('rate', 'SUSPECT', { rate: 1, resolution: LEVEL_STEP })
        add('spike', 'SUSPECT', { resolution: LEVEL_STEP })
        add('stuck', 'ESTIMATED', { duration: ALONE_STUCK, tolerance: 0 })
        break
      case 'rain':
        add('range', 'REJECTED', { min: 0 })
        add('rain', 'SUSPECT', { ...RAIN_LIMITS })
        add('stuck', 'SUSPECT', { duration: STUCK_HOURS * HOUR_S, neighbours: 50 })
        break
      case 'opening':
        if (role.most !== undefined) {
          add('range', 'SUSPECT', { min: -ZERO * role.most, max: OVERRUN * role.most })
          if (every > 0 && every <= OFTEN) add('spike', 'SUSPECT', { resolution: (JUMP * role.most) / STEPS })
        }
        break
      case 'power':
        if (role.most !== undefined) {
          add('range', 'SUSPECT', { min: -ZERO * role.most, max: OVERLOAD * role.most })
          if (every > 0 && every <= OFTEN) add('spike', 'SUSPECT', { resolution: (JUMP * role.most) / STEPS })
        }
        break
      case 'discharge':
        list.push(...dischargeChecks(role))
        break
      case 'capacity':
        add('range', 'SUSPECT', { min: 0 })
        break
    }
  }
  const plain = { series: [], source: 'default' as const }
  for (const { id } of allInForce(d.units, at))
    list.push(
      { ...plain, kind: 'efficiency', object: id, grade: 'ESTIMATED', limits: OUTPUT },
      { ...plain, kind: 'drift', object: id, grade: null, limits: DRIFT },
    )
  for (const { id, body } of allInForce(d.units, at))
    if (body.meterSeries) list.push({ ...plain, kind: 'meter', object: id, grade: null, limits: METER })
  if (inForce(d.parameters, at)?.body.meterSeries)
    list.push({ ...plain, kind: 'meter', object: null, grade: null, limits: METER })
  list.push({ ...plain, kind: 'balance', object: null, grade: 'ESTIMATED', limits: BALANCE })
  list.push({ ...plain, kind: 'tailwater', object: null, grade: null, limits: TAILWATER })
  return list
}

/** Range and spike of a discharge, by the capacity of its gate or unit and by the largest possible flood. */
function dischargeChecks({ series, every, most, flood }: SeriesRole): Default[] {
  const list: Default[] = []
  const add = (kind: Default['kind'], limits: Default['limits']) =>
    list.push({ kind, series: [series], object: null, source: 'default', grade: 'SUSPECT', limits })
  const own = most === undefined ? Infinity : OVERLOAD * most
  const max = Math.min(own, flood ?? Infinity)
  if (max < Infinity) {
    const below =
      most === undefined ? ZERO_OF_FLOOD * flood! : Math.min(ZERO * most, ZERO_OF_FLOOD * (flood ?? Infinity))
    add('range', { min: -below, max })
  }
  const jump =
    every > 0 && every <= OFTEN && most !== undefined ? JUMP * most : JUMP_OF_FLOOD * (flood ?? NaN)
  if (every > 0 && jump > 0) add('spike', { resolution: jump / STEPS })
  return list
}

/** Range, rate and spike of a level: judged where it is calculated. */
function levelChecks(d: Description, role: SeriesRole, at: number): Default[] {
  const levels = role.type === 1 ? inForce(d.plant, at)?.body.levels : undefined
  const rate = inForce(d.parameters, at)?.body.levelRate ?? 1
  const one = { series: [role.series], object: null, source: 'calculation' as const }
  return [
    ...(levels
      ? [
          {
            ...one,
            kind: 'range' as const,
            grade: 'REJECTED' as const,
            limits: { min: levels.minPossible, max: levels.maxPossible },
          },
        ]
      : []),
    ...(role.type === 3
      ? []
      : [
          {
            ...one,
            kind: 'rate' as const,
            grade: 'SUSPECT' as const,
            limits: { rate, resolution: LEVEL_STEP },
          },
        ]),
    { ...one, kind: 'spike', grade: 'SUSPECT', limits: { resolution: LEVEL_STEP } },
  ]
}
