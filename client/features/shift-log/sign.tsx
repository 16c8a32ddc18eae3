import { Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  acceptHandover,
  discardHandover,
  reopenHandover,
  signHandover,
  type Sheet,
} from '#contract/handover.ts'
import { CONTENT_MAX } from '#contract/shift-log.ts'
import { useForm, type AnyForm } from '../../lib/form/index.ts'
import { useAct } from '../../lib/query.ts'
import { messageText, useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { ConfirmWhy, FormDialog, Password } from '../../ui/form/index.ts'
import { ShiftFields } from './fields.tsx'
import { useDutyPeople } from './queries.ts'
import css from './sheet.module.css'

interface Props {
  sheet: Sheet
  onClose: () => void
}

/** Password field of both signatures. */
function PasswordField({ form }: { form: AnyForm }) {
  const { t } = useText()
  return (
    <Password
      {...form.text('password')}
      label={t('handover.password')}
      description={t('handover.passwordHint')}
      autoComplete="current-password"
      data-autofocus
      required
    />
  )
}

const passwordRule = ({ password }: { password: string }) => ({
  password: password === '' && messageText('required'),
})

/** Signature of the outgoing operator. */
export function SignSheet({ sheet, onClose }: Props) {
  const { t } = useText()
  const sign = useAct(signHandover, { quiet: true })
  const form = useForm({
    schema: signHandover.body!,
    values: { password: '' },
    body: ({ password }) => ({ sheet_id: sheet.sheet_id, version: sheet.version, password }),
    rules: passwordRule,
  })
  return (
    <FormDialog
      form={form}
      title={t('handover.signTitle')}
      act={t('handover.sign')}
      unsaved={false}
      onSubmit={(body) => sign.run({ body })}
      done={t('handover.signed')}
      onClose={onClose}
    >
      <p className={css.text}>{t('handover.signWhat')}</p>
      <PasswordField form={form} />
    </FormDialog>
  )
}

/** Signature of the incoming operator, who thereby goes on duty. */
export function AcceptSheet({ sheet, onClose }: Props) {
  const { t } = useText()
  const accept = useAct(acceptHandover, { quiet: true })
  const people = useDutyPeople()
  // Signs the version that was read, whatever changes meanwhile.
  const [digest] = useState(sheet.digest)
  const form = useForm({
    schema: acceptHandover.body!,
    values: { shift: '', crew: '', remark: '', password: '' },
    body: (values) => ({ sheet_id: sheet.sheet_id, digest: digest!, ...values }),
    rules: passwordRule,
  })
  return (
    <FormDialog
      form={form}
      title={t('handover.acceptTitle')}
      act={t('handover.accept')}
      unsaved={false}
      onSubmit={(body) => accept.run({ body })}
      done={t('handover.accepted')}
      onClose={onClose}
    >
      <p className={css.text}>{t('handover.acceptWhat')}</p>
      <ShiftFields form={form} names={people.data?.shifts ?? []} />
      <Textarea
        {...form.text('remark')}
        label={t('handover.remark')}
        autosize
        minRows={2}
        maxLength={CONTENT_MAX}
      />
      <PasswordField form={form} />
    </FormDialog>
  )
}

/** Withdraws the first signature, or returns the sheet to its author. */
export function ReopenSheet({ sheet, refusing, onClose }: Props & { refusing: boolean }) {
  const { t } = useText()
  const reopen = useAct(reopenHandover, { quiet: true })
  return (
    <ConfirmWhy
      title={t('handover.reopenTitle')}
      act={t(refusing ? 'handover.refuse' : 'handover.reopen')}
      done={t('handover.reopened')}
      onClose={onClose}
      label={t('handover.reopenWhy')}
      needed={t('shiftLog.field.needWhy')}
      onAct={(why) => reopen.run({ body: { sheet_id: sheet.sheet_id, version: sheet.version, why } })}
    >
      <p className={css.text}>{t('handover.reopenWhat')}</p>
    </ConfirmWhy>
  )
}

/** Discards a draft. */
export function DiscardSheet({ sheet, onClose, onDone }: Props & { onDone: () => void }) {
  const { t } = useText()
  const discard = useAct(discardHandover, { quiet: true })
  return (
    <Confirm
      title={t('handover.discard')}
      act={t('handover.discard')}
      done={t('handover.discarded')}
      onDone={onDone}
      onClose={onClose}
      onAct={() => discard.run({ body: { sheet_id: sheet.sheet_id, version: sheet.version } })}
    >
      <p className={css.text}>{t('handover.discardWhat')}</p>
    </Confirm>
  )
}
