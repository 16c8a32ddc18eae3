import { ActionIcon, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { changePassword } from '#contract/accounts.ts'
import { enteredPassword, newPassword } from '#contract/validation.ts'
import { signOut } from '../../lib/start/signed-in.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { FormDialog, Password } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useMedia } from '../../ui/use-media.ts'
import css from './profile.module.css'

const schema = z.object({ oldPassword: enteredPassword, newPassword, repeat: enteredPassword })
const EMPTY = { oldPassword: '', newPassword: '', repeat: '' }
const WIDTH = 600
/** Up to this width the dialog takes the full width (specification, section 2). */
const NARROW = '(max-width: 900px)'

/** Changes one's own password after confirmation; ends all sessions, this one included. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t, messageText } = useText()
  const { username } = useProfile()
  const narrow = useMedia(NARROW)
  const form = useForm({ schema, values: EMPTY })
  const [entered, setEntered] = useState<z.output<typeof schema> | null>(null)

  async function ask(values: z.output<typeof schema>) {
    if (values.repeat === values.newPassword) setEntered(values)
    else notice('failed', messageText('password_mismatch'))
  }

  async function change({ oldPassword, newPassword }: z.output<typeof schema>) {
    await call(changePassword, { body: { username, oldPassword, newPassword } })
    notice('done', messageText('change_password_success'))
    onClose()
    signOut()
  }

  return (
    <>
      <FormDialog
        form={form}
        title={t('profile.changePassword')}
        act={t('profile.changePassword')}
        width={narrow ? '100%' : WIDTH}
        unsaved={false}
        covered={entered !== null}
        onSubmit={ask}
        onDone={() => undefined}
        onClose={onClose}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <Password
          {...form.text('oldPassword')}
          label={t('field.oldPassword')}
          autoComplete="current-password"
          data-autofocus
        />
        <Password
          {...form.text('newPassword')}
          label={
            <span className={css.label}>
              {t('field.newPassword')}
              <Rule />
            </span>
          }
          aria-label={t('field.newPassword')}
          autoComplete="new-password"
        />
        <Password {...form.text('repeat')} label={t('field.repeat')} autoComplete="new-password" />
      </FormDialog>
      <Confirm
        opened={entered !== null}
        title={t('profile.confirmTitle')}
        act={t('act.ok')}
        onAct={() => form.run(() => change(entered!))}
        onClose={() => setEntered(null)}
      >
        <p>{t('profile.confirmBody')}</p>
      </Confirm>
    </>
  )
}

/** The rule for passwords, reachable by mouse, touch and keyboard. */
function Rule() {
  const { t, messageText } = useText()
  return (
    <Tooltip label={messageText('password_rule')} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon
        variant="transparent"
        color="gray"
        size={24}
        aria-label={`${t('field.passwordRule')}: ${messageText('password_rule')}`}
        onClick={(e) => e.preventDefault()}
      >
        <Icon name="info" size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
