import { useMutation } from '@tanstack/react-query'
import {
  AVATAR_LIMIT,
  AVATAR_TYPES,
  getAvatar,
  putAvatar,
  removeAvatar,
  type Account,
} from '#contract/accounts.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { call, upload } from '../../lib/client.ts'
import { notice } from '../../lib/notice.ts'
import { usePicture } from '../../lib/picture.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { Avatar } from '../../ui/avatar/index.tsx'
import { Picture } from '../../ui/picture/index.tsx'
import { findAccount, useReread } from './queries.ts'

/** The picture of an account; changed at once, as the file is a thing of its own. */
export function AccountPicture({
  account,
  readOnly,
  onChanged,
}: {
  account: Account
  readOnly: boolean
  onChanged: (account: Account) => void
}) {
  const { t } = useText()
  const reread = useReread()
  const self = useProfile().account_id === account.account_id
  const picture = usePicture(getAvatar, account.account_id, account.avatar)
  const params = { id: account.account_id }
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (file) await upload(putAvatar, file, { params })
      else await call(removeAvatar, { params })
      // The version moved with it: the form goes on from there.
      return findAccount(account)
    },
    onSuccess: (now) => {
      notice('done', t('picture.done'))
      if (now) onChanged(now)
      if (self) void renewProfile()
      void reread()
    },
  })
  if (readOnly) return <Avatar name={account.full_name} src={picture} size={64} />
  return (
    <Picture
      name={account.full_name}
      src={picture}
      types={AVATAR_TYPES}
      limit={AVATAR_LIMIT}
      busy={change.isPending}
      onFile={(file) => change.mutate(file)}
      onRemove={account.avatar ? () => change.mutate(null) : undefined}
    />
  )
}
