import { useMutation } from '@tanstack/react-query'
import { removeAccount, type Account } from '#contract/accounts.ts'
import { call } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { useReread } from './queries.ts'

export function Remove({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t, say } = useText()
  const reread = useReread()
  const remove = useMutation({
    mutationFn: () => call(removeAccount, { params: { id: account.account_id } }),
    meta: { quiet: true },
    onSuccess: () => {
      notice('done', say('removed'))
      onClose()
    },
    onSettled: reread,
  })
  return (
    <Confirm
      opened
      title={t('removing.title', { name: account.username })}
      act={t('act.remove')}
      busy={remove.isPending}
      failure={remove.error && reasonOf(remove.error)}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('removing.body')}</p>
    </Confirm>
  )
}
