import type { Sql } from './database.ts'
import type { Notices } from './notices.ts'

/** Values by key that together weigh no more than `most`: the least recently used leave first. */
interface Lru<V> {
  get(key: string): V | undefined
  /** weight: in the unit of `most`. */
  set(key: string, value: V, weight: number): void
  delete(key: string): void
  clear(): void
  size(): number
}

export function createLru<V>(most: number): Lru<V> {
  const entries = new Map<string, { value: V; weight: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      // The order of a Map is that of insertion: what is used comes last.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight) {
      remove(key)
      entries.set(key, { value, weight })
      total += weight
      // What was asked for just now stays, however heavy it is.
      for (const oldest of entries.keys()) {
        if (total <= most || oldest === key) break
        remove(oldest)
      }
    },
    delete: remove,
    clear() {
      entries.clear()
      total = 0
    },
    size: () => entries.size,
  }
}

/** What is read once by key and kept until somebody says that it changed, within a bound of memory. */
interface Kept<V> {
  /** maxAge: an older one is read again, ms. So is one of more than `maxAge()`. */
  get(key: string, maxAge?: number): Promise<V>
  /** Reads it now, whatever is kept. */
  renew(key: string): Promise<V>
  forget(key: string): void
  clear(): void
  size(): number
  /** Age up to which values are used, ms: without end while changes of other replicas arrive. */
  maxAge(): number
  /** Tells the other replicas of a change with the commit of `c`. This process forgets the value after it. */
  announce(c: Sql, key: string): Promise<void>
}

/** How long values are used while the changes of other replicas do not arrive, ms. */
const FRESH = 5000

/** How replicas tell each other of changes. */
interface Announced {
  channel: string
  /** Without, this process is alone. */
  notices: Notices | undefined
  /** Called when another replica has changed a value, which was forgotten; null: any, since notices may be lost. */
  changed?: (key: string | null) => void
}

export function createKept<V>(o: {
  load(key: string): Promise<V>
  /** Bytes of memory, about; of all together. */
  most: number
  announced?: Announced
}): Kept<V> {
  const { channel = '', notices, changed } = o.announced ?? {}
  const lru = createLru<{ at: number; value: Promise<V> }>(o.most)
  const kept: Kept<V> = {
    maxAge: () => (notices && !notices.isWhole() ? FRESH : Infinity),
    announce: async (c, key) => notices?.sendIn(c, channel, key),
    get(key, maxAge = Infinity) {
      const had = lru.get(key)
      return had && performance.now() - had.at < Math.min(maxAge, kept.maxAge()) ? had.value : kept.renew(key)
    },
    renew(key) {
      const entry = { at: performance.now(), value: o.load(key) }
      lru.set(key, entry, 0)
      entry.value.then(
        // What was forgotten while it was read may be older than what made it be forgotten.
        (value) => lru.get(key) === entry && lru.set(key, entry, weigh(value)),
        () => lru.get(key) === entry && lru.delete(key),
      )
      return entry.value
    },
    forget: lru.delete,
    clear: lru.clear,
    size: lru.size,
  }
  notices?.on(channel, (key) => {
    kept.forget(key as string)
    changed?.(key as string)
  })
  notices?.onGap(() => {
    kept.clear()
    changed?.(null)
  })
  return kept
}

/** Bytes of memory that a value of plain objects, lists, maps and texts takes, about. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Map) return 48 + sum([...value].flat())
  return Array.isArray(value) ? 32 + sum(value) : 32 + sum(Object.values(value))
}

const sum = (list: readonly unknown[]) => list.reduce<number>((total, one) => total + 8 + weigh(one), 0)
