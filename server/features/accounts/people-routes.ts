import * as contract from '#contract/accounts.ts'
import * as area from '#contract/registration.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { UNLIMITED } from '#server/lib/web.ts'
import type { Forgot } from './forgot.ts'
import { changeOwnPassword } from './own-password.ts'
import { createAccount, giveable, listPeople, removeAccount, setPassword, updateAccount } from './people.ts'
import type { PlaceOf } from './profile.ts'
import { register } from './register.ts'
import { PUBLIC_LIMIT } from './sign-in-routes.ts'

export function servePeople(serve: Serve, s: Services, forgot: Forgot, placeOf: PlaceOf): void {
  serve(
    area.register,
    async ({ body, caller }) => {
      await register(s, caller, body)
      return null
    },
    PUBLIC_LIMIT,
  )
  serve(
    area.forgotPassword,
    ({ body, caller }) => {
      forgot.ask({ username: body.username, address: caller.address, language: caller.language })
      return null
    },
    PUBLIC_LIMIT,
  )
  serve(
    area.resetPassword,
    async ({ body, caller }) => {
      await forgot.reset({ ...body, address: caller.address })
      return null
    },
    // Links cannot be guessed.
    UNLIMITED,
  )

  serve(contract.listAccounts, async ({ query, caller }) => ({
    ...(await listPeople(s, caller, query)),
    page_size: PAGE_SIZE,
  }))
  serve(contract.getAccountOptions, async ({ caller }) => ({
    reservoirs: await Promise.all(
      (await giveable(s, caller)).map(async (p) => ({
        ...p,
        hydro_name: p.hydro_code === '*' ? null : (await placeOf(p.hydro_code)).name,
      })),
    ),
  }))
  serve(contract.createAccount, ({ body, caller }) => createAccount(s, caller, body))
  serve(contract.changePassword, ({ body, caller }) => changeOwnPassword(s, caller, body))
  serve(contract.updateAccount, ({ body, params, caller }) => updateAccount(s, caller, params.id, body))
  serve(contract.removeAccount, ({ params, caller }) => removeAccount(s, caller, params.id))
  serve(contract.setPassword, ({ body, params, caller }) =>
    setPassword(s, caller, params.id, body.newPassword),
  )
}
