import { can } from '#core/access/index.ts'
import type { Profile } from '#contract/auth.ts'
import type { PublicConfig } from '#contract/config.ts'

/** The five calculators in menu order. */
export const CALCULATORS = ['volume', 'time', 'catchment', 'shortTerm', 'discharge'] as const
export type CalculatorKind = (typeof CALCULATORS)[number]

/**
 * Whether the menu shows them: editions ADVANCE and SERVER, for those who may calculate (specification, section 2).
 */
export function calculates(
  config: Pick<PublicConfig, 'edition' | 'all_pages'>,
  profile: Pick<Profile, 'permissions' | 'expert'>,
): boolean {
  const may = profile.expert || can(profile.permissions, 'dashboard.calculation')
  return (config.edition !== 'LITE' || config.all_pages) && may
}
