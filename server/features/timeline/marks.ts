import type { Mark, MarkKind } from '#contract/timeline.ts'
import { text, type Language } from '#contract/messages.ts'

/**
 * At most `most` marks: where there are more, those of one kind within one part of the span become one mark with a
 * count.
 */
export function foldMarks(
  marks: readonly Mark[],
  span: { from: number; to: number },
  most: number,
  language: Language,
): Mark[] {
  const sorted = marks.toSorted((a, b) => a.t - b.t || (a.id < b.id ? -1 : 1))
  if (sorted.length <= most) return sorted
  const kinds = new Set(sorted.map((m) => m.kind))
  const parts = Math.max(1, Math.floor(most / kinds.size))
  const width = (span.to - span.from) / parts
  // A mark that begins before the span belongs to its first part.
  const part = (m: Mark) => Math.max(0, Math.min(parts - 1, Math.floor((m.t - span.from) / width)))
  const groups = Map.groupBy(sorted, (m) => `${m.kind} ${part(m)}`)
  return [...groups.values()].map((list) => (list.length === 1 ? list[0] : folded(list, language)))
}

function folded(list: readonly Mark[], language: Language): Mark {
  const [first] = list
  const end = list.reduce((to, m) => Math.max(to, m.to ?? m.t), first.t)
  const one = <T>(values: readonly T[]) => (values.every((v) => v === values[0]) ? values[0] : null)
  const kind: MarkKind = first.kind
  return {
    id: `${first.id}+${list.length - 1}`,
    t: first.t,
    to: end > first.t ? end : null,
    kind,
    label: text(`tl_many_${kind}`, language, { n: list.length }),
    by: one(list.map((m) => m.by)),
    path: one(list.map((m) => m.path)),
  }
}
