import { basename } from 'node:path'
import { makeId } from '#server/lib/ids.ts'
import { makeHolder } from '#server/lib/leases.ts'
import type { ImportContext } from './context.ts'
import { fileDigest, textDigest } from './digest.ts'
import type { Mapping } from './mapping.ts'
import { claimJob, releaseJob, renewJob, type ImportPart } from './store.ts'
import { importError } from './words.ts'

/** A job that this process writes. */
export interface Writing {
  run: string
  /** Of this process, for as long as it writes. */
  worker: string
  parts: ImportPart[]
  /** Series that the job created at its start. */
  created: readonly string[]
  /** Releases the job. */
  release(): Promise<void>
}

/** ms between two looks whether a job was released. */
const POLL_MS = 200

/**
 * Claims the job of this file and mapping: the unfinished one, or a new one. One that another process holds is waited
 * for until its lease ends, unless that process renews it. @throws ImportError job_running
 */
export async function begin(
  ctx: ImportContext,
  { file, name, mapping, replace }: { file: string; name?: string; mapping: Mapping; replace?: boolean },
  created: readonly string[],
): Promise<Writing> {
  const sha = await fileDigest(file)
  const key = textDigest(sha, JSON.stringify(mapping), replace ? 'replace' : 'keep')
  const { plant } = mapping
  const worker = makeHolder()
  const claim = { worker, lease: ctx.lease }
  for (let seen: number | null = null; ;) {
    const found = await claimJob(
      ctx.db,
      {
        hydro_code: plant,
        run_id: makeId('im', ctx.clock.now()),
        key,
        file_name: name ?? basename(file),
        file_sha256: sha,
        mapping,
        created,
        actor: ctx.actor,
        started_at: ctx.clock.now(),
      },
      claim,
    )
    if ('job' in found) {
      const { job, parts } = found
      const run = job.run_id
      let pending: Promise<void> | null = null
      const renewing = setInterval(() => {
        // One at a time: each takes a connection, and a slow database must not run out of them.
        pending ??= renewJob(ctx.db, plant, run, claim)
          .catch((err: Error) =>
            ctx.log.warn({ err: err.message, run }, 'the lease of an import was not renewed'),
          )
          .finally(() => (pending = null))
      }, ctx.lease / 4)
      const release = async () => {
        clearInterval(renewing)
        await pending
        await releaseJob(ctx.db, plant, run, worker).catch((err: Error) =>
          ctx.log.warn({ err: err.message, run }, 'an import was not released'),
        )
      }
      return { run, worker, parts, created: job.created, release }
    }
    if (seen !== null && found.heldUntil !== seen) throw importError('job_running')
    seen = found.heldUntil
    await new Promise((later) => setTimeout(later, POLL_MS))
  }
}
