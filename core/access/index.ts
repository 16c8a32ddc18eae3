/**
 * Permission codes, and the rule that decides calls and menu entries. A parent code ("accounts") includes all its
 * children; any child opens the screen; a writing child includes its .view.
 */
export const PERMISSIONS = [
  'dashboard',
  'dashboard.view',
  'dashboard.calculation',
  'dashboard.save-revert',
  'simulation',
  'price',
  'weather',
  'map',
  'report',
  'forecast.tt08',
  'stations',
  'stations.view',
  'stations.update',
  'sensor',
  'sensor.view',
  'sensor.update',
  'sensor.change-status',
  'interpolate-history',
  'roles',
  'roles.view',
  'roles.insert',
  'roles.update',
  'roles.destroy',
  'accounts',
  'accounts.view',
  'accounts.insert',
  'accounts.update',
  'accounts.destroy',
  'accounts.change-password',
  'accounts.change-status',
  'information',
  'information.view',
  'information.update',
  'interpolate',
  'interpolate.view',
  'interpolate.update',
  'settings',
  'settings.view',
  'settings.update',
  'log',
  'log.view',
  'log.update',
  'quality',
  'quality.view',
  'quality.update',
  'readings',
  'readings.edit',
  'readings.approve',
  'tokens',
  'tokens.view',
  'tokens.update',
  'statistical',
  'statistical.view',
  'statistical.update',
  'audit',
  'audit.view',
  'audit.update',
] as const
export type Permission = (typeof PERMISSIONS)[number]

const KNOWN: ReadonlySet<string> = new Set(PERMISSIONS)

/** Whether a text is the code of a permission. */
export function isPermission(code: string): code is Permission {
  return KNOWN.has(code)
}

/** Whether holding the code `held` allows `wanted`, by the rules above. */
function grants(held: string, wanted: string): boolean {
  if (!isPermission(held)) return false
  if (held === wanted) return true
  const dot = held.indexOf('.')
  // A parent code includes its children.
  if (dot < 0) return wanted.startsWith(`${held}.`)
  const noun = held.slice(0, dot)
  // Any child opens the screen (the bare noun), and a writing child can also see.
  return wanted === noun ? false : wanted === `${noun}.view`
}

/**
 * Whether a code is held by expert accounts besides their roles: everything to be viewed, and the calculators, which
 * store nothing. Never a code that writes.
 */
export const expertMay = (code: string): boolean => code.endsWith('.view') || code === 'dashboard.calculation'

/** Whether permission codes `held` allow `wanted`. */
export function can(held: readonly string[], wanted: Permission): boolean {
  return held.some((h) => grants(h, wanted))
}

/**
 * Whether any permission of a screen (a noun such as "accounts"), or the one that a screen depends on, is held: decides
 * routes and menu entries.
 */
export function opens(held: readonly string[], noun: string): boolean {
  return held.some((h) => h === noun || h.startsWith(`${noun}.`) || noun.startsWith(`${h}.`))
}

/** The .view codes that `held` lacks, which an expert account has besides. */
export function missingViews(held: readonly string[]): Permission[] {
  return PERMISSIONS.filter((p) => p.endsWith('.view') && !can(held, p))
}
