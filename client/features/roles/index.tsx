import { useState } from 'react'
import { permissionsWithin, SCREENS } from '#contract/permissions.ts'
import type { AccountRole } from '#contract/roles.ts'
import { useTitle } from '../../lib/use-title.ts'
import { roleName } from '../../lib/role-name.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable, RowMark, RowName } from '../../ui/table/index.ts'
import { RoleEditor } from './editor.tsx'
import { useRoles } from './queries.ts'
import { RemoveRole } from './remove.tsx'
import css from './roles.module.css'

const ALL = SCREENS.flatMap((s) => s.permissions).length

type Open = { act: 'add' } | { act: 'edit' | 'remove'; role: AccountRole } | null

/** Page of the roles: groups of permissions that accounts have at a reservoir. */
export default function Roles() {
  const { t } = useText()
  const roles = useRoles()
  const mayAdd = useCan('roles.insert')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  useTitle('route.roles')
  return (
    <>
      <Page
        title={t('roles.title')}
        actions={mayAdd && <AddButton label={t('roles.add')} onClick={() => setOpen({ act: 'add' })} />}
      >
        <Table roles={roles} onOpen={(act, role) => setOpen({ act, role })} />
      </Page>
      {open?.act === 'add' && <RoleEditor role={null} onClose={close} />}
      {open?.act === 'edit' && <RoleEditor role={open.role} onClose={close} />}
      {open?.act === 'remove' && <RemoveRole role={open.role} others={roles.data ?? []} onClose={close} />}
    </>
  )
}

function Table(props: {
  roles: ReturnType<typeof useRoles>
  onOpen: (act: 'edit' | 'remove', role: AccountRole) => void
}) {
  const { roles, onOpen } = props
  const { t, texts, language } = useText()
  const own = useProfile().role
  const mayUpdate = useCan('roles.update')
  const mayRemove = useCan('roles.destroy')
  const permissionsOf = (r: AccountRole) => new Set<string>(permissionsWithin(r.permissions))
  const screens = (r: AccountRole) => {
    const codes = permissionsOf(r)
    return SCREENS.filter((s) => s.permissions.some((p) => codes.has(p.code)))
      .map((s) => s[language])
      .join(', ')
  }
  return (
    <DataTable
      label={t('roles.title')}
      query={roles}
      rows={roles.data}
      rowKey={(r) => r.role_id}
      height={280}
      empty={<Empty icon="shield" title={t('roles.empty')} />}
      columns={[
        {
          id: 'name',
          head: t('roles.name'),
          rowHeader: true,
          value: (r) => roleName(r.role_name, texts),
          cell: (r) => (
            <>
              <RowName name={roleName(r.role_name, texts)} onOpen={() => onOpen('edit', r)} />
              {r.role_name === own && <RowMark>{t('roles.own')}</RowMark>}
            </>
          ),
        },
        { id: 'level', head: t('roles.level'), align: 'number', value: (r) => r.level },
        {
          id: 'members',
          head: t('roles.members'),
          align: 'number',
          value: (r) => r.members,
        },
        {
          id: 'permissions',
          head: t('roles.permissions'),
          align: 'number',
          value: (r) => permissionsOf(r).size,
          cell: (r) => t('roles.count', { held: permissionsOf(r).size, all: ALL }),
        },
        { id: 'screens', head: t('roles.tree'), className: css.screens, value: screens },
      ]}
      actions={{
        name: (r) => roleName(r.role_name, texts),
        acts: (r) => [
          {
            icon: mayUpdate && r.editable ? 'edited' : 'eye',
            label: t(mayUpdate && r.editable ? 'roles.edit' : 'roles.view'),
            run: () => onOpen('edit', r),
          },
          mayRemove &&
            r.editable && {
              icon: 'trash',
              label: t('act.remove'),
              run: () => onOpen('remove', r),
              grave: true,
            },
        ],
      }}
    />
  )
}
