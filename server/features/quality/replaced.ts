import { answeredBy } from '#core/edits/index.ts'
import { isTrusted } from '#core/quality/checks/index.ts'
import type { History, Layers } from '#server/features/history/index.ts'
import type { FiredRow } from './store.ts'

/**
 * Whether an operator has confirmed or replaced all of the readings of fired spans, or some of them: there flags have
 * no effect.
 */
export async function replacedIn(
  { history, edits }: { history: History; edits: Layers },
  hydroCode: string,
  rows: readonly FiredRow[],
): Promise<Map<string, 'whole' | 'part'>> {
  const out = new Map<string, 'whole' | 'part'>()
  // What the calculation of levels judges counts whoever gave the value: it lays no flag.
  const flagged = rows.filter(
    (r) => r.cleared_at === null && r.grade !== null && r.series !== null && r.codes.includes(r.series),
  )
  if (flagged.length === 0) return out
  const series = [...new Set(flagged.map((r) => r.series!))]
  const from = Math.min(...flagged.map((r) => r.from_t))
  const to = Math.max(...flagged.map((r) => r.to_t))
  const layers = await edits.over(hydroCode, series, from, to, {})
  for (const r of flagged) {
    const sure = answeredBy(layers.get(r.series!) ?? []).filter((w) => w.from <= r.to_t && w.to >= r.from_t)
    if (sure.length === 0) continue
    const read = await history.read(hydroCode, [r.series!], r.from_t, r.to_t, { unchecked: true })
    const { t } = read.get(r.series!)!
    const n = t.reduce((sum, at) => sum + (isTrusted(sure, at) ? 1 : 0), 0)
    if (n > 0) out.set(r.span_id, n === t.length ? 'whole' : 'part')
  }
  return out
}
