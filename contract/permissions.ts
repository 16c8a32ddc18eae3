import type { Permission } from '#core/access/index.ts'
import { permissionTexts as en } from './messages/en/permissions.ts'
import { permissionTexts as vi } from './messages/vi/permissions.ts'

type ScreenCode = keyof typeof vi.screens
type PermissionCode = keyof typeof vi.permissions

/** A permission on the role page. */
interface PermissionLabel {
  code: Permission
  vi: string
  en: string
}

/** One screen of the role tree; its parent code, if any, includes all below it. */
interface Screen {
  code: string
  /** Includes every permission of the screen, also those of later releases. */
  parent: Permission | null
  vi: string
  en: string
  permissions: readonly PermissionLabel[]
}

const label = (code: PermissionCode): PermissionLabel => ({
  code,
  vi: vi.permissions[code],
  en: en.permissions[code],
})

const screen = (code: ScreenCode, parent: Permission | null, permissions: PermissionCode[]): Screen => ({
  code,
  parent,
  vi: vi.screens[code],
  en: en.screens[code],
  permissions: permissions.map(label),
})

/** The tree of screens with their permissions, from which roles are made. */
export const SCREENS: readonly Screen[] = [
  screen('dashboard', null, [
    'dashboard.view',
    'dashboard.calculation',
    'dashboard.save-revert',
    'simulation',
    'report',
    'price',
    'weather',
    'interpolate-history',
  ]),
  screen('map', null, ['map']),
  screen('statistical', 'statistical', ['statistical.view', 'statistical.update']),
  screen('forecast.tt08', null, ['forecast.tt08']),
  screen('stations', 'stations', ['stations.view', 'stations.update']),
  screen('sensor', 'sensor', ['sensor.view', 'sensor.update', 'sensor.change-status']),
  screen('information', 'information', ['information.view', 'information.update']),
  screen('interpolate', 'interpolate', ['interpolate.view', 'interpolate.update']),
  screen('settings', 'settings', ['settings.view', 'settings.update']),
  screen('log', 'log', ['log.view', 'log.update']),
  screen('quality', 'quality', ['quality.view', 'quality.update']),
  screen('readings', 'readings', ['readings.edit', 'readings.approve']),
  screen('tokens', 'tokens', ['tokens.view', 'tokens.update']),
  screen('roles', 'roles', ['roles.view', 'roles.insert', 'roles.update', 'roles.destroy']),
  screen('accounts', 'accounts', [
    'accounts.view',
    'accounts.insert',
    'accounts.update',
    'accounts.destroy',
    'accounts.change-password',
    'accounts.change-status',
  ]),
  screen('audit', 'audit', ['audit.view', 'audit.update']),
]

/** The permissions that a list of codes includes, in the order of the tree. */
export function permissionsWithin(held: readonly string[]): Permission[] {
  return SCREENS.flatMap((screen) =>
    screen.permissions
      .filter((p) => held.some((h) => h === p.code || p.code.startsWith(`${h}.`)))
      .map((p) => p.code),
  )
}
