import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ItemNoun } from '#contract/items.ts'
import { oneOf, view } from '../../lib/address-fields.ts'
import { useCan } from '../../lib/app-state.ts'
import { linkTo } from '../../lib/entry.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { Page } from '../../ui/page/index.tsx'
import { PageTabs } from '../../ui/page/tabs.tsx'
import { CalendarsTab } from './calendars.tsx'
import { DeductionsTab } from './deductions.tsx'
import { EvaluateTab } from './evaluate.tsx'
import { PriceFiles } from './files.tsx'
import { HolidaysTab } from './holidays.tsx'
import { MomentTab } from './moment.tsx'
import css from './price.module.css'
import { EnergyRatio } from './ratio.tsx'
import { TariffsTab } from './tariffs.tsx'

const TABS = {
  tariffs: TariffsTab,
  calendars: CalendarsTab,
  holidays: HolidaysTab,
  deductions: DeductionsTab,
  moment: MomentTab,
  evaluate: EvaluateTab,
  ratio: EnergyRatio,
}
type Tab = keyof typeof TABS
const NAMES = Object.keys(TABS) as Tab[]
/** What a tab describes, of which the change history has every version. */
const NOUN_OF: Partial<Record<Tab, ItemNoun>> = {
  tariffs: 'tariff',
  calendars: 'calendar',
  holidays: 'calendar',
  deductions: 'deduction',
}
const FIELDS = { tab: view(oneOf(NAMES, 'tariffs')) }

/** Page of what energy earns: tariffs with their calendars, and the tools around them. */
export default function PricePage() {
  const { t } = useText()
  const { filter, show } = useAddress(FIELDS)
  useTitle('route.price')
  const Shown = TABS[filter.tab]
  const noun = NOUN_OF[filter.tab]
  const seesChanges = useCan('settings.view')
  return (
    <Page
      title={t('route.price')}
      hint={t('price.about')}
      actions={
        noun && (
          <div className={layoutCss.row}>
            <PriceFiles />
            {seesChanges && (
              <Button
                component={Link}
                {...linkTo(`/settings/changes?noun=${noun}`)}
                variant="default"
                leftSection={<Icon name="clock" size={16} />}
              >
                {t('price.changes')}
              </Button>
            )}
          </div>
        )
      }
    >
      <PageTabs
        label={t('route.price')}
        tabs={NAMES}
        tab={filter.tab}
        nameOf={(tab) => t(`price.tab.${tab}`)}
        onTab={(tab) => show({ tab })}
        panel={css.panel}
      >
        <Shown />
      </PageTabs>
    </Page>
  )
}
