import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonOf } from '../lib/failures.ts'
import { useText } from '../lib/text/index.ts'
import { Icon, type IconName } from './icon/index.tsx'
import css from './state.module.css'

interface EmptyProps {
  icon?: IconName
  title: string
  hint?: string
  /** In place of a list, with space around it; implied by buttons. */
  roomy?: boolean
  /** Buttons with what can be done about it. */
  children?: ReactNode
}

/** A part of a page that has nothing to show, and why. */
export function Empty({ icon = 'info', title, hint, children, roomy = Boolean(children) }: EmptyProps) {
  const state = (
    <div className={css.state}>
      <Icon name={icon} size={24} className={css.icon} />
      <strong>{title}</strong>
      {hint && <span className={css.hint}>{hint}</span>}
    </div>
  )
  if (!roomy) return state
  return (
    <div className={css.roomy}>
      {state}
      {children}
    </div>
  )
}

/** Shown to a user without permission for the page's subject. */
export function Forbidden() {
  const { t } = useText()
  return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
}

/** A part that failed to load: which, why, and a retry button. */
export function Failed({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const { t } = useText()
  return (
    <div className={css.state} role="alert">
      <Icon name="warning" size={24} className={css.warn} />
      <strong>
        {t('error.title')}: {what}
      </strong>
      <span className={css.hint}>{reasonOf(error)}</span>
      <Button size="xs" variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={retry}>
        {t('error.retry')}
      </Button>
    </div>
  )
}

interface Query<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

/** Shows the state of a query: skeleton, failure, or content. Old data stay after a failure. */
export function Loaded<T>({
  query,
  what,
  height,
  children,
}: {
  query: Query<T>
  what: string
  height?: number | string
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed what={what} error={query.error} retry={() => void query.refetch()} />
  return <Skeleton height={height ?? '100%'} radius={6} aria-busy aria-label={what} />
}
