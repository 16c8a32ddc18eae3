import type { EditRow, EditsData } from '#contract/edits.ts'
import type { FiredSpan } from '#contract/quality.ts'
import type { Text } from '../../lib/text/index.ts'
import type { ChartStrip, SpanStyle } from '../../ui/chart/index.ts'
import type { EditSpan } from './selection.ts'
import { segmentsOf } from './strips.ts'

/** Active edits, in the order of their layers. */
export const active = (acts: readonly EditRow[]): EditRow[] => acts.filter((a) => a.undone_at === null)

const STYLES: Record<EditsData['reviews'][number]['state'], SpanStyle> = {
  working: 'plain',
  in_review: 'hatched',
  approved: 'filled',
}

/** Rows of labelled spans; empty rows are left out. */
export function stripsOf(
  { data, fired }: { data: EditsData; fired: readonly FiredSpan[] },
  texts: Text,
): ChartStrip[] {
  const words = texts.edits
  const span: EditSpan = { from: data.from, to: data.to }
  const kinds: Record<string, string> = texts.qualityPage.kind
  const piled = <T extends EditSpan>(
    id: string,
    title: string,
    style: SpanStyle,
    all: readonly T[],
    name: (top: T) => string,
  ) => ({
    id,
    title,
    spans: segmentsOf(all, span).map(({ from, to, top, depth }) => ({
      from,
      to,
      style,
      label:
        depth > 1 ? words.more.replace('{{act}}', name(top)).replace('{{n}}', String(depth - 1)) : name(top),
    })),
  })
  const strips: ChartStrip[] = [
    piled('acts', words.stripActs, 'filled', active(data.acts), (a) => words.kind[a.kind]),
    piled(
      'checks',
      words.stripChecks,
      'hatched',
      fired.filter((f) => f.cleared_at === null),
      (f) => kinds[f.kind] ?? f.kind,
    ),
  ].filter((s) => s.spans.length > 0)
  strips.push({
    id: 'review',
    title: words.stripReview,
    spans: data.reviews.map((r) => ({
      from: r.from,
      to: r.to,
      label: words.state[r.state],
      style: STYLES[r.state],
    })),
  })
  return strips
}
