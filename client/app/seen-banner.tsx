import { dateTime } from '../lib/format.ts'
import { useZone } from '../lib/reservoir.ts'
import { useText } from '../lib/text/index.ts'
import { useAppState } from '../lib/app-state.ts'
import { Icon } from '../ui/icon/index.tsx'
import css from './seen-banner.module.css'

/** Shown on every page while the server is unreachable and the data are this machine's copy. */
export function SeenBanner() {
  const { t, language } = useText()
  const { seen } = useAppState()
  const zone = useZone()
  if (seen === null || !zone) return null
  return (
    <section className={css.banner} aria-label={t('seen.title')}>
      <Icon name="offline" size={22} />
      <p role="status">
        <strong>{t('seen.asOf', { time: dateTime(seen, zone, language) })}</strong>
        <span>{t('seen.hint')}</span>
      </p>
    </section>
  )
}
