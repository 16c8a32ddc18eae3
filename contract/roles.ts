import { z } from 'zod'
import { PERMISSIONS } from '#core/access/index.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS, id, requiredLine } from './validation.ts'

/** 1 is the highest level. Nobody creates or changes a role with a lower number than their own. */
export const level = z.number().int({ error: 'level_rule' }).min(1, { error: 'level_rule' }).max(99, {
  error: 'level_rule',
})

export const permissions = z
  .array(z.enum(PERMISSIONS, { error: 'unknown_permission' }))
  .min(1, { error: 'no_permission_selected' })
  .max(PERMISSIONS.length, { error: 'too_many' })
  .transform((list) => [...new Set(list)])

export const role = z.object({
  role_id: z.string(),
  role_name: z.string(),
  level: z.number(),
  permissions: z.array(z.string()),
  /** Accounts that have it at one reservoir or more. */
  members: z.number(),
  /** Whether the caller has all its permissions wherever it is granted, and so may change or remove it. */
  editable: z.boolean(),
  version: z.number(),
})
export type AccountRole = z.infer<typeof role>

export const listRoles = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/role/getall',
  access: 'roles.view',
  reads: ['roles', 'accounts'],
  anyReservoir: true,
  summary: 'Roles at or below the caller’s own level (level >= own sid).',
  data: z.array(role),
})

export const listScreens = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/role/screens',
  access: 'roles.view',
  reads: ['roles'],
  anyReservoir: true,
  summary: 'The tree of screens and their permissions; grantable: the caller has it and may assign it.',
  data: z.array(
    z.object({
      code: z.string(),
      parent: z.string().nullable(),
      vi: z.string(),
      en: z.string(),
      permissions: z.array(
        z.object({ code: z.string(), vi: z.string(), en: z.string(), grantable: z.boolean() }),
      ),
    }),
  ),
})

export const roleBody = z.strictObject({
  role_name: requiredLine(LIMITS.roleName.max),
  level,
  permissions,
})

export const createRole = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/role/create',
  access: 'roles.insert',
  changes: ['roles'],
  anyReservoir: true,
  summary: 'Adds a role: not above the caller’s level, and with no permission that the caller lacks.',
  status: 201,
  body: roleBody,
  data: role,
})

export const updateRole = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/role/update',
  access: 'roles.update',
  changes: ['roles'],
  anyReservoir: true,
  summary: 'Changes a role. It applies to its members at once.',
  body: roleBody.partial().extend({
    role_id: id,
    /** The version that was read; 409 when another one is stored meanwhile. */
    version: z.number().int().optional(),
  }),
  data: role,
})

export const deleteRole = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/role/delete',
  access: 'roles.destroy',
  changes: ['roles', 'accounts'],
  anyReservoir: true,
  summary:
    'Removes a role. With members: 409 role_in_use unless move_to names their new role, or is null to leave them without one.',
  body: z.strictObject({ role_id: id, move_to: id.nullable().optional() }),
  data: z.null(),
})
