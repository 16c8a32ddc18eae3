import { can } from '#core/access/index.ts'
import { isMoneyUnit } from '#core/quantities.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { HiddenSeries } from '#server/lib/hidden-series.ts'
import { forbidden } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'

/** Whether a caller may see money: everything that answers a figure in VND asks this, or has the permission itself. */
export const seesMoney = ({ permissions }: Pick<Caller, 'permissions'>): boolean => can(permissions, 'price')

/** Refuses what is done to a series of money by another name than its code. @throws Problem 403 */
export function refuseMoneySeries(
  caller: Pick<Caller, 'permissions'>,
  series: { unit: string } | null,
): void {
  if (series && isMoneyUnit(series.unit) && !seesMoney(caller)) throw forbidden()
}

const NONE: HiddenSeries = new Set()

/**
 * The series that a caller may not see: those of money, without the permission for prices. Ingest tokens write and
 * describe what they are for; one that reads sees those that whoever made it named.
 */
export const hiddenFrom =
  (registry: Registry) =>
  async (caller: Caller, { access }: Endpoint): Promise<HiddenSeries> => {
    if (caller.hydro === '' || seesMoney(caller) || caller.tokenId === 'settings') return NONE
    if (caller.tokenId !== null && access !== 'token:read') return NONE
    const money = await registry.money(caller.hydro)
    return new Set([...money].filter((code) => !caller.series?.includes(code)))
  }
