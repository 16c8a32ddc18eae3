import { useMemo } from 'react'
import type { Preview } from '#contract/preview.ts'
import { useReservoir, useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { TimeChart } from '../../ui/chart/index.ts'
import { panesOf, seenOf } from './model.ts'

/** Default interval of the calculation, s. */
const USUAL = 300

/** Old and new lines over the compared span. */
export default function Chart({ data, height }: { data: Preview; height: number }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const interval = (useReservoir().data?.interval ?? USUAL) * 1000
  const panes = useMemo(() => panesOf(data, texts, language, interval), [data, texts, language, interval])
  const seen = useMemo(() => seenOf(data), [data])
  return (
    <TimeChart
      panes={panes}
      from={seen.from}
      to={seen.to}
      zone={zone}
      label={t('difference.chart')}
      height={height}
    />
  )
}
