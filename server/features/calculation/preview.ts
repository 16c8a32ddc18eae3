import { missingShare, numberOf, roundedOf } from '#core/price/index.ts'
import { DAY, next, startOf } from '#core/time/index.ts'
import { setImmediate } from 'node:timers/promises'
import {
  compare,
  comparison,
  compute,
  computedSeries,
  computeEnergy,
  eachInstant,
  energyInputSeries,
  inputSeries,
  NET_ENERGY,
  reachOf,
  isAbsentOnBothSides,
  type Instants,
} from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { emptySeries, indexAt, isEndStamped, slice, thin, type Series } from '#core/series/index.ts'
import { MAIN_SERIES } from '#contract/calculation.ts'
import { PREVIEW_DAYS, type Preview } from '#contract/preview.ts'
import { round, type Column } from '#contract/fields.ts'
import type { History, LayerChange } from '#server/features/history/index.ts'
import { LONGEST_PRICED, revenueOfEnergy, type PriceView } from '#server/features/price/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import type { Services } from '#server/lib/services.ts'
import { turns } from '#server/lib/turns.ts'
import type { Hooks } from './hooks.ts'
import { readInputs } from './inputs.ts'
import { calculationIntervalOf, lastInstant, zoneOf } from './instants.ts'
import { GAP_INTERVALS, markNulls, ofTime } from './publish.ts'
import { isSameEntry } from './runs/entries.ts'
import { differencesOf, seriesUnitOf } from './runs/response.ts'
import { activeSavesIn } from './runs/store.ts'
import { automatic, partsOutside } from './spans.ts'

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
  /** Whether the caller may see money. */
  money: boolean
  /** [from, to) in which edits change prices or contracted quantities; absent: nowhere. */
  priced?: Instants
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
  { from, to: end, px, description, layers, money, priced }: PreviewRequest,
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
  const { open, byHand, approved } = await openSpans(s, deps, d, { from, to })
  const energy: EnergyPart[] = []
  for (const span of open) {
    keep(at, span.from - 1)
    for (let a = span.from; a <= span.to; a += PIECE) {
      const b = Math.min(span.to, a + PIECE - 1)
      const inputs = await readInputs(deps, d, a, b + 1, now, undefined, layers)
      await setImmediate()
      const out = ofTime(compute(d, inputs, a, b + 1, zone), { from: a, to: b })
      energy.push({ from: a, to: b, series: out.get(NET_ENERGY) ?? emptySeries() })
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
  // In manual operation energy goes on.
  for (const span of byHand)
    for (let a = span.from; a <= span.to; a += PIECE) {
      const b = Math.min(span.to, a + PIECE - 1)
      const inputs = await readInputs(deps, d, a, b + 1, now, undefined, layers, energyInputSeries(d))
      const out = ofTime(computeEnergy(d, inputs, a, b + 1, zone), { from: a, to: b })
      energy.push({
        from: a,
        to: b,
        series: out.get(NET_ENERGY) ?? emptySeries(),
      })
      await setImmediate()
    }

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
    sold: await soldOf(s, deps, hydro, { d, from, to, energy, layers, money, priced }),
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
  { from, to, px, change, money }: Instants & { px: number; change: LayerChange; money: boolean },
): Promise<Preview | null> {
  const d = await deps.plants.describe(hydro)
  if (!inputSeries(d).includes(series) && !(money && isPriceSeries(d, series))) return null
  const reach = reachOf(d)
  const priced = isPriceSeries(d, series) ? await pricedBy(deps, hydro, series, { from, to }) : undefined
  const end = lastInstant(d, s.clock.now())
  const last = Math.min(Math.max(to + reach.after, priced?.to ?? 0), end)
  const first = Math.max(Math.min(from - reach.back, priced?.from ?? from), last - PREVIEW_DAYS * DAY)
  return preview(s, deps, hydro, { from: Math.min(first, last), to: last, px, layers: change, money, priced })
}

/**
 * The time that readings of a price, or of a contracted quantity, within [from, to] price: one of a step or an instant
 * until the next reading, those of means and totals from the beginning of their step; a day at the most.
 */
async function pricedBy(
  { history, readings: { registry } }: PreviewDeps,
  hydro: string,
  series: string,
  { from, to }: Instants,
): Promise<Instants> {
  const row = await registry.get(hydro, series)
  const { t } = (await history.read(hydro, [series], to + 1, to + LONGEST_PRICED)).get(series)!
  const step = Math.min(LONGEST_PRICED, (row?.step_s ?? Infinity) * 1000)
  return { from: row && isEndStamped(row.kind) ? from - step : from, to: t.at(0) ?? to + LONGEST_PRICED }
}

/** Net energy as it would be, of the steps that end within the time [from, to], to the millisecond after it. */
interface EnergyPart extends Instants {
  series: Series
}

/** Whether a tariff is priced by the series. */
const isPriceSeries = ({ tariffs }: Description, series: string): boolean =>
  tariffs.some(({ body }) => body.series === series || body.contract?.series === series)

/** What is sold of the days that a span touches, before and after. */
async function soldOf(
  s: Services,
  { history, plants, readings: { registry } }: PreviewDeps,
  hydro: string,
  {
    d,
    from,
    to,
    energy,
    layers,
    money,
    priced,
  }: {
    d: Description
    energy: readonly EnergyPart[]
    layers: LayerChange | undefined
    money: boolean
    priced: Instants | undefined
  } & Instants,
): Promise<Preview['sold']> {
  const stored = await plants.describe(hydro)
  if (from > to || ![stored, d].some((x) => computedSeries(x).some((c) => c.code === NET_ENERGY)))
    return undefined
  const now = s.clock.now()
  const zone = zoneOf(d, now)
  const daysOf = (a: number, b: number) => ({
    from: startOf('day', a - 1, zone),
    to: next('day', b - 1, zone),
  })
  const whole = daysOf(from, to)
  const old = (await history.read(hydro, [NET_ENERGY], whole.from, Math.min(now, whole.to))).get(NET_ENERGY)!
  const parts = energy.toSorted((a, b) => a.from - b.from)
  const pieces: Series[] = []
  let at = whole.from
  for (const part of parts) {
    pieces.push(slice(old, at, part.from + 1), part.series)
    at = part.to + 2
  }
  pieces.push(slice(old, at, Infinity))
  const made = joined(pieces)
  // A preview computes as far as anything reaches; energy is told of the days in which it differs.
  let [first, last] = [Infinity, -Infinity]
  eachInstant(old, made, (t, i, k) => {
    if (i >= 0 && k >= 0 && isSameEntry(old, i, made, k)) return
    ;[first, last] = [Math.min(first, t), Math.max(last, t)]
  })
  if (priced)
    [first, last] = [
      Math.min(first, Math.max(from, priced.from) + 1),
      Math.max(last, Math.min(to, priced.to)),
    ]
  const span = first <= last ? daysOf(first, last) : whole
  const viewOf = (description: Description, change?: LayerChange): PriceView => ({
    hydro,
    at: now,
    known: false,
    description,
    plant: { zone },
    read: (code, series, a, b, o) => history.read(code, series, a, b, { ...o, change }),
  })
  const before = await revenueOfEnergy(registry, viewOf(stored), old, span)
  const after = await revenueOfEnergy(registry, viewOf(d, layers), made, span)
  return {
    ...span,
    kwh: { before: numberOf(before.kwh), after: numberOf(after.kwh) },
    missing: { before: missingShare(before), after: missingShare(after) },
    ...(money &&
      d.tariffs.length > 0 && { vnd: { before: roundedOf(before.vnd), after: roundedOf(after.vnd) } }),
  }
}

/** Where something would be stored, and whether some of it is held because it is approved. */
async function openSpans(
  s: Services,
  { reviews }: Pick<Hooks, 'reviews'>,
  d: Description,
  span: Instants,
): Promise<{ open: Instants[]; byHand: Instants[]; approved: boolean }> {
  if (span.from > span.to) return { open: [], byHand: [], approved: false }
  const spans = automatic(d, [span])
  const manual = partsOutside([span], spans)
  if (!reviews) return { open: spans, byHand: manual, approved: false }
  const { own, hand } = await s.db.tx(async (c) => ({
    own: await reviews.split(c, d.hydroCode, spans),
    hand: await reviews.split(c, d.hydroCode, manual),
  }))
  return {
    open: own.open.toSorted((a, b) => a.from - b.from),
    byHand: hand.open.toSorted((a, b) => a.from - b.from),
    approved: own.held.length > 0 || hand.held.length > 0,
  }
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
