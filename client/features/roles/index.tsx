import { Button } from '@mantine/core'
import { useState } from 'react'
import { leavesOf, SCREENS } from '#contract/permissions.ts'
import type { Role } from '#contract/roles.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page, RowActs, RowMark, RowName, tableCss as table } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { Editor } from './editor.tsx'
import { useRoles } from './queries.ts'
import { Remove } from './remove.tsx'
import css from './roles.module.css'

const ALL = SCREENS.flatMap((s) => s.permissions).length

type Open = { act: 'add' } | { act: 'edit' | 'remove'; role: Role } | null

/** Groups of permissions, which accounts hold at a reservoir. */
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
        actions={
          mayAdd && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ act: 'add' })}>
              {t('roles.add')}
            </Button>
          )
        }
      >
        <Loaded query={roles} what={t('roles.title')} height={280}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon="shield" title={t('roles.empty')} />
            ) : (
              <Table roles={list} onOpen={(act, role) => setOpen({ act, role })} />
            )
          }
        </Loaded>
      </Page>
      {open?.act === 'add' && <Editor role={null} onClose={close} />}
      {open?.act === 'edit' && <Editor role={open.role} onClose={close} />}
      {open?.act === 'remove' && <Remove role={open.role} others={roles.data ?? []} onClose={close} />}
    </>
  )
}

function Table({
  roles,
  onOpen,
}: {
  roles: readonly Role[]
  onOpen: (act: 'edit' | 'remove', role: Role) => void
}) {
  const { t, language } = useText()
  const own = useProfile().role
  const mayUpdate = useCan('roles.update')
  const mayRemove = useCan('roles.destroy')
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('roles.title')}>
      <table className={table.table} aria-label={t('roles.title')}>
        <thead>
          <tr>
            <th scope="col">{t('roles.name')}</th>
            <th scope="col" className={table.number}>
              {t('roles.level')}
            </th>
            <th scope="col" className={table.number}>
              {t('roles.members')}
            </th>
            <th scope="col" className={table.number}>
              {t('roles.permissions')}
            </th>
            <th scope="col">{t('roles.tree')}</th>
            <th scope="col">
              <span className="sr">{t('act.more', { name: '' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {roles.map((r) => {
            const held = new Set<string>(leavesOf(r.permissions))
            const screens = SCREENS.filter((s) => s.permissions.some((p) => held.has(p.code)))
            return (
              <tr key={r.role_id}>
                <th scope="row">
                  <RowName name={r.role_name} onOpen={() => onOpen('edit', r)} />
                  {r.role_name === own && <RowMark>{t('roles.own')}</RowMark>}
                </th>
                <td data-label={t('roles.level')} className={table.number}>
                  {r.level}
                </td>
                <td data-label={t('roles.members')} className={table.number}>
                  {r.members}
                </td>
                <td data-label={t('roles.permissions')} className={table.number}>
                  {t('roles.count', { held: held.size, all: ALL })}
                </td>
                <td data-label={t('roles.tree')} className={css.screens}>
                  {screens.map((s) => s[language]).join(', ')}
                </td>
                <td className={table.acts}>
                  <RowActs
                    name={r.role_name}
                    acts={[
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
                    ]}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
