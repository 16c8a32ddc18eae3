import { basename } from 'node:path'
import { makeId } from '#server/lib/ids.ts'
import type { ImportContext } from './context.ts'
import { fileDigest, textDigest } from './digest.ts'
import type { Mapping } from './mapping.ts'
import { beginJob, lockJob, type ImportPart } from './store.ts'
import { importError } from './words.ts'

/** How long another process may take to give a job back (one that was killed does when its connection ends), ms. */
const WAIT = 3000

/** A job of which this process writes. */
export interface Writing {
  run: string
  parts: ImportPart[]
  /** Series that the job made, when it began. */
  created: readonly string[]
  /** Gives the job back for others. */
  release(): Promise<void>
}

/** Takes the job of this file and mapping: the unfinished one, or a new one. */
export async function begin(
  ctx: ImportContext,
  { file, name, mapping, replace }: { file: string; name?: string; mapping: Mapping; replace?: boolean },
  created: readonly string[],
): Promise<Writing> {
  const sha = await fileDigest(file)
  const key = textDigest(sha, JSON.stringify(mapping), replace ? 'replace' : 'keep')
  const client = await ctx.db.pool.connect()
  // A connection that is lost while nothing is asked of it is an event; what is written then fails by itself.
  client.on('error', () => {})
  try {
    // A transaction that stays open holds the lock even behind a transaction pooler, which keeps no sessions.
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${WAIT}`)
    await lockJob(client, mapping.plant, key)
  } catch (error) {
    client.release(true)
    if ((error as { code?: string }).code === '55P03') throw importError('job_running')
    throw error
  }
  // Closing the connection ends the transaction and gives the lock back.
  const release = async () => client.release(true)
  try {
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
    return { run: job.run_id, parts, created: job.created, release }
  } catch (error) {
    await release()
    throw error
  }
}
