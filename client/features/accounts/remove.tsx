import { removeAccount, type Account } from '#contract/accounts.ts'
import { call } from '../../lib/client.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { useRereadAccounts } from './queries.ts'

export function RemoveAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t, messageText } = useText()
  const reread = useRereadAccounts()
  return (
    <Confirm
      title={t('removing.title', { name: account.username })}
      act={t('act.remove')}
      // After a refusal too: somebody else may have been faster.
      onAct={() => call(removeAccount, { params: { id: account.account_id } }).finally(reread)}
      done={messageText('removed')}
      onClose={onClose}
    >
      <p>{t('removing.body')}</p>
    </Confirm>
  )
}
