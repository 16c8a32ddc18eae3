import type { TimeRange } from './types.ts'

/** A chart of a group. */
export interface Linked {
  /** Sets the cursor as in another chart of the group; null removes it. */
  follow(at: number | null): void
  /** Another chart changed its view: charts that showed the same one follow. */
  goAlong(before: TimeRange, now: TimeRange): void
}

const groups = new Map<string, Set<Linked>>()

/** Adds a chart to its group; returns the function that removes it. */
export function join(group: string, chart: Linked): () => void {
  let members = groups.get(group)
  if (!members) groups.set(group, (members = new Set()))
  members.add(chart)
  return () => {
    members.delete(chart)
    if (members.size === 0) groups.delete(group)
  }
}

/** The other charts of a group. */
export function others(group: string | undefined, chart: Linked): Linked[] {
  return group === undefined ? [] : [...(groups.get(group) ?? [])].filter((c) => c !== chart)
}
