import { createElement, type ComponentType } from 'react'
import type { Permission } from '#core/access/index.ts'
import type { Text } from '../../../lib/text/index.ts'
import { lazyWith } from '../../../lib/text/load.ts'
import type { IconName } from '../../../ui/icon/index.tsx'

export type PanelKey = keyof Text['panels']['name']

interface PanelProps {
  onClose: () => void
}

interface PanelEntry {
  key: PanelKey
  icon: IconName
  group: 'see' | 'change'
  needs: readonly Permission[]
  /** Available in the present only, not in an as-of view. */
  present?: true
  panel: ComponentType<PanelProps>
}

const settings = (of: 'project' | 'levels' | 'calculation' | 'look') =>
  lazyWith('more', async () => {
    const { default: SettingsPanel } = await import('./settings.tsx')
    return { default: ({ onClose }: PanelProps) => SettingsPanel({ of, onClose }) }
  })

const forecast = lazyWith('more', async () => {
  const { ForecastPanel } = await import('../../forecast/index.ts')
  return { default: (props: PanelProps) => createElement(ForecastPanel, props) }
})

/** Panels of the dashboard in menu order; each is loaded when it is opened. */
const PANELS: readonly PanelEntry[] = [
  {
    key: 'reservoir',
    icon: 'info',
    group: 'see',
    needs: ['information.view'],
    panel: lazyWith('more', () => import('../../reservoir/index.tsx')),
  },
  {
    key: 'capacity',
    icon: 'curve',
    group: 'see',
    needs: ['interpolate.view', 'information.view'],
    panel: lazyWith('more', () => import('../../hydropower/capacity/index.tsx')),
  },
  {
    key: 'rain',
    icon: 'basin',
    group: 'see',
    needs: ['dashboard.view'],
    panel: lazyWith('more', () => import('../../basin-rain/index.tsx')),
  },
  {
    key: 'forecast',
    icon: 'rising',
    group: 'see',
    needs: ['dashboard.view'],
    present: true,
    panel: forecast,
  },
  {
    key: 'volumes',
    icon: 'water',
    group: 'see',
    needs: ['dashboard.view'],
    present: true,
    panel: lazyWith('more', () => import('../../water-volumes/index.tsx')),
  },
  {
    key: 'waterValue',
    icon: 'coin',
    group: 'see',
    needs: ['statistical.view'],
    present: true,
    panel: lazyWith('more', () => import('../../water-value/index.tsx')),
  },
  {
    key: 'export',
    icon: 'save',
    group: 'see',
    needs: ['report'],
    panel: lazyWith('more', () => import('../../report/export/index.tsx')),
  },
  {
    key: 'camera',
    icon: 'camera',
    group: 'see',
    needs: ['dashboard.view'],
    present: true,
    panel: lazyWith('more', () => import('../../camera/index.tsx')),
  },
  {
    key: 'chart',
    icon: 'chart',
    group: 'see',
    needs: ['dashboard.view'],
    panel: lazyWith('more', () => import('../chart-config/index.tsx')),
  },
  {
    key: 'project',
    icon: 'gear',
    group: 'change',
    needs: ['information.view', 'settings.view'],
    present: true,
    panel: settings('project'),
  },
  {
    key: 'levels',
    icon: 'water',
    group: 'change',
    needs: ['information.view'],
    present: true,
    panel: settings('levels'),
  },
  {
    key: 'calculation',
    icon: 'calculator',
    group: 'change',
    needs: ['settings.view'],
    present: true,
    panel: settings('calculation'),
  },
  {
    key: 'look',
    icon: 'screen',
    group: 'change',
    needs: ['settings.view'],
    present: true,
    panel: settings('look'),
  },
  {
    key: 'replace',
    icon: 'swap',
    group: 'change',
    needs: ['stations.update', 'sensor.change-status'],
    present: true,
    panel: lazyWith('more', () => import('../../stations/exchange/index.tsx')),
  },
]

interface Seen {
  may: (permission: Permission) => boolean
  /** Whether a camera is set up, or may be set up by the account. */
  camera: boolean
  /** Whether the dashboard shows an as-of view. */
  past: boolean
}

/** Panels that the account may open now. */
export function panelsFor({ may, camera, past }: Seen): PanelEntry[] {
  return PANELS.filter((p) => p.needs.every(may) && !(past && p.present) && (p.key !== 'camera' || camera))
}
