import { useMemo } from 'react'
import type { FiredSpan } from '#contract/quality.ts'
import type { EditsData } from '#contract/edits.ts'
import { useText } from '../../lib/text/index.ts'
import { TimeChart, type SeriesData } from '../../ui/chart/index.ts'
import { editPanesOf } from './chart-model.ts'
import type { EditSpan } from './selection.ts'

interface Props {
  data: EditsData
  next: SeriesData | null
  fired: readonly FiredSpan[]
  zone: string
  span: EditSpan | null
  onSpan: (span: EditSpan) => void
  loading: boolean
  height: number
}

/** Raw and effective readings over one time axis, on which a span can be selected. */
export default function EditsChart({ data, next, fired, zone, span, onSpan, loading, height }: Props) {
  const { t, texts, language } = useText()
  const panes = useMemo(
    () => editPanesOf({ data, next, fired }, texts, language),
    [data, next, fired, texts, language],
  )
  return (
    <TimeChart
      panes={panes}
      from={data.from}
      to={data.to}
      zone={zone}
      label={t('edits.chart')}
      span={span}
      onSpan={onSpan}
      loading={loading}
      emptyText={t('edits.empty')}
      height={height}
    />
  )
}
