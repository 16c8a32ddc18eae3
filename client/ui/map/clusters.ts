import type { Spot } from './spots.ts'
import type { Alarm } from './types.ts'

/** Spots that lie too close to each other to be told apart, drawn as one. */
interface Cluster {
  /** Of its members, most telling first. */
  spots: Spot[]
  /** px, of the member that it is drawn at. */
  x: number
  y: number
}

/**
 * Spots by nearness on the screen, each in one cluster only: the most urgent ones first, so that a cluster is drawn where
 * the worst of it is. Looks at neighbouring cells of a grid, and so takes time in proportion to their number.
 * @param within px between the middles of two spots of a cluster, at most
 */
export function clustersOf(
  spots: readonly Spot[],
  pixelOf: (spot: Spot) => readonly [number, number],
  within: number,
): Cluster[] {
  const cells = new Map<string, Cluster[]>()
  const found: Cluster[] = []
  const cellOf = (v: number) => Math.floor(v / within)
  for (const spot of spots.toSorted((a, b) => b.alarm - a.alarm)) {
    const [x, y] = pixelOf(spot)
    const near = [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${cellOf(x) + dx} ${cellOf(y) + dy}`) ?? []))
      .find((c) => Math.hypot(c.x - x, c.y - y) <= within)
    if (near) near.spots.push(spot)
    else {
      const cluster = { spots: [spot], x, y }
      const cell = `${cellOf(x)} ${cellOf(y)}`
      cells.set(cell, [...(cells.get(cell) ?? []), cluster])
      found.push(cluster)
    }
  }
  return found
}

/** A cluster as one spot: a single one stays what it is. Words: what is written beside several. */
export function spotOf({ spots }: Cluster, words: (count: number, alarms: number) => string): Spot {
  if (spots.length === 1) return spots[0]
  const ids = spots.flatMap((s) => s.ids)
  const alarms = spots.filter((s) => s.alarm > 0).length
  return {
    at: spots[0].at,
    kinds: [spots[0].kinds[0]],
    name: words(ids.length, alarms),
    names: spots.flatMap((s) => s.names),
    note: null,
    alarm: Math.max(...spots.map((s) => s.alarm)) as Alarm,
    states: ['good'],
    ids,
    count: ids.length,
  }
}
