import { differences, type FieldDifference } from '#core/description/difference.ts'

/** A version as the history endpoint returns it: the source of events. */
export interface Recorded {
  version: string
  from: number | null
  to: number | null
  recorded_at: number
  recorded_by_name: string | null
  reason: string | null
  superseded_at: number | null
  superseded_by_name: string | null
  superseded_reason: string | null
  body: unknown
}

/** One edit of an item: what it changed, over which period. */
export interface Event {
  at: number
  author: string | null
  reason: string | null
  kind: 'add' | 'change' | 'retire'
  from: number | null
  to: number | null
  differences: FieldDifference[]
}

const low = (t: number | null) => t ?? -Infinity
const high = (t: number | null) => t ?? Infinity
const within = (v: Recorded, outer: Recorded) =>
  low(v.from) >= low(outer.from) && high(v.to) <= high(outer.to)

/**
 * Derives the edits behind the versions of an item, newest first. One edit replaces versions and records new ones at
 * one instant; the remains on either side of its period are recorded again with the old body, and are not edits.
 */
export function eventsOf(versions: readonly Recorded[]): Event[] {
  const times = new Set<number>()
  for (const v of versions) {
    times.add(v.recorded_at)
    if (v.superseded_at !== null) times.add(v.superseded_at)
  }
  return [...times]
    .sort((a, b) => b - a)
    .map((at) => {
      const made = versions.filter((v) => v.recorded_at === at)
      const gone = versions.filter((v) => v.superseded_at === at && v.recorded_at < at)
      return eventOf(at, made, gone)
    })
}

function eventOf(at: number, made: readonly Recorded[], gone: readonly Recorded[]): Event {
  const same = (a: Recorded, b: Recorded) => JSON.stringify(a.body) === JSON.stringify(b.body)
  const kept = (v: Recorded) =>
    gone.some((g) => same(v, g) && within(v, g) && !(v.from === g.from && v.to === g.to))
  const act = made.find((v) => !kept(v))
  if (!act) {
    const [from, to] = hole(made, gone)
    const by = gone[0]
    return {
      at,
      author: by?.superseded_by_name ?? made[0]?.recorded_by_name ?? null,
      reason: by?.superseded_reason ?? null,
      kind: 'retire',
      from,
      to,
      differences: [],
    }
  }
  const before = gone.find((g) => low(act.from) < high(g.to) && high(act.to) > low(g.from))
  return {
    at,
    author: act.recorded_by_name,
    reason: act.reason,
    kind: before ? 'change' : 'add',
    from: act.from,
    to: act.to,
    differences: named(differences(before?.body ?? null, act.body), before?.body, act.body),
  }
}

/** The period of a removed version minus the parts that were kept. */
function hole(made: readonly Recorded[], gone: readonly Recorded[]): [number | null, number | null] {
  let from = Math.min(...gone.map((g) => low(g.from)))
  let to = Math.max(...gone.map((g) => high(g.to)))
  for (const v of made) {
    if (low(v.from) === from) from = high(v.to)
    if (high(v.to) === to) to = low(v.from)
  }
  return [from === -Infinity ? null : from, to === Infinity ? null : to]
}

/** Names list elements by their names instead of ids, which are not readable. */
function named(found: readonly FieldDifference[], before: unknown, after: unknown): FieldDifference[] {
  const names = new Map<string, string>()
  for (const body of [before, after])
    for (const [list, elements] of Object.entries((body ?? {}) as Record<string, unknown>))
      if (Array.isArray(elements))
        for (const e of elements as ({ id?: unknown; code?: unknown; name?: unknown } | null)[])
          if (typeof e?.name === 'string' && e.name !== '') names.set(`${list} #${e.id ?? e.code}`, e.name)
  return found
    .filter((d) => !(d.path.length === 3 && d.path[2] === 'id'))
    .map((d) => {
      const name = names.get(`${d.path[0]} ${d.path[1]}`)
      return name === undefined ? d : { ...d, path: [d.path[0], `#${name}`, ...d.path.slice(2)] }
    })
}
