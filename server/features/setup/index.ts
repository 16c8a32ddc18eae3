import { DAY, SECOND } from '#core/time/units.ts'
import type { FastifyInstance } from 'fastify'
import { can } from '#core/access/index.ts'
import { speedAt, timeAt, type Pace } from '#contract/demo-clock.ts'
import { getDemoWeather, setDemoWeather, type DemoWeather } from '#contract/demo-weather.ts'
import * as contract from '#contract/setup.ts'
import { demoAccountsBut, grantsOf, isDemoAccount } from '#server/features/accounts/index.ts'
import { record } from '#server/features/audit/index.ts'
import { plainName } from '#server/lib/files.ts'
import { asProblem, checkFile, onDisk } from '#server/features/file-import/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { PacedClock } from '#server/lib/clock.ts'
import { Problem, conflict, forbidden } from '#server/lib/errors.ts'
import { keepFact } from '#server/lib/installation.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { createReservoir } from './create.ts'
import { readGrid } from './grid.ts'
import { demoPlant, endDemo } from './leave.ts'
import { isRecent, readStorms, type DemoState, type DemoStorms } from './demo-state.ts'
import { readDraft, readProvinces, removeDraft, writeDraft, type Draft } from './store.ts'

export { removeDemoPlant } from './leave.ts'
export { createDemoState, isRecent, LEFT, readPace, readStorms, type DemoState } from './demo-state.ts'
export { readDemoState } from './store.ts'

/** How many times faster than the real clock that of a demo runs in a typhoon, and for how much of its time, ms. */
const SPEED = 60
const FAST = DAY
/**
 * A change of pace is in force this much later, ms: other replicas look every five seconds, and the plant restarts first;
 * otherwise its readings would be minutes late.
 */
const NOTIFIED_IN = 8 * SECOND

/**
 * Ends the present pace. One that is fast ends a moment from now, when other replicas and the plant have heard of it:
 * none of them is ahead of the others then, so that no clock goes back.
 */
function steadyFrom({ real, pace }: PacedClock): Pace {
  const now = real.now()
  return { ...pace, until: Math.min(pace.until, now < pace.from ? pace.from : now + NOTIFIED_IN) }
}

/** Continues from what the clock shows, and at the speed of a typhoon as soon as the plant has restarted. */
function fastFrom({ real, pace }: PacedClock): Pace {
  const from = Math.max(real.now() + NOTIFIED_IN, pace.until)
  return { from, until: from + FAST / SPEED, ahead: timeAt(pace, from) - from, speed: SPEED }
}

const shown = (d: Draft) => ({ ...d, updated_at: new Date(d.updated_at).toISOString() })

