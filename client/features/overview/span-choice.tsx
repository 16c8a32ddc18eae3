import { SegmentedControl } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { SPANS, type Span } from './fields.ts'

/** Choice of how much of the past a chart shows. */
export function SpanChoice({ span, onChoose }: { span: Span; onChoose: (span: Span) => void }) {
  const { t } = useText()
  return (
    <SegmentedControl
      aria-label={t('overview.span')}
      value={span}
      data={(Object.keys(SPANS) as Span[]).map((value) => ({ value, label: t(`overview.hours.${value}`) }))}
      onChange={(value) => onChoose(value as Span)}
    />
  )
}
