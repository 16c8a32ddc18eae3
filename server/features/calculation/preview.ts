import { DAY } from '#core/time/units.ts'
import { setImmediate } from 'node:timers/promises'
import {
  compare,
  comparison,
  compute,
  eachInstant,
  inputSeries,
  reachOf,
  isAbsentOnBothSides,
  type Instants,
} from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { emptySeries, indexAt, slice, thin, type Series } from '#core/series/index.ts'
import { MAIN_SERIES } from '#contract/calculation.ts'
import { PREVIEW_DAYS, type Preview } from '#contract/preview.ts'
import { round, type Column } from '#contract/fields.ts'
import type { History, LayerChange } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import type { Services } from '#server/lib/services.ts'
import { turns } from '#server/lib/turns.ts'
import type { Hooks } from './hooks.ts'
import { readInputs } from './inputs.ts'
import { calculationIntervalOf, lastInstant, zoneOf } from './instants.ts'
import { GAP_INTERVALS, markNulls } from './publish.ts'
import { isSameEntry } from './runs/entries.ts'
import { differencesOf, seriesUnitOf } from './runs/response.ts'
import { activeSavesIn } from './runs/store.ts'
import { automatic } from './spans.ts'

/** Time computed before other requests get a turn, ms: the live dashboard must not wait long. */
const PIECE = 43_200_000

export interface PreviewDeps extends Pick<Hooks, 'reviews'> {
  plants: Plants
  history: History
  readings: Readings
}

interface PreviewRequest {
  from: number
  to: number
  px: number
  /** The description after the change; absent: the present one. */
  description?: Description
  /** Edits of readings, made or undone; absent: none. */
  layers?: LayerChange
}

/**
 * Compares what computed values would become over a span with what is stored. Where nothing would be stored (manual
 * operation, approved spans, saved instants) they stay. Stores nothing.
 */
export function preview(
  s: Services,
  deps: PreviewDeps,
  hydro: string,
  request: PreviewRequest,
): Promise<Preview> {
  // Each computes months: a dozen at once would block everybody else.
  return turn(() => compared(s, deps, hydro, request))
}

const turn = turns(1)

async function compared(
  s: Services,
  deps: PreviewDeps,
  hydro: string,
  { from, to: end, px, description, layers }: PreviewRequest,
): Promise<Preview> {
  const { history } = deps
  const now = s.clock.now()
  const d = description ?? (await deps.plants.describe(hydro))
  const to = Math.min(end, lastInstant(d, now))
  const codes = [...MAIN_SERIES]
  const stored = await history.read(hydro, codes, from, to, { raw: true })
  const activeSaves = new Set(await activeSavesIn(s.db.pool, hydro, from, to))
  const zone = zoneOf(d, now)
  const pieces = new Map(codes.map((code) => [code, [] as Series[]]))
  const keep = (a: number, b: number) => {
    for (const code of codes) pieces.get(code)!.push(slice(stored.get(code)!, a, b + 1))
  }
  let at = from
  const { open, approved } = await openSpans(s, deps, d, { from, to })
  for (const span of open) {
    keep(at, span.from - 1)
    for (let a = span.from; a <= span.to; a += PIECE) {
      const b = Math.min(span.to, a + PIECE - 1)
      const inputs = await readInputs(deps, d, a, b, now, undefined, layers)
      await setImmediate()
      const out = compute(d, inputs, a, b, zone)
      for (const code of codes) {
        const fresh = out.get(code) ?? emptySeries()
        markNulls(fresh)
        pieces
          .get(code)!
          .push(activeSaves.size === 0 ? fresh : keepSaved(fresh, stored.get(code)!, activeSaves))
      }
      await setImmediate()
    }
    at = span.to + 1
  }
  keep(at, to)

  const comparisons = Object.fromEntries(codes.map((code) => [code, comparison()]))
  const gap = GAP_INTERVALS * calculationIntervalOf(d, to)
  const [all, changed] = [new Set<number>(), new Set<number>()]
  const lines: Preview['lines'] = {}
  for (const code of codes) {
    const before = stored.get(code)!
    const after = joined(pieces.get(code)!)
    compare(comparisons[code], before, after, gap)
    await setImmediate()
    eachInstant(before, after, (t, i, k) => {
      if (isAbsentOnBothSides(before, i, after, k)) return
      all.add(t)
      if (i < 0 || k < 0 || !isSameEntry(before, i, after, k)) changed.add(t)
    })
    await setImmediate()
    lines[code] = drawn(code, before, after, { from, to }, px, gap)
    await setImmediate()
  }
  return {
    from,
    to,
    instants: all.size,
    changed: changed.size,
    standing: activeSaves.size,
    approved,
    figures: differencesOf(comparisons),
    lines,
  }
}