/** Creates reservoirs, and ends the demo. */
export function serveSetup(
  web: FastifyInstance,
  serve: Serve,
  s: Services & { plants: Plants; registry: Registry; demo: DemoState },
): void {
  const { plants, demo } = s
  for (const type of contract.readSetupTable.contentTypes!)
    if (!web.hasContentTypeParser(type))
      web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  /** Whether the caller may describe reservoirs everywhere, even where there is none yet. */
  const everywhere = async (caller: Caller) =>
    (await grantsOf(s.db.pool, caller.accountId!)).some(
      (g) => g.hydro === '*' && can(g.permissions, 'information.update'),
    )
  const refusal = async (caller: Caller): Promise<contract.SetupState['refused']> => {
    if (!(await everywhere(caller))) return 'permission'
    if (demo.on()) return 'demo'
    if (s.config.edition !== 'SERVER' && (await plants.codes()).length > 0) return 'one_reservoir'
    return null
  }
  const admit = async (caller: Caller) => {
    const refused = await refusal(caller)
    if (refused === 'permission') throw forbidden()
    if (refused !== null) throw conflict(refused === 'demo' ? 'setup_in_demo' : 'one_reservoir')
  }

  serve(contract.getSetup, async ({ caller }) => {
    const [refused, draft, hydro] = await Promise.all([refusal(caller), readDraft(s.db), demoPlant(s)])
    const mayLeave = refused === 'demo' && hydro !== null && can(caller.permissions, 'accounts.destroy')
    const provinces = await readProvinces(s.db)
    return {
      draft: draft && refused === null ? shown(draft) : null,
      may_create: refused === null,
      refused,
      demo:
        demo.on() && hydro !== null
          ? {
              hydro_code: hydro,
              name: (await plants.plant(hydro)).name,
              may_leave: mayLeave,
              password_needed: await isDemoAccount(s.db.pool, caller.accountId!),
              accounts: mayLeave ? await demoAccountsBut(s.db.pool, caller.accountId!) : [],
            }
          : null,
      zone: s.config.plantTimeZone,
      provinces: provinces.map((p) => p.name),
    }
  })

  serve(contract.saveSetup, async ({ caller, body }) => {
    await admit(caller)
    if (!(await writeDraft(s.db.pool, body.version, body.body, s.clock.now(), caller.actor))) throw conflict()
    return shown((await readDraft(s.db))!)
  })

  serve(contract.discardSetup, async ({ caller, body }) => {
    await admit(caller)
    const actor = { actor: caller.actor, address: caller.address, hydro: null }
    await s.db.tx(async (c) => {
      if (!(await removeDraft(c, body.version))) throw conflict()
      await record(c, s.clock.now(), actor, { act: 'discard', noun: 'setup' })
    })
    return null
  })

  serve(contract.readSetupTable, async ({ caller, query, body }) => {
    await admit(caller)
    const name = plainName(query.name)
    const bytes = Buffer.isBuffer(body) ? (body as Buffer) : Buffer.alloc(0)
    checkFile(bytes, name)
    try {
      return await onDisk([bytes], (path) => readGrid(path, name, query.sheet))
    } catch (error) {
      throw asProblem(error, name)
    }
  })

  serve(contract.createReservoir, async ({ caller, body }) => {
    await admit(caller)
    return createReservoir(s, s, caller, body.version, body.seed)
  })

  const weather = async (): Promise<DemoWeather> => {
    const since = (await readStorms(s)).storms.at(-1) ?? null
    const { real, pace } = demo.clock!
    const clock = { speed: speedAt(pace, real.now()), ahead: s.clock.now() - real.now() }
    return isRecent(since, s.clock.now())
      ? { flood: true, since, ...clock }
      : { flood: false, since: null, ...clock }
  }
  const admitDemo = async () => {
    const hydro = await demoPlant(s)
    if (!demo.on() || hydro === null) throw new Problem(404, 'not_a_demo')
    return hydro
  }

  serve(getDemoWeather, async () => {
    await admitDemo()
    return weather()
  })

  serve(setDemoWeather, async ({ caller, body }) => {
    if (!(await everywhere(caller))) throw forbidden()
    const hydro = await admitDemo()
    // Reads the stored state before changing it, so that the simulated plant notices the change.
    await demo.check()
    const before = await weather()
    if (before.flood === body.flood) return before
    const now = s.clock.now()
    const { storms } = await readStorms(s)
    // Called off, it never rained: readings since its start are sent again.
    const next: DemoStorms = body.flood
      ? { storms: [...storms, now], before: storms, again: now }
      : { storms: storms.slice(0, -1), before: storms, again: before.since }
    // Other reservoirs live by the real clock.
    const alone = (await plants.codes()).length === 1
    const pace = body.flood && alone ? fastFrom(demo.clock!) : steadyFrom(demo.clock!)
    const actor = { actor: caller.actor, address: caller.address, hydro }
    const change = { before: { flood: before.flood }, after: { flood: body.flood } }
    await s.db.tx(async (c) => {
      await keepFact(c, 'demo_storms', JSON.stringify(next))
      await keepFact(c, 'demo_clock', JSON.stringify(pace))
      await record(c, now, actor, { act: 'weather', noun: 'demo', item: hydro, ...change })
    })
    await demo.check()
    return weather()
  })

  serve(contract.leaveDemo, async ({ caller, body }) => {
    if (!(await everywhere(caller))) throw forbidden()
    await endDemo(s, { plants, demo }, caller, body)
    return null
  })
}
