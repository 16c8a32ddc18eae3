import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { createRole, listRoles, roleBody, updateRole, type AccountRole } from '#contract/roles.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { FormAlert, FormDialog } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { useRereadRoles, useTree } from './queries.ts'
import css from './roles.module.css'
import { PermissionTree } from './tree.tsx'

const draftOf = (role: AccountRole | null, level: number) => ({
  role_name: role?.role_name ?? '',
  level: String(role?.level ?? Math.min(99, level + 1)),
  permissions: role?.permissions ?? [],
})

/** The level is typed as text; an empty one is not zero. */
const schema = roleBody.extend({
  level: z.preprocess((v) => (/^\s*\d+\s*$/.test(String(v)) ? Number(v) : NaN), roleBody.shape.level),
})

/** Adds or changes a role: its name, level and permissions. */
export function RoleEditor({ role: initial, onClose }: { role: AccountRole | null; onClose: () => void }) {
  const { t, messageText } = useText()
  const { level } = useProfile()
  const mayUpdate = useCan('roles.update')
  const reread = useRereadRoles()
  const tree = useTree()
  const [role, setRole] = useState(initial)
  const readOnly = role !== null && !(mayUpdate && role.editable)
  const form = useForm({
    schema,
    values: draftOf(initial, level),
    rules: (v) => ({
      level: Number(v.level) < level && messageText('above_own_level', { what: t('roles.level') }),
    }),
  })

  async function save(body: z.output<typeof schema>) {
    if (role === null) await call(createRole, { body })
    else await call(updateRole, { body: { ...body, role_id: role.role_id, version: role.version } })
    void reread()
    // It may be the role of the signed-in account.
    void renewProfile()
  }

  async function reload() {
    const now = (await call(listRoles)).find((r) => r.role_id === role?.role_id)
    void reread()
    if (!now) {
      notice('failed', t('roles.gone'))
      return onClose()
    }
    setRole(now)
    form.restart(draftOf(now, level))
  }

  const wrong = form.errorOf('permissions')
  return (
    <FormDialog
      form={form}
      panel
      title={t(role === null ? 'roles.add' : readOnly ? 'roles.view' : 'roles.edit')}
      act={t(role ? 'act.save' : 'act.add')}
      ready={tree.data !== undefined}
      readOnly={readOnly}
      failed={messageText(role === null ? 'create_role_failed' : 'update_role_failed')}
      onSubmit={save}
      done={messageText(role === null ? 'create_role_success' : 'update_role_success')}
      conflict={{ text: t('roles.conflict'), reload }}
      onClose={onClose}
    >
      {role && !role.editable && <FormAlert kind="info">{t('roles.notEditable')}</FormAlert>}
      <TextInput {...form.text('role_name')} label={t('roles.name')} readOnly={readOnly} data-autofocus />
      <TextInput
        {...form.text('level')}
        label={t('roles.level')}
        description={t('roles.levelHint', { own: level })}
        readOnly={readOnly}
        inputMode="numeric"
        maxLength={2}
        styles={{ wrapper: { width: 120 } }}
      />
      <fieldset className={css.tree} aria-describedby={wrong ? 'tree-wrong' : undefined}>
        <legend>{t('roles.tree')}</legend>
        {wrong && (
          <p id="tree-wrong" className={css.wrong} role="alert" data-wrong tabIndex={-1}>
            {wrong}
          </p>
        )}
        <Loaded query={tree} what={t('roles.tree')} height={320}>
          {(screens) => (
            <PermissionTree
              screens={screens}
              granted={form.values.permissions}
              before={role?.permissions ?? []}
              readOnly={readOnly}
              onChange={(codes) => form.set('permissions', codes)}
            />
          )}
        </Loaded>
      </fieldset>
    </FormDialog>
  )
}
