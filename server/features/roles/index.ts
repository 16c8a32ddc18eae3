import * as contract from '#contract/roles.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { create, list, remove, screens, update } from './service.ts'

export function serveRoles(serve: Serve, s: Services): void {
  serve(contract.listRoles, ({ caller }) => list(s, caller))
  serve(contract.listScreens, ({ caller }) => screens(caller))
  serve(contract.createRole, ({ body, caller }) => create(s, caller, body))
  serve(contract.updateRole, ({ body, caller }) => update(s, caller, body))
  serve(contract.deleteRole, ({ body, caller }) => remove(s, caller, body))
}
