import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/roles.ts'
import { call } from '../../lib/client.ts'
import { useProfile } from '../../lib/who.ts'

export type Tree = Awaited<ReturnType<typeof readTree>>
const readTree = (signal: AbortSignal) => call(contract.listScreens, { signal })

/** Roles at or below the own level, the most powerful first. */
export function useRoles() {
  const { hydro_code: hydro, level } = useProfile()
  return useQuery({
    queryKey: [hydro, 'roles'],
    queryFn: ({ signal }) => call(contract.listRoles, { signal }),
    select: (roles) =>
      roles
        .filter((r) => r.level >= level)
        .sort((a, b) => a.level - b.level || a.role_name.localeCompare(b.role_name, 'vi')),
    staleTime: 0,
    meta: { failed: 'load_roles_failed' },
  })
}

/** What a role is made of. */
export function useTree() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'screens'],
    queryFn: ({ signal }) => readTree(signal),
    staleTime: 0,
    meta: { failed: 'load_form_failed' },
  })
}

/** Reads the roles again, and who may give them. */
export function useReread(): () => Promise<void> {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['roles', 'account-options', 'accounts'].map((key) =>
        client.invalidateQueries({ queryKey: [hydro, key] }),
      ),
    )
  }
}
