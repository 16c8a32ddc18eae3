import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { LOCALES, writeDate, type Language } from '../../lib/text/locale.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Uncomputed } from '../calculation/index.ts'
import { isComputing, useComputeProgress } from './queries.ts'
import css from './tables.module.css'

/** Number of instants to recompute with the present tables, automatically or on request. */
export function Progress() {
  const navigate = useNavigate()
  return (
    <>
      <Again />
      <Uncomputed onBegun={(run) => void navigate(`/calculation/index?run=${run.run_id}`)} />
    </>
  )
}

/** Progress of the recomputation: days left, and share done since it was first seen. */
function Again() {
  const { t, language } = useText()
  const progress = useComputeProgress().data
  const [most, setMost] = useState(0)
  const running = isComputing(progress)
  const days = progress?.days ?? 0
  useEffect(() => setMost((m) => (running ? Math.max(m, days) : 0)), [running, days])
  if (!running || !progress) return null
  const done = most > 0 ? Math.max(0, 1 - days / most) : 0
  return (
    <div className={css.progress} role="status">
      <Icon name="refresh" size={16} />
      <span>
        {t('interpolate.progress.running', { n: number(days, 0) })}
        {progress.oldest &&
          `, ${t('interpolate.progress.since', { oldest: dayText(progress.oldest, language) })}`}
      </span>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t('interpolate.progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(done * 100)}
      >
        <i style={{ width: `${done * 100}%` }} />
      </div>
    </div>
  )
}

function dayText(day: string, language: Language): string {
  const [y, m, d] = day.split('-')
  return writeDate(LOCALES[language].date, y, m, d)
}
