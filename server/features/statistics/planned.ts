import { PLAN_GRAINS, plannedOf } from '#core/output/index.ts'
import { toLocalDate } from '#core/time/index.ts'
import type { Database } from '#server/lib/database.ts'
import { plansBetween } from './plan-store.ts'

/** Energy, kWh, and revenue, VND, that are planned for the day, month or year that begins at an instant. */
export async function plannedIn(
  db: Database,
  hydro: string,
  period: 'day' | 'month' | 'year',
  { start, end }: { start: number; end: number },
  zone: string,
): Promise<{ kwh: number | null; vnd: number | null }> {
  const [from, to] = [toLocalDate(start, zone).slice(0, 4), toLocalDate(end, zone)]
  const plans = await plansBetween(db.pool, hydro, from, to, PLAN_GRAINS)
  const value = (of: 'kwh' | 'vnd') => plannedOf(plans, of, period, start, zone)?.value ?? null
  return { kwh: value('kwh'), vnd: value('vnd') }
}
