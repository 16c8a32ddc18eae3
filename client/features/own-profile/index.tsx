import { Button } from '@mantine/core'
import { AVATAR_LIMIT, AVATAR_TYPES, putOwnAvatar, removeOwnAvatar } from '#contract/accounts.ts'
import { endOwnSessions, listOwnSessions } from '#contract/sessions.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { notice } from '../../lib/notice.ts'
import { usePicture } from '../../lib/picture.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { roleName } from '../../lib/role-name.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Picture } from '../../ui/picture/index.tsx'
import { Sessions } from '../../ui/sessions/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
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
  const { t, texts } = useText()
  const profile = useProfile()
  const picture = usePicture(profile.avatar)
  const done = async () => {
    await renewProfile()
    notice('done', t('picture.done'))
  }
  const put = useAct(putOwnAvatar, { done })
  const remove = useAct(removeOwnAvatar, { done })
  return (
    <Picture
      name={profile.full_name}
      src={picture}
      types={AVATAR_TYPES}
      limit={AVATAR_LIMIT}
      busy={put.busy || remove.busy}
      onFile={(file) => void put.run({ file })}
      onRemove={profile.avatar ? () => void remove.run() : undefined}
    >
      <div className={css.who}>
        <strong>{profile.full_name}</strong>
        <span className={textCss.note}>
          {[profile.username, roleName(profile.role, texts)].filter(Boolean).join(' · ')}
        </span>
        {profile.email && <span className={textCss.note}>{profile.email}</span>}
      </div>
    </Picture>
  )
}

function OwnSessions() {
  const { t, messageText } = useText()
  const sessions = useRead(listOwnSessions, {}, { staleTime: 0 })
  const end = useAct(endOwnSessions, {
    done: ({ ended }, { body }) =>
      notice('done', body?.session_id ? messageText('session_ended') : t('session.ended', { count: ended })),
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
            loading={end.busy && end.input?.body?.session_id === undefined}
            onClick={() => void end.run({ body: {} })}
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
            ending={end.busy ? (end.input?.body?.session_id ?? null) : null}
            onEnd={(s) => void end.run({ body: { session_id: s.session_id } })}
          />
        )}
      </Loaded>
    </section>
  )
}
