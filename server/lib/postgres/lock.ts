import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { birthOf } from './processes.ts'

export class InUseError extends Error {
  override name = 'InUseError'
}

interface Holder {
  pid: number
  birth: string
  since: string
}

const NAME = 'server.lock'

/** The process that uses this folder now, or null. A later process with the same number does not count. */
export function holderOf(dataDir: string): Holder | null {
  const holder = read(join(dataDir, NAME))?.holder ?? null
  return holder !== null && birthOf(holder.pid) === holder.birth ? holder : null
}

/** Takes the folder for this process. Returns the function that releases it. @throws InUseError while another has it */
export function takeLock(dataDir: string): () => void {
  const path = join(dataDir, NAME)
  const ownPath = `${path}.${process.pid}`
  const birth = birthOf(process.pid)
  const text = `${JSON.stringify({ pid: process.pid, birth, since: new Date().toISOString() })}\n`
  // Written under another name and linked: nobody reads half a lock, and linking fails where there is one already.
  writeFileSync(ownPath, text)
  try {
    while (!link(ownPath, path)) clear(path, dataDir)
  } finally {
    rmSync(ownPath, { force: true })
  }
  return () => {
    if (read(path)?.text === text) rmSync(path, { force: true })
  }
}

/** Removes a lock whose holder is gone. */
function clear(path: string, dataDir: string): void {
  const found = read(path)
  if (found === null) return
  const { holder } = found
  if (holder !== null && birthOf(holder.pid) === holder.birth)
    throw new InUseError(
      `${dataDir} is in use by another Forebay (process ${holder.pid}, since ${holder.since}). ` +
        'Stop that one first, or give this one a DATA_DIR of its own.',
    )
  // Two processes may find the same stale lock: the file that was moved must be the one that was read.
  const aside = `${path}.dead.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (read(aside)?.text !== found.text) link(aside, path)
  rmSync(aside, { force: true })
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): { text: string; holder: Holder | null } | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
  try {
    return { text, holder: JSON.parse(text) as Holder }
  } catch {
    return { text, holder: null }
  }
}
