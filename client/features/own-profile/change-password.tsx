import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { z } from 'zod'
import { changePassword } from '#contract/accounts.ts'
import { givenPassword, newPassword } from '#contract/validation.ts'
import { signOut } from '../../lib/start/signed-in.ts'
import { call } from '../../lib/client.ts'
import { focusFirstError, useFields } from '../../lib/fields.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { Confirm, Dialog } from '../../ui/dialog/index.tsx'
import { Password, Told } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useMedia } from '../../ui/use-media.ts'
import css from './profile.module.css'

const schema = z.object({ oldPassword: givenPassword, newPassword, repeat: givenPassword })
const EMPTY = { oldPassword: '', newPassword: '', repeat: '' }
const FORM = 'change-password'
const WIDTH = 600
/** Here and below the dialog takes the whole width (specification, section 2). */
const NARROW = '(max-width: 900px)'

/** One's own new password: asked for, confirmed, and then every session ends, this one too. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t, say } = useText()
  const { username } = useProfile()
  const narrow = useMedia(NARROW)
  const fields = useFields(schema, EMPTY)
  const [asked, setAsked] = useState<z.output<typeof schema> | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function submit(e: FormEvent) {
    e.preventDefault()
    const given = fields.check()
    if (!given) return focusFirstError(form.current)
    if (given.repeat !== given.newPassword) return notice('failed', say('password_mismatch'))
    setAsked(given)
  }

  async function change(given: z.output<typeof schema>) {
    setBusy(true)
    try {
      const { oldPassword, newPassword } = given
      await call(changePassword, { body: { username, oldPassword, newPassword } })
      notice('done', say('change_password_success'))
      onClose()
      signOut()
    } catch (error) {
      setBusy(false)
      setAsked(null)
      fields.refuse(error)
      focusFirstError(form.current)
    }
  }

  return (
    <>
      <Dialog
        opened
        title={t('profile.changePassword')}
        width={narrow ? '100%' : WIDTH}
        covered={asked !== null}
        onClose={onClose}
        actions={(leave) => (
          <>
            <Button variant="default" onClick={leave}>
              {t('act.cancel')}
            </Button>
            <Button type="submit" form={FORM}>
              {t('profile.changePassword')}
            </Button>
          </>
        )}
      >
        <form id={FORM} ref={form} onSubmit={submit} noValidate className={css.form}>
          {fields.failure && <Told kind="failed">{fields.failure}</Told>}
          {/* For password managers: whose password this is. */}
          <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
          <Password
            {...fields.input('oldPassword')}
            label={t('field.oldPassword')}
            autoComplete="current-password"
            data-autofocus
          />
          <Password
            {...fields.input('newPassword')}
            label={
              <span className={css.label}>
                {t('field.newPassword')}
                <Rule />
              </span>
            }
            aria-label={t('field.newPassword')}
            autoComplete="new-password"
          />
          <Password {...fields.input('repeat')} label={t('field.repeat')} autoComplete="new-password" />
        </form>
      </Dialog>
      <Confirm
        opened={asked !== null}
        title={t('profile.confirmTitle')}
        act={t('act.ok')}
        busy={busy}
        onAct={() => asked && void change(asked)}
        onClose={() => setAsked(null)}
      >
        <p>{t('profile.confirmBody')}</p>
      </Confirm>
    </>
  )
}

/** The rule for passwords, for mouse, finger and keyboard. */
function Rule() {
  const { t, say } = useText()
  return (
    <Tooltip label={say('password_rule')} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon
        variant="transparent"
        color="gray"
        size={24}
        aria-label={`${t('field.passwordRule')}: ${say('password_rule')}`}
        onClick={(e) => e.preventDefault()}
      >
        <Icon name="info" size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
