import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes DATA_DIR where it is missing, and checks that it can be written. @throws Error that names the reason */
export function prepareDataDir(dir: string): void {
  try {
    makeFolder(dir)
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`DATA_DIR=${dir} ${reasonOf(code) ?? `cannot be used (${message})`}`)
  }
}

/** Makes a folder with its parents, as mkdir -p does. Node's recursive mkdir never ends below /proc. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = dirname(dir)
    if (code === 'EEXIST' && statSync(dir).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    makeFolder(parent)
    mkdirSync(dir, { mode: 0o700 })
  }
}

function reasonOf(code: string | undefined): string | null {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'is a file, or lies below one: name a folder'
    case 'EROFS':
      return 'lies on a file system that is mounted read-only: mount it for writing, or name another folder'
    case 'EACCES':
    case 'EPERM':
      return 'cannot be written by this user: give the folder to the user who starts Forebay (chown), or name another one'
    case 'ENOSPC':
      return 'cannot be made: the disk is full'
    default:
      return null
  }
}
