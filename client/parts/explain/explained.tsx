import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Failed } from '../../ui/state.tsx'

/** An explanation while it comes, when it is there, and where it failed. */
export function Explained<T>({
  query,
  children,
}: {
  query: UseQueryResult<T, Error>
  children: (explanation: T) => ReactNode
}) {
  const { t } = useText()
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return <Failed what={t('explain.what')} error={query.error} retry={() => void query.refetch()} />
  return (
    <div aria-busy aria-label={t('explain.what')}>
      <Skeleton height={20} width="50%" mb={12} />
      <Skeleton height={40} width="70%" mb={16} />
      <Skeleton height={72} mb={12} />
      <Skeleton height={160} />
    </div>
  )
}
