import { statfs } from 'node:fs/promises'
import { Problem } from './errors.ts'
import type { Log } from './log.ts'

/** Free bytes where the database is; null: unknown. */
export type FreeBytes = () => Promise<number | null>

/**
 * Watches the free space on the disk of the embedded database. Below the reserve, calls that may write much are
 * refused, so that reading, signing in and small changes go on; on a full disk PostgreSQL stops altogether.
 */
export interface Disk {
  /** The last known state. */
  state(): DiskState
  /** Measures again, where the last measurement is old. */
  look(): Promise<DiskState>
  /** @throws Problem 507 disk_full below the reserve */
  needRoom(): Promise<void>
}

interface DiskState {
  /** Bytes; null: unknown, as with a database elsewhere. */
  free: number | null
  reserve: number
  full: boolean
}

const MB = 1024 * 1024
/** How long a measurement is used, ms: each takes a turn of the thread pool. */
const FRESH = 250
/** Factor of the reserve above which there is room again, so that the state does not flip at each call. */
const AGAIN = 1.1

const diskFull = (free: number | null, reserve: number) =>
  new Problem(
    507,
    'disk_full',
    { free: Math.round((free ?? 0) / MB), reserve: Math.round(reserve / MB) },
    { retryAfter: 60 },
  )

export function createDisk(o: { free: FreeBytes; reserve: number; log: Log; fresh?: number }): Disk {
  let state: DiskState = { free: null, reserve: o.reserve, full: false }
  let measuredAt = -Infinity
  let looking: Promise<DiskState> | null = null

  const read = async (): Promise<DiskState> => {
    const free = await o.free().catch(() => null)
    const full = free !== null && free < o.reserve * (state.full ? AGAIN : 1)
    if (full !== state.full)
      o.log.warn(
        { free, reserve: o.reserve },
        full
          ? 'the disk is full but for its reserve: no readings are taken'
          : 'the disk has room again: readings are taken',
      )
    state = { free, reserve: o.reserve, full }
    measuredAt = performance.now()
    return state
  }
  const measure = async () => {
    if (performance.now() - measuredAt < (o.fresh ?? FRESH)) return state
    looking ??= read().finally(() => (looking = null))
    return looking
  }
  return {
    state: () => state,
    look: measure,
    async needRoom() {
      const { full, free, reserve } = await measure()
      if (full) throw diskFull(free, reserve)
    },
  }
}

/** Bytes that an ordinary user may still write to the file system of a folder. */
export const freeIn =
  (folder: string): FreeBytes =>
  async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
