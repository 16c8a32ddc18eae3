import type { Hydro } from '#contract/dashboard.ts'
import { duration, timeNear } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useDiskFull } from '../../lib/use-disk-full.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { useIndicators } from '../../parts/live-data/queries.ts'
import css from './bands.module.css'

interface Props {
  hydro: Hydro | undefined
  now: number
  /** Since when the server has been unreachable. */
  lost: number | null
  /** A page of another build is about to load. */
  coming: boolean
}

/** Banner over everything: server lost, its disk full, data late, or reload pending. Shows only the most serious. */
export function Bands({ hydro, now, lost, coming }: Props) {
  const { t, language } = useText()
  const last = useIndicators().data?.last_reading ?? null
  const full = useDiskFull()
  if (!hydro) return null
  const timesOf = (since: number) => ({
    time: timeNear(since, now, hydro.time_zone, language),
    length: duration(now - since, language),
  })
  if (lost !== null)
    return (
      <div className={css.band} data-band data-tone="alarm" role="alert">
        <Icon name="offline" />
        <strong>{t('wall.lost', timesOf(lost))}</strong>
        <span>{t('wall.lostHint')}</span>
      </div>
    )
  const late = last !== null && now - last > LATE_INTERVALS * hydro.interval * 1000
  if (full)
    return (
      <div className={css.band} data-band data-tone="warn" role="alert">
        <Icon name="warning" />
        <strong>{t('disk.title')}</strong>
        {late && <span>{t('wall.late', timesOf(last))}</span>}
      </div>
    )
  if (late)
    return (
      <div className={css.band} data-band data-tone="warn" role="status">
        <Icon name="stale" />
        <strong>{t('wall.late', timesOf(last))}</strong>
      </div>
    )
  if (coming)
    return (
      <div className={css.band} data-band role="status">
        <Icon name="refresh" />
        <span>{t('wall.newBuild')}</span>
      </div>
    )
  return null
}
