import { differences, type FieldDifference } from '#core/description/difference.ts'

/** What events are made of: a version as the history call answers it. */
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

/** One act on an item: what it made of what was there, over which period. */
export interface Event {
  at: number
  who: string | null
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
 * The acts behind the versions of an item, the newest first. One act replaces versions and records new ones at one
 * instant: what stays on either side of its period is recorded again with the old body, and is no act.
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
      who: by?.superseded_by_name ?? made[0]?.recorded_by_name ?? null,
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
    who: act.recorded_by_name,
    reason: act.reason,
    kind: before ? 'change' : 'add',
    from: act.from,
    to: act.to,
    differences: named(differences(before?.body ?? null, act.body), before?.body, act.body),
  }
}

/** The period that is left of what went, once what was kept of it is taken off. */
function hole(made: readonly Recorded[], gone: readonly Recorded[]): [number | null, number | null] {
  let from = Math.min(...gone.map((g) => low(g.from)))
  let to = Math.max(...gone.map((g) => high(g.to)))
  for (const v of made) {
    if (low(v.from) === from) from = high(v.to)
    if (high(v.to) === to) to = low(v.from)
  }
  return [from === -Infinity ? null : from, to === Infinity ? null : to]
}

/** Elements of lists by the name that people gave them, in place of their ids; an id itself is nothing to read. */
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
