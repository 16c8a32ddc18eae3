import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useText } from '../../lib/text/index.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../lib/who.ts'
import { SettingsTab } from '../../parts/settings-forms/panels.tsx'
import { SETTINGS_TABS, tabOf } from '../../parts/settings-forms/tabs.ts'
import { Page } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import css from './settings.module.css'

/** Parameters of the calculation and settings of the reservoir, by what they are for. */
export default function Settings() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const may = { 'settings.view': useCan('settings.view'), 'information.view': useCan('information.view') }
  const seen = SETTINGS_TABS.filter((tab) => may[tab.view]).map((tab) => tab.key)
  const tab = tabOf(search, seen)
  useTitle('route.parameters')
  return (
    <Page title={t('route.parameters')} hint={t('settingsPage.about')}>
      {tab === null ? (
        <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
      ) : (
        <Tabs
          value={tab}
          onChange={(next) => next && setSearch({ tab: next }, { replace: true })}
          keepMounted={false}
          classNames={{ root: css.tabs, list: css.tabList, panel: css.tabPanel }}
        >
          <Tabs.List aria-label={t('route.parameters')}>
            {seen.map((key) => (
              <Tabs.Tab key={key} value={key}>
                {t(`settingsPage.tab.${key}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            <SettingsTab key={tab} tab={tab} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  )
}
