import { can, type Permission } from '#core/access/index.ts'
import { fullPath } from '#contract/endpoint.ts'
import { ITEMS, type ItemNoun } from '#contract/items.ts'
import { DEFAULT_SETTINGS } from '#core/description/index.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { demoDescription } from '#plant/describe.ts'
import type { TestServer } from '../server.ts'

const seed = demoDescription()
const SINGLE: readonly ItemNoun[] = ['plant', 'parameters', 'settings']

let made = 0

/** A body of each noun that the demo reservoir accepts. */
const BODIES: Record<ItemNoun, () => unknown> = {
  plant: () => seed.plant,
  position: () => seed.positions[0].body,
  // A gate belongs to one outlet.
  gate: () => ({
    ...seed.gates[0].body,
    leaves: seed.gates[0].body.leaves.map((leaf) => ({ ...leaf, id: `walk${made++}.${leaf.id}` })),
  }),
  unit: () => seed.units[0].body,
  station: () => ({ ...seed.stations[0].body, code: `WALK_${made++}` }),
  sensor: () => ({
    name: 'walked',
    kind: 2,
    port: '',
    target: null,
    series: null,
    state: 'not_installed',
    gain: 1,
    offset: 0,
    plate: '',
  }),
  parameters: () => seed.parameters,
  settings: () => DEFAULT_SETTINGS,
  // Of a kind there is one check per series and season: each gets a season of its own.
  check: () => ({
    name: 'walked',
    kind: 'missing',
    series: [seed.stations[0].body.series],
    season: { from: dayOfYear(made++), to: '12-31' },
    enabled: true,
    grade: null,
    limits: { steps: 4 },
  }),
  calendar: () => READY_CALENDARS['EVN-2014'],
  tariff: () => ({ name: 'walked', kind: 'flat', calendar: 'EVN-2014', currency: 'VND', price: 1000 }),
  deduction: () => ({ name: 'walked', kind: 'per_kwh', amount: 36, deducted: true }),
}

const two = (n: number) => String(n).padStart(2, '0')
const dayOfYear = (n: number) => `${two(1 + (Math.floor(n / 28) % 12))}-${two(1 + (n % 28))}`

/** Bodies with which the calls of every item succeed: each gets new items. */
export function itemSamples(server: TestServer) {
  const { db } = server.app.services
  const samples: Record<string, (permission: string) => Promise<{ params?: object; body?: unknown }>> = {}

  /** Creates an item directly in the database; for nouns with a single item changes that instead. */
  const make = async (noun: ItemNoun) => {
    const itemId = SINGLE.includes(noun) ? noun : `walk${made++}`
    const version = await db.tx((c) =>
      server.app.plants.change(
        c,
        { actor: 'test', address: null, hydro: seed.hydroCode },
        {
          hydroCode: seed.hydroCode,
          noun,
          itemId,
          body: BODIES[noun](),
          from: null,
          to: null,
          reason: null,
        },
      ),
    )
    return { itemId, version }
  }
  const nameOf = (e: { method: string } & Parameters<typeof fullPath>[0]) => `${e.method} ${fullPath(e)}`

  for (const noun of Object.keys(ITEMS) as ItemNoun[]) {
    const calls = ITEMS[noun]
    const single = SINGLE.includes(noun)
    samples[nameOf(calls.history)] = async () => ({ params: { id: (await make(noun)).itemId } })
    samples[nameOf(calls.add)] = async (permission) => {
      // The existing one is removed where the call will add another.
      if (single && can([permission], calls.add.access as Permission))
        await db.query(
          `UPDATE description SET superseded_at = recorded_at + 1
            WHERE hydro_code = $1 AND noun = $2 AND superseded_at IS NULL`,
          [seed.hydroCode, noun],
        )
      return { body: { body: BODIES[noun](), from: null } }
    }
    samples[nameOf(calls.change)] = async () => {
      const { itemId, version } = await make(noun)
      return { params: { id: itemId }, body: { version, body: BODIES[noun](), reason: 'walked' } }
    }
    samples[nameOf(calls.retire)] = async () => {
      // Required items are never retired: 404 for another one is as far as this call gets.
      if (single) return { params: { id: 'none' }, body: { version: 've_none', from: null } }
      const { itemId, version } = await make(noun)
      return { params: { id: itemId }, body: { version, from: null } }
    }
  }
  return samples
}
