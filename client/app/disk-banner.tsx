import { useText } from '../lib/text/index.ts'
import { useDiskFull } from '../lib/use-disk-full.ts'
import { Icon } from '../ui/icon/index.tsx'
import css from './seen-banner.module.css'

/** Shown on every page while the server's disk is full and readings are refused. */
export function DiskBanner() {
  const { t } = useText()
  if (!useDiskFull()) return null
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
