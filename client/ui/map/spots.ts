import {
  MAP_MARK_KINDS,
  type Alarm,
  type LonLat,
  type MapMark,
  type MapMarkKind,
  type MarkState,
} from './types.ts'

/** The marks at one place: a dam has a level station, gate gauges, a battery. */
export interface Spot {
  at: LonLat
  /** One of each, most important first. */
  kinds: MapMarkKind[]
  /** Of the most important mark. */
  name: string
  names: string[]
  note: string | null
  /** The highest of its marks. */
  alarm: Alarm
  /** Of each kind, the best of its marks. */
  states: MarkState[]
  /** Of its marks, most important first. */
  ids: string[]
  /** So many marks that lie too close to each other to be drawn apart; absent: it is one place. */
  count?: number
}

/** Groups marks by place, to 4 decimals (about 10 m). Less important spots first, so that they are drawn below. */
export function spotsOf(marks: readonly MapMark[]): Spot[] {
  const places = new Map<string, MapMark[]>()
  for (const mark of marks) {
    const key = `${mark.at[0].toFixed(4)} ${mark.at[1].toFixed(4)}`
    places.set(key, [...(places.get(key) ?? []), mark])
  }
  const rank = (kind: MapMarkKind) => MAP_MARK_KINDS.indexOf(kind)
  return [...places.values()]
    .map((all) => {
      const sorted = all.toSorted((a, b) => rank(a.kind) - rank(b.kind))
      const kinds = [...new Set(sorted.map((m) => m.kind))]
      return {
        at: sorted[0].at,
        kinds,
        name: sorted[0].name,
        names: sorted.map((m) => (m.note ? `${m.name}, ${m.note}` : m.name)),
        note: sorted[0].note ?? null,
        alarm: Math.max(...sorted.map((m) => m.alarm ?? 0)) as Alarm,
        states: kinds.map((kind) => bestOf(sorted.filter((m) => m.kind === kind))),
        ids: sorted.map((m) => m.id),
      }
    })
    .sort((a, b) => rank(b.kinds[0]) - rank(a.kinds[0]))
}

const bestOf = (marks: readonly MapMark[]): MarkState =>
  (['good', 'late', 'none'] as const).find((s) => marks.some((m) => (m.state ?? 'good') === s)) ?? 'good'

/** Lines of a spot's label; short: only its second line. */
export function spotLabel({ name, names, note, count }: Spot, short = false): string[] {
  if (count !== undefined) return [name]
  if (short && note !== null) return [note]
  const first = names.length === 1 ? name : `${name} +${names.length - 1}`
  return note === null ? [first] : [first, note]
}
