/** An invented plant with every kind of item and fault, for properties of any plant. */
import type { Description, Parameters } from '#core/description/index.ts'
import { GOOD, MISSING, REJECTED, SUSPECT } from '#core/quality/index.ts'
import { fromEntries, type Entry, type SeriesKind } from '#core/series/index.ts'
import type { Input, Inputs } from './inputs.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  T0,
  chance,
  description,
  gate,
  parameters,
  position,
  station,
  table,
  unit,
  version,
} from './fixtures.ts'

export const FROM = T0
export const TO = T0 + 2 * DAY
/** Readings begin this long before. */
const LEAD = DAY

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)

/** Tables by which two reaction units share a waterway and the tailwater. */
function tables() {
  const eta = (p: number) => 0.92 - 0.1 * (p / 24 - 0.8) ** 2
  const q = (h: number, p: number) => (p * 1000) / (9.81 * h * eta(p) * 0.97)
  const heads = range(30, 80, 5)
  const powers = range(2, 24, 2)
  return [
    version(
      'QZ',
      table(
        'QZ',
        null,
        [0, 20, 60, 150, 400, 1000, 3000].map((x) => [x, 556 + 0.1 * Math.sqrt(x)]),
      ),
    ),
    version(
      'ZAQ',
      table(
        'ZAQ',
        'rated',
        range(600, 640, 2).flatMap((z) =>
          [0, 0.5, 1, 2, 4, 6].map((a) => [z, a, 24 * a * Math.sqrt(z - 600)]),
        ),
      ),
    ),
    version(
      'HPQ',
      table(
        'HPQ',
        'u1',
        heads.flatMap((h) => powers.map((p) => [1, h, p, q(h, p)])),
        { units: { p: 'MW' } },
      ),
    ),
    version(
      'nHPQ',
      table(
        'nHPQ',
        'shared',
        [1, 2].flatMap((n) => heads.flatMap((h) => powers.map((p) => [n, h, n * p, n * q(h, p)]))),
        { units: { p: 'MW' } },
      ),
    ),
    version(
      'ZQ',
      table('ZQ', 'river', [
        [12, 0],
        [13, 8],
        [14.5, 60],
      ]),
    ),
  ]
}

/** The plant. tail: whether there is a gauge below the dam; more: parameters that differ. */
export function plant(tail: boolean, more: Partial<Parameters> = {}): Description {
  const drowned = { width: 6, sill: 556.5, maxOpening: 3 }
  return description({
    parameters: [
      version('parameters', parameters({ evaporation: Array(12).fill(4), seepage: 0.2, ...more })),
    ],
    positions: [
      version('z1', position('z1')),
      version('z2', position('z2', { every: 600, offset: 610 })),
      version('up', position('up', { type: 2 })),
      ...(tail ? [version('down', position('down', { type: 3 }))] : []),
    ],
    gates: [
      version('formula', gate('formula')),
      version('rated', gate('rated', { type: 2 })),
      // Low enough for the tailwater to reach it.
      version('low', gate('low', { parameters: drowned })),
      // Without a heartbeat; it was moved long ago.
      version('silent', gate('silent', { every: 0, environmental: true })),
      version(
        'metered',
        gate('metered', {
          method: 'measured',
          every: 3600,
          leaves: [{ id: 'metered', name: '', dischargeSeries: 'metered.q' }],
        }),
      ),
      // Only the log has its opening.
      version('hand', gate('hand', { leaves: [{ id: 'hand', name: '' }] })),
      version(
        'free',
        gate('free', { type: 1, parameters: { width: 30, sill: 614 }, leaves: [{ id: 'free', name: '' }] }),
      ),
    ],
    units: [
      version('u1', unit('u1')),
      version('u2', unit('u2', { waterway: 'shared', waterwayType: 2 })),
      version('u3', unit('u3', { waterway: 'shared', waterwayType: 2, number: 2 })),
    ],
    stations: [
      version('r1', station('r1')),
      version('r2', station('r2', { every: 900, radarSeries: 'radar' })),
      version('river', station('river', { type: 4, every: 600 })),
    ],
    tables: tables(),
  })
}

