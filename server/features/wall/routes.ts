import { MINUTE } from '#core/time/units.ts'
import { can } from '#core/access/index.ts'
import * as contract from '#contract/wall.ts'
import type { WallPlace } from '#contract/wall.ts'
import { forbidden, Problem } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Screen, Screens } from './screen-store.ts'

/** Attempts with keys and codes a minute from one address: there are 24^10 codes. */
const TRIES = { config: { rateLimit: { max: 10, timeWindow: MINUTE } } }

interface WallRouteDeps {
  screens: Screens
  placeOf(hydroCode: string): Promise<{ name: string; zone: string }>
  permissions: readonly string[]
  /** Ends the streams of viewers that may no longer watch. */
  endStreams(): Promise<void>
}

export function serveWall(serve: Serve, { screens, placeOf, permissions, endStreams }: WallRouteDeps): void {
  const placed = async (screen: Screen): Promise<WallPlace> => {
    const { name, zone } = await placeOf(screen.hydro)
    return {
      screen_id: screen.screenId,
      name: screen.name,
      hydro_code: screen.hydro,
      hydro_name: name,
      time_zone: zone,
      permissions: [...permissions],
    }
  }

  serve(contract.listWallScreens, ({ caller }) => screens.list(caller.hydro))

  serve(contract.addWallScreen, ({ body, caller }) => {
    // Nobody grants a view that they do not have themselves.
    if (!can(caller.permissions, 'dashboard.view')) throw forbidden()
    return screens.add(caller, body.name)
  })

  serve(contract.revokeWallScreen, async ({ body, caller }) => {
    const screen = await screens.revoke(caller, body.screen_id)
    await endStreams()
    return screen
  })

  serve(
    contract.signInWall,
    async ({ body, caller }) => {
      const opened = await screens.signIn(body.key, caller.address)
      if (!opened) throw new Problem(400, 'wall_key_unknown')
      return { token: opened.token, screen: await placed(opened.screen) }
    },
    TRIES,
  )

  serve(contract.getWallScreen, ({ caller }) =>
    caller.screen
      ? placed({ screenId: caller.screen.id, name: caller.screen.name, hydro: caller.hydro })
      : null,
  )
}
