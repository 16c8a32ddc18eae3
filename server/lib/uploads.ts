import { tooMany } from './errors.ts'

const MiB = 1024 * 1024

/** Most bytes of bodies in progress: of all, of one caller, and of small ones besides. */
const MOST = 64 * MiB
const MOST_OF_ONE = 40 * MiB
const MOST_OF_SMALL = 16 * MiB
/** Largest body that is accepted even while others fill the room: any ordinary call. */
const SMALL = 64 * 1024

/** The share of a request. */
export interface Room {
  /** Adds bytes to the share. @throws Problem 429 busy */
  take(bytes: number): void
  leave(): void
}

interface Uploads {
  /** caller: calls with the same name share one limit. */
  enter(caller: string): Room
  gauges(): Record<string, number>
}

/**
 * Limits the memory of bodies that are read or processed, by their announced length. A body that is larger than what is
 * left is refused, to be sent again; one without any other beside it is always accepted.
 */
export function createUploads(): Uploads {
  let all = 0
  const held = new Map<string, number>()

  return {
    enter(caller) {
      let own = 0
      const fits = (bytes: number) => {
        if (all === own) return true
        if (own + bytes <= SMALL) return all + bytes <= MOST + MOST_OF_SMALL
        if (all + bytes > MOST) return false
        const callers = held.get(caller) ?? 0
        return callers === own || callers + bytes <= MOST_OF_ONE
      }
      const add = (bytes: number) => {
        own += bytes
        all += bytes
        const left = (held.get(caller) ?? 0) + bytes
        if (left > 0) held.set(caller, left)
        else held.delete(caller)
      }
      return {
        take(bytes) {
          if (!fits(bytes)) throw tooMany('busy', 2)
          add(bytes)
        },
        leave: () => add(-own),
      }
    },
    gauges: () => ({ forebay_body_bytes_under_way: all }),
  }
}
