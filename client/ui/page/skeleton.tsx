import { Skeleton } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import css from './page.module.css'

/** A page whose code is still loading: placeholders of its header and content. */
export function PageSkeleton() {
  const { t } = useText()
  return (
    <div className={css.page} aria-busy aria-label={t('shell.loadingPage')}>
      <Skeleton height={36} width="min(360px, 60%)" />
      <Skeleton height={420} />
    </div>
  )
}
