import { loggedOutlets, logCode, type Inputs } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import {
  movesOf,
  positionAt,
  sensedOf,
  type Movable,
  type Move,
  type MovablePosition,
} from '#core/gate-log/index.ts'
import { emptySeries, slice, type Series } from '#core/series/index.ts'
import { DAY } from '#core/time/index.ts'
import { MOST_READ, type Client, type History } from '#server/features/history/index.ts'
import type { Registry } from '#server/features/readings/index.ts'

export interface GateLogDeps {
  history: History
  registry: Registry
}

const LEVEL = 'general.lake_level'

/** Readings of sensors and log entries over a span, with the states carried into it. */
export interface Evidence {
  d: Description
  zone: string
  from: number
  to: number
  inputs: Inputs
  levels: Series
  log(id: string): Series
}

export async function readEvidence(
  { history, registry }: GateLogDeps,
  d: Description,
  zone: string,
  objects: readonly Movable[],
  from: number,
  to: number,
  client?: Client,
): Promise<Evidence> {
  const sensors = new Set<string>()
  for (const o of objects) {
    if (o.sensor) sensors.add(o.sensor)
    const all = loggedOutlets(d).find((l) => l.kind === o.kind && l.id === o.id)
    for (const code of all?.sensors ?? []) sensors.add(code)
  }
  const codes = [...sensors, ...objects.map((o) => logCode(o.id)), LEVEL]
  const [data, infos] = await Promise.all([
    history.read(d.hydroCode, codes, from, to, { carry: true, client, most: client ? undefined : MOST_READ }),
    registry.known(d.hydroCode),
  ])
  return {
    d,
    zone,
    from,
    to,
    inputs: (code) => {
      const series = data.get(code)
      const info = infos.get(code)
      return series && { series, kind: info?.kind ?? 'instant', unit: info?.unit }
    },
    levels: data.get(LEVEL)!,
    log: (id) => data.get(logCode(id)) ?? emptySeries(),
  }
}

/** The movements that a sensor saw within the span. */
export function movementsSeen(evidence: Evidence, o: Movable): Move[] {
  if (!o.sensor) return []
  const { series } = sensedOf(
    evidence.d,
    evidence.inputs,
    o,
    -Infinity,
    evidence.to,
    evidence.zone,
    evidence.levels,
  )
  return movesOf(series, o.threshold).filter((m) => m.t >= evidence.from && m.t <= evidence.to)
}

/** The position at t. but: the instant of an entry to leave out. */
export function positionOf(evidence: Evidence, o: Movable, t: number, but?: number): MovablePosition {
  const sensed = sensedOf(evidence.d, evidence.inputs, o, -Infinity, t, evidence.zone, evidence.levels)
  const log = evidence.log(o.id)
  return positionAt(o, sensed, but === undefined ? log : without(log, but), t)
}

function without(s: Series, t: number): Series {
  const [a, b] = [slice(s, -Infinity, t), slice(s, t + 1, Infinity)]
  return {
    t: Float64Array.of(...a.t, ...b.t),
    v: Float64Array.of(...a.v, ...b.v),
    q: Uint8Array.of(...a.q, ...b.q),
  }
}

/** Minimum and maximum of a sensor between two instants; null where it sent nothing. */
export function rangeOf(evidence: Evidence, o: Movable, from: number, to: number): [number, number] | null {
  const { series } = sensedOf(evidence.d, evidence.inputs, o, from, to, evidence.zone, evidence.levels)
  return series.v.length === 0 ? null : [Math.min(...series.v), Math.max(...series.v)]
}

/** Movements are searched for from a whole day before, so that the beginning of one does not depend on the span. */
export const wholeDayBefore = (t: number) => Math.floor(t / DAY) * DAY - DAY
