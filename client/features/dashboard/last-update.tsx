import { DAY } from '#core/time/units.ts'
import { Tooltip } from '@mantine/core'
import { useLocation, useSearchParams } from 'react-router'
import { useFeedStatus } from '../../lib/feed.ts'
import { duration, dateTime, time, timeNear } from '../../lib/format.ts'
import { knownOf } from '../../lib/known.ts'
import { useReservoir } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { useIndicators } from '../../parts/live-data/queries.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import css from './last-update.module.css'

/** Time and age of the newest reading, with a warning when it is late or the connection is down. */
export function LastUpdate() {
  const { t, language } = useText()
  const reservoir = useReservoir().data
  const figures = useIndicators()
  const last = figures.data?.last_reading
  const status = useFeedStatus()
  const now = useNow(1000)
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  if (!reservoir || last === undefined)
    return figures.error ? (
      <div className={css.update} data-tone="warn" role="group" aria-label={t('update.label')}>
        <Icon name="warning" size={18} />
        <span className={css.words}>{t('update.unknown')}</span>
      </div>
    ) : (
      <div className={css.update} aria-busy />
    )
  const zone = reservoir.time_zone
  const past = knownOf(search.get('known')?.replace('T', ' ') ?? null, zone)
  if (past && pathname === '/dashboard') {
    return (
      <Tooltip label={t('update.pastHint', { time: dateTime(past.at, zone, language) })}>
        <div className={css.update} data-tone="warn" role="group" aria-label={t('update.label')} tabIndex={0}>
          <Icon name="past" size={18} />
          <span className={css.words}>{t('update.past')}</span>
        </div>
      </Tooltip>
    )
  }
  const broken = status !== null && status.state !== 'live'
  const late = last !== null && now - last > LATE_INTERVALS * reservoir.interval * 1000
  const at = last === null ? null : dateTime(last, zone, language)
  const since = status ? dateTime(status.since, zone, language) : ''
  const [icon, words, hint]: [IconName, string | null, string] =
    status?.state === 'offline'
      ? ['offline', t('update.offline'), t('update.offlineHint', { time: since })]
      : last === null
        ? ['missing', t('update.never'), t('update.never')]
        : late
          ? ['warning', t('update.late'), t('update.lateHint', { time: at! })]
          : broken
            ? ['refresh', t('update.reconnecting'), t('update.offlineHint', { time: since })]
            : ['live', null, t('update.liveHint', { time: at! })]
  const tone = status?.state === 'offline' || late ? 'warn' : 'quiet'
  return (
    <Tooltip label={hint}>
      <div className={css.update} data-tone={tone} role="group" aria-label={t('update.label')} tabIndex={0}>
        <Icon name={icon} size={18} />
        <span className={css.words}>{words ?? t('update.updated')}</span>
        {last !== null && (
          <>
            <span className={css.time}>
              {now - last < DAY ? time(last, zone, true) : timeNear(last, now, zone, language)}
            </span>
            <span className={css.age}>({duration(now - last, language)})</span>
          </>
        )}
      </div>
    </Tooltip>
  )
}
