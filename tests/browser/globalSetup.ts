import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemo, DEMO_DOOR } from './plant.ts'

/**
 * One settled demo for the whole run: created on the first request, stopped, and copied for each file. Its past is
 * sent and computed once; a copy catches up on the minutes since. Without a request none is created.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'forebay-demo-'))
  let made: Promise<void> | null = null
  const listener = createServer((_request, response) => {
    made ??= buildDemo(dir)
    made.then(
      () => response.end(dir),
      (error: Error) => response.writeHead(500).end(error.stack),
    )
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  process.env[DEMO_DOOR] = `http://127.0.0.1:${(listener.address() as { port: number }).port}/`

  return async () => {
    listener.closeAllConnections()
    await new Promise((done) => listener.close(done))
    await made?.catch(() => {})
    rmSync(dir, { recursive: true, force: true })
  }
}
