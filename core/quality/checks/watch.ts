import {
  allInForce,
  inForce,
  type Check,
  type CheckKind,
  type CheckLimits,
  type Description,
  type Version,
} from '../../description/index.ts'
import { segments } from '../../calculation/segments.ts'
import { inSeason } from '../../description/season.ts'
import { next, toLocalDate } from '../../time/index.ts'
import { rolesAt, type SeriesRole, type SeriesFacts } from './roles.ts'
import { defaultsOf } from './defaults.ts'

type Grade = Check['grade']

/** The rule of a check in force over [from, to). */
export interface Rule {
  from: number
  to: number
  source: 'default' | 'described' | 'calculation'
  /** Id and version of the described check; null: the default. */
  checkId: string | null
  version: string | null
  enabled: boolean
  grade: Grade
  limits: CheckLimits
  season: { from: string; to: string } | null
}

/** A check of one kind on one target, with its rules over a span. */
export interface ActiveCheck {
  /** Kind and target; never changes. */
  key: string
  kind: CheckKind
  /** One series; of twin sensors all of them; none where it checks the plant or a unit. */
  series: string[]
  object: string | null
  /** Rules without gaps over the requested span, in order. */
  rules: Rule[]
}

interface Target {
  kind: CheckKind
  series: string[]
  object: string | null
}

/** The key of a target: kind with the object, else with its series in any order, else the plant. */
export function keyOf({ kind, series, object }: Target): string {
  return `${kind}/${object ?? (series.length > 0 ? [...series].sort().join('+') : 'plant')}`
}

/** A default: the rule of a target without a described check. */
export interface Default extends Target {
  source: 'default' | 'calculation'
  grade: Grade
  limits: CheckLimits
}

/** The targets of a described check: one for each series, except for twins, which are one together. */
export function targetsOf(check: Pick<Check, 'kind' | 'series' | 'object'>): Target[] {
  const { kind, series } = check
  if (kind === 'twin') return [{ kind, series: [...series].sort(), object: null }]
  if (series.length > 0) return series.map((one) => ({ kind, series: [one], object: null }))
  return [{ kind, series: [], object: check.object ?? null }]
}

/** The rule of a target without a described check, from an instant on; null: it is not checked. */
interface Usual {
  from: number
  usual: Default | null
}

/**
 * Every check of a plant over [from, to): described ones in their period and season, else the defaults for what is in
 * force at each time. roles: roles of the series at `at`.
 */
export function watchesOf(
  d: Description,
  series: readonly SeriesFacts[],
  from: number,
  to: number,
  at = to,
): { watches: ActiveCheck[]; roles: ReadonlyMap<string, SeriesRole> } {
  const zone = (inForce(d.plant, to) ?? d.plant.at(-1))?.body.zone ?? 'UTC'
  const targets = new Map<string, { target: Target; usual: Usual[]; described: Version<Check>[] }>()
  for (const part of segments(d, from, to)) {
    const there = new Map(
      defaultsOf(d, rolesAt(d, series, part.from), part.from).map((x) => [keyOf(x), x] as const),
    )
    for (const [key, usual] of there)
      if (!targets.has(key))
        targets.set(key, { target: usual, usual: [{ from: -Infinity, usual: null }], described: [] })
    for (const [key, { usual }] of targets) usual.push({ from: part.from, usual: there.get(key) ?? null })
  }
  for (const version of d.checks) {
    if (version.from >= to || (version.to !== null && version.to <= from)) continue
    for (const target of targetsOf(version.body)) {
      const key = keyOf(target)
      const had = targets.get(key)
      if (had) had.described.push(version)
      else targets.set(key, { target, usual: [], described: [version] })
    }
  }
  const watches = [...targets].map(([key, { target, usual, described }]): ActiveCheck => {
    const { kind, series: list, object } = target
    return { key, kind, series: list, object, rules: rulesOver(usual, described, from, to, zone) }
  })
  return { watches, roles: rolesAt(d, series, at) }
}

function rulesOver(
  usual: readonly Usual[],
  described: readonly Version<Check>[],
  from: number,
  to: number,
  zone: string,
): Rule[] {
  const cuts = new Set([from])
  for (const u of usual) if (u.from > from) cuts.add(u.from)
  for (const v of described) {
    if (v.from > from && v.from < to) cuts.add(v.from)
    if (v.to !== null && v.to > from && v.to < to) cuts.add(v.to)
  }
  if (described.some((v) => v.body.season))
    for (let day = next('day', from, zone); day < to; day = next('day', day, zone)) cuts.add(day)
  const rules: Rule[] = []
  const starts = [...cuts].sort((a, b) => a - b)
  starts.forEach((start, i) => {
    const end = starts[i + 1] ?? to
    const day = described.length > 0 ? toLocalDate(start, zone).slice(5) : ''
    const there = allInForce(described, start).filter((v) => !v.body.season || inSeason(v.body.season, day))
    const own = usual.findLast((u) => u.from <= start)?.usual ?? null
    // A check with a season is more specific than one for the whole year. Levels are judged once, by the calculation.
    const best = own?.source === 'calculation' ? undefined : (there.find((v) => v.body.season) ?? there[0])
    const rule = best ? describedRule(best) : usualRule(own)
    const before = rules.at(-1)
    if (before && isSame(before, rule)) before.to = end
    else rules.push({ ...rule, from: start, to: end })
  })
  return rules
}

const isSame = (a: Held, b: Held) =>
  a.version === b.version &&
  a.source === b.source &&
  a.enabled === b.enabled &&
  a.grade === b.grade &&
  JSON.stringify(a.limits) === JSON.stringify(b.limits)

type Held = Omit<Rule, 'from' | 'to'>

const describedRule = (v: Version<Check>): Held => ({
  source: 'described',
  checkId: v.id,
  version: v.version,
  enabled: v.body.enabled,
  grade: v.body.grade,
  limits: v.body.limits,
  season: v.body.season ?? null,
})

const usualRule = (usual: Default | null): Held => ({
  source: usual?.source ?? 'default',
  checkId: null,
  version: null,
  enabled: usual !== null,
  grade: usual?.grade ?? null,
  limits: usual?.limits ?? {},
  season: null,
})
