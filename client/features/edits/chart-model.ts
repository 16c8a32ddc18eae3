import type { FiredSpan } from '#contract/quality.ts'
import type { ActRow, EditsData } from '#contract/edits.ts'
import type { Language } from '../../lib/format.ts'
import type { Text } from '../../lib/text/index.ts'
import {
  fromColumn,
  type ChartSeries,
  type ChartStrip,
  type Pane,
  type SeriesData,
  type SeriesKind,
  type SpanLook,
} from '../../ui/chart/index.ts'
import { unitWords } from '../devices/index.ts'
import type { Span } from './selection.ts'
import { segmentsOf } from './strips.ts'
import { decimalsOf } from './units.ts'

const KINDS: Record<EditsData['kind'], SeriesKind> = {
  instant: 'line',
  mean: 'mean',
  step: 'step',
  total: 'bars',
}
const COLORS: Record<string, string> = {
  mm: 'rain',
  'm3/s': 'inflow',
  m: 'level',
  cm: 'level',
  m3: 'storage',
}

/** Readings further apart than so many steps are a hole. */
const HOLE = 2.5

export interface Drawn {
  data: EditsData
  /** The series with what is tried; null: nothing is. */
  next: SeriesData | null
  fired: readonly FiredSpan[]
}

/** The acts that hold, in the order in which they lie over one another. */
export const standing = (acts: readonly ActRow[]): ActRow[] => acts.filter((a) => a.undone_at === null)

/**
 * What was sent as a thin grey line, what is used over it; what would be used dashed. Below: which parts were edited,
 * which a check marked, and how far they are reviewed.
 */
export function panesOf({ data, next, fired }: Drawn, texts: Text, language: Language): Pane[] {
  const words = texts.edits
  const bars = data.kind === 'total'
  const unit = unitWords(data.unit, language)
  const decimals = decimalsOf(data.unit)
  const maxGap = data.raw.raw && data.step_s !== null && !bars ? HOLE * data.step_s * 1000 : undefined
  const color = COLORS[data.unit] ?? 'level'
  const series = (id: string, name: string, of: SeriesData, more: Partial<ChartSeries>): ChartSeries => ({
    id,
    name,
    axis: 'y',
    kind: KINDS[data.kind],
    color,
    unit,
    decimals,
    data: of,
    maxGap,
    ...more,
  })
  return [
    {
      id: 'edits',
      title: '',
      heightShare: 1,
      axes: [{ id: 'y', side: bars ? 'right' : 'left', unit, decimals, inverted: bars }],
      series: [
        series('raw', words.raw, fromColumn(data.raw), { color: 'muted', width: 1, opacity: 0.7 }),
        series('used', words.used, fromColumn(data.used), {
          markEdited: true,
          opacity: next && bars ? 0.45 : 1,
        }),
        ...(next ? [series('next', words.next, next, { color: 'text', dashed: true, width: 2 })] : []),
      ],
      lines: [],
      marks: [],
      strips: stripsOf({ data, fired }, texts),
    },
  ]
}

const LOOKS: Record<EditsData['reviews'][number]['state'], SpanLook> = {
  working: 'plain',
  in_review: 'hatched',
  approved: 'filled',
}

/** Rows of labelled spans; a row without any is not there. */
export function stripsOf({ data, fired }: Pick<Drawn, 'data' | 'fired'>, texts: Text): ChartStrip[] {
  const words = texts.edits
  const span: Span = { from: data.from, to: data.to }
  const kinds: Record<string, string> = texts.edits.check
  const piled = <T extends Span>(
    id: string,
    title: string,
    look: SpanLook,
    all: readonly T[],
    name: (top: T) => string,
  ) => ({
    id,
    title,
    spans: segmentsOf(all, span).map(({ from, to, top, depth }) => ({
      from,
      to,
      look,
      label:
        depth > 1 ? words.more.replace('{{act}}', name(top)).replace('{{n}}', String(depth - 1)) : name(top),
    })),
  })
  const strips: ChartStrip[] = [
    piled('acts', words.stripActs, 'filled', standing(data.acts), (a) => words.kind[a.kind]),
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
      look: LOOKS[r.state],
    })),
  })
  return strips
}

/** A series with the entries of a span taken from another. */
export function spliced(s: SeriesData, span: Span, by: SeriesData): SeriesData {
  const all: [number, number, number][] = []
  const take = (from: SeriesData, inside: boolean) => {
    for (let i = 0; i < from.t.length; i++)
      if ((from.t[i] >= span.from && from.t[i] <= span.to) === inside)
        all.push([from.t[i], from.v[i], from.q ? from.q[i] : 0])
  }
  take(s, false)
  take(by, true)
  all.sort((a, b) => a[0] - b[0])
  return {
    t: Float64Array.from(all, (e) => e[0]),
    v: Float64Array.from(all, (e) => e[1]),
    q: Uint8Array.from(all, (e) => e[2]),
  }
}
