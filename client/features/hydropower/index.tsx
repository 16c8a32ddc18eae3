import { Skeleton, Tabs } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../lib/use-title.ts'
import { parseLocalTime } from '../../lib/local-time.ts'
import { useCan } from '../../lib/who.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Page } from '../../ui/page/index.tsx'
import { Gates } from './gates.tsx'
import css from './hydropower.module.css'
import { Positions } from './positions.tsx'
import { Reservoir } from './reservoir.tsx'
import { Units } from './units.tsx'
import { When, WhenField } from './when.tsx'

/** What is on the page, in the order of its tabs; the drawn ones come when they are opened. */
const TABS = {
  reservoir: Reservoir,
  units: Units,
  gates: Gates,
  positions: Positions,
  storage: lazy(() => import('./storage.tsx')),
  section: lazy(() => import('./section.tsx')),
  basin: lazy(() => import('../basin-geometry/index.tsx').then((m) => ({ default: m.BasinPanel }))),
} satisfies Record<string, ComponentType>
type Tab = keyof typeof TABS
const NAMES = Object.keys(TABS) as Tab[]

/** What can be seen at another time than now. */
const TIMED: ReadonlySet<Tab> = new Set(['reservoir', 'units', 'gates', 'positions', 'storage'])

/** Everything that calculation knows of the works: reservoir and dam, units, exhausts, positions, storage. */
export default function Hydropower() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab') as Tab | null
  const seesBasin = useCan('settings.view')
  const names = NAMES.filter((name) => name !== 'basin' || seesBasin)
  const tab = named !== null && names.includes(named) ? named : 'reservoir'
  useTitle('route.information')
  const zone = useZone()
  const given = search.get('at')
  const at = given !== null && zone !== null ? (parseLocalTime(given, zone) ?? undefined) : undefined
  const go = (next: { tab: Tab; at?: string }) =>
    setSearch({ tab: next.tab, ...(next.at === undefined ? {} : { at: next.at }) }, { replace: true })
  const Shown = TABS[tab]
  return (
    <Page
      title={t('hydropower.title')}
      actions={
        TIMED.has(tab) && zone !== null && <WhenField at={at} show={(time) => go({ tab, at: time })} />
      }
    >
      <Tabs
        value={tab}
        onChange={(next) => next && go({ tab: next as Tab, at })}
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
            <When value={TIMED.has(tab) ? { at } : {}}>
              <Shown />
            </When>
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
