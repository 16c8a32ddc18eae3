import type { TimeRange } from './types.ts'

/** A chart among others that are shown together. */
export interface Linked {
  /** Puts the cursor where another chart of the group has it; null takes it away. */
  follow(at: number | null): void
  /** Another chart went from one view to another: who showed the same goes along. */
  goAlong(before: TimeRange, now: TimeRange): void
}

const groups = new Map<string, Set<Linked>>()

/** Adds a chart to its group; returns what takes it out. */
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
