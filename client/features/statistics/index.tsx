import { useCan } from '../../lib/app-state.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page } from '../../ui/page/index.tsx'
import { PageTabs } from '../../ui/page/tabs.tsx'
import { Empty } from '../../ui/state.tsx'
import { EnteredDays } from './entered.tsx'
import { STATISTICS_FIELDS, STATISTICS_TABS } from './fields.ts'
import { OutputStatistics } from './output.tsx'
import { OutputPlan } from './plan.tsx'

/** Page of output and revenue: statistics, daily figures as people enter them, and the plan. */
export default function Statistics() {
  const { t } = useText()
  const address = useAddress(STATISTICS_FIELDS)
  const maySee = useCan('statistical.view')
  useTitle('route.statistics')
  if (!maySee) return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  const { filter, show } = address
  const { tab } = filter
  return (
    <Page title={t('route.statistics')} hint={t('statistics.about')}>
      <PageTabs
        label={t('route.statistics')}
        tabs={STATISTICS_TABS}
        tab={tab}
        nameOf={(key) => t(`statistics.tab.${key}`)}
        onTab={(next) => show({ tab: next })}
      >
        {tab === 'output' && <OutputStatistics address={address} />}
        {tab === 'entered' && <EnteredDays month={filter.month} onMonth={(month) => show({ month })} />}
        {tab === 'plan' && <OutputPlan address={address} />}
      </PageTabs>
    </Page>
  )
}
