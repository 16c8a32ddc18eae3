import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { z } from 'zod'
import { createRole, listRoles, roleBody, updateRole, type Role } from '#contract/roles.ts'
import { renewProfile } from '../../lib/start/signed-in.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError, useFields } from '../../lib/fields.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/who.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, Told } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { useReread, useTree } from './queries.ts'
import css from './roles.module.css'
import { Tree } from './tree.tsx'

const FORM = 'role'

const draftOf = (role: Role | null, level: number) => ({
  role_name: role?.role_name ?? '',
  level: String(role?.level ?? Math.min(99, level + 1)),
  permissions: role?.permissions ?? [],
})
type Draft = ReturnType<typeof draftOf>

/** The level is typed as text; a blank is not zero. */
const schema = roleBody.extend({
  level: z.preprocess((v) => (/^\s*\d+\s*$/.test(String(v)) ? Number(v) : NaN), roleBody.shape.level),
})

/** Makes a role, or changes one: its name, its level, its permissions. */
export function Editor({ role: given, onClose }: { role: Role | null; onClose: () => void }) {
  const { t, say } = useText()
  const { level } = useProfile()
  const mayUpdate = useCan('roles.update')
  const reread = useReread()
  const tree = useTree()
  const [role, setRole] = useState(given)
  const readOnly = role !== null && !(mayUpdate && role.editable)
  const fields = useFields(schema, draftOf(given, level))
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const above =
    Number(fields.values.level) < level ? say('above_own_level', { what: t('roles.level') }) : undefined

  async function submit(e: FormEvent) {
    e.preventDefault()
    setConflict(false)
    const body = fields.check()
    if (!body || above) return focusFirstError(form.current)
    setBusy(true)
    try {
      if (role === null) await call(createRole, { body })
      else await call(updateRole, { body: { ...body, role_id: role.role_id, version: role.version } })
      notice('done', say(role === null ? 'create_role_success' : 'update_role_success'))
      void reread()
      // It may be one's own.
      void renewProfile()
      onClose()
    } catch (error) {
      setBusy(false)
      if (error instanceof CallError && error.code === 'conflict') return setConflict(true)
      fields.refuse(error)
      focusFirstError(form.current)
    }
  }

  async function load() {
    setBusy(true)
    try {
      const now = (await call(listRoles)).find((r) => r.role_id === role?.role_id)
      void reread()
      if (!now) {
        notice('failed', t('roles.gone'))
        return onClose()
      }
      setRole(now)
      fields.restart(draftOf(now, level))
      setConflict(false)
    } catch (error) {
      notice('failed', reasonOf(error))
    }
    setBusy(false)
  }

  const wrong = fields.errorOf('permissions')
  return (
    <Dialog
      opened
      panel
      title={t(role === null ? 'roles.add' : readOnly ? 'roles.view' : 'roles.edit')}
      onClose={onClose}
      unsaved={fields.dirty ? { question: t('act.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t(readOnly ? 'act.close' : 'act.cancel')}
          </Button>
          {!readOnly && (
            <Button type="submit" form={FORM} loading={busy} disabled={conflict || !tree.data}>
              {t(role ? 'act.save' : 'act.add')}
            </Button>
          )}
        </>
      )}
    >
      <form id={FORM} ref={form} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
        {conflict && (
          <Changed
            text={t('roles.conflict')}
            reload={t('act.reload')}
            busy={busy}
            onReload={() => void load()}
          />
        )}
        {fields.failure && <Told kind="failed">{fields.failure}</Told>}
        {role && !role.editable && <Told kind="info">{t('roles.notEditable')}</Told>}
        <TextInput
          {...fields.input('role_name')}
          label={t('roles.name')}
          readOnly={readOnly}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...fields.input('level')}
          label={t('roles.level')}
          description={t('roles.levelHint', { own: level })}
          error={fields.errorOf('level') ?? above}
          readOnly={readOnly}
          autoComplete="off"
          inputMode="numeric"
          maxLength={2}
          styles={{ wrapper: { width: 120 } }}
        />
        <fieldset className={css.tree} aria-describedby={wrong ? 'tree-wrong' : undefined}>
          <legend>{t('roles.tree')}</legend>
          {wrong && (
            <p id="tree-wrong" className={css.wrong} role="alert">
              {wrong}
            </p>
          )}
          <Loaded query={tree} what={t('roles.tree')} height={320}>
            {(screens) => (
              <Tree
                screens={screens}
                held={fields.values.permissions}
                before={role?.permissions ?? []}
                readOnly={readOnly}
                onChange={(codes) => fields.set('permissions', codes as Draft['permissions'])}
              />
            )}
          </Loaded>
        </fieldset>
      </form>
    </Dialog>
  )
}
