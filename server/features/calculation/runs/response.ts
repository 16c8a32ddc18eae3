import {
  MAIN_SERIES,
  type Calculated,
  type Difference,
  type Run,
  type RunDetail,
} from '#contract/calculation.ts'
import type { RunComparison } from '#core/calculation/index.ts'
import { toLocal } from '#core/time/index.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { round } from '#contract/fields.ts'
import type { ShownRun } from './store.ts'

type MainSeries = (typeof MAIN_SERIES)[number]

/** Display units of the main series, and the factor from stored values to them. */
const UNITS: Record<MainSeries, { unit: string; scale: number; flow: boolean }> = {
  'general.lake_level': { unit: 'm', scale: 1, flow: false },
  'general.total_capacity': { unit: '10^6 m3', scale: 1e-6, flow: false },
  'general.total_discharge_lake': { unit: 'm3/s', scale: 1, flow: true },
  'general.total_discharge_out': { unit: 'm3/s', scale: 1, flow: true },
  'general.total_discharge_dam': { unit: 'm3/s', scale: 1, flow: true },
  'general.total_discharge_turbine': { unit: 'm3/s', scale: 1, flow: true },
}
export const seriesUnitOf = (series: MainSeries) => UNITS[series]

export function runAnswer(r: ShownRun, zone: string): Run {
  const byPerson = r.kind === 'save' || r.kind === 'recalculate'
  return {
    run_id: r.run_id,
    kind: r.kind,
    state: r.state,
    from: r.from_t,
    to: r.to_t,
    started_at: r.started_at,
    finished_at: r.finished_at,
    from_string: toLocal(r.from_t, zone),
    to_string: toLocal(r.to_t, zone),
    started_string: toLocal(r.started_at, zone),
    finished_string: r.finished_at === null ? null : toLocal(r.finished_at, zone),
    actor: r.actor,
    actor_name: r.actor_name,
    reason: r.reason,
    code_version: r.code_version,
    done: r.steps,
    total: r.total,
    entries: r.entries,
    cancelling: r.cancelling,
    can_roll_back: byPerson && hasEnded(r) && r.rolled_back_by === null && hasEffect(r),
    rolled_back:
      r.rolled_back_by === null
        ? null
        : {
            run_id: r.rolled_back_by,
            state: r.back_state!,
            at: r.back_at!,
            at_string: toLocal(r.back_at!, zone),
            actor_name: r.back_name,
          },
    of: r.of_run,
    left: r.kept,
    waits_for: r.waits_for,
  }
}

/** Whether taking it back would change anything: values that it changed, or a save with entered values. */
export const hasEffect = (r: Pick<ShownRun, 'entries' | 'kind' | 'given'>) =>
  r.entries > 0 || (r.kind === 'save' && r.given)

/** Whether a run will store nothing more. */
export const hasEnded = (r: Pick<ShownRun, 'state'>) => r.state !== 'queued' && r.state !== 'running'

export function shownDetail(r: ShownRun, zone: string, language: Language): RunDetail {
  const { answer, told: comparisons = {}, standing = 0, pending = 0, problem } = r.result ?? {}
  return {
    ...runAnswer(r, zone),
    given: r.kind === 'save' ? r.detail : null,
    result: (answer as Calculated | undefined) ?? null,
    differences: differencesOf(comparisons),
    standing,
    pending,
    problem: problem ? text(problem.code as MessageCode, language, problem.params) : null,
  }
}

export function differencesOf(comparisons: Readonly<Record<string, RunComparison>>): Difference[] {
  return MAIN_SERIES.flatMap((series) => {
    const c = comparisons[series]
    if (!c) return []
    const { unit, scale, flow } = UNITS[series]
    const at = (v: number | null) => (v === null ? null : round(v * scale))
    const mean = (s: RunComparison['before']) => (s.n === 0 ? null : at(s.sum / s.n))
    const volume = (s: RunComparison['before']) => (flow && s.n > 1 ? round(s.volume, 0) : null)
    return [
      {
        series,
        unit,
        instants: c.instants,
        changed: c.changed,
        known_before: c.before.n,
        known_after: c.after.n,
        largest: c.largest && {
          at: c.largest.at,
          before: at(c.largest.before)!,
          after: at(c.largest.after)!,
          by: at(c.largest.by)!,
        },
        mean_before: mean(c.before),
        mean_after: mean(c.after),
        low_before: at(c.before.low ?? null),
        low_after: at(c.after.low ?? null),
        peak_before: at(c.before.peak),
        peak_after: at(c.after.peak),
        volume_before: volume(c.before),
        volume_after: volume(c.after),
      },
    ]
  })
}
