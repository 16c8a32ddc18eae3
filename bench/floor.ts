import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts the ingest call without a database, in a process of its own (bare.ts). */
export async function startFloor(): Promise<{ url: string; stop(): Promise<void> }> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare.ts'), { stdio: 'inherit' })
  const url = await Promise.race([
    once(child, 'message').then(([message]) => message as string),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the floor ended before it was ready (${code})`)
    }),
  ])
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
