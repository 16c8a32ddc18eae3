import { Button, TextInput } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import css from './accounts.module.css'
import { isFiltered, type List } from './list.ts'
import { useOptions } from './queries.ts'

const ALL = ''

export function Filter({ list, show }: { list: List; show: (part: Partial<List>) => void }) {
  const { t } = useText()
  const options = useOptions().data
  const [search, setSearch] = useTyped(list.search, (text) => show({ search: text.trim() }))
  const roles = new Map(
    (options?.reservoirs ?? []).flatMap((r) => r.roles.map((role) => [role.role_id, role] as const)),
  )
  return (
    <>
      <TextInput
        className={css.search}
        type="search"
        data-wide
        aria-label={t('accounts.search')}
        placeholder={t('accounts.search')}
        leftSection={<Icon name="search" size={16} />}
        maxLength={200}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
      />
      <Choice
        aria-label={t('field.status')}
        value={list.status ?? ALL}
        onChange={(v) => show({ status: v === ALL ? null : (v as List['status']) })}
        data={[
          { value: ALL, label: t('accounts.allStatuses') },
          { value: 'active', label: t('accounts.active') },
          { value: 'inactive', label: t('accounts.inactive') },
        ]}
      />
      {roles.size > 0 && (
        <Choice
          aria-label={t('field.role')}
          value={list.role !== null && roles.has(list.role) ? list.role : ALL}
          onChange={(v) => show({ role: v === ALL ? null : v })}
          data={[
            { value: ALL, label: t('accounts.allRoles') },
            ...[...roles.values()]
              .sort((a, b) => a.level - b.level || a.role_name.localeCompare(b.role_name, 'vi'))
              .map((r) => ({ value: r.role_id, label: r.role_name })),
          ]}
        />
      )}
      {isFiltered(list) && (
        <Button variant="subtle" color="gray" onClick={() => show({ search: '', status: null, role: null })}>
          {t('act.clear')}
        </Button>
      )}
    </>
  )
}
