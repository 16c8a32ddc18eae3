import * as contract from '#contract/roles.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { createRole, listRoles, removeRole, screens, updateRole } from './service.ts'

export function serveRoles(serve: Serve, s: Services): void {
  serve(contract.listRoles, ({ caller }) => listRoles(s, caller))
  serve(contract.listScreens, ({ caller }) => screens(caller))
  serve(contract.createRole, ({ body, caller }) => createRole(s, caller, body))
  serve(contract.updateRole, ({ body, caller }) => updateRole(s, caller, body))
  serve(contract.deleteRole, ({ body, caller }) => removeRole(s, caller, body))
}
