import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { endAccountSessions, listAccountSessions } from '#contract/sessions.ts'
import { call } from '../../lib/client.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Sessions } from '../../ui/sessions/index.tsx'
import { Loaded } from '../../ui/state.tsx'

/** Where somebody is signed in; an administrator may end it. */
export function AccountSessions({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useText()
  const client = useQueryClient()
  const queryKey = ['sessions', account.account_id]
  const params = { id: account.account_id }
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listAccountSessions, { params, signal }),
    staleTime: 0,
  })
  const end = useMutation({
    mutationFn: (id: string | null) =>
      call(endAccountSessions, { params, body: id === null ? {} : { session_id: id } }),
    onSuccess: ({ ended }) => notice('done', t('session.ended', { count: ended })),
    onSettled: () => client.invalidateQueries({ queryKey }),
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
              loading={end.isPending && end.variables === null}
              onClick={() => end.mutate(null)}
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
            ending={end.isPending ? (end.variables ?? null) : null}
            onEnd={(s) => end.mutate(s.session_id)}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
