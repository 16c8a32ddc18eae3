import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { getAvatar, getOwnAvatar } from '#contract/accounts.ts'
import { download } from './client.ts'

/**
 * Address of a person's picture: fetched with the header, as pages may not carry tokens in addresses. stamp changes
 * with the picture; null: there is none.
 */
export function usePicture(
  endpoint: typeof getAvatar | typeof getOwnAvatar,
  id: string | undefined,
  stamp: string | null,
): string | null {
  const { data } = useQuery({
    queryKey: ['picture', id ?? 'own', stamp],
    queryFn: async ({ signal }) =>
      (
        await download<typeof endpoint>(endpoint, {
          params: id === undefined ? undefined : { id },
          signal,
        } as never)
      ).blob,
    enabled: stamp !== null,
    staleTime: Infinity,
    // A person without a face is no reason for a notice: the letters of the name stand for it.
    retry: false,
    meta: { quiet: true },
  })
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!data || stamp === null) return setSrc(null)
    const url = URL.createObjectURL(data)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [data, stamp])
  return src
}
