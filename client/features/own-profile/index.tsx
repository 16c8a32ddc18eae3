import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AVATAR_LIMIT,
  AVATAR_TYPES,
  getOwnAvatar,
  putOwnAvatar,
  removeOwnAvatar,
} from '#contract/accounts.ts'
import { endOwnSessions, listOwnSessions } from '#contract/sessions.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { call, upload } from '../../lib/client.ts'
import { notice } from '../../lib/notice.ts'
import { usePicture } from '../../lib/picture.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Picture } from '../../ui/picture/index.tsx'
import { Sessions } from '../../ui/sessions/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import css from './profile.module.css'

/** One's own picture and sessions. */
export default function Profile({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog
      opened
      title={t('profile.title')}
      onClose={onClose}
      width={600}
      actions={(leave) => <Button onClick={leave}>{t('act.close')}</Button>}
    >
      <Person />
      <OwnSessions />
    </Dialog>
  )
}

function Person() {
  const { t } = useText()
  const profile = useProfile()
  const picture = usePicture(getOwnAvatar, undefined, profile.avatar)
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? upload(putOwnAvatar, file) : call(removeOwnAvatar)),
    onSuccess: async () => {
      await renewProfile()
      notice('done', t('picture.done'))
    },
  })
  return (
    <Picture
      name={profile.full_name}
      src={picture}
      types={AVATAR_TYPES}
      limit={AVATAR_LIMIT}
      busy={change.isPending}
      onFile={(file) => change.mutate(file)}
      onRemove={profile.avatar ? () => change.mutate(null) : undefined}
    >
      <div className={css.who}>
        <strong>{profile.full_name}</strong>
        <span>{[profile.username, profile.role].filter(Boolean).join(' · ')}</span>
        {profile.email && <span>{profile.email}</span>}
      </div>
    </Picture>
  )
}

const KEY = ['own-sessions']

function OwnSessions() {
  const { t } = useText()
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    staleTime: 0,
  })
  const end = useMutation({
    mutationFn: (id: string | null) => call(endOwnSessions, { body: id === null ? {} : { session_id: id } }),
    onSuccess: ({ ended }) => notice('done', t('session.ended', { count: ended })),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  return (
    <section className={css.sessions} aria-label={t('profile.sessions')}>
      <header className={css.head}>
        <div>
          <h2 className={css.title}>{t('profile.sessions')}</h2>
          <p className={css.hint}>{t('profile.sessionsHint')}</p>
        </div>
        {sessions.data && sessions.data.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            {t('session.endOthers')}
          </Button>
        )}
      </header>
      <Loaded query={sessions} what={t('profile.sessions')} height={120}>
        {(list) => (
          <Sessions
            label={t('profile.sessions')}
            sessions={list}
            ending={end.isPending ? (end.variables ?? null) : null}
            onEnd={(s) => end.mutate(s.session_id)}
          />
        )}
      </Loaded>
    </section>
  )
}
