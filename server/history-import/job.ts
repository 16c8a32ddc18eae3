import { basename } from 'node:path'
import { makeId } from '#server/lib/ids.ts'
import type { ImportContext } from './context.ts'
import { fileDigest, textDigest } from './digest.ts'
import type { Mapping } from './mapping.ts'
import { beginJob, lockJob, type ImportPart } from './store.ts'
import { importError } from './words.ts'

/** How long another process may take to release a job (a killed one does when its connection ends), ms. */
const WAIT = 3000

/** A job that this process writes. */
export interface Writing {
  run: string
  parts: ImportPart[]
  /** Series that the job created at its start. */
  created: readonly string[]
}

/** Works on the job of this file and mapping, the unfinished one or a new one, while nobody else does. */
export async function withJob<T>(
  ctx: ImportContext,
  { file, name, mapping, replace }: { file: string; name?: string; mapping: Mapping; replace?: boolean },
  created: readonly string[],
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  const sha = await fileDigest(file)
  const key = textDigest(sha, JSON.stringify(mapping), replace ? 'replace' : 'keep')
  return ctx.db.hold(async (client) => {
    try {
      // An open transaction holds the lock even through a transaction pooler, which keeps no sessions.
      await client.query('BEGIN')
      await client.query(`SET LOCAL lock_timeout = ${WAIT}`)
      await lockJob(client, mapping.plant, key)
    } catch (error) {
      if ((error as { code?: string }).code === '55P03') throw importError('job_running')
      throw error
    }
    const { job, parts } = await beginJob(ctx.db, {
      hydro_code: mapping.plant,
      run_id: makeId('im', ctx.clock.now()),
      key,
      file_name: name ?? basename(file),
      file_sha256: sha,
      mapping,
      created,
      actor: ctx.actor,
      started_at: ctx.clock.now(),
    })
    return work({ run: job.run_id, parts, created: job.created })
  })
}
