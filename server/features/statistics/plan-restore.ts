import {
  planKey,
  planPeriod,
  planSize,
  type PlanGrain,
  type PlanScopes,
  type PlanValues,
} from '#core/output/index.ts'
import { fromLocal, toLocalDate } from '#core/time/index.ts'
import type { PlanChange } from '#contract/output-plan.ts'

const FIELDS = ['kwh', 'vnd'] as const

/** A copy of the values of a scope, or of one without a plan. */
export function copyOf(
  values: PlanValues | undefined,
  grain: PlanGrain,
  scope: string,
  zone: string,
): PlanValues {
  const none = () => Array.from({ length: planSize(grain, scope, zone) }, () => null)
  return values ? { kwh: [...values.kwh], vnd: [...values.vnd] } : { kwh: none(), vnd: none() }
}

interface Period {
  scope: string
  index: number
  start: number
  end: number
}

/** What a change left of a scope that it wrote, and what was there before it. */
type Scopes = ReadonlyMap<string, PlanValues>

/**
 * The scopes after the periods of a change are put back to how it left them, or to how they were before it. Other periods
 * of these scopes, which later changes may have planned, stay as they are in force.
 */
export function periodsPutBack(
  old: Pick<PlanChange, 'grain' | 'first_day' | 'last_day' | 'periods' | 'state'>,
  { before, after, inForce }: { before: Scopes; after: Scopes; inForce: PlanScopes },
  state: 'before' | 'after',
  zone: string,
): { scopes: Map<string, PlanValues>; periods: Period[] } {
  const { grain } = old
  const target = state === 'before' ? before : after
  const { fields, periods } = periodsOfChange(old, before, after, zone)
  const scopes = new Map<string, PlanValues>()
  for (const scope of after.keys())
    scopes.set(scope, copyOf(inForce.get(planKey(grain, scope)), grain, scope, zone))
  for (const { scope, index } of periods)
    for (const field of fields) scopes.get(scope)![field][index] = target.get(scope)![field][index]
  return { scopes, periods }
}

/** The periods that a change planned, in order, and whether it planned energy, revenue or both. */
function periodsOfChange(
  { grain, first_day, last_day, periods: count }: Parameters<typeof periodsPutBack>[0],
  before: Scopes,
  after: Scopes,
  zone: string,
) {
  const all = [...after.keys()].sort().flatMap((scope) => periodsOfScope(grain, scope, zone))
  const differs = ({ scope, index }: Period, field: 'kwh' | 'vnd') =>
    before.get(scope)![field][index] !== after.get(scope)![field][index]
  const changed = FIELDS.filter((field) => all.some((p) => differs(p, field)))
  const fields = changed.length > 0 ? changed : FIELDS
  const isWithin = ({ start, end }: Period) =>
    toLocalDate(start, zone) >= first_day && toLocalDate(end - 1, zone) <= last_day
  const within = all.filter(isWithin)
  const different = all.filter((p) => fields.some((field) => differs(p, field)))
  // A file without gaps planned all of its span, also what was the same before; of another only differences are known.
  const isWhole = within.length === count && different.every(isWithin)
  return { fields, periods: isWhole || different.length === 0 ? within : different }
}

function periodsOfScope(grain: PlanGrain, scope: string, zone: string): Period[] {
  const first = scope.length === 4 ? `${scope}-01-01` : scope.length === 7 ? `${scope}-01` : scope
  let start = fromLocal(first, zone)!
  return Array.from({ length: planSize(grain, scope, zone) }, (_, index) => {
    const period = planPeriod(grain, start, zone)
    start = period.end
    return { scope, index, ...period }
  })
}
