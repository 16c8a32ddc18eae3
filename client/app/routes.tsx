import { type ComponentType } from 'react'
import { opens } from '#core/access/index.ts'
import type { Profile } from '#contract/auth.ts'
import type { PublicConfig } from '#contract/config.ts'
import type { IconName } from '../ui/icon/index.tsx'
import type { TextKey } from '../lib/text/index.ts'
import { lazyWith } from '../lib/text/load.ts'

/** A page: its whole address, which names its entry too (client/lib/entry.ts), the permission that opens it, and its menu entry. */
export interface PageRoute {
  path: string
  title: TextKey
  icon: IconName
  /** Noun whose permissions open the page. */
  noun: string
  /** Further nouns whose permissions open it. */
  also?: readonly string[]
  /** Menu group; pages without a group are entries of their own. */
  group?: 'log' | 'quality' | 'manage' | 'settings'
  /** For expert accounts only, whatever the role permits. */
  expert?: true
  /** Of the central office, for accounts that may see several reservoirs. */
  several?: true
  /** Of this edition only, and of installations that show the pages of all. */
  only?: PublicConfig['edition']
  /** Left out of the menu. */
  hidden?: boolean
  page: ComponentType
}

export const pages: PageRoute[] = [
  {
    path: '/overview',
    title: 'route.overview',
    icon: 'basin',
    noun: 'dashboard',
    several: true,
    page: lazyWith('more', () => import('../features/overview/index.tsx')),
  },
  {
    path: '/dashboard',
    title: 'route.dashboard',
    icon: 'dashboard',
    noun: 'dashboard',
    page: lazyWith('dashboard', () => import('../features/dashboard/index.tsx')),
  },
  {
    path: '/chart/index',
    title: 'route.charts',
    icon: 'chart',
    noun: 'dashboard',
    expert: true,
    page: lazyWith('more', () => import('../features/charts/index.tsx')),
  },
  {
    path: '/map/index',
    title: 'route.map',
    icon: 'map',
    noun: 'map',
    page: lazyWith('more', () => import('../features/station-map/index.tsx')),
  },
  {
    path: '/wall',
    title: 'route.wall',
    icon: 'screen',
    noun: 'dashboard',
    page: lazyWith('more', () => import('../features/wall/index.tsx')),
  },
  {
    path: '/quality/index',
    title: 'route.quality',
    icon: 'suspect',
    noun: 'quality',
    group: 'quality',
    page: lazyWith('more', () => import('../features/quality/index.tsx')),
  },
  {
    path: '/quality/data',
    title: 'route.data',
    icon: 'edited',
    noun: 'readings',
    also: ['quality'],
    group: 'quality',
    page: lazyWith('more', () => import('../features/reading-edits/index.tsx')),
  },
  {
    path: '/quality/published',
    title: 'route.published',
    icon: 'book',
    noun: 'quality',
    group: 'quality',
    page: lazyWith('more', () => import('../features/published/index.tsx')),
  },
  {
    path: '/report/index',
    title: 'route.report',
    icon: 'report',
    noun: 'report',
    page: lazyWith('more', () => import('../features/report/index.tsx')),
  },
  {
    path: '/report/sheets',
    title: 'route.reportSheets',
    icon: 'table',
    noun: 'report',
    page: lazyWith('more', () => import('../features/report-sheets/index.tsx')),
  },
  {
    path: '/report/schedules',
    title: 'route.reportSchedules',
    icon: 'calendar',
    noun: 'report',
    page: lazyWith('more', () => import('../features/report-schedules/index.tsx')),
  },
  {
    path: '/statistical/output',
    title: 'route.statistics',
    icon: 'bars',
    noun: 'statistical',
    only: 'LITE',
    page: lazyWith('more', () => import('../features/statistics/index.tsx')),
  },
  {
    path: '/tools/#/price',
    title: 'route.price',
    icon: 'price',
    noun: 'price',
    page: lazyWith('more', () => import('../features/price/index.tsx')),
  },
  {
    path: '/tools/#/weather',
    title: 'route.weather',
    icon: 'cloud',
    noun: 'weather',
    page: lazyWith('more', () => import('../features/weather/index.tsx')),
  },
  {
    path: '/log/index',
    title: 'route.shiftLog',
    icon: 'log',
    noun: 'log',
    group: 'log',
    page: lazyWith('more', () => import('../features/shift-log/index.tsx')),
  },
  {
    path: '/log/handover',
    title: 'route.handover',
    icon: 'swap',
    noun: 'log',
    group: 'log',
    page: lazyWith('more', () => import('../features/shift-log/sheets.tsx')),
  },
  {
    path: '/log/gates',
    title: 'route.gateLog',
    icon: 'gate',
    noun: 'log',
    group: 'log',
    page: lazyWith('more', () => import('../features/gate-log/index.tsx')),
  },
  {
    path: '/station/manage',
    title: 'route.stations',
    icon: 'station',
    noun: 'stations',
    group: 'manage',
    page: lazyWith('more', () => import('../features/stations/index.tsx')),
  },
  {
    path: '/sensor/manage',
    title: 'route.sensors',
    icon: 'sensor',
    noun: 'sensor',
    group: 'manage',
    page: lazyWith('more', () => import('../features/sensors/index.tsx')),
  },
  {
    path: '/calculation/index',
    title: 'route.runs',
    icon: 'refresh',
    noun: 'dashboard.calculation',
    group: 'manage',
    page: lazyWith('more', () => import('../features/calculation/runs.tsx')),
  },
  {
    path: '/accounts/manage',
    title: 'route.accounts',
    icon: 'users',
    noun: 'accounts',
    group: 'manage',
    page: lazyWith('more', () => import('../features/accounts/index.tsx')),
  },
  {
    path: '/roles/manage',
    title: 'route.roles',
    icon: 'lock',
    noun: 'roles',
    group: 'manage',
    page: lazyWith('more', () => import('../features/roles/index.tsx')),
  },
  {
    path: '/audit/index',
    title: 'route.audit',
    icon: 'shield',
    noun: 'audit',
    group: 'manage',
    page: lazyWith('more', () => import('../features/audit/index.tsx')),
  },
  {
    path: '/settings/information',
    title: 'route.information',
    icon: 'water',
    noun: 'information',
    group: 'settings',
    page: lazyWith('more', () => import('../features/hydropower/index.tsx')),
  },
  {
    path: '/settings/interpolate',
    title: 'route.interpolate',
    icon: 'curve',
    noun: 'interpolate',
    group: 'settings',
    page: lazyWith('more', () => import('../features/tables/index.tsx')),
  },
  {
    path: '/settings/outlet-station-interpolate',
    title: 'route.outletInterpolate',
    icon: 'layers',
    noun: 'interpolate',
    group: 'settings',
    page: lazyWith('more', () => import('../features/tables/outlets.tsx')),
  },
  {
    path: '/settings/station-interpolate',
    title: 'route.stationInterpolate',
    icon: 'rising',
    noun: 'interpolate',
    hidden: true,
    page: lazyWith('more', () => import('../features/tables/station.tsx')),
  },
  {
    path: '/settings/parameters',
    title: 'route.parameters',
    icon: 'gear',
    noun: 'settings',
    group: 'settings',
    page: lazyWith('more', () => import('../features/settings/index.tsx')),
  },
  {
    path: '/settings/changes',
    title: 'route.changes',
    icon: 'clock',
    noun: 'settings',
    group: 'settings',
    page: lazyWith('more', () => import('../features/change-history/index.tsx')),
  },
  {
    path: '/settings/import',
    title: 'route.import',
    icon: 'upload',
    noun: 'settings',
    group: 'settings',
    page: lazyWith('more', () => import('../features/file-import/index.tsx')),
  },
  {
    path: '/setup',
    title: 'route.setup',
    icon: 'plus',
    noun: 'information',
    hidden: true,
    page: lazyWith('more', () => import('../features/setup/index.tsx')),
  },
  {
    path: '/settings/tokens',
    title: 'route.tokens',
    icon: 'key',
    noun: 'tokens',
    group: 'settings',
    page: lazyWith('more', () => import('../features/tokens/index.tsx')),
  },
]

/** The pages that an account may open in an installation, in menu order. */
export function permitted(
  profile: Profile,
  { edition, all_pages: whole }: Pick<PublicConfig, 'edition' | 'all_pages'>,
  all: readonly PageRoute[] = pages,
): PageRoute[] {
  const open = (p: PageRoute) => [p.noun, ...(p.also ?? [])].some((noun) => opens(profile.permissions, noun))
  const several = edition === 'SERVER' && profile.reservoirs.length > 1
  const isThere = (p: PageRoute) => (several || !p.several) && (whole || !p.only || p.only === edition)
  return all.filter((p) => isThere(p) && (profile.expert || (!p.expert && open(p))))
}
