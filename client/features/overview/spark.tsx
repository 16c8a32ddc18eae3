import { DAY } from '#core/time/units.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { DECIMALS, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { maxAgeOf } from './figures.ts'
import css from './overview.module.css'
import { SPARK_HEIGHT, sparkPath, SPARK_WIDTH } from './sparkline.ts'

/** The level of the last 24 hours, without scales: its shape. Its words say between which levels. */
export function Sparkline({ row, now, late }: { row: OverviewRow; now: number; late: boolean }) {
  const { t } = useText()
  const { from, step, values } = row.spark
  const times = values.map((_, i) => from + (i + 1) * step)
  // Values of a step that is longer than the interval are joined with those of the next.
  const maxGap = Math.max(step, maxAgeOf(row))
  const path = sparkPath({ t: times, v: values }, now - DAY, now, maxGap)
  const known = values.filter((v) => v !== null)
  const words =
    known.length === 0
      ? t('overview.dayNone')
      : t('overview.day', {
          low: number(Math.min(...known), DECIMALS.level),
          high: number(Math.max(...known), DECIMALS.level),
        })
  return (
    <svg
      className={css.spark}
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
      data-late={late || undefined}
    >
      <title>{words}</title>
      {path !== null && <path d={path} vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}
