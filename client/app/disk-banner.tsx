import { getConfig } from '#contract/config.ts'
import { MINUTE } from '#core/time/units.ts'
import { useRead } from '../lib/query.ts'
import { useText } from '../lib/text/index.ts'
import { Icon } from '../ui/icon/index.tsx'
import css from './seen-banner.module.css'

/** Shown on every page while the server's disk is full and readings are refused. */
export function DiskBanner() {
  const { t } = useText()
  const { data } = useRead(getConfig, {}, { staleTime: MINUTE, refetchInterval: MINUTE, quiet: true })
  if (!data?.disk_full) return null
  return (
    <section className={css.banner} aria-label={t('disk.title')}>
      <Icon name="warning" size={22} />
      <p role="alert">
        <strong>{t('disk.title')}</strong>
        <span>{t('disk.hint')}</span>
      </p>
    </section>
  )
}
