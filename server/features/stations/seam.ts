import type { Description, Outlet, Version } from '#core/description/index.ts'
import type { Noun } from '#server/features/plants/index.ts'

/** A change of one item over [from, to) by a seam. */
export interface SeamChange {
  noun: Noun
  itemId: string
  body: unknown
  from: number
  to: number | null
  /** The version from which it is made. */
  expected?: string
}

interface Swap {
  old: string
  next: string
  /** The first instant at which the new series counts. */
  at: number
  /** Of the new readings, where a position calibrates them. */
  gain: number
  offset: number
  /** Seconds between the new readings; null: as before. */
  every: number | null
}

/**
 * Everything besides stations and sensors that reads the old series at the seam or later, with the new one in its place
 * from the seam on: positions, gate leaves, units, parameters.
 */
export function readersAfter(d: Description, swap: Swap): SeamChange[] {
  const { old, next, gain, offset } = swap
  const pace = swap.every === null ? {} : { every: swap.every }
  const renamed = <T extends object>(body: T, keys: readonly (keyof T)[]): T | null => {
    const own = keys.filter((k) => body[k] === old)
    return own.length === 0 ? null : { ...body, ...Object.fromEntries(own.map((k) => [k, next])) }
  }
  const leaves = (gate: Outlet): Outlet | null => {
    const changed = gate.leaves.map((l) => renamed(l, ['openingSeries', 'dischargeSeries']))
    if (changed.every((l) => l === null)) return null
    return { ...gate, ...pace, leaves: gate.leaves.map((l, i) => changed[i] ?? l) }
  }
  return [
    ...overTime('position', d.positions, swap, (p) =>
      p.series === old ? { ...p, series: next, gain, offset, ...pace } : null,
    ),
    ...overTime('gate', d.gates, swap, leaves),
    ...overTime('unit', d.units, swap, (u) => {
      const next = renamed(u, ['powerSeries', 'dischargeSeries'])
      const metered = renamed(next ?? u, ['meterSeries'])
      return next ? { ...(metered ?? next), ...pace } : metered
    }),
    ...overTime('parameters', d.parameters, swap, (p) => renamed(p, SERIES_OF_PARAMETERS)),
  ]
}

const SERIES_OF_PARAMETERS = [
  'inflowSeries',
  'envSeries',
  'meterSeries',
  'ownUseSeries',
  'netSeries',
] as const

/** Changes of the versions in force at the seam or later; `next` returns null for one that stays as it is. */
export function overTime<T>(
  noun: Noun,
  versions: readonly Version<T>[],
  { at }: Pick<Swap, 'at'>,
  next: (body: T, version: Version<T>) => T | null,
): SeamChange[] {
  return versions
    .filter((v) => (v.to ?? Infinity) > at)
    .flatMap((v) => {
      const body = next(v.body, v)
      return body === null
        ? []
        : [{ noun, itemId: v.id, body, from: Math.max(at, v.from), to: v.to, expected: v.version }]
    })
}
