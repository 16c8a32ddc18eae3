import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { changePeople, endDemoAccounts } from '#server/features/accounts/index.ts'
import { lockCalculation } from '#server/features/calculation/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { Problem, refuseField } from '#server/lib/errors.ts'
import { dropFact, keepFact, readFact } from '#server/lib/installation.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { LEFT, type DemoState } from './demo-state.ts'
import { deleteDevices, deleteGrantsAt, deletePlantRows, lockPlantTables, readDemoState } from './store.ts'

/**
 * Ends the demo for good: reservoir, readings, tokens, accounts and the stored state, in one transaction. The simulated
 * plant stops after it; what it still sends is refused for lack of a token. @throws Problem 404 not_a_demo, 409
 * last_administrator; 400 where name or password is not as required
 */
export async function endDemo(
  s: Services,
  input: { plants: Plants; demo: DemoState },
  caller: Caller,
  body: { name: string; password: string | null },
): Promise<void> {
  const { plants, demo } = input
  const hydro = await demoPlant(s)
  if (!demo.on() || hydro === null) throw new Problem(404, 'not_a_demo')
  const { name } = await plants.plant(hydro)
  const fold = (t: string) => t.trim().normalize('NFC')
  if (fold(body.name) !== fold(name)) throw refuseField(caller.language, 'name', 'name_differs', { name })
  const about = { noun: 'demo', item: hydro, itemName: name, tried: 'leave' }
  await changePeople(
    s,
    caller,
    ['information.update', 'accounts.destroy'],
    about,
    async ({ c, now, done }) => {
      // Recorded before accounts are deleted, so that the record has the actor's name.
      await done({ act: 'leave demo', noun: 'demo', item: hydro, itemName: name })
      await endDemoAccounts(c, caller, body.password, now)
      await deleteDevices(c, hydro)
      await dropFact(c, 'demo_token')
      await keepFact(c, 'demo', LEFT)
    },
  )
  rmSync(join(s.config.dataDir, 'demo-password'), { force: true })
  demo.left()
  await removeDemoPlant(s, plants)
}

/**
 * Deletes the reservoir of an ended demo; it has no token left, so nothing new arrives. Its code is stored until this
 * is done, so a killed process continues at its next start.
 */
export async function removeDemoPlant(s: Pick<Services, 'db'>, plants: Plants): Promise<void> {
  const hydro = await demoPlant(s)
  if (hydro === null || (await readDemoState(s)) !== LEFT) return
  await s.db.tx(
    async (c) => {
      // Calculations and writers in progress end first; later ones find no reservoir.
      await lockCalculation(c, hydro)
      await lockPlantTables(c)
      await deletePlantRows(c, hydro)
      await deleteGrantsAt(c, hydro)
      await plants.announce(c, hydro)
    },
    { retry: true },
  )
  plants.changed(hydro, null, null)
  // Writers that waited for the locks may have left rows.
  await s.db.tx(
    async (c) => {
      await lockCalculation(c, hydro)
      await deletePlantRows(c, hydro)
      await dropFact(c, 'demo_plant')
      await plants.announce(c, hydro)
    },
    { retry: true },
  )
  plants.changed(hydro, null, null)
}

/** The reservoir that the simulated plant sends to; null where there is none. */
export function demoPlant(s: Pick<Services, 'db'>): Promise<string | null> {
  return readFact(s.db.pool, 'demo_plant')
}
