import type { ReactNode } from 'react'
import type { OverviewReading } from '#contract/overview.ts'
import { number, timeNear } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import { isLateIn, markOf } from './figures.ts'
import type { Shown } from './model.ts'
import css from './overview.module.css'

interface Props {
  of: OverviewReading
  /** The reservoir that it is of. */
  shown: Shown
  decimals: number
  /** Written behind it where there is a value. */
  unit?: ReactNode
  /** Default: by its own instant. */
  late?: boolean
}

/** A value with what is doubtful about it; of an earlier time without its weight. */
export function RowValue({ of, shown, decimals, unit, late = isLateIn(shown, of) }: Props) {
  const { t, language } = useText()
  const q = markOf(shown, of, late)
  const isAlone = late && !shown.late && of.t !== null
  return (
    <span
      className={css.value}
      data-late={late || undefined}
      title={
        isAlone
          ? t('overview.valueOf', { time: timeNear(of.t!, shown.now, shown.row.time_zone, language) })
          : undefined
      }
    >
      {number(of.value, decimals)}
      {of.value !== null && unit}
      {q !== 0 && <QualityMark q={q} words={false} />}
    </span>
  )
}
