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
  /** In the place of a list, with room around it; so is one with buttons. */
  roomy?: boolean
  /** What can be done about it: buttons below. */
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

/** A page whose reader may not see what it is about. */
export function Forbidden() {
  const { t } = useText()
  return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
}

/** A part that could not be loaded: which, why, and the way to try again. */
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
