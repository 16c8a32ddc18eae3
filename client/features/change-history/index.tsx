import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useAddress, type Address } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { Page } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded, Forbidden } from '../../ui/state.tsx'
import { isForbidden } from '../../lib/call-error.ts'
import css from './changes.module.css'
import { DescriptionDay } from './day.tsx'
import { ConfigurationFile } from './file.tsx'
import { CHANGE_FIELDS, CHANGE_TABS, type ChangeTab } from './filter.ts'
import { ChangeFilterBar } from './filter-bar.tsx'
import { ChangeList } from './list.tsx'
import { useChangeList } from './queries.ts'
import { RestoreVersion, type RestoreTarget } from './restore.tsx'

/** Changes of the description, what was in force on a day, and the whole description as a file. */
export default function Changes() {
  const { t } = useText()
  const address = useAddress(CHANGE_FIELDS)
  const { filter, show } = address
  const [restoring, setRestoring] = useState<RestoreTarget | null>(null)
  useTitle('route.changes')
  return (
    <>
      <Page title={t('route.changes')} hint={t('changesPage.about')}>
        <Tabs
          value={filter.tab}
          onChange={(tab) => show({ tab: tab as ChangeTab })}
          keepMounted={false}
          classNames={{ root: css.tabs, list: css.tabList, panel: css.tabPanel }}
        >
          <Tabs.List aria-label={t('route.changes')}>
            {CHANGE_TABS.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(`changesPage.tab.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="list">
            <Changed address={address} onRestore={setRestoring} />
          </Tabs.Panel>
          <Tabs.Panel value="day">
            <DescriptionDay onRestore={setRestoring} />
          </Tabs.Panel>
          <Tabs.Panel value="file">
            <ConfigurationFile />
          </Tabs.Panel>
        </Tabs>
      </Page>
      {restoring && <RestoreVersion target={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}

interface Props {
  address: Address<typeof CHANGE_FIELDS>
  onRestore: (target: RestoreTarget) => void
}

function Changed({ address, onRestore }: Props) {
  const { filter, show, filtered } = address
  const { t } = useText()
  const list = useChangeList(filter)
  if (isForbidden(list.error)) return <Forbidden />
  return (
    <>
      <ChangeFilterBar address={address} />
      <Loaded query={list} what={t('changesPage.tab.list')} height={420}>
        {(data) => (
          <>
            {data.changes.length === 0 ? (
              <Empty icon="clock" title={t(filtered ? 'changesPage.empty' : 'changesPage.emptyAll')} />
            ) : (
              <ChangeList
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
