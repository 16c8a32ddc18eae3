import { Tabs } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { useText } from '../../lib/text/index.ts'
import { Page } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import css from './changes.module.css'
import { Day } from './day.tsx'
import { ConfigurationFile } from './file.tsx'
import { isFiltered, readFilter, writeFilter, type Filter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { List } from './list.tsx'
import { useChangeList } from './queries.ts'
import { Restore, type Wanted } from './restore.tsx'

const TABS = ['list', 'day', 'file'] as const

/** What was changed of the description, what held on a day, and the whole of it as a file. */
export default function Changes() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const [restoring, setRestoring] = useState<Wanted | null>(null)
  const show = useCallback(
    (part: Partial<Filter>) =>
      setSearch((now) => writeFilter({ ...readFilter(now), page: 1, ...part }), { replace: true }),
    [setSearch],
  )
  useTitle('route.changes')
  return (
    <>
      <Page title={t('route.changes')} hint={t('changesPage.about')}>
        <Tabs
          value={filter.tab}
          onChange={(tab) => show({ tab: tab as Filter['tab'] })}
          keepMounted={false}
          classNames={{ root: css.tabs, list: css.tabList, panel: css.tabPanel }}
        >
          <Tabs.List aria-label={t('route.changes')}>
            {TABS.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(`changesPage.tab.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="list">
            <Listed filter={filter} show={show} onRestore={setRestoring} />
          </Tabs.Panel>
          <Tabs.Panel value="day">
            <Day onRestore={setRestoring} />
          </Tabs.Panel>
          <Tabs.Panel value="file">
            <ConfigurationFile />
          </Tabs.Panel>
        </Tabs>
      </Page>
      {restoring && <Restore wanted={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}

function Listed(props: {
  filter: Filter
  show: (part: Partial<Filter>) => void
  onRestore: (wanted: Wanted) => void
}) {
  const { filter, show, onRestore } = props
  const { t } = useText()
  const list = useChangeList(filter)
  if (list.error instanceof CallError && list.error.status === 403)
    return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  return (
    <>
      <FilterBar filter={filter} show={show} />
      <Loaded query={list} what={t('changesPage.tab.list')} height={420}>
        {(data) => (
          <>
            {data.changes.length === 0 ? (
              <Empty
                icon="clock"
                title={t(isFiltered(filter) ? 'changesPage.empty' : 'changesPage.emptyAll')}
              />
            ) : (
              <List
                changes={data.changes}
                onItem={(c) => show({ noun: c.noun, item: c.id })}
                onRestore={onRestore}
              />
            )}
            <Paging
              page={data.page}
              pageSize={data.page_size}
              total={data.total}
              onPage={(page) => show({ page })}
            />
          </>
        )}
      </Loaded>
    </>
  )
}
