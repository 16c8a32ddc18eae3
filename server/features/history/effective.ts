import { applyLayers, confirmedBy, type Layer } from '#core/edits/index.ts'
import type { TimeSpan } from '#core/time/index.ts'
import { DAY } from '#core/time/index.ts'
import { concat, indexAt, merge, slice, type Series } from '#core/series/index.ts'
import type { Client, Context } from './store/context.ts'
import * as raw from './store/read.ts'
import type { Change, Entry, LayerChange, Layers, CheckedSeries, PointOptions, ReadOptions } from './types.ts'

/** Reads effective values: with edits and flags of checks applied. */
export interface Effective {
  read(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o?: ReadOptions,
  ): Promise<Map<string, Series>>
  /** Readings in windows: both ends included, apart from each other, oldest first. */
  readIn(
    hydroCode: string,
    series: readonly string[],
    windows: readonly TimeSpan[],
    o?: Pick<ReadOptions, 'change'>,
  ): Promise<Map<string, Series>>
  /** The last entry at or before t that is not REJECTED. */
  at(hydroCode: string, series: string, t: number, o?: Seeking): Promise<Entry | null>
  /** The instant of the first entry after t that is not REJECTED. */
  nextAfter(hydroCode: string, series: string, t: number, o?: PointOptions): Promise<number | null>
  last(hydroCode: string, series?: readonly string[], o?: PointOptions): Promise<Map<string, Entry>>
  /** Applies the layers of that time to raw readings of a span as they were known. */
  over(
    hydroCode: string,
    data: Map<string, Series>,
    from: number,
    to: number,
    o: ReadOptions & { knownAt: number },
  ): Promise<Map<string, Series>>
  /** Spans that somebody confirmed, by series, those without are left out; checks no longer doubt them. */
  confirmed(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o?: PointOptions,
  ): Promise<Map<string, TimeSpan[]>>
  /** Readings as checks see them, without flags of checks, with the spans that somebody confirmed. */
  readForChecks(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o?: Pick<PointOptions, 'client'>,
  ): Promise<Map<string, CheckedSeries>>
  /** Changes of a write, with the last effective values in place of the written ones. */
  withEffectiveLast(changes: Change[], client: Client | undefined): Promise<Change[]>
}

interface Seeking extends PointOptions {
  counts?: (q: number) => boolean
}

const BEGINNING = -8.64e15
const END = 8.64e15
/** First distance that a search goes back or forward; it grows with each step. */
const STEP = DAY
const LONGEST = 400 * DAY

