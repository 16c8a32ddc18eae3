import { oneOf, view } from '../../lib/address-fields.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../lib/app-state.ts'
import { SettingsTab } from '../../parts/settings-forms/panels.tsx'
import { SETTINGS_TABS, tabOf } from '../../parts/settings-forms/tabs.ts'
import { Page } from '../../ui/page/index.tsx'
import { PageTabs } from '../../ui/page/tabs.tsx'
import { Forbidden } from '../../ui/state.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './settings.module.css'

const FIELDS = { tab: view(oneOf(SETTINGS_TABS.map((tab) => tab.key))) }

/** Page of the calculation parameters and the settings of the reservoir, in tabs. */
export default function Settings() {
  const { t } = useText()
  const { filter, show } = useAddress(FIELDS)
  const may = { 'settings.view': useCan('settings.view'), 'information.view': useCan('information.view') }
  const seen = SETTINGS_TABS.filter((tab) => may[tab.view]).map((tab) => tab.key)
  const tab = tabOf(filter.tab, seen)
  useTitle('route.parameters')
  return (
    <Page title={t('route.parameters')} hint={t('settingsPage.about')}>
      {tab === null ? (
        <Forbidden />
      ) : (
        <PageTabs
          label={t('route.parameters')}
          tabs={seen}
          tab={tab}
          nameOf={(key) => t(`settingsPage.tab.${key}`)}
          onTab={(next) => show({ tab: next })}
          panel={`${layoutCss.parts} ${css.tabPanel}`}
        >
          <SettingsTab key={tab} tab={tab} />
        </PageTabs>
      )}
    </Page>
  )
}