/** Readings of that plant: noise, steps, gaps, nulls, rejects and sensors that jump, the same for the same seed. */
export function readings(seed: number): Map<string, Input> {
  const next = chance(seed)
  const inputs = new Map<string, Input>()
  const trouble = next() < 0.7 ? 0.04 : 0
  const put = (code: string, kind: SeriesKind, step: number, value: (t: number) => number) => {
    const list: Entry[] = []
    let silentUntil = -Infinity
    let jump = 0
    const level = code.startsWith('z') || code === 'down'
    for (let t = FROM - LEAD; t <= TO + HOUR; t += step) {
      const v = value(t)
      if (t < silentUntil) continue
      const x = trouble === 0 ? 1 : next() / trouble
      if (x < 0.2) silentUntil = t + step * Math.ceil(20 * next())
      if (level && x > 0.2 && x < 0.3) jump = jump === 0 ? 6 * next() - 3 : 0
      const q = x > 0.3 && x < 0.4 ? REJECTED : x > 0.4 && x < 0.5 ? SUSPECT : GOOD
      // Some loggers stamp late.
      const stamp = x > 0.5 && x < 0.8 ? t + Math.floor(step * 0.2 * next()) : t
      if (x > 0.8 && x < 0.9) list.push([stamp, null, MISSING])
      else list.push([stamp, v + jump, q])
    }
    inputs.set(code, { kind, series: fromEntries(list) })
  }
  const phase = 6 * next()
  const swing = 2 * next()
  const level = (t: number) => 612 + swing * Math.sin(t / (5 * HOUR) + phase)
  const cm = (v: number) => Math.round(v * 100) / 100
  put('z1', 'instant', 5 * MINUTE, (t) => cm(level(t) + 0.01 * (next() - 0.5)))
  put('z2', 'instant', 10 * MINUTE, (t) => cm(level(t) - 610 + 0.02 * (next() - 0.5)))
  put('up', 'instant', 5 * MINUTE, (t) => cm(level(t) + 0.3))
  put('down', 'instant', 5 * MINUTE, (t) => cm(557.2 + 0.4 * Math.sin(t / (7 * HOUR))))
  for (const id of ['formula', 'rated', 'low']) {
    let opening = 0
    put(`${id}.opening`, 'step', 5 * MINUTE, () => {
      if (next() < 0.05) opening = next() < 0.3 ? 0 : cm(5 * next())
      return opening
    })
  }
  const moves: Entry[] = [[FROM - LEAD, 0.2]]
  for (let k = 0; k < 4; k++) {
    const t = FROM - LEAD + Math.floor((next() * (TO - FROM + LEAD)) / 1000) * 1000
    moves.push([t, cm(2 * next()), next() < 0.2 ? REJECTED : GOOD])
  }
  inputs.set('silent.opening', { kind: 'step', series: fromEntries(moves) })
  put('metered.q', 'mean', HOUR, () => cm(3 + next()))
  for (const id of ['u1', 'u2', 'u3']) {
    let power = 12
    put(`${id}.power`, 'instant', 5 * MINUTE, () => {
      if (next() < 0.05) power = next() < 0.4 ? 0 : cm(4 + 16 * next())
      return power
    })
  }
  // Log entries of a gate without a sensor, and of sensors that fall silent.
  for (const id of ['hand', 'formula', 'u1']) {
    const list: Entry[] = next() < 0.5 ? [[FROM - 200 * DAY, cm(2 * next())]] : []
    for (let k = 0; k < 6; k++)
      list.push([
        FROM - LEAD + Math.floor((next() * (TO - FROM + LEAD)) / 1000) * 1000,
        id === 'u1' ? Math.round(9000 * next()) : cm(3 * next()),
      ])
    inputs.set(`log.${id}`, { kind: 'step', series: fromEntries(list) })
  }
  put('river', 'instant', 10 * MINUTE, (t) => cm(13.2 + 1.4 * Math.sin(t / (9 * HOUR))))
  put('r1', 'total', 5 * MINUTE, () => (next() < 0.2 ? cm(3 * next()) : 0))
  put('r2', 'total', 15 * MINUTE, () => (next() < 0.2 ? cm(6 * next()) : 0))
  put('radar', 'total', 15 * MINUTE, () => (next() < 0.2 ? cm(6 * next()) : 0))
  return inputs
}

export const asInputs =
  (map: ReadonlyMap<string, Input>): Inputs =>
  (code) =>
    map.get(code)
