import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { prune } from './features/accounts/index.ts'
import type { Worker as Imports } from './features/file-import/index.ts'
import { removeDemoPlant, type DemoState } from './features/setup/index.ts'
import { pruneUploads } from './features/tables/index.ts'
import type { Disk } from './lib/disk.ts'
import type { Jobs } from './lib/jobs.ts'
import type { Queue } from './lib/queue.ts'
import type { Services } from './lib/services.ts'
import type { Deps } from './pipeline.ts'

/** Rows of closed days that are not left for the next turn of the packer. */
const MANY_UNPACKED = 50_000

/** Starts background work at its intervals. */
export function schedule(
  jobs: Jobs,
  deps: Deps & { people: Services; demo: DemoState; imports: Imports; runs: Queue; disk: Disk },
): void {
  const { people, plants, history, quality, calculation, demo, imports, runs, disk } = deps
  // Readers settle what they look at themselves; this is for the rest.
  jobs.every('bins', 5000, () => history.settleBins())
  jobs.every('people', HOUR, () => prune(people))
  jobs.every('uploads', HOUR, () => pruneUploads(deps))
  jobs.every('disk', 2000, disk.look)
  // Packing writes before it frees anything, so it waits for room. It runs often, and at once where history arrives in
  // bulk (a demo's first year, a logger that was away): until then rows take ten times the room, and a table does not
  // shrink again.
  let packedAt = -Infinity
  jobs.every('pack', 1000, async () => {
    const due = performance.now() - packedAt >= MINUTE / 2 || history.unpacked() >= MANY_UNPACKED
    if (!due || (await disk.look()).full) return
    packedAt = performance.now()
    await history.pack()
  })
  jobs.every('what was replaced long ago', DAY, () => history.prune())
  jobs.every('demo', 5000, async () => {
    await demo.check()
    await removeDemoPlant(deps, plants)
  })
  jobs.every('silences', MINUTE, () => quality.checkSilences())
  jobs.every('abandoned uploads', HOUR, () => imports.prune())
  jobs.loop('calculation', (signal) => calculation.run(signal))
  for (const queue of [imports, runs]) jobs.loop(queue.name, (signal) => queue.run(signal))
}
