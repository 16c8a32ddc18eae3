import * as contract from '#contract/roles.ts'
import type { Output } from '#contract/endpoint.ts'
import { useInvalidate, useRead } from '../../lib/query.ts'
import { useProfile } from '../../lib/app-state.ts'

export type PermissionScreens = Output<typeof contract.listScreens>

/** Roles at or below the account's own level, most powerful first. */
export function useRoles() {
  const { level } = useProfile()
  return useRead(
    contract.listRoles,
    {},
    {
      select: (roles) =>
        roles
          .filter((r) => r.level >= level)
          .sort((a, b) => a.level - b.level || a.role_name.localeCompare(b.role_name, 'vi')),
      staleTime: 0,
      failed: 'load_roles_failed',
    },
  )
}

/** The permissions of a role. */
export const useTree = () => useRead(contract.listScreens, {}, { staleTime: 0, failed: 'load_form_failed' })

/** Refetches the roles, and who may grant them. */
export function useRereadRoles(): () => Promise<void> {
  const invalidate = useInvalidate()
  return () => invalidate(['roles', 'accounts'])
}
