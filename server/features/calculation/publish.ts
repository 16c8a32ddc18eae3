import type pg from 'pg'
import {
  PLANT_ENERGY,
  computedEvery,
  compare,
  compute,
  computeEnergy,
  computedSeries,
  eachInstant,
  energyInputSeries,
  isEnergyCode,
  isLogCode,
  isTotalCode,
  type RunComparison,
  type Instants,
} from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { OLDEST_READING } from '#core/description/records.ts'
import { MISSING } from '#core/quality/index.ts'
import { emptySeries, slice, stampsOfTime, type Series } from '#core/series/index.ts'
import type { Change, History } from '#server/features/history/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import type { Services } from '#server/lib/services.ts'
import type { Hooks } from './hooks.ts'
import { flatten, readInputs } from './inputs.ts'
import { ENERGY_SPAN } from './spans.ts'
import { calculationIntervalOf, zoneOf } from './instants.ts'
import { keepChanges, type Changed } from './runs/changed-store.ts'
import { isSameEntry, pick } from './runs/entries.ts'
import { passOver, activeSavesIn } from './runs/store.ts'
import { lockCalculation } from './store.ts'

/** The series whose last entry says how far calculation has come. */
export const HEAD = 'general.total_discharge_out'
/** No line is drawn between known values that are more intervals apart. */
export const GAP_INTERVALS = 3
/** If a series has more pieces to delete, they are deleted as one span, and what stays is written again. */
const PIECES = 8

interface PublishOrder {
  /** Whether other stored values of the span are deleted. */
  all: boolean
  /** The run under which it is stored, which keeps days as they were before; null: the loop. */
  run: string | null
  actor?: string
  reason?: string | null
  /** Number of the part of the run; what changes is kept, for taking it back. */
  part?: number
  /** Collects what changes in these series. */
  comparisons?: ReadonlyMap<string, RunComparison>
  /** Collects what to publish after the commit. */
  changes: Change[]
}

interface Published {
  /** Instants computed. */
  steps: number
  /** Stored values that changed; counted where `all`. */
  entries: number
  /** Saved instants that were left as they are. */
  standing: number
}

