import { useState } from 'react'
import { z } from 'zod'
import { deleteRole, type AccountRole } from '#contract/roles.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { roleName } from '../../lib/role-name.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FormConfirm } from '../../ui/form/index.ts'
import { useRereadRoles } from './queries.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './roles.module.css'

/** Value for "no role": the id of a role is never empty. */
const NONE = ''

const schema = z.object({ to: z.string().nullable() })

/** Removes a role; if accounts have it, first asks which role they get instead. */
export function RemoveRole({
  role,
  others,
  onClose,
}: {
  role: AccountRole
  others: readonly AccountRole[]
  onClose: () => void
}) {
  const { t, texts, messageText } = useText()
  const reread = useRereadRoles()
  const members = others.find((r) => r.role_id === role.role_id)?.members ?? role.members
  // Somebody may have got the role while the dialog was open.
  const [inUse, setInUse] = useState(false)
  const asks = members > 0 || inUse
  const form = useForm({
    schema,
    values: { to: null as string | null },
    rules: ({ to }) => ({ to: asks && to === null && t('roles.choose') }),
  })

  async function remove({ to }: z.output<typeof schema>) {
    const moving = to === null ? {} : { move_to: to === NONE ? null : to }
    try {
      await call(deleteRole, { body: { role_id: role.role_id, ...moving } })
      void renewProfile()
    } catch (error) {
      if (error instanceof CallError && error.code === 'role_in_use') setInUse(true)
      throw error
    } finally {
      await reread()
    }
  }

  return (
    <FormConfirm
      form={form}
      title={t('removing.title', { name: roleName(role.role_name, texts) })}
      act={t('act.remove')}
      onSubmit={remove}
      // The field that then appears shows it.
      explain={(error) => (error instanceof CallError && error.code === 'role_in_use' ? null : undefined)}
      failed={messageText('remove_failed')}
      done={messageText('removed')}
      onClose={onClose}
    >
      <p>{t('removing.body')}</p>
      {asks && (
        <div className={`${layoutCss.columnClose} ${css.move}`}>
          <p>{t('roles.removeWith', { count: members })}</p>
          <Choice
            {...form.choice('to')}
            label={t('roles.moveTo')}
            placeholder={t('roles.choose')}
            data={[
              ...others
                .filter((r) => r.role_id !== role.role_id)
                .map((r) => ({ value: r.role_id, label: roleName(r.role_name, texts) })),
              { value: NONE, label: t('roles.without') },
            ]}
          />
        </div>
      )}
    </FormConfirm>
  )
}