/**
 * The effect of edits of one series over [from, to] on computed values, as far as they reach; null: nothing is computed
 * from it. Of a long span, the last part.
 */
export async function previewEdit(
  s: Services,
  deps: PreviewDeps,
  hydro: string,
  series: string,
  { from, to, px, change }: Instants & { px: number; change: LayerChange },
): Promise<Preview | null> {
  const d = await deps.plants.describe(hydro)
  if (!inputSeries(d).includes(series)) return null
  const reach = reachOf(d)
  const last = Math.min(to + reach.after, lastInstant(d, s.clock.now()))
  const first = Math.max(from - reach.back, last - PREVIEW_DAYS * DAY)
  return preview(s, deps, hydro, { from: Math.min(first, last), to: last, px, layers: change })
}

/** Where something would be stored, and whether some of it is held because it is approved. */
async function openSpans(
  s: Services,
  { reviews }: Pick<Hooks, 'reviews'>,
  d: Description,
  span: Instants,
): Promise<{ open: Instants[]; approved: boolean }> {
  if (span.from > span.to) return { open: [], approved: false }
  const spans = automatic(d, [span])
  if (!reviews) return { open: spans, approved: false }
  const { open, held } = await s.db.tx((c) => reviews.split(c, d.hydroCode, spans))
  return { open: open.toSorted((a, b) => a.from - b.from), approved: held.length > 0 }
}

/** The fresh series, with stored values at saved instants. */
function keepSaved(fresh: Series, stored: Series, activeSaves: ReadonlySet<number>): Series {
  const [t, v, q] = [[] as number[], [] as number[], [] as number[]]
  eachInstant(fresh, slice(stored, fresh.t[0] ?? 0, (fresh.t.at(-1) ?? -1) + 1), (at, i) => {
    const from = activeSaves.has(at) ? stored : fresh
    const k = activeSaves.has(at) ? indexAt(stored, at) : i
    if (k < 0 || from.t[k] !== at) return
    t.push(at)
    v.push(from.v[k])
    q.push(from.q[k])
  })
  return { t: Float64Array.from(t), v: Float64Array.from(v), q: Uint8Array.from(q) }
}

function joined(parts: readonly Series[]): Series {
  const n = parts.reduce((sum, p) => sum + p.t.length, 0)
  const out: Series = { t: new Float64Array(n), v: new Float64Array(n), q: new Uint8Array(n) }
  let at = 0
  for (const p of parts) {
    out.t.set(p.t, at)
    out.v.set(p.v, at)
    out.q.set(p.q, at)
    at += p.t.length
  }
  return out
}

/** Both series at the same instants: those that keep the extremes of either. */
function drawn(
  code: (typeof MAIN_SERIES)[number],
  before: Series,
  after: Series,
  { from, to }: Instants,
  px: number,
  gapMs: number,
): { before: Column; after: Column } {
  const { unit, scale } = seriesUnitOf(code)
  const [a, b] = [before, after].map((x) => thin(x, from, to, px, { kind: 'instant', gapMs }))
  const whole = a.form === 'raw' && b.form === 'raw'
  const instants = [...new Set([...a.t, ...b.t])].sort((x, y) => x - y)
  const column = (s: Series): Column => {
    const q: number[] = []
    const v = instants.map((t) => {
      const i = indexAt(s, t)
      const known = i >= 0 && s.t[i] === t
      q.push(known ? s.q[i] : 7)
      return known && s.v[i] === s.v[i] ? round(s.v[i] * scale) : null
    })
    const t = instants.map((at, i) => (i === 0 ? at : at - instants[i - 1]))
    return { unit, kind: 'instant', raw: whole, t, v, q }
  }
  return { before: column(before), after: column(after) }
}