/** Stores computed values: the only way for the loop, recalculations and saves. */
export function createPublish(
  s: Services,
  deps: { history: History; readings: Readings } & Pick<Hooks, 'checks'>,
) {
  const { history, readings } = deps
  const computedCodes = async (hydroCode: string) =>
    (await readings.registry.list(hydroCode))
      .filter((x) => x.source === 'computed' && !isLogCode(x.code))
      .map((x) => x.code)

  /**
   * Deletes what is stored of a time and is not computed any more, and returns what to write there. standing: saved
   * instants, which stay.
   */
  const replacing = async (
    c: pg.PoolClient,
    d: Description,
    { from, to }: Instants,
    out: ReadonlyMap<string, Series>,
    codes: readonly string[],
    standing: readonly number[],
    order: PublishOrder,
  ) => {
    const gap = GAP_INTERVALS * calculationIntervalOf(d, to)
    const found = await history.read(d.hydroCode, codes, from, to + 1, { client: c, raw: true })
    const stored = without(ofTime(found, { from, to }), new Set(standing))
    const write = new Map<string, Series>()
    let entries = 0
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
      const stamps = stampsOf(code, { from, to })
      const pieces = differs.gone.length > PIECES ? between(stamps, around) : differs.gone
      for (const piece of pieces) {
        const taken = await history.erase(d.hydroCode, code, piece.from, piece.to, becauseOf(c, order))
        order.changes.push(...taken.changes)
      }
      const rest = pieces === differs.gone ? differs.write : after
      if (rest.t.length > 0) write.set(code, rest)
    }
    const { run, part } = order
    if (run !== null && part !== undefined) await keepChanges(c, d.hydroCode, run, part, kept)
    return { write, entries }
  }

  return {
    /**
     * Registers the computed series under their present names before anything is written to them. The registry is
     * always queried: another process may have created the plant, or changed a name. Energy that is new to a plant with
     * a past is marked to be computed for it, before the series is there: a process that dies in between marks it again.
     * marked: whether it is already, by marks that the caller has taken.
     */
    async declare(d: Description, marked = false): Promise<void> {
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
      if (list.every((one) => same(one))) return
      if (!marked && codes.includes(PLANT_ENERGY) && !known.has(PLANT_ENERGY)) {
        const past = { series: ENERGY_SPAN, from: OLDEST_READING, to: now }
        await history.markDirty(d.hydroCode, ['calc'], [past])
      }
      await readings.registry.declareComputed(d.hydroCode, list)
    },

    /**
     * Lets one calculation of a plant run at a time: results of older readings must not be stored after those of newer
     * ones. Locked before the marks are taken, on whose rows ingest would wait.
     */
    lock: lockCalculation,

    /**
     * Computes a time and stores what is of it: instants within [from, to], and the totals that end within (from, to],
     * to the millisecond after it. Saved instants stay.
     */
    async span(
      c: pg.PoolClient,
      d: Description,
      { from, to }: Instants,
      order: PublishOrder,
    ): Promise<Published> {
      const now = s.clock.now()
      const inputs = await readInputs(deps, d, from, to + 1, now, c)
      const computed = ofTime(compute(d, inputs, from, to + 1, zoneOf(d, now)), { from, to })
      for (const one of computed.values()) markNulls(one)
      const steps = computed.get(HEAD)?.t.length ?? 0
      const standing = await activeSavesIn(c, d.hydroCode, from, to)
      if (standing.length > 0) await passOver(c, d.hydroCode, standing)
      const stand = new Set(standing)
      const out = without(computed, stand)
      const because = becauseOf(c, order)
      let [write, entries] = [out, 0]
      if (order.all) {
        const codes = [...new Set([...(await computedCodes(d.hydroCode)), ...out.keys()])]
        const replaced = await replacing(c, d, { from, to }, out, codes, standing, order)
        write = replaced.write
        entries = replaced.entries
      }
      const written = await history.write(flatten(d.hydroCode, write), because)
      order.changes.push(...written.changes)
      const whole = standing.length === 0 ? instantsOf(out) : null
      order.changes.push(...((await deps.checks?.runComputed(c, d, { from, to }, whole)) ?? []))
      return { steps, entries, standing: standing.length }
    },

    /** Computes the energy of a time and stores it, where the rest is not computed. */
    async energy(c: pg.PoolClient, d: Description, span: Instants, changes: Change[]): Promise<void> {
      const now = s.clock.now()
      const { from, to } = span
      const inputs = await readInputs(deps, d, from, to + 1, now, c, undefined, energyInputSeries(d))
      const out = ofTime(computeEnergy(d, inputs, from, to + 1, zoneOf(d, now)), span)
      for (const one of out.values()) markNulls(one)
      const stored = (await computedCodes(d.hydroCode)).filter(isEnergyCode)
      const codes = [...new Set([...stored, ...out.keys()])]
      const order = { all: true, run: null, changes }
      const { write } = await replacing(c, d, span, out, codes, [], order)
      const written = await history.write(flatten(d.hydroCode, write), becauseOf(c, order))
      changes.push(...written.changes)
    },

    /**
     * Runs the checks on values that a rollback restored: nobody computed them now, but they are graded beside present
     * ones.
     */
    async checkStored(c: pg.PoolClient, d: Description, span: Instants): Promise<readonly Change[]> {
      return (await deps.checks?.runComputed(c, d, span, null)) ?? []
    },

    /** Stores series of one instant under a run. Returns how many stored values changed. */
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

const becauseOf = (
  c: pg.PoolClient,
  { run, actor, reason }: Pick<PublishOrder, 'run' | 'actor' | 'reason'>,
) => ({
  client: c,
  source: 'computed' as const,
  run,
  actor,
  reason,
})

export type Publish = ReturnType<typeof createPublish>

/**
 * Whether a series is left out of saves: people do not enter rain, volumes accumulate from instant to instant, and energy
 * is of a step.
 */
export const isNeverSaved = isTotalCode

const stampsOf = (code: string, time: Instants): Instants =>
  stampsOfTime(time, isTotalCode(code) ? 'total' : 'instant')

const instantsOf = (out: ReadonlyMap<string, Series>) =>
  new Map([...out].filter(([code]) => !isTotalCode(code)))

/** The entries of computed series that belong to a time, both ends included. */
export function ofTime(found: ReadonlyMap<string, Series>, time: Instants): Map<string, Series> {
  return new Map(
    [...found].map(([code, series]) => {
      const { from, to } = stampsOf(code, time)
      return [code, slice(series, from, to + 1)]
    }),
  )
}

/** Removes instants from series, except from those that are never saved. */
function without(out: ReadonlyMap<string, Series>, instants: ReadonlySet<number>): Map<string, Series> {
  if (instants.size === 0) return new Map(out)
  return new Map(
    [...out].map(([code, series]) => [
      code,
      isNeverSaved(code) ? series : pick(series, (t) => !instants.has(t)),
    ]),
  )
}

/** Gives every missing value the grade MISSING. */
export function markNulls({ v, q }: Series): void {
  for (let i = 0; i < v.length; i++) if (v[i] !== v[i]) q[i] |= MISSING
}

/** What to write and delete so that one series becomes the other, and what is stored there now. */
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
      // An entry that stays ends a piece to delete.
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

/** The parts of [from, to] between instants. */
function between({ from, to }: Instants, instants: readonly number[]): Instants[] {
  const pieces: Instants[] = []
  let start = from
  for (const t of instants) {
    if (t > start) pieces.push({ from: start, to: t - 1 })
    start = t + 1
  }
  if (start <= to) pieces.push({ from: start, to })
  return pieces
}
