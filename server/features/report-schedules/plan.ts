import {
  isInstantOf,
  nextPaceInstant,
  paceIn,
  paceInstants,
  type Pace,
  type PaceState,
} from '#core/report/index.ts'
import { inForce } from '#core/description/index.ts'
import { limitOn } from '#core/description/season.ts'
import { usable } from '#core/quality/index.ts'
import { DAY, HOUR, MINUTE, toLocal, toLocalDate } from '#core/time/index.ts'
import { MOST_LATE_HOURS } from '#contract/report-schedules.ts'
import { makeId } from '#server/lib/ids.ts'
import type { ScheduleDeps } from './deps.ts'
import { changeSchedule, insertIssue, lockSchedule, readSchedules, type ScheduleRow } from './store.ts'

/** How much later than expected a report may be made before it is marked, ms. */
export const LATE = 10 * MINUTE
/** A value older than this says nothing of the state of a reservoir, ms: a lost sensor does not end a flood. */
const LOOK_BACK = 3 * DAY
/** Longest time until the schedules of a reservoir are read again, ms. */
const LOOK = 10 * MINUTE
const LEVEL = 'general.lake_level'
const DAM = 'general.total_discharge_dam'
/** The minimum flow is part of the discharge at the dam. */
const RELEASE = 'general.env_discharge'

/** The state of a reservoir at instants, which begin no earlier than the first of them. */
export async function statesAt(
  { plants, history }: Pick<ScheduleDeps, 'plants' | 'history'>,
  hydro: string,
  instants: readonly number[],
): Promise<(t: number) => PaceState> {
  const d = await plants.describe(hydro)
  const [first, last] = [instants[0], instants.at(-1)!]
  const read = await history.read(hydro, [LEVEL, DAM, RELEASE], first - LOOK_BACK, last)
  const lastOf = (code: string, t: number): number | null => {
    const s = read.get(code)!
    for (let i = s.t.length - 1; i >= 0 && s.t[i] >= t - LOOK_BACK; i--)
      if (s.t[i] <= t && !Number.isNaN(s.v[i]) && usable(s.q[i], true)) return s.v[i]
    return null
  }
  /** Spill is what passes the dam besides the minimum flow; with that unknown all of it, so that a flood is never missed. */
  const spillAt = (t: number): number | null => {
    const dam = lastOf(DAM, t)
    return dam === null ? null : Math.max(0, dam - (lastOf(RELEASE, t) ?? 0))
  }
  return (t) => {
    const { levels, seasonLimits, zone } = (inForce(d.plant, t) ?? d.plant.at(0))!.body
    const day = toLocalDate(t, zone).slice(5)
    const season = limitOn(seasonLimits ?? [], day)?.level ?? null
    return { day, level: lastOf(LEVEL, t), spill: spillAt(t), levels: { ...levels, season } }
  }
}

/**
 * Decides which reports of a reservoir have become due, and adds them, each once whichever process is first. Returns when
 * the next may be.
 */
export async function planReports(deps: ScheduleDeps, hydro: string, wake: () => void): Promise<number> {
  const { clock, db, plants } = deps
  const now = clock.now()
  const active = (await readSchedules(db, hydro)).filter((s) => !s.paused && s.stopped === null)
  // Where a notice of another process was lost.
  const look = now + LOOK
  if (active.length === 0) return look
  const zone = await plants.zone(hydro)
  let due = Infinity
  let added = 0
  for (const one of active) {
    const until = now - one.delay * MINUTE
    // What a clock that was set back has decided already is not decided again.
    const begun = Math.min(one.planned_to, until)
    const from = Math.max(begun, until - MOST_LATE_HOURS * HOUR)
    const candidates = paceInstants(one.paces, zone, from, until)
    const missed = from > begun && nextPaceInstant(one.paces, zone, begun) <= from
    if (candidates.length > 0 || missed)
      added += await decide(deps, one, { zone, from, until, candidates, missed })
    due = Math.min(due, nextPaceInstant(one.paces, zone, until) + one.delay * MINUTE)
  }
  if (added > 0) wake()
  return Math.min(due, look)
}

interface Decision {
  zone: string
  from: number
  until: number
  candidates: readonly number[]
  /** Whether there are some before `from`, which are not made any more. */
  missed: boolean
}

async function decide(
  deps: ScheduleDeps,
  one: ScheduleRow,
  { zone, from, until, candidates, missed }: Decision,
): Promise<number> {
  const { hydro_code: hydro, schedule_id: id } = one
  const stateAt = candidates.length > 0 ? await statesAt(deps, hydro, candidates) : null
  const paces: readonly Pace[] = one.paces
  const found = candidates.flatMap((slot) => {
    const pace = paceIn(paces, stateAt!(slot))
    return pace && isInstantOf(pace, zone, slot) ? [{ slot, pace: pace.name }] : []
  })
  return deps.db.tx(async (c) => {
    const held = await lockSchedule(c, hydro, id)
    // Another process was first, or somebody changed it.
    if (!held || held.version !== one.version || held.planned_to !== one.planned_to) return 1
    const now = deps.clock.now()
    let number = held.last_number
    const issue = (slot: number, more: { pace: string | null; number: number; late: boolean }) => ({
      ...more,
      hydro_code: hydro,
      issue_id: makeId('ri', now),
      schedule_id: id,
      slot,
      correction: 0,
      name: held.name,
      what: held.what,
      delay: held.delay,
      recipients: held.recipients,
      language: held.language,
      maker: held.maker,
      to_send: false,
      from_t: null,
      to_t: null,
      made_at: null,
      sent_at: null,
      changed_at: now,
      send_id: null,
      file_id: null,
      file_name: null,
      content_type: null,
      size: null,
      sha256: null,
      money: null,
      sheet_version: null,
      rejected: null,
    })
    if (missed)
      await insertIssue(c, {
        ...issue(from, { pace: null, number: 0, late: true }),
        state: 'skipped',
        error: {
          code: 'schedule_skipped',
          params: { to: toLocal(from, zone).slice(0, 16), hours: MOST_LATE_HOURS },
        },
      })
    for (const { slot, pace } of found) {
      const late = now > slot + held.delay * MINUTE + LATE
      const row = { ...issue(slot, { pace, number: number + 1, late }), state: 'due' as const, error: null }
      if (await insertIssue(c, row)) number++
    }
    await changeSchedule(c, hydro, id, { planned_to: until, last_number: number })
    return found.length
  })
}
