import { Button } from '@mantine/core'
import type { Account } from '#contract/accounts.ts'
import { endAccountSessions, listAccountSessions } from '#contract/sessions.ts'
import { notice } from '../../lib/notice.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Sessions } from '../../ui/sessions/index.tsx'
import { Loaded } from '../../ui/state.tsx'

/** Sessions of an account; an administrator may end them. */
export function AccountSessions({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t, messageText } = useText()
  const params = { id: account.account_id }
  const sessions = useRead(listAccountSessions, { params }, { staleTime: 0 })
  const end = useAct(endAccountSessions, {
    done: ({ ended }, { body }) =>
      notice('done', body?.session_id ? messageText('session_ended') : t('session.ended', { count: ended })),
  })
  const label = `${t('accounts.sessions')}: ${account.username}`
  return (
    <Dialog
      opened
      title={label}
      width={600}
      onClose={onClose}
      actions={(leave) => (
        <>
          {sessions.data && sessions.data.length > 1 && (
            <Button
              variant="default"
              loading={end.busy && end.input?.body?.session_id === undefined}
              onClick={() => void end.run({ params, body: {} })}
            >
              {t('session.endAll')}
            </Button>
          )}
          <Button onClick={leave}>{t('act.close')}</Button>
        </>
      )}
    >
      <Loaded query={sessions} what={label} height={120}>
        {(list) => (
          <Sessions
            label={label}
            sessions={list}
            ending={end.busy ? (end.input?.body?.session_id ?? null) : null}
            onEnd={(s) => void end.run({ params, body: { session_id: s.session_id } })}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
