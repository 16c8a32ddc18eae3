import { tooMany } from './errors.ts'

const MiB = 1024 * 1024

/** Bytes of bodies under way: all of them, those of one caller, and what small ones may hold besides. */
const MOST = 64 * MiB
const MOST_OF_ONE = 40 * MiB
const MOST_OF_SMALL = 16 * MiB
/** What a body may be that is taken also while others fill the room: any ordinary call. */
const SMALL = 64 * 1024

/** What a request holds of the room. */
export interface Room {
  /** Takes so many bytes more. @throws Problem 429 busy */
  take(bytes: number): void
  leave(): void
}

interface Uploads {
  /** who: callers with the same name share what one may have. */
  enter(who: string): Room
  gauges(): Record<string, number>
}

/**
 * Bounds the memory of bodies that are read or worked on, from the length they announce on. A body that is larger
 * than what is left is refused, to be sent again; one that nothing else waits beside is always taken.
 */
export function createUploads(): Uploads {
  let all = 0
  const held = new Map<string, number>()

  return {
    enter(who) {
      let own = 0
      const fits = (bytes: number) => {
        if (all === own) return true
        if (own + bytes <= SMALL) return all + bytes <= MOST + MOST_OF_SMALL
        if (all + bytes > MOST) return false
        const mine = held.get(who) ?? 0
        return mine === own || mine + bytes <= MOST_OF_ONE
      }
      const add = (bytes: number) => {
        own += bytes
        all += bytes
        const left = (held.get(who) ?? 0) + bytes
        if (left > 0) held.set(who, left)
        else held.delete(who)
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
