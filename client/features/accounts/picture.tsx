import { AVATAR_LIMIT, AVATAR_TYPES, putAvatar, removeAvatar, type Account } from '#contract/accounts.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { notice } from '../../lib/notice.ts'
import { usePicture } from '../../lib/picture.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Avatar } from '../../ui/avatar/index.tsx'
import { Picture } from '../../ui/picture/index.tsx'
import { findAccount } from './queries.ts'

/** Picture of an account, saved at once and apart from the form. */
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
  const self = useProfile().account_id === account.account_id
  const picture = usePicture(account.avatar, account.account_id)
  const params = { id: account.account_id }
  const done = async () => {
    // Saving the picture moved the version; the form continues from it.
    const now = await findAccount(account)
    notice('done', t('picture.done'))
    if (now) onChanged(now)
    if (self) void renewProfile()
  }
  const put = useAct(putAvatar, { done })
  const remove = useAct(removeAvatar, { done })
  if (readOnly) return <Avatar name={account.full_name} src={picture} size={64} />
  return (
    <Picture
      name={account.full_name}
      src={picture}
      types={AVATAR_TYPES}
      limit={AVATAR_LIMIT}
      busy={put.busy || remove.busy}
      onFile={(file) => void put.run({ params, file })}
      onRemove={account.avatar ? () => void remove.run({ params }) : undefined}
    />
  )
}
