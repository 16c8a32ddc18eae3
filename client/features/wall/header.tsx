import { getDuty } from '#contract/shift-log.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { MINUTE, localParts } from '#core/time/index.ts'
import { date, duration, time, timeNear } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { LOCALES, type Language } from '../../lib/text/locale.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { DemoMark } from '../../parts/demo-mark/index.tsx'
import { useIndicators } from '../../parts/live-data/queries.ts'
import textCss from '../../ui/text.module.css'
import css from './header.module.css'

const DUTY_EVERY = MINUTE

interface Props {
  hydro: Hydro | undefined
  now: number
  lost: boolean
}

/** Name of the dam, its local time, and the time of the data. */
export function Header({ hydro, now, lost }: Props) {
  const { t, language } = useText()
  const last = useIndicators().data?.last_reading
  const profile = useProfile()
  const name = hydro?.hydro_name ?? profile.reservoirs[0]?.hydro_name ?? ''
  const zone = hydro?.time_zone ?? profile.reservoirs[0]?.time_zone
  return (
    <header className={css.header}>
      <div>
        <div className={css.name}>{name}</div>
        <div className={css.below}>
          <DemoMark className={css.demo} />
          <Duty />
        </div>
      </div>
      {zone && (
        <div className={css.clock}>
          <time className={css.time}>{time(now, zone, true)}</time>
          <div className={css.date}>
            {weekday(now, zone, language)} {date(now, zone, language)} ·{' '}
            {t('wall.zone', { zone: offset(now, zone) })}
          </div>
        </div>
      )}
      <div className={css.data} data-lost={lost || undefined} role="group" aria-label={t('update.label')}>
        {zone && last !== undefined && (
          <>
            <div className={textCss.muted}>{t(last === null ? 'wall.noData' : 'wall.data')}</div>
            {last !== null && (
              <div className={css.when}>
                {timeNear(last, now, zone, language)}
                <span className={textCss.aside}> ({duration(now - last, language)})</span>
              </div>
            )}
          </>
        )}
      </div>
    </header>
  )
}

/** The operator on duty, for those who may see the shift log (not wall screens). */
function Duty() {
  const { t } = useText()
  const enabled = useCan('log.view')
  const duty = useRead(getDuty, {}, { refetchInterval: DUTY_EVERY, enabled, quiet: true }).data?.current
  if (!duty?.party) return null
  return (
    <div className={css.duty}>
      {t('wall.duty', { name: [duty.party, duty.shift].filter(Boolean).join(' · ') })}
    </div>
  )
}

function weekday(now: number, zone: string, language: Language): string {
  const text = new Intl.DateTimeFormat(LOCALES[language].tag, {
    weekday: 'long',
    timeZone: zone,
  }).format(now)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Offset of the zone from UTC, which its name does not show: UTC+7. */
function offset(now: number, zone: string): string {
  const w = localParts(now, zone)
  const minutes = Math.round(
    (Date.UTC(w.year, w.month - 1, w.day, w.hour, w.minute, w.second) - now) / MINUTE,
  )
  const [h, m] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${h}${m === 0 ? '' : `:${String(m).padStart(2, '0')}`}`
}
