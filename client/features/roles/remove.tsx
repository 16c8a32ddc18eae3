import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteRole, type Role } from '#contract/roles.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Confirm } from '../../ui/dialog/index.tsx'
import { useReread } from './queries.ts'
import css from './roles.module.css'

/** Stands for "no role": a role's id is never empty. */
const NONE = ''

/** Removes a role; where accounts hold it, asks what becomes of them first. */
export function Remove({
  role,
  others,
  onClose,
}: {
  role: Role
  others: readonly Role[]
  onClose: () => void
}) {
  const { t, say } = useText()
  const reread = useReread()
  const [to, setTo] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      call(deleteRole, {
        body: { role_id: role.role_id, ...(to === null ? {} : { move_to: to === NONE ? null : to }) },
      }),
    meta: { quiet: true },
    onSuccess: () => {
      notice('done', say('removed'))
      void renewProfile()
      onClose()
    },
    onSettled: reread,
  })
  // Somebody may have got the role while the question stood here.
  const inUse = remove.error instanceof CallError && remove.error.code === 'role_in_use'
  const members = others.find((r) => r.role_id === role.role_id)?.members ?? role.members
  const asks = members > 0 || inUse

  return (
    <Confirm
      opened
      title={t('removing.title', { name: role.role_name })}
      act={t('act.remove')}
      busy={remove.isPending}
      failure={remove.error && !inUse ? reasonOf(remove.error) : null}
      onAct={() => {
        if (asks && to === null) return setMissing(true)
        remove.mutate()
      }}
      onClose={onClose}
    >
      <p>{t('removing.body')}</p>
      {asks && (
        <div className={css.move}>
          <p>{t('roles.removeWith', { count: members })}</p>
          <Choice
            label={t('roles.moveTo')}
            placeholder={t('roles.choose')}
            value={to}
            error={missing && to === null ? t('roles.choose') : undefined}
            data={[
              ...others
                .filter((r) => r.role_id !== role.role_id)
                .map((r) => ({ value: r.role_id, label: r.role_name })),
              { value: NONE, label: t('roles.without') },
            ]}
            onChange={setTo}
          />
        </div>
      )}
    </Confirm>
  )
}
