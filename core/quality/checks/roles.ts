import { METER_EVERY, allInForce, inForce, type Description } from '../../description/index.ts'
import type { SeriesKind } from '../../series/index.ts'
import { gateCapacity, largestFlood } from './capacity.ts'
import { distance } from './distance.ts'

/** Properties of a series without its plant. */
export interface SeriesFacts {
  code: string
  unit: string
  kind: SeriesKind
  source: 'ingest' | 'computed'
}

/** A gauge near another, km. */
interface Near {
  series: string
  distance: number
}

/**
 * The role of a measured series in a plant. level: of a position that is part of the level; position: of another one;
 * stage, rain, discharge ...: of a station.
 */
export interface SeriesRole {
  series: string
  what:
    | 'level'
    | 'position'
    | 'rain'
    | 'radar'
    | 'stage'
    | 'discharge'
    | 'opening'
    | 'power'
    | 'capacity'
    | 'other'
  unit: string
  kind: SeriesKind
  /** ms between readings. */
  every: number
  /** Largest opening, m; rated power in the unit of the series; largest discharge of a gate or unit, m3/s. */
  most?: number
  /** discharge: a flood that is impossible for the basin, m3/s; no more can leave the lake or flow into it. */
  flood?: number
  /** Type of the position. */
  type?: 1 | 2 | 3
  /** Other series of the same type, or of the same quantity. */
  peers: string[]
  /** Rain gauges within 15 km. */
  near: Near[]
  station: string | null
  stationName: string | null
}

const NEAR_KM = 15

/** Roles of the measured series that the description names, by code. */
export function rolesAt(d: Description, series: readonly SeriesFacts[], at: number): Map<string, SeriesRole> {
  const facts = new Map(series.filter((s) => s.source === 'ingest').map((s) => [s.code, s]))
  const roles = new Map<string, SeriesRole>()
  const add = (
    code: string | null | undefined,
    what: SeriesRole['what'],
    every: number,
    more: Partial<SeriesRole> = {},
  ) => {
    const fact = code ? facts.get(code) : undefined
    if (!fact || !code || roles.has(code)) return
    roles.set(code, {
      series: code,
      what,
      unit: fact.unit,
      kind: fact.kind,
      every: every * 1000,
      peers: [],
      near: [],
      station: null,
      stationName: null,
      ...more,
    })
  }
  const flood = largestFlood(inForce(d.plant, at)?.body.basinArea ?? NaN)
  const positions = allInForce(d.positions, at)
  for (const { id, body } of positions) {
    const own = {
      type: body.type,
      station: id,
      stationName: body.name,
    }
    // Levels read by hand or computed have no fixed step.
    const what = body.average && body.method === 1 ? 'level' : 'position'
    const peers = positions.filter((p) => p.body.type === body.type && p.body.average && p.id !== id)
    add(body.series, what, body.every, { ...own, unit: 'm', peers: peers.map((p) => p.body.series) })
  }
  for (const gate of allInForce(d.gates, at)) {
    const { body } = gate
    for (const outletGate of body.leaves) {
      const metres = (outletGate.openingUnit ?? 'm') === 'm'
      const where = { station: outletGate.id, stationName: outletGate.name }
      add(outletGate.openingSeries, 'opening', body.every, {
        ...where,
        ...(metres ? { most: body.parameters.maxOpening } : {}),
      })
      if (outletGate.dischargeSeries)
        add(outletGate.dischargeSeries, 'discharge', body.every, {
          ...where,
          most: known(gateCapacity(d, gate, outletGate, at)),
          flood: known(flood),
        })
    }
  }
  for (const { id, body } of allInForce(d.units, at)) {
    const where = { station: id, stationName: body.name }
    add(body.powerSeries, 'power', body.every, {
      ...where,
      most: body.ratedPower / (body.powerUnit === 'MW' ? 1000 : 1),
    })
    add(body.dischargeSeries, 'discharge', body.every, { ...where, most: body.qmax, flood: known(flood) })
    add(body.meterSeries, 'other', body.meterEvery ?? METER_EVERY, where)
  }
  const stations = allInForce(d.stations, at)
  for (const { body } of stations) {
    const where = { station: body.code, stationName: body.name }
    const had = roles.get(body.series)
    if (had) Object.assign(had, where)
    else add(body.series, WHAT[body.type], body.every, where)
    add(body.radarSeries, 'radar', body.every, where)
  }
  const p = inForce(d.parameters, at)?.body
  for (const code of [p?.inflowSeries, p?.envSeries]) {
    const had = code ? roles.get(code) : undefined
    if (had?.what === 'discharge') had.flood ??= known(flood)
    else add(code, 'discharge', 0, { flood: known(flood) })
  }
  for (const code of [p?.meterSeries, p?.ownUseSeries, p?.netSeries])
    if (code && !roles.has(code)) add(code, 'other', p?.meterEvery ?? METER_EVERY, {})
  const gauges = stations.filter((s) => s.body.type === 1)
  for (const one of gauges) {
    const role = roles.get(one.body.series)
    if (role?.what !== 'rain') continue
    for (const other of gauges) {
      const far = distance(one.body, other.body)
      if (other.id !== one.id && far <= NEAR_KM) role.near.push({ series: other.body.series, distance: far })
    }
  }
  return roles
}

const known = (value: number) => (value > 0 && value < Infinity ? value : undefined)

const WHAT = {
  1: 'rain',
  2: 'stage',
  3: 'discharge',
  4: 'stage',
  5: 'other',
  6: 'opening',
  7: 'capacity',
  8: 'other',
} as const
