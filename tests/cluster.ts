import { constants, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#server/lib/postgres/index.ts'

/**
 * Lays a copy of a data folder with its embedded cluster, which is stopped, into another. False where the cluster lies
 * elsewhere, as it does for a root that may not make user namespaces: then nothing is copied.
 */
export async function copyCluster(from: string, to: string): Promise<boolean> {
  if (lstatSync(join(from, 'postgres')).isSymbolicLink()) return false
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  // Copies that start at once are not to compete for one port.
  const file = join(to, 'postgres.json')
  const access = JSON.parse(readFileSync(file, 'utf8')) as { port: number }
  writeFileSync(file, JSON.stringify({ ...access, port: await freePort() }))
  return true
}
