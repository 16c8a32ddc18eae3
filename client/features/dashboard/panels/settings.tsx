import { Button } from '@mantine/core'
import type { Permission } from '#core/access/index.ts'
import { ITEMS } from '#contract/items.ts'
import { useText } from '../../../lib/text/index.ts'
import { useCan } from '../../../lib/app-state.ts'
import { Dialog } from '../../../ui/dialog/index.tsx'
import { Icon } from '../../../ui/icon/index.tsx'
import { SettingsTab } from '../../../parts/settings-forms/panels.tsx'
import { SETTINGS_TABS, type TabKey } from '../../../parts/settings-forms/tabs.ts'
import layoutCss from '../../../ui/layout.module.css'
import css from './settings.module.css'

/** The parts of the settings in each panel. */
const PARTS = {
  project: ['project'],
  levels: ['levels'],
  calculation: ['calculation', 'losses', 'flows', 'energy'],
  look: ['look'],
} as const satisfies Record<string, readonly TabKey[]>

/** Settings beside the dashboard that they change: the same forms as on their own page. */
export default function SettingsPanel({ of, onClose }: { of: keyof typeof PARTS; onClose: () => void }) {
  const { t } = useText()
  const { noun } = SETTINGS_TABS.find((tab) => tab.key === PARTS[of][0])!
  const mayUpdate = useCan(ITEMS[noun].change.access as Permission)
  return (
    <Dialog
      panel
      opened
      title={t(`panels.name.${of}`)}
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      {!mayUpdate && (
        <p className={`${layoutCss.signLine} ${css.readOnly}`}>
          <Icon name="lock" size={14} />
          {t(`panels.readOnly.${noun}`)}
        </p>
      )}
      <div className={layoutCss.parts}>
        {PARTS[of].map((tab) => (
          <SettingsTab key={tab} tab={tab} />
        ))}
      </div>
    </Dialog>
  )
}
