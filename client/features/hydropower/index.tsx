import { Skeleton, Tabs } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { oneOf, view, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { parseLocalTime } from '../../lib/local-time.ts'
import { useCan } from '../../lib/app-state.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Page } from '../../ui/page/index.tsx'
import { GatesTab } from './gates.tsx'
import css from './hydropower.module.css'
import { PositionsTab } from './positions.tsx'
import { ReservoirTab } from './reservoir.tsx'
import { UnitsTab } from './units.tsx'
import { SeenAt, SeenAtField } from './when.tsx'

/** Tabs of the page in order; those with drawings are loaded when they are opened. */
const TABS = {
  reservoir: ReservoirTab,
  units: UnitsTab,
  gates: GatesTab,
  positions: PositionsTab,
  storage: lazy(() => import('./storage.tsx')),
  section: lazy(() => import('./section.tsx')),
  basin: lazy(() => import('../basin-geometry/index.tsx').then((m) => ({ default: m.BasinPanel }))),
} satisfies Record<string, ComponentType>
type Tab = keyof typeof TABS
const NAMES = Object.keys(TABS) as Tab[]
const FIELDS = { tab: view(oneOf(NAMES, 'reservoir')), at: view(word(30)) }

/** Tabs that can show another time than now. */
const TIMED: ReadonlySet<Tab> = new Set(['reservoir', 'units', 'gates', 'positions', 'storage'])

/** Page of the description that the calculation uses: reservoir and dam, units, outlets, level positions, storage. */
export default function Hydropower() {
  const { t } = useText()
  const { filter, show } = useAddress(FIELDS)
  const seesBasin = useCan('settings.view')
  const names = NAMES.filter((name) => name !== 'basin' || seesBasin)
  const tab = names.includes(filter.tab) ? filter.tab : 'reservoir'
  useTitle('route.information')
  const zone = useZone()
  const at = filter.at !== null && zone !== null ? (parseLocalTime(filter.at, zone) ?? undefined) : undefined
  const unreadable = at === undefined ? filter.at : null
  const Shown = TABS[tab]
  return (
    <Page
      title={t('hydropower.title')}
      actions={
        TIMED.has(tab) &&
        zone !== null && (
          <SeenAtField
            key={unreadable}
            at={at}
            unreadable={unreadable}
            show={(time) => show({ at: time ?? null })}
          />
        )
      }
    >
      <Tabs
        value={tab}
        onChange={(next) => next && show({ tab: next as Tab })}
        className={css.tabs}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('hydropower.title')} className={css.tabList}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`hydropower.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={css.body}>
          <Suspense fallback={<Skeleton height={420} aria-busy aria-label={t(`hydropower.tabs.${tab}`)} />}>
            <SeenAt value={TIMED.has(tab) ? { at } : {}}>
              <Shown />
            </SeenAt>
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
