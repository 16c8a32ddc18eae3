import { DAY, uniteSpans } from '#core/time/index.ts'
import type pg from 'pg'
import type { Description } from '#core/description/index.ts'
import { isComputedCode, isHeld, loggedOutlets, type Instants } from '#core/calculation/index.ts'
import { usable } from '#core/quality/index.ts'
import type { Change, History, DirtySpan } from '#server/features/history/index.ts'
import { DESCRIPTION_SPAN, type Plants } from '#server/features/plants/index.ts'
import type { Readings } from '#server/features/readings/index.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import type { Hooks, Why } from './hooks.ts'
import { calculationIntervalOf, lastInstant } from './instants.ts'
import { HEAD, createPublish, type Publish } from './publish.ts'
import { firstReading, insertRun, isThere } from './runs/store.ts'
import { automatic, batchOf, ENERGY_SPAN, INSTANTS_SPAN, partsOutside, touched } from './spans.ts'

export interface Calculation {
  /** Stores computed values. */
  publish: Publish
  /** Announces something to compute at a plant that no change of readings announces. */
  touch(hydroCode: string): void
  /** Calls the listener with each plant that has something to compute. */
  onTouch(listener: (hydroCode: string) => void): void
  /**
   * Runs one step of everything that waits at a plant. Returns when the next one is due, epoch ms: now where there is
   * more, else at the end of its next interval.
   */
  turn(hydroCode: string): Promise<number>
  /** Computes everything that is marked or due for a plant. Returns how many instants. */
  settle(hydroCode: string): Promise<number>
  /**
   * Computes the time [from, to], both ends included, now and stores it, whatever is marked and in manual operation too. accepted: approved spans as
   * well, by somebody who may approve.
   */
  recompute(
    hydroCode: string,
    from: number,
    to: number,
    actor: string,
    options?: { accepted?: boolean },
  ): Promise<number>
}

/** The next entry is searched for in a span of this length first, ms. */
const NEAR = DAY
/** After a stop of at most this length, missed instants are filled in even where no reading arrived, ms. */
const FILL = DAY

