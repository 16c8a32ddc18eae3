import { grade, MISSING, STALE } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'

/** The part of an outlet that folding needs. */
export type FoldedOutlet = Pick<
  Outlet,
  'outlet_id' | 'input_value' | 'input_unit' | 'input_max' | 'output_value' | 'quality' | 'input_quality'
>

const unknown = (q: number) => grade(q) === STALE || grade(q) === MISSING
/** Whether it is unknown if water passes: no value, or too old. */
export const isUnknown = (o: FoldedOutlet) =>
  unknown(o.quality) || o.output_value === null || (o.input_unit !== '-' && unknown(o.input_quality))
/** Known to be closed or stopped. */
export const isIdle = (o: FoldedOutlet) => !isUnknown(o) && (o.input_value ?? 0) === 0 && o.output_value === 0

interface Fold<T extends FoldedOutlet> {
  /** Items with a row of their own, in list order. */
  shown: T[]
  /** Whether all items fit. */
  folded: boolean
  /** Over all items: number open or running, and their total discharge. */
  busy: number
  flow: number
  unknown: number
  idle: number
  /** Over the hidden items. */
  rest: { busy: number; flow: number; unknown: number; idle: number }
}

const sum = <T extends FoldedOutlet>(list: readonly T[]) => {
  const busy = list.filter((o) => !isUnknown(o) && !isIdle(o))
  return {
    busy: busy.length,
    flow: busy.reduce((all, o) => all + o.output_value!, 0),
    unknown: list.filter(isUnknown).length,
    idle: list.filter(isIdle).length,
  }
}

/** Opening or power relative to its maximum. */
const share = (o: FoldedOutlet) => (o.input_value ?? 0) / (o.input_max || Infinity)

/**
 * Chooses the items to list so that rows stay legible across the room: those with the largest discharge first, then
 * the widest open; a few unknown ones keep their place, as they may pass any amount. The rest are counted and summed.
 */
export function fold<T extends FoldedOutlet>(rows: readonly T[], most: number): Fold<T> {
  const all = sum(rows)
  if (rows.length <= most) return { shown: [...rows], folded: false, ...all, rest: sum<T>([]) }
  const busy = rows
    .filter((o) => !isUnknown(o) && !isIdle(o))
    .sort((a, b) => b.output_value! - a.output_value! || share(b) - share(a))
  const dark = rows.filter(isUnknown)
  const kept = Math.min(dark.length, Math.max(Math.ceil(most / 4), most - busy.length))
  const chosen = new Set([...dark.slice(0, kept), ...busy.slice(0, most - kept)])
  for (const o of rows) if (chosen.size < most && isIdle(o)) chosen.add(o)
  return {
    shown: rows.filter((o) => chosen.has(o)),
    folded: true,
    ...all,
    rest: sum(rows.filter((o) => !chosen.has(o))),
  }
}
