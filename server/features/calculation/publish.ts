import type pg from 'pg'
import {
  VOLUMES,
  computedEvery,
  compare,
  compute,
  computedSeries,
  eachInstant,
  isLogCode,
  type RunComparison,
  type Instants,
} from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { MISSING } from '#core/quality/index.ts'
import { emptySeries, type Series } from '#core/series/index.ts'
import type { Change, History } from '#server/features/history/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import type { Services } from '#server/lib/services.ts'
import type { Hooks } from './hooks.ts'
import { flatten, readInputs } from './inputs.ts'
import { calculationIntervalOf, zoneOf } from './instants.ts'
import { keepChanges, type Changed } from './runs/changed-store.ts'
import { isSameEntry, pick } from './runs/entries.ts'
import { passOver, activeSavesIn } from './runs/store.ts'
import { lockCalculation } from './store.ts'

/** The series that tells how far calculation came. */
export const HEAD = 'general.total_discharge_out'
/** Known values further apart than so many intervals have no line between them. */
export const GAP_INTERVALS = 3
/** More pieces of a series than this are taken away as one, and what stays is written again. */
const PIECES = 8

interface PublishOrder {
  /** Whether what is stored in the span besides is taken away. */
  all: boolean
  /** The run that it is stored under; then days that change are kept as they were. */
  run: string | null
  actor?: string
  reason?: string | null
  /** The part of the run that this is: what changes is kept, for taking it back. */
  part?: number
  /** Gathers what becomes of these series. */
  comparisons?: ReadonlyMap<string, RunComparison>
  /** What listeners are to hear after the commit. */
  changes: Change[]
}

interface Published {
  /** Instants computed. */
  steps: number
  /** Stored values that are different now; counted where `all`. */
  entries: number
  /** Saved instants that were left. */
  standing: number
}

/** What is computed, stored: the one way for the loop, for recalculation and for what is saved. */
export function createPublish(
  s: Services,
  deps: { history: History; readings: Readings } & Pick<Hooks, 'checks'>,
) {
  const { history, readings } = deps
  const computedCodes = async (hydroCode: string) =>
    (await readings.registry.list(hydroCode))
      .filter((x) => x.source === 'computed' && !isLogCode(x.code))
      .map((x) => x.code)

  return {
    /**
     * The computed series exist in the registry before anything is written to them, by their present names. Whether
     * they do is asked of the registry: another process may have made the plant, or another name.
     */
    async declare(d: Description): Promise<void> {
      const now = s.clock.now()
      const list = computedSeries(d).map((c) => ({
        ...c,
        step_s: c.kind === 'step' ? null : computedEvery(d, c.code, now, now) / 1000,
      }))
      const codes = list.map((c) => c.code)
      const known = await readings.registry.known(d.hydroCode, codes)
      const same = (c: (typeof list)[number], row = known.get(c.code)) =>
        row?.source === 'computed' &&
        row.name === c.name &&
        row.unit === c.unit &&
        row.kind === c.kind &&
        row.step_s === c.step_s
      if (!list.every((c) => same(c))) await readings.registry.declareComputed(d.hydroCode, list)
    },

    /**
     * One calculation of a plant at a time: what was computed from older readings must not be stored after what was
     * computed from newer ones. Before the marks are taken, on whose rows ingest would wait.
     */
    lock: lockCalculation,

    /** Computes a span and stores it. Saved instants stand. */
    async span(
      c: pg.PoolClient,
      d: Description,
      { from, to }: Instants,
      order: PublishOrder,
    ): Promise<Published> {
      const now = s.clock.now()
      const computed = compute(d, await readInputs(deps, d, from, to, now, c), from, to, zoneOf(d, now))
      for (const one of computed.values()) markNulls(one)
      const steps = computed.get(HEAD)?.t.length ?? 0
      const standing = await activeSavesIn(c, d.hydroCode, from, to)
      if (standing.length > 0) await passOver(c, d.hydroCode, standing)
      const stand = new Set(standing)
      const out = without(computed, stand)
      const { run, actor, reason } = order
      const because = { client: c, source: 'computed' as const, run, actor, reason }
      let [write, entries] = [out, 0]
      if (order.all) {
        const gap = GAP_INTERVALS * calculationIntervalOf(d, to)
        const codes = [...new Set([...(await computedCodes(d.hydroCode)), ...out.keys()])]
        const found = await history.read(d.hydroCode, codes, from, to, { client: c, raw: true })
        const stored = without(found, stand)
        write = new Map()
        const kept: Changed[] = []
        for (const code of codes) {
          const before = stored.get(code)!
          const after = out.get(code) ?? emptySeries()
          const comparisons = order.comparisons?.get(code)
          if (comparisons) compare(comparisons, before, after, gap)
          const differs = differing(before, after)
          entries += differs.entries
          if (differs.entries > 0) kept.push({ series: code, before: differs.before, after: differs.write })
          const around = isNeverSaved(code) ? [] : standing
          const pieces = differs.gone.length > PIECES ? between(from, to, around) : differs.gone
          for (const piece of pieces) {
            const taken = await history.erase(d.hydroCode, code, piece.from, piece.to, because)
            order.changes.push(...taken.changes)
          }
          const rest = pieces === differs.gone ? differs.write : after
          if (rest.t.length > 0) write.set(code, rest)
        }
        if (run !== null && order.part !== undefined) await keepChanges(c, d.hydroCode, run, order.part, kept)
      }
      const written = await history.write(flatten(d.hydroCode, write), because)
      order.changes.push(...written.changes)
      const whole = standing.length === 0 ? out : null
      order.changes.push(...((await deps.checks?.runComputed(c, d, { from, to }, whole)) ?? []))
      return { steps, entries, standing: standing.length }
    },

    /**
     * Has the checks look again at values that stand, which nobody computed: what they grade is comparisons beside them as it
     * is held against now.
     */
    async checkStored(c: pg.PoolClient, d: Description, span: Instants): Promise<readonly Change[]> {
      return (await deps.checks?.runComputed(c, d, span, null)) ?? []
    },

    /** Stores series of one instant under a run; answers how many stored values are different now. */
    async instant(
      c: pg.PoolClient,
      hydroCode: string,
      at: number,
      out: ReadonlyMap<string, Series>,
      { run, actor, reason, changes }: Omit<PublishOrder, 'all' | 'run'> & { run: string },
    ): Promise<number> {
      const stored = await history.read(hydroCode, [...out.keys()], at, at, { client: c, raw: true })
      const kept: Changed[] = []
      const write = new Map<string, Series>()
      for (const [series, value] of out) {
        markNulls(value)
        const { before, write: after, entries } = differing(stored.get(series)!, value)
        if (entries === 0) continue
        kept.push({ series, before, after })
        write.set(series, after)
      }
      await keepChanges(c, hydroCode, run, 0, kept)
      const because = { client: c, source: 'computed' as const, run, actor, reason }
      const written = await history.write(flatten(hydroCode, write), because)
      changes.push(...written.changes)
      return kept.length
    },
  }
}

