import { roleName } from '../../lib/role-name.ts'
import { useText } from '../../lib/text/index.ts'
import type { Address } from '../../lib/use-address.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import type { ACCOUNT_FIELDS } from './list.ts'
import { useAccountOptions } from './queries.ts'

/** Filter of the accounts; by role once the roles are loaded. */
export function AccountFilterBar({ filter, ...address }: Address<typeof ACCOUNT_FIELDS>) {
  const { t, texts } = useText()
  const options = useAccountOptions().data
  const roles = new Map(
    (options?.reservoirs ?? []).flatMap((r) => r.roles.map((role) => [role.role_id, role] as const)),
  )
  return (
    <FilterBar
      {...address}
      filter={{ ...filter, role: filter.role !== null && roles.has(filter.role) ? filter.role : null }}
      fields={[
        { kind: 'text', name: 'search', label: t('accounts.search'), width: 240, most: 360, wide: true },
        {
          kind: 'choice',
          name: 'status',
          label: t('field.status'),
          any: t('accounts.allStatuses'),
          options: [
            { value: 'active', label: t('accounts.active') },
            { value: 'inactive', label: t('accounts.inactive') },
          ],
        },
        ...(roles.size === 0
          ? []
          : [
              {
                kind: 'choice' as const,
                name: 'role' as const,
                label: t('field.role'),
                any: t('accounts.allRoles'),
                options: [...roles.values()]
                  .sort((a, b) => a.level - b.level || a.role_name.localeCompare(b.role_name, 'vi'))
                  .map((r) => ({ value: r.role_id, label: roleName(r.role_name, texts) })),
              },
            ]),
      ]}
    />
  )
}
