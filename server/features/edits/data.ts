import { setImmediate } from 'node:timers/promises'
import { WHOLE_RECORD, statesOver, type ReviewState } from '#core/edits/index.ts'
import { thin, timeOfStamps, type Series } from '#core/series/index.ts'
import { MAX_ROWS } from '#contract/edits.ts'
import type { EditsData } from '#contract/edits.ts'
import { round, type Column } from '#contract/fields.ts'
import { MOST_READ, type History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import type { Database } from '#server/lib/database.ts'
import { reviewsOf } from './review-store.ts'

interface Span {
  from: number
  to: number
}

/** A series over a span, raw and effective: as lines, and row by row where there are few enough. */
export async function bothOf(history: History, hydroCode: string, row: SeriesRow, span: Span, px: number) {
  const { from, to } = span
  const read = async (raw: boolean) =>
    (await history.read(hydroCode, [row.code], from, to, { raw, most: MOST_READ })).get(row.code)!
  const [raw, used] = [await read(true), await read(false)]
  const rows = rowsOf(raw, used)
  await setImmediate()
  const column = chartColumnOf(raw, row, span, px)
  await setImmediate()
  return {
    raw: column,
    used: chartColumnOf(used, row, span, px),
    rows: rows.t.length <= MAX_ROWS ? rows : null,
    count: rows.t.length,
  }
}

/** A series in columns, at most about eight entries a pixel. */
export function chartColumnOf(
  s: Series,
  row: Pick<SeriesRow, 'unit' | 'kind' | 'step_s'>,
  span: Span,
  px: number,
): Column {
  const gapMs = row.kind === 'step' || row.step_s === null ? undefined : 2500 * row.step_s
  const line = thin(s, span.from, span.to, px, { kind: row.kind, gapMs })
  return {
    unit: row.unit,
    kind: row.kind,
    raw: line.form === 'raw',
    t: Array.from(line.t, (t, i) => (i === 0 ? t : t - line.t[i - 1])),
    v: Array.from(line.v, number),
    q: Array.from(line.q),
  }
}

const number = (v: number) => (v === v ? round(v) : null)

function rowsOf(raw: Series, used: Series): NonNullable<EditsData['rows']> {
  const out: NonNullable<EditsData['rows']> = { t: [], raw: [], raw_q: [], used: [], used_q: [] }
  let i = 0
  let k = 0
  while (i < raw.t.length || k < used.t.length) {
    const t = Math.min(raw.t[i] ?? Infinity, used.t[k] ?? Infinity)
    const a = raw.t[i] === t
    const b = used.t[k] === t
    out.t.push(t)
    out.raw.push(a ? number(raw.v[i]) : null)
    out.raw_q.push(a ? raw.q[i] : null)
    out.used.push(b ? number(used.v[k]) : null)
    out.used_q.push(b ? used.q[k] : null)
    if (a) i++
    if (b) k++
  }
  return out
}

const RANK: Record<ReviewState, number> = { working: 0, in_review: 1, approved: 2 }

/** The review state of the stamps of a series over a span: its own or that of the whole record, whichever is further. */
export async function reviewedOf(
  db: Database,
  hydroCode: string,
  { code, kind }: Pick<SeriesRow, 'code' | 'kind'>,
  span: Span,
) {
  const time = timeOfStamps(span, kind)
  const own = await reviewsOf(db.pool, hydroCode, code, time)
  const whole = await reviewsOf(db.pool, hydroCode, WHOLE_RECORD, time)
  const ownStates = statesOver(own, span, kind)
  const all = statesOver(whole, span, kind)
  const out: { from: number; to: number; state: ReviewState }[] = []
  for (let i = 0, k = 0, from = span.from; i < ownStates.length && k < all.length;) {
    const to = Math.min(ownStates[i].to, all[k].to)
    const state = RANK[ownStates[i].state] >= RANK[all[k].state] ? ownStates[i].state : all[k].state
    const before = out.at(-1)
    if (before?.state === state) before.to = to
    else out.push({ from, to, state })
    if (ownStates[i].to === to) i++
    if (all[k].to === to) k++
    from = to + 1
  }
  return out
}
