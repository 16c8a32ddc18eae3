import { segments } from '../../calculation/segments.ts'
import { inForce, type Description, type Version } from '../../description/index.ts'
import { calibrationsOf } from './calibration.ts'
import { rolesAt, type SeriesRole, type SeriesFacts } from './roles.ts'
import { watchesOf, type ActiveCheck } from './watch.ts'

interface Thresholds {
  watches: ActiveCheck[]
  /** By key of a check, a text of its thresholds. */
  texts: Map<string, string>
}

/**
 * Everything in the description on which the results of each check over [from, to) depend: limits, roles of its series,
 * their calibrations and those of series they are compared with. Spans with the same text are checked alike.
 */
export function thresholdsOf(
  d: Description,
  series: readonly SeriesFacts[],
  from: number,
  to: number,
): Thresholds {
  const { watches } = watchesOf(d, series, from, to)
  const parts = segments(d, from, to).map((p) => ({ ...p, roles: rolesAt(d, series, p.from) }))
  const clip = (x: { from: number; to: number | null }) => [
    x.from <= from ? null : x.from,
    x.to === null || x.to >= to ? null : x.to,
  ]
  const byCode = new Map<string, unknown>()
  const scale = (code: string) => {
    let list = byCode.get(code)
    if (!list) {
      list = calibrationsOf(d, code)
        .filter((x) => x.from < to && x.to > from)
        .map((x) => [clip(x), x.gain, x.offset])
      byCode.set(code, list)
    }
    return list
  }
  const levels = (code: string) => [
    d.positions
      .filter(({ body, ...v }) => body.series === code && isIn(v, from, to))
      .map((v) => [clip(v), v.body.type, v.body.average, v.body.every]),
    parts.map((p) => [
      clip(p),
      inForce(d.plant, p.from)?.body.levels,
      inForce(d.parameters, p.from)?.body.levelRate,
    ]),
  ]
  const readingRules = (code: string) =>
    watches
      .filter((w) => READING_KINDS.has(w.kind) && w.series[0] === code)
      .map((w) => [w.key, w.rules.map(ruleText)])
  const ruleText = (r: ActiveCheck['rules'][number]) => [
    clip(r),
    r.enabled,
    r.grade,
    r.limits,
    r.checkId,
    r.source,
  ]
  const texts = new Map<string, string>()
  for (const watch of watches) {
    const rules = watch.rules.map(ruleText)
    const codes = new Set(watch.series)
    const roles = watch.series.map((code) =>
      parts.map((p) => {
        const role = p.roles.get(code)
        for (const other of [...(role?.peers ?? []), ...(role?.near ?? []).map((x) => x.series)])
          codes.add(other)
        return role ? [clip(p), factsOf(role)] : null
      }),
    )
    // Neighbours are compared without readings that their own checks doubt, so those count too.
    const beside =
      (watch.kind === 'twin' || watch.kind === 'stuck') && codes.size > 1
        ? [...codes].map((code) => [code, levels(code), readingRules(code)])
        : []
    const judged = watch.rules.some((r) => r.source === 'calculation') ? watch.series.map(levels) : []
    texts.set(
      watch.key,
      JSON.stringify([rules, roles, [...codes].map((code) => [code, scale(code)]), judged, beside]),
    )
  }
  return { watches, texts }
}

const READING_KINDS: ReadonlySet<string> = new Set(['range', 'rate', 'spike'])

const isIn = (v: Pick<Version<unknown>, 'from' | 'to'>, from: number, to: number) =>
  v.from < to && (v.to === null || v.to > from)

const factsOf = (r: SeriesRole) => [r.what, r.every, r.kind, r.type, r.most, r.peers, r.near]
