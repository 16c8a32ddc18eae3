import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Sheet } from '#contract/handover.ts'
import { CONTENT_MAX } from '#contract/shift-log.ts'
import { LIMITS } from '#contract/validation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { say, useText, type TextKey } from '../../lib/text/index.ts'
import { Confirm, Dialog } from '../../ui/dialog/index.tsx'
import { ConfirmWhy, FormAlert, Password } from '../../ui/form/index.ts'
import { ShiftFields } from './fields.tsx'
import { useAccept, useDiscard, usePeople, useReopen, useSign } from './queries.ts'
import { refusals } from './words.ts'
import css from './sheet.module.css'

interface Props {
  sheet: Sheet
  onClose: () => void
}

const FORM = 'sign-sheet'

/** What both signatures have in common: what it means, the password, the act. */
function SignDialog(props: {
  title: TextKey
  about: TextKey
  act: TextKey
  error: unknown
  busy: boolean
  onClose: () => void
  onSign: (password: string) => void
  children?: ReactNode
}) {
  const { title, about, act, error, busy, onClose, onSign, children } = props
  const { t } = useText()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const refused = refusals(error)
  return (
    <Dialog
      opened
      title={t(title)}
      onClose={onClose}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={busy}>
            {t(act)}
          </Button>
        </>
      )}
    >
      <form
        id={FORM}
        noValidate
        className={css.form}
        onSubmit={(e) => {
          e.preventDefault()
          setTried(true)
          if (password !== '') onSign(password)
        }}
      >
        <p className={css.told}>{t(about)}</p>
        {error !== null && refused.password === undefined && (
          <FormAlert kind="failed">{reasonOf(error)}</FormAlert>
        )}
        {children}
        <Password
          label={t('handover.password')}
          description={t('handover.passwordHint')}
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          error={refused.password ?? (tried && password === '' ? say('required') : undefined)}
          onChange={(e) => setPassword(e.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

/** Who goes signs. */
export function Sign({ sheet, onClose }: Props) {
  const { t } = useText()
  const sign = useSign()
  return (
    <SignDialog
      title="handover.signTitle"
      about="handover.signWhat"
      act="handover.sign"
      error={sign.error}
      busy={sign.isPending}
      onClose={onClose}
      onSign={(password) =>
        sign.mutate(
          { sheet_id: sheet.sheet_id, version: sheet.version, password },
          {
            onSuccess: () => {
              notice('done', t('handover.signed'))
              onClose()
            },
          },
        )
      }
    />
  )
}

/** Who comes signs what is on the screen, and goes on duty. */
export function Accept({ sheet, onClose }: Props) {
  const { t } = useText()
  const accept = useAccept()
  const people = usePeople()
  const [words, setWords] = useState({ shift: '', crew: '' })
  const [remark, setRemark] = useState('')
  // What was read is what is signed, whatever comes meanwhile.
  const [digest] = useState(sheet.digest)
  return (
    <SignDialog
      title="handover.acceptTitle"
      about="handover.acceptWhat"
      act="handover.accept"
      error={accept.error}
      busy={accept.isPending}
      onClose={onClose}
      onSign={(password) =>
        accept.mutate(
          { sheet_id: sheet.sheet_id, digest: digest!, password, remark, ...words },
          {
            onSuccess: () => {
              notice('done', t('handover.accepted'))
              onClose()
            },
          },
        )
      }
    >
      <ShiftFields
        words={words}
        names={people.data?.shifts ?? []}
        change={(part) => setWords((was) => ({ ...was, ...part }))}
      />
      <Textarea
        label={t('handover.remark')}
        autosize
        minRows={2}
        maxLength={CONTENT_MAX}
        value={remark}
        onChange={(e) => setRemark(e.currentTarget.value)}
      />
    </SignDialog>
  )
}

/** The first signature is taken back, or the sheet sent back to who wrote it. */
export function Reopen({ sheet, refusing, onClose }: Props & { refusing: boolean }) {
  const { t } = useText()
  const reopen = useReopen()
  return (
    <ConfirmWhy
      title={t('handover.reopenTitle')}
      act={t(refusing ? 'handover.refuse' : 'handover.reopen')}
      done={t('handover.reopened')}
      onClose={onClose}
      label={t('handover.reopenWhy')}
      needed={t('shiftLog.field.needWhy')}
      maxLength={LIMITS.reason.max}
      onAct={(why) => reopen.mutateAsync({ sheet_id: sheet.sheet_id, version: sheet.version, why })}
    >
      <p className={css.told}>{t('handover.reopenWhat')}</p>
    </ConfirmWhy>
  )
}

export function Discard({ sheet, onClose, onDone }: Props & { onDone: () => void }) {
  const { t } = useText()
  const discard = useDiscard()
  return (
    <Confirm
      opened
      title={t('handover.discard')}
      act={t('handover.discard')}
      busy={discard.isPending}
      failure={discard.error ? reasonOf(discard.error) : null}
      onClose={onClose}
      onAct={() =>
        discard.mutate(
          { sheet_id: sheet.sheet_id, version: sheet.version },
          {
            onSuccess: () => {
              notice('done', t('handover.discarded'))
              onDone()
            },
          },
        )
      }
    >
      <p className={css.told}>{t('handover.discardWhat')}</p>
    </Confirm>
  )
}
