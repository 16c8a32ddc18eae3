import { CalcError } from '#core/errors.ts'
import type { Group, Table, Version } from '#core/description/index.ts'
import { DAY, fromLocal, next, localParts } from '#core/time/index.ts'

const YEAR = 366 * DAY

/** Whether an instant lies in the plain period [from, to). */
function inPeriod(v: Version<Table>, t: number): boolean {
  return t >= v.from && (v.to === null || t < v.to)
}

/** Whether a period repeats every year: both ends are known. Without an end it is in force from its start on. */
function isYearly(v: Version<Table>): boolean {
  return v.body.loopByYear && v.to !== null && Number.isFinite(v.from)
}

/** Month and day of an instant in a zone, as month * 100 + day. */
function monthDay(t: number, zone: string): number {
  const local = localParts(t, zone)
  return local.month * 100 + local.day
}

/** First and last local day (inclusive) of a yearly period; the last is the day of its last instant. */
function season(v: Version<Table>, zone: string): [number, number] {
  return [monthDay(v.from, zone), monthDay(v.to! - 1, zone)]
}

/** Whether a month-day is in a season, which may pass the end of the year. */
function inSeason(day: number, first: number, last: number): boolean {
  return first <= last ? day >= first && day <= last : day >= first || day <= last
}

function isInForce(v: Version<Table>, t: number, zone: string): boolean {
  if (inPeriod(v, t)) return true
  if (!isYearly(v)) return false
  const [first, last] = season(v, zone)
  return inSeason(monthDay(t, zone), first, last)
}

/**
 * The table of a group and object (null: the plant) in force at t: active, inside its period (month and day only when
 * it loops by year, in the plant's zone), the latest upload of several. A yearly period ends when a later version of
 * the same table is in force, so that replacing or switching off a table is never undone by its old season. require:
 * none -> CalcError NO_TABLE naming the group.
 */
export function tableInForce(
  tables: readonly Version<Table>[],
  group: Group,
  object: string | null,
  t: number,
  zone: string,
  require: true,
): Version<Table>
export function tableInForce(
  tables: readonly Version<Table>[],
  group: Group,
  object: string | null,
  t: number,
  zone: string,
  require?: boolean,
): Version<Table> | undefined
export function tableInForce(
  tables: readonly Version<Table>[],
  group: Group,
  object: string | null,
  t: number,
  zone: string,
  require = false,
): Version<Table> | undefined {
  let best: Version<Table> | undefined
  for (const v of tables) {
    if (v.body.group !== group || v.body.object !== object || !v.body.active || !isInForce(v, t, zone))
      continue
    if (superseded(v, tables, t, zone)) continue
    if (!best || v.body.uploadedAt > best.body.uploadedAt) best = v
    else if (v.body.uploadedAt === best.body.uploadedAt && v.from >= best.from) best = v
  }
  if (!best && require) throw new CalcError('NO_TABLE', group, { group, object, at: t })
  return best
}

/**
 * Whether another version of the same item takes precedence over v at t: one in plain force that is later, or than a
 * yearly one.
 */
function superseded(v: Version<Table>, all: readonly Version<Table>[], t: number, zone: string): boolean {
  const plain = inPeriod(v, t)
  for (const w of all) {
    if (w === v || w.id !== v.id) continue
    if (inPeriod(w, t) ? !plain || w.from > v.from : !plain && w.from > v.from && isInForce(w, t, zone))
      return true
  }
  return false
}

/** Every instant in (from, to) at which the table in force may change: the ends of all periods, every year. */
export function switchInstants(
  tables: readonly Version<Table>[],
  from: number,
  to: number,
  zone: string,
): number[] {
  const set = new Set<number>()
  const add = (t: number) => {
    if (t > from && t < to) set.add(t)
  }
  for (const v of tables) {
    add(v.from)
    if (v.to !== null) add(v.to)
    if (!isYearly(v)) continue
    const [first, last] = season(v, zone)
    const end = localParts(to, zone).year
    for (let year = localParts(from, zone).year; year <= end; year++) {
      add(startOfDay(year, first, zone))
      // The day after the last one; in a common year 29 February is over on 1 March.
      const lastDay = dayText(year, last, zone)
      add(lastDay === null ? startOfDay(year, 301, zone) : next('day', lastDay, zone))
    }
  }
  return [...set].sort((a, b) => a - b)
}

function dayText(year: number, day: number, zone: string): number | null {
  const month = String(Math.floor(day / 100)).padStart(2, '0')
  return fromLocal(`${String(year).padStart(4, '0')}-${month}-${String(day % 100).padStart(2, '0')}`, zone)
}

function startOfDay(year: number, day: number, zone: string): number {
  return dayText(year, day, zone) ?? dayText(year, 301, zone)!
}

/**
 * Active tables of the same group and object whose periods overlap that of a candidate (a table to be uploaded, for
 * which the user is asked whether to replace them). Versions with the candidate's own id are left out.
 */
export function overlapping(
  tables: readonly Version<Table>[],
  candidate: Pick<Version<Table>, 'id' | 'from' | 'to'> & {
    body: Pick<Table, 'group' | 'object' | 'loopByYear'>
  },
  zone: string,
): Version<Table>[] {
  const c = candidate as Version<Table>
  return tables.filter(
    (v) =>
      v.id !== c.id &&
      v.body.active &&
      v.body.group === c.body.group &&
      v.body.object === c.body.object &&
      overlap(v, c, zone),
  )
}

function overlap(a: Version<Table>, b: Version<Table>, zone: string): boolean {
  if (isYearly(a) || isYearly(b)) {
    const seasonA = seasonOf(a, zone)
    const seasonB = seasonOf(b, zone)
    if (!seasonA || !seasonB) return true
    return inSeason(seasonA[0], seasonB[0], seasonB[1]) || inSeason(seasonB[0], seasonA[0], seasonA[1])
  }
  return a.from < (b.to ?? Infinity) && b.from < (a.to ?? Infinity)
}

/** The days of a year a period touches; null: all of them. */
function seasonOf(v: Version<Table>, zone: string): [number, number] | null {
  if (v.to === null || !Number.isFinite(v.from)) return null
  if (!v.body.loopByYear && v.to - v.from >= YEAR) return null
  return season(v, zone)
}