export function createEffective(ctx: Context, layers: Layers | undefined): Effective {
  const none = (o: PointOptions) => o.raw === true || (!layers && !o.change)

  const layersOver = async (
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    o: PointOptions & { knownAt?: number },
  ): Promise<Map<string, Layer[]>> => {
    const found = layers
      ? await layers.over(hydroCode, series, Math.max(from, BEGINNING), Math.min(to, END), {
          client: o.client,
          knownAt: o.knownAt,
          unchecked: o.unchecked,
        })
      : new Map<string, Layer[]>()
    if (o.unchecked)
      for (const [code, list] of found)
        found.set(
          code,
          list.filter((l) => l.source === 'act'),
        )
    if (o.change) apply(found, o.change, series, from, to)
    return found
  }

  /**
   * A REJECTED entry says nothing of the state at the start: the one before it is carried too, with those between, so
   * that the result equals that of a longer span.
   */
  const carryOver = async (
    hydroCode: string,
    data: Map<string, Series>,
    from: number,
    o: ReadOptions,
  ): Promise<Map<string, Series>> => {
    if (!o.carry) return data
    for (const [code, s] of data) {
      if (!(s.t[0] <= from) || raw.notRejected(s.q[0])) continue
      const good = await effective.at(hydroCode, code, s.t[0] - 1, { ...o, counts: raw.notRejected })
      if (!good) continue
      const upTo = await effective.read(hydroCode, [code], good.t, s.t[0] - 1, { ...o, carry: false })
      data.set(code, merge(upTo.get(code)!, s))
    }
    return data
  }

  const effective: Effective = {
    async read(hydroCode, series, from, to, o = {}) {
      const data = await raw.read(ctx, hydroCode, series, from, to, o)
      if (data.size === 0 || !(from <= to)) return data
      if (none(o)) return carryOver(hydroCode, data, from, o)
      // A carried entry may be of any age; layers over it apply as well.
      const starts = new Map(
        [...data].map(([code, s]) => [
          code,
          !o.carry ? from : s.t.length > 0 && s.t[0] <= from ? s.t[0] : BEGINNING,
        ]),
      )
      const found = await layersOver(hydroCode, [...data.keys()], Math.min(...starts.values()), to, o)
      for (const [code, list] of found) {
        if (list.length === 0) continue
        const start = starts.get(code)!
        const all = applyLayers(data.get(code)!, list, { from: start, to })
        if (!o.carry) {
          data.set(code, all)
          continue
        }
        const first = indexAt(all, from)
        const inside = slice(all, first >= 0 ? all.t[first] : from, to + 1)
        const before =
          first < 0 && start > BEGINNING ? await effective.at(hydroCode, code, start - 1, o) : null
        data.set(code, before ? merge(single(before), inside) : inside)
      }
      return carryOver(hydroCode, data, from, o)
    },

    async readIn(hydroCode, series, windows, o = {}) {
      const data = await raw.readIn(ctx, hydroCode, series, windows)
      if (windows.length === 0 || none(o)) return data
      const found = await layersOver(hydroCode, series, windows[0].from, windows.at(-1)!.to, o)
      for (const [code, list] of found) {
        if (list.length === 0) continue
        const sent = data.get(code)!
        const parts = windows.map((w) => {
          const own = slice(sent, w.from, w.to + 1)
          const over = list.filter((l) => l.from <= w.to && l.to >= w.from)
          return over.length === 0 ? own : applyLayers(own, over, w)
        })
        data.set(code, concat(parts))
      }
      return data
    },

    async at(hydroCode, series, t, o = {}) {
      const counts = o.counts ?? (() => true)
      const sent = await raw.at(ctx, hydroCode, series, t, o)
      if (none(o)) return sent
      const touching = await layersOver(hydroCode, [series], sent?.t ?? BEGINNING, t, o)
      if (!touching.get(series)?.length) return sent
      let end = Math.floor(t)
      for (let step = STEP; ; step = Math.min(step * 4, LONGEST)) {
        const from = end - step
        const s = (await effective.read(hydroCode, [series], from, end, { ...o, carry: false })).get(series)!
        for (let i = s.t.length - 1; i >= 0; i--)
          if (counts(s.q[i])) return { t: s.t[i], v: s.v[i], q: s.q[i] }
        const older = await raw.at(ctx, hydroCode, series, from - 1, { client: o.client })
        const lower = (await layersOver(hydroCode, [series], BEGINNING, from - 1, o)).get(series) ?? []
        const next = Math.max(older?.t ?? -Infinity, ...lower.map((l) => Math.min(l.to, from - 1)))
        if (next === -Infinity) return null
        end = next
      }
    },

    async nextAfter(hydroCode, series, t, o = {}) {
      const sent = await raw.nextAfter(ctx, hydroCode, series, t, o.client)
      if (none(o)) return sent
      const touching = await layersOver(hydroCode, [series], t + 1, sent ?? END, o)
      if (!touching.get(series)?.length) return sent
      let start = t + 1
      for (let step = STEP; ; step = Math.min(step * 4, LONGEST)) {
        const to = start + step
        const s = (await effective.read(hydroCode, [series], start, to, { ...o, carry: false })).get(series)!
        const i = s.q.findIndex((q) => raw.notRejected(q))
        if (i >= 0) return s.t[i]
        const later = await raw.nextAfter(ctx, hydroCode, series, to, o.client)
        const upper = (await layersOver(hydroCode, [series], to + 1, END, o)).get(series) ?? []
        const next = Math.min(later ?? Infinity, ...upper.map((l) => Math.max(l.from, to + 1)))
        if (next === Infinity) return null
        start = next
      }
    },

    async last(hydroCode, series, o = {}) {
      const sent = await raw.lastOrNone(ctx, hydroCode, series, o.client)
      const out = new Map<string, Entry>()
      for (const [code, e] of sent) if (e) out.set(code, e)
      if (none(o)) return out
      const now = ctx.clock.now()
      // Grouped by age: a series silent for years must not make all the others search the edits of years.
      const byAge = Map.groupBy(sent, ([, e]) => AGES.find((age) => e && now - e.t <= age) ?? Infinity)
      for (const group of byAge.values()) {
        const codes = group.map(([code]) => code)
        const from = Math.min(...group.map(([, e]) => e?.t ?? BEGINNING))
        const found = await layersOver(hydroCode, codes, from, now, o)
        for (const [code, list] of found) {
          const end = sent.get(code)?.t ?? BEGINNING
          if (!list.some((l) => l.to >= end)) continue
          const entry = await effective.at(hydroCode, code, now, { ...o, counts: raw.notRejected })
          if (entry) out.set(code, entry)
          else out.delete(code)
        }
      }
      return out
    },

    async over(hydroCode, data, from, to, o) {
      if (none(o) || data.size === 0 || !(from <= to)) return data
      const found = await layersOver(hydroCode, [...data.keys()], from, to, o)
      for (const [code, list] of found) {
        const s = data.get(code)!
        if (list.length > 0) data.set(code, applyLayers(s, list, { from, to }))
      }
      return data
    },

    async confirmed(hydroCode, series, from, to, o = {}) {
      const out = new Map<string, TimeSpan[]>()
      if (none(o) || series.length === 0) return out
      for (const [code, list] of await layersOver(hydroCode, series, from, to, { ...o, unchecked: true })) {
        const sure = confirmedBy(list)
        if (sure.length > 0) out.set(code, sure)
      }
      return out
    },

    async readForChecks(hydroCode, series, from, to, { client } = {}) {
      const data = await raw.read(ctx, hydroCode, series, from, to, { client })
      const found =
        from <= to ? await layersOver(hydroCode, series, from, to, { client, unchecked: true }) : null
      return new Map(
        [...data].map(([code, sent]) => {
          const list = found?.get(code) ?? []
          if (list.length === 0) return [code, { series: sent, confirmed: [] }]
          return [code, { series: applyLayers(sent, list, { from, to }), confirmed: confirmedBy(list) }]
        }),
      )
    },

    async withEffectiveLast(changes, client) {
      if (!layers || changes.length === 0) return changes
      const { hydroCode } = changes[0]
      const now = ctx.clock.now()
      const from = Math.min(...changes.map((c) => c.from))
      const found = await layersOver(
        hydroCode,
        changes.map((c) => c.series),
        from,
        now,
        { client },
      )
      const touched = changes.filter((c) => found.get(c.series)?.some((l) => l.to >= c.from))
      if (touched.length === 0) return changes
      const last = await effective.last(
        hydroCode,
        touched.map((c) => c.series),
        { client },
      )
      return changes.map((c) => {
        if (!touched.includes(c)) return c
        const { last: _, ...rest } = c
        const entry = last.get(c.series)
        return entry ? { ...rest, last: entry } : rest
      })
    },
  }
  return effective
}

