import { Tabs } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Page } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { ChecksList } from './checks.tsx'
import { CountsList } from './counts.tsx'
import { readFilter, TABS, writeFilter, type Filter, type Tab } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { FiredList } from './fired.tsx'
import css from './quality.module.css'
import { StatesList } from './states.tsx'

/** Which readings are doubtful: what fired, how often, how every series stands, and by which thresholds. */
export default function Quality() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const maySee = useCan('quality.view')
  const show = useCallback(
    (part: Partial<Filter>) =>
      setSearch((now) => writeFilter({ ...readFilter(now), page: 1, ...part }), { replace: true }),
    [setSearch],
  )
  useTitle('route.quality')
  if (!maySee) return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  const { tab } = filter
  return (
    <Page title={t('qualityPage.title')} hint={t('qualityPage.about')}>
      <Tabs
        value={tab}
        onChange={(next) => next && show({ tab: next as Tab })}
        keepMounted={false}
        classNames={{ root: css.tabs, list: css.tabList, panel: css.tabPanel }}
      >
        <Tabs.List aria-label={t('qualityPage.title')}>
          {TABS.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`qualityPage.tab.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {(tab === 'fired' || tab === 'counts') && <FilterBar filter={filter} show={show} />}
          {tab === 'fired' && <FiredList filter={filter} show={show} />}
          {tab === 'counts' && <CountsList filter={filter} />}
          {tab === 'series' && <StatesList />}
          {tab === 'checks' && <ChecksList />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
