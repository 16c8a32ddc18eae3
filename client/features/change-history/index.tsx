import { useState } from 'react'
import { useAddress, type Address } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { Page } from '../../ui/page/index.tsx'
import { PageTabs } from '../../ui/page/tabs.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded, Forbidden } from '../../ui/state.tsx'
import { isForbidden } from '../../lib/call-error.ts'
import { DescriptionDay } from './day.tsx'
import { ConfigurationFile } from './file.tsx'
import { CHANGE_FIELDS, CHANGE_TABS } from './filter.ts'
import { ChangeFilterBar } from './filter-bar.tsx'
import { ChangeList } from './list.tsx'
import { useChangeList } from './queries.ts'
import { RestoreVersion, type RestoreTarget } from './restore.tsx'

/** Page of the description's history: its changes, what was in force on a day, and the whole as a file. */
export default function Changes() {
  const { t } = useText()
  const address = useAddress(CHANGE_FIELDS)
  const { filter, show } = address
  const [restoring, setRestoring] = useState<RestoreTarget | null>(null)
  useTitle('route.changes')
  return (
    <>
      <Page title={t('route.changes')} hint={t('changesPage.about')}>
        <PageTabs
          label={t('route.changes')}
          tabs={CHANGE_TABS}
          tab={filter.tab}
          nameOf={(tab) => t(`changesPage.tab.${tab}`)}
          onTab={(tab) => show({ tab })}
        >
          {filter.tab === 'list' && <Changed address={address} onRestore={setRestoring} />}
          {filter.tab === 'day' && <DescriptionDay onRestore={setRestoring} />}
          {filter.tab === 'file' && <ConfigurationFile />}
        </PageTabs>
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