export function createCalculation(
  s: Services,
  deps: { plants: Plants; history: History; readings: Readings } & Hooks,
): Calculation {
  const { plants, history } = deps
  const publish = createPublish(s, deps)

  /** The parts of spans that are not approved; the others are listed as pending. */
  const open = async (c: pg.PoolClient, hydroCode: string, spans: readonly Instants[], why: Why) => {
    if (!deps.reviews || spans.length === 0) return [...spans]
    const split = await deps.reviews.split(c, hydroCode, spans)
    if (split.held.length > 0) await deps.reviews.pend(c, hydroCode, split.held, why)
    return split.open
  }

  /**
   * The first valid entry after a mark, for a series of states; for a log also the first reading of the sensor that it
   * replaces.
   */
  const nextEntry = async (c: pg.PoolClient, d: Description, m: DirtySpan): Promise<number | null> => {
    const sensors = loggedOutlets(d).find((o) => o.log === m.series)?.sensors ?? []
    const allowSuspect = d.parameters.every((p) => p.body.allowSuspect)
    const now = s.clock.now()
    // Usually it is near.
    for (let from = m.to + 1, span = NEAR; from <= now; from += span, span *= 4) {
      const to = Math.min(now, from + span - 1)
      const data = await history.read(d.hydroCode, [m.series, ...sensors], from, to, { client: c })
      const found = [...data.values()].map(({ t, q }) => t.find((_, i) => usable(q[i], allowSuspect)))
      const next = Math.min(...found.map((t) => t ?? Infinity))
      if (next < Infinity) return next
    }
    return null
  }

  /** The logs with any entries, which may replace a sensor. */
  const logsOf = async (c: pg.PoolClient, d: Description): Promise<ReadonlySet<string>> => {
    const codes = loggedOutlets(d).map((o) => o.log)
    return codes.length === 0
      ? new Set()
      : new Set((await history.last(d.hydroCode, codes, { client: c })).keys())
  }

  /**
   * Cuts off the time before any reading from long spans: a state entered for 1926 (a mistyped year) would last until
   * the first sensor reports, a century of instants with nothing known.
   */
  const measured = async (
    c: pg.PoolClient,
    hydroCode: string,
    spans: Instants[],
    chunk: number,
  ): Promise<Instants[]> => {
    if (spans.every((x) => x.to - x.from <= chunk)) return spans
    const first = await firstReading(c, hydroCode)
    if (first === null) return spans
    const from = first - FILL
    return spans.flatMap((x) => {
      if (x.to - x.from <= chunk) return [x]
      return x.to < from ? [] : [{ from: Math.max(x.from, from), to: x.to }]
    })
  }

  /**
   * Computes the energy of spans of which nothing else is computed: of marked ones, which had none so far, and in manual
   * operation, since what a meter or a sensor counts goes on.
   */
  const energyOf = async (
    c: pg.PoolClient,
    d: Description,
    marks: readonly DirtySpan[],
    spans: readonly Instants[],
    computed: readonly Instants[],
    { chunk, why, last, changes }: { chunk: number; why: Why; last: number; changes: Change[] },
  ): Promise<void> => {
    const marked = marks
      .filter((m) => m.series === ENERGY_SPAN)
      .map((m) => ({ from: m.from, to: Math.min(m.to, last) }))
    const byHand = partsOutside(spans, automatic(d, spans))
    const accepted = byHand.length > 0 ? await open(c, d.hydroCode, byHand, why) : []
    for (const span of partsOutside(uniteSpans([...marked, ...accepted]), computed)) {
      if (span.from > span.to) continue
      const from = Math.max(span.from, span.to - chunk + 1)
      if (from > span.from)
        await history.markDirty(
          d.hydroCode,
          ['calc'],
          [{ series: ENERGY_SPAN, from: span.from, to: from - 1 }],
          c,
        )
      await publish.energy(c, d, { from, to: span.to }, changes)
    }
  }

  /**
   * One transaction: takes marks of a few days, computes what they touch, and writes it. null when there was nothing.
   */
  const settleOnce = async (hydroCode: string): Promise<number | null> => {
    const changes: Change[] = []
    const steps = await s.db.tx(async (c) => {
      await publish.lock(c, hydroCode)
      const sizes = batchOf(await plants.describe(hydroCode))
      const marks = await history.takeDirtySpans(c, hydroCode, 'calc', { days: sizes.days })
      if (marks.length === 0) return null
      const all = marks.some((m) => m.series === DESCRIPTION_SPAN || m.series === INSTANTS_SPAN)
      // The mark was committed with its change: whoever sees the mark must compute with that change.
      const d = await (all ? plants.fresh(hydroCode) : plants.describe(hydroCode))
      await publish.declare(
        d,
        marks.some((m) => m.series === ENERGY_SPAN),
      )
      const now = s.clock.now()
      const further = (await deps.checks?.run(c, d, marks, now)) ?? []
      changes.push(...further)
      // Grades that only change how a reading is shown do not change the calculation.
      const changed: DirtySpan[] = [...marks, ...further.filter((x) => x.regraded !== 'shown')]
      const next = new Map<DirtySpan, number | null>()
      const logs = await logsOf(c, d)
      for (const m of changed) if (isHeld(d, m.series, logs)) next.set(m, await nextEntry(c, d, m))
      const wide = touched(d, changed, lastInstant(d, now), (m) => next.get(m) ?? null, logs)
      const { chunk } = sizes
      const spans = await measured(c, hydroCode, wide, chunk)
      let n = 0
      const why = all ? 'description' : 'readings'
      const computed = await open(c, hydroCode, automatic(d, spans), why)
      // Held values stay, but changed thresholds apply to them as well.
      if (marks.some((m) => m.series === DESCRIPTION_SPAN))
        for (const span of partsOutside(spans, computed))
          for (let from = span.from; from <= span.to; from += chunk)
            changes.push(
              ...(await publish.checkStored(c, d, { from, to: Math.min(span.to, from + chunk - 1) })),
            )
      for (const span of computed) {
        const from = Math.max(span.from, span.to - chunk + 1)
        // The newest part is computed first; the rest is marked again.
        if (from > span.from)
          await history.markDirty(
            hydroCode,
            ['calc'],
            [{ series: INSTANTS_SPAN, from: span.from, to: from - 1 }],
            c,
          )
        n += (await publish.span(c, d, { from, to: span.to }, { all, run: null, changes })).steps
      }
      // Its steps are no instants of the calculation.
      await energyOf(c, d, marks, spans, computed, { chunk, why, last: lastInstant(d, now), changes })
      return n
    })
    history.emit(changes)
    return steps
  }

  /** Computes the instants that ended since the last one, whether or not readings arrived. */
  const fillDue = async (hydroCode: string): Promise<number> => {
    const d = await plants.describe(hydroCode)
    const due = lastInstant(d, s.clock.now())
    const last = (await history.last(hydroCode, [HEAD], { raw: true })).get(HEAD)
    if (last && last.t >= due) return 0
    // Totals that end with the first of these instants are of the time before it.
    const from = last ? Math.max(last.t + 1, due - FILL - 1) : due - 1
    let steps = 0
    for (const span of automatic(d, [{ from, to: due }]))
      steps += await store(d, span.from, span.to, 'system', 'due')
    return steps
  }

  const store = async (
    d: Description,
    from: number,
    to: number,
    actor: string,
    kind: 'due' | 'recompute',
    accepted = false,
  ) => {
    if (!(await isThere(s.db.pool, d.hydroCode))) return 0
    await publish.declare(d)
    let steps = 0
    const { chunk } = batchOf(d)
    for (let a = from; a <= to; a += chunk) {
      const b = Math.min(to, a + chunk - 1)
      const started = s.clock.now()
      const run = makeId('ru', started)
      const changes: Change[] = []
      steps += await s.db.tx(async (c) => {
        await publish.lock(c, d.hydroCode)
        // The reservoir was removed since it was described, as a demo is: nothing may be written for it any more.
        if (!(await isThere(c, d.hydroCode))) return 0
        const recomputing = kind === 'recompute'
        let n = 0
        const part = [{ from: a, to: b }]
        const spans = accepted ? part : await open(c, d.hydroCode, part, recomputing ? 'import' : 'readings')
        for (const span of spans)
          n += (await publish.span(c, d, span, { all: recomputing, run: recomputing ? run : null, changes }))
            .steps
        if (n > 0 && (recomputing || changes.length > 0))
          await insertRun(c, {
            hydro_code: d.hydroCode,
            run_id: run,
            kind,
            from_t: a,
            to_t: b,
            started_at: started,
            finished_at: s.clock.now(),
            actor,
            code_version: VERSION,
            steps: n,
          })
        return n
      })
      history.emit(changes)
    }
    return steps
  }

  /** One step of all waiting work: the newest marked days, then what is due, which those often contain already. */
  const step = async (hydroCode: string): Promise<{ steps: number; more: boolean }> => {
    if ((await plants.describe(hydroCode)).plant.length === 0) return { steps: 0, more: false }
    let failed: { error: unknown } | null = null
    const settled = await settleOnce(hydroCode).catch((error: unknown) => {
      failed = { error }
      return null
    })
    // A day that cannot be recomputed must not keep the present from being computed.
    const due = await fillDue(hydroCode)
    if (failed !== null) throw (failed as { error: unknown }).error
    return { steps: (settled ?? 0) + due, more: settled !== null }
  }

  const listeners = new Set<(hydroCode: string) => void>()
  const touch = (hydroCode: string) => {
    for (const listener of listeners) listener(hydroCode)
  }
  history.onChange((changes) => {
    const readings = changes.filter((c) => !isComputedCode(c.series))
    for (const hydroCode of new Set(readings.map((c) => c.hydroCode))) touch(hydroCode)
  })

  return {
    publish,
    touch,
    onTouch: (listener) => void listeners.add(listener),
    async turn(hydroCode) {
      const { more } = await step(hydroCode)
      const [d, now] = [await plants.describe(hydroCode), s.clock.now()]
      // Left, as a demo is: only a new description brings more.
      if (d.plant.length === 0) return Infinity
      return more ? now : lastInstant(d, now) + calculationIntervalOf(d, now)
    },
    async settle(hydroCode) {
      let steps = 0
      for (;;) {
        const done = await step(hydroCode)
        steps += done.steps
        if (!done.more) return steps
      }
    },
    async recompute(hydroCode, from, to, actor, { accepted = false } = {}) {
      return store(await plants.fresh(hydroCode), from, to, actor, 'recompute', accepted)
    },
  }
}
