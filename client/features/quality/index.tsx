import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../lib/app-state.ts'
import { Page } from '../../ui/page/index.tsx'
import { PageTabs } from '../../ui/page/tabs.tsx'
import { Empty } from '../../ui/state.tsx'
import { ChecksList } from './checks.tsx'
import { CountsList } from './counts.tsx'
import { QUALITY_FIELDS, QUALITY_TABS } from './filter.ts'
import { QualityFilterBar } from './filter-bar.tsx'
import { FiredList } from './fired.tsx'
import { StatesList } from './states.tsx'

/** Page of data quality: what fired, how often, the state of every series, and the thresholds. */
export default function Quality() {
  const { t } = useText()
  const address = useAddress(QUALITY_FIELDS)
  const maySee = useCan('quality.view')
  useTitle('route.quality')
  if (!maySee) return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  const { filter, show } = address
  const { tab } = filter
  return (
    <Page title={t('qualityPage.title')} hint={t('qualityPage.about')}>
      <PageTabs
        label={t('qualityPage.title')}
        tabs={QUALITY_TABS}
        tab={tab}
        nameOf={(key) => t(`qualityPage.tab.${key}`)}
        onTab={(next) => show({ tab: next })}
      >
        {(tab === 'fired' || tab === 'counts') && <QualityFilterBar address={address} />}
        {tab === 'fired' && <FiredList filter={filter} onPage={(page) => show({ page })} />}
        {tab === 'counts' && <CountsList filter={filter} />}
        {tab === 'series' && <StatesList />}
        {tab === 'checks' && <ChecksList />}
      </PageTabs>
    </Page>
  )
}
