import { revokeToken, type IngestToken } from '#contract/tokens.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { Since } from './cells.tsx'

/** Confirms revoking a token; its sender is refused from the next call on. */
export function Revoke({ token, onClose }: { token: IngestToken; onClose: () => void }) {
  const { t } = useText()
  const revoke = useAct(revokeToken, { quiet: true })
  return (
    <Confirm
      title={t('tokens.revokeTitle', { name: token.name })}
      act={t('tokens.revoke')}
      onAct={() => revoke.run({ body: { token_id: token.token_id } })}
      done={t('tokens.revokedNotice', { name: token.name })}
      onClose={onClose}
    >
      <p>{t('tokens.revokeWhat')}</p>
      <p>
        {t('tokens.used')}:{' '}
        {token.last_used_at === null ? t('tokens.never') : <Since iso={token.last_used_at} strong />}
      </p>
    </Confirm>
  )
}