const AGES = [DAY, 30 * DAY, 400 * DAY]

/** Applies a preview: adds layers that are not saved yet, and leaves out those that it withdraws. */
function apply(
  found: Map<string, Layer[]>,
  { add = [], remove = [] }: LayerChange,
  series: readonly string[],
  from: number,
  to: number,
): void {
  const gone = new Set(remove)
  if (gone.size > 0)
    for (const [code, list] of found)
      found.set(
        code,
        list.filter((l) => !gone.has(l.id)),
      )
  const more = new Map<string, Layer[]>()
  for (const { series: code, layer } of add) {
    if (!series.includes(code) || layer.from > to || layer.to < from) continue
    const list = more.get(code)
    if (list) list.push(layer)
    else more.set(code, [layer])
  }
  for (const [code, list] of more) found.set(code, [...(found.get(code) ?? []), ...list])
}

const single = (e: Entry): Series => ({
  t: Float64Array.of(e.t),
  v: Float64Array.of(e.v),
  q: Uint8Array.of(e.q),
})

/** Joins the layers of several features; edits come before flags of checks. */
export function joinLayers(list: readonly Layers[]): Layers {
  return {
    async over(hydroCode, series, from, to, o) {
      // A connection answers one query at a time anyway.
      const found: Map<string, Layer[]>[] = []
      for (const layers of list) found.push(await layers.over(hydroCode, series, from, to, o))
      const out = new Map<string, Layer[]>()
      for (const one of found)
        for (const [code, layers] of one) out.set(code, [...(out.get(code) ?? []), ...layers])
      return out
    },
  }
}
