import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { prune } from './features/accounts/index.ts'
import type { Worker as Imports } from './features/file-import/index.ts'
import type { ReportJobs } from './features/report/index.ts'
import type { ReportSchedules } from './features/report-schedules/index.ts'
import { removeDemoPlant, type DemoState } from './features/setup/index.ts'
import { pruneUploads } from './features/tables/index.ts'
import type { Disk } from './lib/disk.ts'
import type { Jobs } from './lib/jobs.ts'
import { createLease, type Lease } from './lib/leases.ts'
import type { Queue } from './lib/queue.ts'
import { createScheduler, type Scheduler } from './lib/scheduler.ts'
import type { Services } from './lib/services.ts'
import type { Deps } from './pipeline.ts'

/** Rows of days that are closed are gathered this long before they are packed, and so long a full disk is waited for. */
const PACKED_AFTER = MINUTE / 2
/** So many rows of closed days of a plant are packed at once. */
const MANY_UNPACKED = 50_000

/**
 * Starts background work at its intervals. What a process needs for itself runs in each; the rest where the role says
 * so, and of that what is done once for all replicas in the one that holds the lease.
 */
export function schedule(
  jobs: Jobs,
  deps: Services &
    Pick<Deps, 'plants' | 'history' | 'calculation' | 'quality' | 'readings'> & {
      people: Services
      demo: DemoState
      imports: Imports
      runs: Queue
      reports: ReportJobs
      schedules: ReportSchedules
      weather: Queue
      disk: Disk
    },
  options: Parameters<typeof createScheduler>[1] = {},
): void {
  const { people, plants, history, demo, imports, runs, reports, schedules, weather, disk } = deps
  jobs.every('disk', 2000, disk.look)
  jobs.every('demo', 5000, demo.check)
  if (deps.config.role === 'api') return
  const lease = createLease(deps, 'chores')
  const once = (name: string, ms: number, chore: () => Promise<unknown>) =>
    jobs.every(name, ms, async () => {
      if (await lease.gained()) await chore()
    })
  jobs.loop('lease', (signal) => lease.run(signal))
  const scheduler = createScheduler(deps, options)
  const sweep = addPlantWork(scheduler, { ...deps, lease })
  jobs.loop('work of plants', async (signal) => {
    for (const code of await plants.codes()) scheduler.join(code)
    await scheduler.run(signal)
  })
  // Readers settle the hour bins that they look at themselves; this is for the rest, and for what no notice announced.
  jobs.every('dirty spans', 5000, sweep)
  once('people', HOUR, () => prune(people))
  once('uploads', HOUR, () => pruneUploads(deps))
  once('what was replaced long ago', DAY, () => history.prune())
  once('reservoir of an ended demo', 5000, () => removeDemoPlant(deps, plants))
  once('abandoned uploads', HOUR, () => imports.prune())
  once('reports of last week', HOUR, () => reports.prune())
  for (const queue of [imports, runs, reports, schedules, weather])
    jobs.loop(queue.name, (signal) => queue.run(signal))
}

/**
 * What is done for each plant by itself, and what makes it due. Answers a look for marks of all plants, which name those
 * that have something.
 */
export function addPlantWork(
  scheduler: Scheduler,
  {
    plants,
    history,
    calculation,
    quality,
    readings,
    clock,
    log,
    disk,
    lease,
    schedules,
  }: Pick<Deps, 'plants' | 'history' | 'calculation' | 'clock' | 'log'> &
    Partial<Pick<Deps, 'quality' | 'readings'>> & { disk?: Disk; lease?: Lease; schedules?: ReportSchedules },
): () => Promise<void> {
  const computed = scheduler.add({ name: 'calculation', turn: (hydro) => calculation.turn(hydro) })
  const bins = scheduler.add({
    name: 'hour bins',
    onlyCalled: true,
    turn: async (hydro) => ((await history.settlePlantBins(hydro)) > 0 ? clock.now() : Infinity),
  })
  const silences =
    quality && scheduler.add({ name: 'silences', turn: (hydro) => quality.checkSilences(hydro) })
  // Often: history that arrives in one go (a demo's first year, a logger that was away) is rows until then, ten times
  // as large, and a table does not shrink again. Packing writes before anything is free: it waits for room.
  const packing = scheduler.add({
    name: 'packing',
    turn: async (hydro) => {
      if (lease && !lease.held()) return clock.now() + HOUR
      return (await disk?.look())?.full ? clock.now() + PACKED_AFTER : history.packSome(hydro)
    },
  })
  // Whoever comes second finds it decided.
  const reports =
    schedules && scheduler.add({ name: 'report schedules', turn: (hydro) => schedules.plan(hydro) })
  schedules?.onChange((hydro) => reports!.at(hydro, clock.now()))
  lease?.onGain(() => {
    void plants.codes().then(
      (codes) => codes.forEach((code) => packing.at(code, clock.now())),
      (err: unknown) => log.warn({ err }, 'packing begins within the hour'),
    )
  })
  calculation.onTouch(computed.soon)
  history.onChange((changes) => {
    const now = clock.now()
    for (const { hydroCode, series, from } of changes) {
      if (from < history.openFrom())
        packing.at(hydroCode, history.unpacked(hydroCode) >= MANY_UNPACKED ? now : now + PACKED_AFTER)
      if (quality?.isSilent(hydroCode, series)) silences!.at(hydroCode, now)
    }
  })
  // A sensor may have been described before its series was there.
  readings?.registry.onChange((hydro) => silences?.at(hydro, clock.now()))
  plants.onChange((hydro) => {
    scheduler.join(hydro)
    computed.soon(hydro)
  })
  return async () => {
    const now = clock.now()
    for (const found of await history.waitingPlants()) {
      if (found.bins) bins.at(found.hydroCode, now)
      if (found.calculation) computed.at(found.hydroCode, now)
    }
  }
}
