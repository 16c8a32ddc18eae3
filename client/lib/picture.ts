import { useEffect, useState } from 'react'
import { getAvatar, getOwnAvatar } from '#contract/accounts.ts'
import { download } from './client.ts'
import { useComposed } from './query.ts'

/**
 * Object URL of a person's picture, fetched with the header, as tokens must not appear in addresses. account: whose;
 * absent: one's own. stamp changes with the picture; null: there is none.
 */
export function usePicture(stamp: string | null, account?: string): string | null {
  const { data } = useComposed(
    {
      name: 'picture',
      from: [account === undefined ? getOwnAvatar : getAvatar],
      input: stamp === null ? null : { account, stamp },
      make: async ({ account: id }, signal) =>
        (id === undefined
          ? await download(getOwnAvatar, { signal })
          : await download(getAvatar, { params: { id }, signal })
        ).blob,
    },
    // Without a picture the initials are shown, so no notice is needed.
    { hydro: '', staleTime: Infinity, retry: false, quiet: true },
  )
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!data || stamp === null) return setSrc(null)
    const url = URL.createObjectURL(data)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [data, stamp])
  return src
}
