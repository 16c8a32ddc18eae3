import { MISSING } from '#core/quality/index.ts'
import type { FeedEvent, LastValue } from '#contract/feed.ts'
import type { FeedChange } from './feed.ts'

/** Events kept for clients that reconnect, and their bytes at most. */
const RING = 600
const RING_BYTES = 512 * 1024

/** The state of one reservoir: its last values, and its latest events as text. */
export interface Channel {
  hydro: string
  add(change: FeedChange): void
  /** The gathered changes as the text of one event with the next id; null when there are none. */
  take(): string | null
  /** The beginning of a stream: the events after an id, or a snapshot. */
  since(afterId: string | null): string[]
  /** Series whose last value may have moved back (erased, rejected), so that it must be read again. */
  doubts(): Doubts
  /** Replaces doubted values by the stored ones; doubts that arose since stay. */
  settle(doubts: Doubts, stored: readonly LastValue[]): void
}

/** By series, the doubted last value; a new object for every doubt. */
type Doubts = ReadonlyMap<string, { value: LastValue }>

/** name: prefix of its ids, unique over all channels and processes. */
export function createChannel(
  hydro: string,
  name: string,
  values: readonly LastValue[],
  now: () => number,
): Channel {
  const last = new Map(values.map((v) => [v[0], v]))
  const doubts = new Map<string, { value: LastValue }>()
  const ring: { n: number; text: string }[] = []
  let ringBytes = 0
  let pending = new Map<string, LastValue>()
  let spans = new Map<string, { from: number; to: number }>()
  let regraded = new Set<string>()
  let counter = 0
  let lastText: string | null = null

  const write = (e: FeedEvent['event'], n: number, data: string) =>
    `id: ${name}:${n}\nevent: ${e}\ndata: ${data}\n\n`
  const put = (v: LastValue) => {
    last.set(v[0], v)
    pending.set(v[0], v)
    lastText = null
  }

  return {
    hydro,
    add(change) {
      for (const series of change.regraded ?? []) regraded.add(series)
      const given = new Map(change.last.map((v) => [v[0], v]))
      for (const s of change.spans) {
        // Gathered spans are united by series; charts query what they show of them.
        const union = spans.get(s.series)
        if (union) {
          union.from = Math.min(union.from, s.from)
          union.to = Math.max(union.to, s.to)
        } else spans.set(s.series, { from: s.from, to: s.to })
      }
      // Notices may overtake each other: an older value is not news.
      const news = change.last.filter((v) => !((last.get(v[0])?.[1] ?? -Infinity) > v[1]))
      for (const s of change.spans) {
        const had = last.get(s.series)
        if (!had || had[1] < s.from || had[1] > s.to) continue
        const v = given.get(s.series)
        if (v && v[1] > had[1]) doubts.delete(s.series)
        else doubts.set(s.series, { value: v && v[1] === had[1] ? v : had })
      }
      for (const v of news) put(v)
    },
    take() {
      if (pending.size === 0 && spans.size === 0) return null
      const groups = Map.groupBy(spans, ([, s]) => `${s.from} ${s.to}`).values()
      const data = {
        now: now(),
        last: [...pending.values()],
        spans: [...groups].map((g) => ({ series: g.map(([code]) => code), ...g[0][1] })),
        ...(regraded.size > 0 ? { regraded: [...regraded] } : {}),
      } satisfies Extract<FeedEvent, { event: 'change' }>['data']
      pending = new Map()
      spans = new Map()
      regraded = new Set()
      const n = ++counter
      const text = write('change', n, JSON.stringify(data))
      ring.push({ n, text })
      ringBytes += Buffer.byteLength(text)
      while (ring.length > RING || ringBytes > RING_BYTES) ringBytes -= Buffer.byteLength(ring.shift()!.text)
      return text
    },
    since(afterId) {
      const after = Number(afterId?.startsWith(`${name}:`) ? afterId.slice(name.length + 1) : NaN)
      const oldest = ring[0]?.n ?? counter + 1
      if (Number.isInteger(after) && after <= counter && after >= oldest - 1)
        return ring.filter((e) => e.n > after).map((e) => e.text)
      lastText ??= JSON.stringify([...last.values()])
      const head = `"hydro_code":${JSON.stringify(hydro)},"now":${now()}`
      return [write('snapshot', counter, `{${head},"last":${lastText}}`)]
    },
    doubts: () => new Map(doubts),
    settle(doubted, stored) {
      const found = new Map(stored.map((v) => [v[0], v]))
      for (const [code, doubt] of doubted) {
        if (doubts.get(code) !== doubt) continue
        doubts.delete(code)
        const had = last.get(code)
        // A newer value arrived meanwhile.
        if (had !== doubt.value) continue
        const v = found.get(code) ?? ([code, had[1], null, MISSING] as LastValue)
        if (v[1] !== had[1] || v[2] !== had[2] || v[3] !== had[3]) put(v)
      }
    },
  }
}
