import type { Group, Table, Version } from '#core/description/index.ts'
import { compile } from './compile.ts'
import type { Compiled } from './compile.ts'
import { switchInstants, tableInForce } from './force.ts'

/**
 * The table in force at each instant, resolved once for [from, to): between two switch instants it is one table, so a
 * step costs a comparison. Outside the window it is resolved afresh.
 */
export interface Timeline {
  /** The compiled table in force at t, or null. */
  at(t: number): Compiled | null
  /**
   * Until when (exclusive) the last result of `at` is valid; before the requested instant when it is valid for that one
   * alone.
   */
  until(): number
  /** Switch instants within the window, ascending; the first is its start. */
  readonly instants: readonly number[]
  /** The version in force from each switch instant on, or null. */
  readonly versions: readonly (Version<Table> | null)[]
}

/**
 * objects: owners of the table, in order of preference (gate, outlet, plant): at each instant the first that has one.
 * groups likewise: the first group that has a table for an object.
 */
export function timeline(
  tables: readonly Version<Table>[],
  groups: readonly Group[],
  objects: readonly (string | null)[],
  from: number,
  to: number,
  zone: string,
): Timeline {
  const candidates = tables.filter((v) => groups.includes(v.body.group) && objects.includes(v.body.object))
  const resolve = (t: number): Version<Table> | null => {
    for (const object of objects) {
      for (const group of groups) {
        const version = tableInForce(candidates, group, object, t, zone)
        if (version) return version
      }
    }
    return null
  }
  const instants: number[] = []
  const versions: (Version<Table> | null)[] = []
  for (const t of [from, ...switchInstants(candidates, from, to, zone)]) {
    const version = resolve(t)
    if (instants.length > 0 && version === versions[versions.length - 1]) continue
    instants.push(t)
    versions.push(version)
  }
  const compiled = versions.map((v) => (v ? compile(v.body) : null))
  let hint = 0
  let until = -Infinity
  return {
    until: () => until,
    instants,
    versions,
    at(t) {
      if (!(t >= from && t < to)) {
        until = -Infinity
        const version = candidates.length === 0 ? null : resolve(t)
        return version ? compile(version.body) : null
      }
      if (t < instants[hint]) hint = 0
      while (hint + 1 < instants.length && t >= instants[hint + 1]) hint++
      until = hint + 1 < instants.length ? instants[hint + 1] : to
      return compiled[hint]
    },
  }
}
