import type { FeedEvent, LastValue } from '#contract/feed.ts'
import { setServerTime } from './clock.ts'
import type { LineStatus } from './feed-line.ts'

type FeedChange = Extract<FeedEvent, { event: 'change' }>['data']
/** Codes that changed; null after a snapshot, when any may have. */
export type Moved = FeedChange | null

/** Last value of every series, outside React: when one series changes, only its subscribers render. */
export function createFeedStore() {
  const last = new Map<string, LastValue>()
  const bySeries = new Map<string, Set<() => void>>()
  const changes = new Set<(moved: Moved) => void>()
  const statusListeners = new Set<() => void>()
  let status: LineStatus | null = null

  function put(values: readonly LastValue[]) {
    for (const v of values) {
      const had = last.get(v[0])
      if (had && had[1] === v[1] && had[2] === v[2] && had[3] === v[3]) continue
      last.set(v[0], v)
      bySeries.get(v[0])?.forEach((l) => l())
    }
  }

  function snapshot(now: number, values: readonly LastValue[]) {
    setServerTime(now)
    const present = new Set(values.map((v) => v[0]))
    for (const code of last.keys())
      if (!present.has(code)) {
        last.delete(code)
        bySeries.get(code)?.forEach((l) => l())
      }
    put(values)
    changes.forEach((l) => l(null))
  }

  return {
    snapshot,
    event(e: FeedEvent) {
      if (e.event === 'snapshot') snapshot(e.data.now, e.data.last)
      else if (e.event === 'change') {
        setServerTime(e.data.now)
        put(e.data.last)
        changes.forEach((l) => l(e.data))
      } else if (e.event === 'beat') setServerTime(e.data.now)
    },
    setStatus(next: LineStatus | null) {
      status = next
      statusListeners.forEach((l) => l())
    },
    status: () => status,
    onStatus(listener: () => void) {
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
    last: (code: string): LastValue | undefined => last.get(code),
    all: (): LastValue[] => [...last.values()],
    /** Previous values, while no line reports any. */
    recall: (values: readonly LastValue[]) => put(values),
    onSeries(code: string, listener: () => void) {
      let set = bySeries.get(code)
      if (!set) bySeries.set(code, (set = new Set()))
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0) bySeries.delete(code)
      }
    },
    onChange(listener: (moved: Moved) => void) {
      changes.add(listener)
      return () => void changes.delete(listener)
    },
    clear() {
      last.clear()
      bySeries.forEach((set) => set.forEach((l) => l()))
    },
  }
}
