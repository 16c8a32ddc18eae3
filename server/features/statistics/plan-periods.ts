import type { PlanGrain } from '#core/output/index.ts'
import { fromLocal, localParts, MINUTE, next, startOf } from '#core/time/index.ts'
import type { MessageCode } from '#contract/messages.ts'
import { unprocessable } from '#server/lib/errors.ts'
import type { SourceRow } from '#server/lib/read/index.ts'
import { AmbiguousTime, InstantReader } from '#server/lib/read/local-instant.ts'

const HALF_HOUR = 30 * MINUTE
/** Hours of the longest day. */
const MOST_HOURS = 25

const YEAR = /^(?:năm |nam |year )?(\d{4})$/i
const MONTH_FIRST = /^(?:t|tháng |thang )?\s*(\d{1,2})\s*(?:[-/.]|năm|nam)\s*(\d{4})$/i
/** A point needs both digits of the month: the number 2026.1 may be October. */
const YEAR_FIRST = /^(\d{4})(?:[-/](\d{1,2})|\.(\d{2}))$/

/** A year or a month as local time; null for other texts. */
function yearIn(text: string): string | null {
  const m = YEAR.exec(text)
  return m && `${m[1]}-01-01`
}
function monthIn(text: string): string | null {
  const [, month, year] = MONTH_FIRST.exec(text) ?? []
  const [, ownYear = year, dashed = month, pointed = dashed] = YEAR_FIRST.exec(text) ?? []
  return ownYear && pointed ? `${ownYear}-${pointed.padStart(2, '0')}-01` : null
}

/** Whether a text is a year, a month, or begins with a date. */
export const isPeriodText = (text: string): boolean =>
  yearIn(text) !== null || monthIn(text) !== null || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text)

interface Wanted {
  grain?: PlanGrain
  stamp: 'start' | 'end'
  zone: string
}

/** The grain of a file, and the start of the period of each of its rows or what is wrong with it. */
interface Periods {
  grain: PlanGrain
  startOfRow: (row: SourceRow) => number | MessageCode
}

/**
 * Reads the column of periods, or those of dates and times of day. numbered: the second one has the numbers of the
 * half-hours of a day. @throws Problem where the numbers may be hours
 */
export function periodsOf(
  rows: readonly SourceRow[],
  { period: columns, numbered }: { period: readonly number[]; numbered: boolean },
  wanted: Wanted,
): Periods {
  const { grain: chosen, zone } = wanted
  const [first] = columns
  const texts = rows.map((row) => row.text(first))
  for (const [grain, localIn] of [
    ['year', yearIn],
    ['month', monthIn],
  ] as const) {
    const many = texts.filter((text) => localIn(text) !== null).length
    if (chosen === undefined ? many * 2 <= texts.length : chosen !== grain || many === 0) continue
    return {
      grain,
      startOfRow(row) {
        const local = localIn(row.text(first))
        const t = local === null ? null : fromLocal(local, zone)
        return t === null || !isPossible(t) ? 'plan_bad_period' : t
      },
    }
  }
  if (numbered && (chosen ?? 'half_hour') === 'half_hour') return numberedHalfHours(rows, columns, zone)
  const sample = rows.slice(0, 200).map((row) => columns.map((c) => row.text(c)))
  const reader = instantsOf(zone, columns, sample)
  const times = rows.map((row) => reader.read(row))
  const known = times.filter((t): t is number => t !== null)
  const isMidnight = (t: number) => startOf('day', t, zone) === t
  const isFirst = (t: number) => isMidnight(t) && localParts(t, zone).day === 1
  const grain =
    chosen ??
    (known.some((t) => !isMidnight(t))
      ? 'half_hour'
      : known.length > 1 && known.every(isFirst)
        ? 'month'
        : 'day')
  const byRow = new Map(rows.map((row, i) => [row, times[i]]))
  if (grain === 'half_hour') return { grain, startOfRow: halfHours(byRow, known, wanted) }
  return {
    grain,
    startOfRow(row) {
      const t = byRow.get(row) ?? null
      if (t === null || !isPossible(t)) return 'plan_bad_period'
      return startOf(grain, t, zone) === t ? t : 'plan_off_period'
    },
  }
}

/**
 * Half-hours by their times. A time that has no other half an hour before or after it may be that of an hour, which is
 * no half-hour: an hour's energy in one half-hour would leave the other without a plan.
 */
function halfHours(
  byRow: ReadonlyMap<SourceRow, number | null>,
  known: readonly number[],
  { stamp, zone }: Wanted,
): Periods['startOfRow'] {
  const all = new Set(known)
  return (row) => {
    const t = byRow.get(row) ?? null
    if (t === null || !isPossible(t)) return 'plan_bad_period'
    const start = stamp === 'end' ? t - HALF_HOUR : t
    if ((start - startOf('day', start, zone)) % HALF_HOUR !== 0) return 'plan_off_half_hour'
    const isAlone = all.size > 1 && !all.has(t - HALF_HOUR) && !all.has(t + HALF_HOUR)
    return isAlone ? 'plan_hours' : start
  }
}

/** Half-hours by their number in the day, from 1. A date may be written once for the rows of its day. */
function numberedHalfHours(
  rows: readonly SourceRow[],
  [date, number]: readonly number[],
  zone: string,
): Periods {
  const most = Math.max(...rows.map((row) => (row.isEmpty(number) ? 0 : Number(row.text(number)))))
  if (most <= MOST_HOURS) throw unprocessable('plan_hours_or_halves', { most })
  const sample = rows.slice(0, 200).map((row) => [row.text(date)])
  const reader = instantsOf(zone, [date], sample)
  const starts = new Map<SourceRow, number>()
  let above: { day: number; n: number } | null = null
  for (const row of rows) {
    const n: number = row.isEmpty(number) ? 0 : Number(row.text(number))
    const carried: number | null = above !== null && n > above.n ? above.day : null
    const day: number | null = row.isEmpty(date) ? carried : reader.read(row)
    above = day === null ? null : { day, n }
    if (day === null || !isPossible(day) || startOf('day', day, zone) !== day || n < 1) continue
    const start = day + (n - 1) * HALF_HOUR
    if (start < next('day', day, zone)) starts.set(row, start)
  }
  return { grain: 'half_hour', startOfRow: (row) => starts.get(row) ?? 'plan_bad_period' }
}

const isPossible = (t: number) => t >= Date.UTC(1900, 0, 1) && t < Date.UTC(2200, 0, 1)

function instantsOf(
  zone: string,
  columns: readonly number[],
  sample: readonly (readonly string[])[],
): InstantReader {
  try {
    return new InstantReader('auto', zone, columns, sample)
  } catch (error) {
    // Where no date decides, the day comes first, as people write it here.
    if (error instanceof AmbiguousTime) return new InstantReader('dmy', zone, columns, sample)
    throw error
  }
}