export type Publish = ReturnType<typeof createPublish>

/**
 * Rain is no part of what a person gives, and volumes add up from instant to instant: a saved one leaves both to the
 * calculation.
 */
export const isNeverSaved = (code: string) =>
  code.startsWith('basin.') || (VOLUMES as readonly string[]).includes(code)

/** Series without instants, but for those that are never saved. */
function without(out: ReadonlyMap<string, Series>, instants: ReadonlySet<number>): Map<string, Series> {
  if (instants.size === 0) return new Map(out)
  return new Map(
    [...out].map(([code, series]) => [
      code,
      isNeverSaved(code) ? series : pick(series, (t) => !instants.has(t)),
    ]),
  )
}

/** What is not known is stored as MISSING, whatever it is that is missing. */
export function markNulls({ v, q }: Series): void {
  for (let i = 0; i < v.length; i++) if (v[i] !== v[i]) q[i] |= MISSING
}

/** What has to be written and taken away so that one series becomes the other, and what is there instead now. */
function differing(before: Series, after: Series) {
  const fresh = new Uint8Array(after.t.length)
  const old = new Uint8Array(before.t.length)
  const gone: Instants[] = []
  let entries = 0
  let open = false
  eachInstant(before, after, (t, i, k) => {
    if (i >= 0 && k >= 0 && isSameEntry(before, i, after, k)) {
      open = false
      return
    }
    entries++
    if (i >= 0) old[i] = 1
    if (k >= 0) {
      fresh[k] = 1
      // What stays ends a piece that goes.
      open = false
    } else if (open) gone[gone.length - 1].to = t
    else {
      gone.push({ from: t, to: t })
      open = true
    }
  })
  return {
    before: pick(before, (_, i) => old[i] === 1),
    write: pick(after, (_, k) => fresh[k] === 1),
    gone,
    entries,
  }
}

/** [from, to] without instants. */
function between(from: number, to: number, instants: readonly number[]): Instants[] {
  const pieces: Instants[] = []
  let start = from
  for (const t of instants) {
    if (t > start) pieces.push({ from: start, to: t - 1 })
    start = t + 1
  }
  if (start <= to) pieces.push({ from: start, to })
  return pieces
}
