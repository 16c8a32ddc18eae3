import type { Permission } from '#core/access/index.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/setup.ts'
import type { Answer, TestServer } from '../server.ts'
import { dakDrinh } from '../import/real.ts'
import type { Use } from './walk.ts'

let made = 0

/** Calls that set up a further reservoir, which only the edition with several reservoirs allows. */
export function setupUses(server: TestServer): Use[] {
  const { db, config } = server.app.services

  async function asOffice(act: () => Promise<Answer>): Promise<Answer> {
    const before = config.edition
    config.edition = 'SERVER'
    try {
      return await act()
    } finally {
      config.edition = before
    }
  }
  const clear = () => db.query('DELETE FROM setup_draft')
  const draft = async () => {
    await clear()
    await db.query("INSERT INTO setup_draft VALUES ('new', '{}', 1, 0, 'test')")
  }
  const use = (endpoint: Endpoint, act: (token: string | undefined) => Promise<Answer>): Use => ({
    name: `${endpoint.method} ${fullPath(endpoint)}`,
    endpoint,
    needs: [endpoint.access as Permission],
    send: (_permission, token) => asOffice(() => act(token)),
  })

  return [
    use(contract.saveSetup, async (token) => {
      await clear()
      return server.call(contract.saveSetup, { body: { version: null, body: {} } }, { token })
    }),
    use(contract.discardSetup, async (token) => {
      await draft()
      return server.call(contract.discardSetup, { body: { version: 1 } }, { token })
    }),
    use(contract.readSetupTable, (token) =>
      server.raw({
        method: 'POST',
        url: `${fullPath(contract.readSetupTable)}?name=x.csv`,
        headers: {
          'content-type': 'application/octet-stream',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        payload: Buffer.from('z,v\n1,2\n'),
      }),
    ),
    use(contract.createReservoir, async (token) => {
      await clear()
      const hydroCode = `WALK${made++}`
      const answer = await server.call(
        contract.createReservoir,
        { body: { version: null, seed: { ...dakDrinh, hydroCode } } },
        { token },
      )
      await db.query('DELETE FROM plant WHERE hydro_code = $1', [hydroCode])
      server.app.plants.changed(hydroCode, null, null)
      return answer
    }),
  ]
}
