import type { FiredSpan } from '#contract/quality.ts'
import type { EditsData } from '#contract/edits.ts'
import type { Language } from '../../lib/format.ts'
import type { Text } from '../../lib/text/index.ts'
import {
  fromColumn,
  type ChartSeries,
  type Pane,
  type SeriesData,
  type SeriesKind,
} from '../../ui/chart/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import { stripsOf } from './chart-strips.ts'
import { editDecimalsOf } from './units.ts'

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

/** Readings further apart than this many steps are a hole. */
const HOLE = 2.5

interface Drawn {
  data: EditsData
  /** The preview; null: none. */
  next: SeriesData | null
  fired: readonly FiredSpan[]
}

/**
 * Draws raw readings as a thin grey line, effective ones over it, previewed ones dashed. Below: spans that were
 * edited or flagged, and the review state.
 */
export function editPanesOf({ data, next, fired }: Drawn, texts: Text, language: Language): Pane[] {
  const words = texts.edits
  const bars = data.kind === 'total'
  const unit = unitWords(data.unit, language)
  const decimals = editDecimalsOf(data.unit)
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
