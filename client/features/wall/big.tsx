import type { ReactNode } from 'react'
import { STALE, grade, worst } from '#core/quality/index.ts'
import type { Figure, Hydro } from '#contract/dashboard.ts'
import { duration, number, onScreen, signed, timeNear } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import { isLate, LATE_INTERVALS } from '../../parts/live-data/late.ts'
import css from './big.module.css'

interface BigValue {
  label: string
  figure: Figure
  decimals: number
  unit: string
  difference?: boolean
  /** Since when a figure has been missing. */
  lastAt?: number
  /** Why the value is not simply the present one. */
  remark?: string | null
}

/** Text of a figure. */
export const wordOf = ({
  figure,
  decimals,
  difference,
}: Pick<BigValue, 'figure' | 'decimals' | 'difference'>) =>
  (difference ? signed : number)(onScreen(figure.value, figure.unit), decimals)

/** Note of a figure that is not simply present: its mark and time. */
function useDoubt({ figure, lastAt }: Pick<BigValue, 'figure' | 'lastAt'>, hydro: Hydro, now: number) {
  const { t, language } = useText()
  const late = isLate(figure, LATE_INTERVALS * hydro.interval * 1000, now)
  const missing = figure.value === null
  const at = missing ? (lastAt ?? null) : late ? figure.t : null
  const quality = late ? worst(figure.quality, STALE) : figure.quality
  const time = at === null ? null : timeNear(at, now, hydro.time_zone, language)
  return {
    late,
    /** Absent: the plain present. */
    plain: !missing && grade(quality) === 0 && quality === 0,
    missing,
    quality,
    words: missing
      ? [t('wall.missing'), time && t('wall.lastAt', { time })].filter(Boolean).join(', ')
      : time && t('figure.atAge', { time, age: duration(now - at!, language) }),
  }
}

interface Props extends BigValue {
  hydro: Hydro
  now: number
  size?: 'key' | 'main' | 'strip'
  /** Beside the value: its trend. */
  beside?: ReactNode
  /** Below the value, unless there is a note. */
  children?: ReactNode
}

/** A figure legible from four metres. */
export function Big({ hydro, now, size = 'main', beside, children, ...shown }: Props) {
  const { label, unit } = shown
  const doubt = useDoubt(shown, hydro, now)
  return (
    <section
      className={css.big}
      aria-label={label}
      data-size={size}
      data-late={doubt.late || doubt.missing || undefined}
    >
      <h2 className={css.label}>{label}</h2>
      <p className={css.reading}>
        <span className={css.value}>{wordOf(shown)}</span>
        <span className={css.unit}>{unit}</span>
        {beside}
      </p>
      <div className={css.notes}>
        {doubt.plain ? (
          children
        ) : (
          <>
            {!doubt.missing && <QualityMark q={doubt.quality} />}
            {doubt.words && <span>{doubt.words}</span>}
            {shown.remark && <span>{shown.remark}</span>}
          </>
        )}
      </div>
    </section>
  )
}
