/** A body in force over [from, to), epoch ms; null: always, and open. */
export interface BodyPeriod {
  from: number | null
  to: number | null
  body: unknown
}

/** A span over which one body replaces another; null: the item does not exist. */
export interface Step {
  from: number | null
  to: number | null
  before: unknown
  after: unknown
}

const low = (t: number | null) => t ?? -Infinity
const high = (t: number | null) => t ?? Infinity
const start = (t: number) => (t === -Infinity ? null : t)
const end = (t: number) => (t === Infinity ? null : t)

/** Sorts periods and joins neighbours with equal bodies. `same` compares two bodies. */
export function mergedPeriods(
  periods: readonly BodyPeriod[],
  same: (a: unknown, b: unknown) => boolean,
): BodyPeriod[] {
  const out: BodyPeriod[] = []
  for (const p of [...periods].sort((a, b) => low(a.from) - low(b.from))) {
    const before = out.at(-1)
    if (before && before.to === p.from && before.to !== null && same(before.body, p.body)) before.to = p.to
    else out.push({ ...p })
  }
  return out
}

/**
 * The changes after which `wanted` is in force: as few spans as possible, each with one body before and one after, in
 * order of time.
 */
export function periodSteps(
  held: readonly BodyPeriod[],
  wanted: readonly BodyPeriod[],
  same: (a: unknown, b: unknown) => boolean,
): Step[] {
  const cuts = [...new Set([...held, ...wanted].flatMap((p) => [low(p.from), high(p.to)]))].sort(
    (a, b) => a - b,
  )
  const at = (periods: readonly BodyPeriod[], t: number, next: number) =>
    periods.find((p) => low(p.from) <= t && next <= high(p.to))
  const found: (Step & { a: BodyPeriod | undefined; b: BodyPeriod | undefined })[] = []
  for (let i = 0; i + 1 < cuts.length; i++) {
    const a = at(held, cuts[i], cuts[i + 1])
    const b = at(wanted, cuts[i], cuts[i + 1])
    if (a === b || (a && b && same(a.body, b.body))) continue
    const last = found.at(-1)
    if (last && last.a === a && last.b === b && high(last.to) === cuts[i]) last.to = end(cuts[i + 1])
    else
      found.push({
        a,
        b,
        from: start(cuts[i]),
        to: end(cuts[i + 1]),
        before: a?.body ?? null,
        after: b?.body ?? null,
      })
  }
  return found.map(({ from, to, before, after }) => ({ from, to, before, after }))
}

/** Whether periods are whole (from before to) and do not overlap. */
export function isOrdered(periods: readonly Pick<BodyPeriod, 'from' | 'to'>[]): boolean {
  const sorted = [...periods].sort((a, b) => low(a.from) - low(b.from))
  return sorted.every(
    (p, i) => low(p.from) < high(p.to) && (i === 0 || high(sorted[i - 1].to) <= low(p.from)),
  )
}
