import { Button, Menu } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { can, type Permission } from '#core/access/index.ts'
import { view, word } from '../../../lib/address-fields.ts'
import { useAddress } from '../../../lib/use-address.ts'
import { useKnown } from '../../../lib/known.ts'
import { useDisplaySettings } from '../../../lib/display-settings.ts'
import { useText } from '../../../lib/text/index.ts'
import { useConfig, useProfile } from '../../../lib/app-state.ts'
import { Icon } from '../../../ui/icon/index.tsx'
import { panelsFor, type PanelKey } from './list.ts'

const FIELDS = { panel: view(word(40)) }
const GROUPS = ['see', 'change'] as const

/** Menu of the panels beside the dashboard, and the open panel, which the address names. */
export function Panels() {
  const { t } = useText()
  const { permissions, expert } = useProfile()
  const { filter, show: go } = useAddress(FIELDS)
  const past = useKnown() !== null
  const config = useConfig()
  const address = useDisplaySettings().data?.camera_path ?? null
  const button = useRef<HTMLButtonElement>(null)
  const may = (p: Permission) => can(permissions, p) || (expert && p.endsWith('.view'))
  const all = panelsFor({
    may,
    past,
    camera: config.camera || address !== null || may('settings.update'),
  })
  const open = all.find((p) => p.key === filter.panel)

  function show(key: PanelKey | null) {
    go({ panel: key })
    if (key === null) button.current?.focus()
  }

  if (all.length === 0) return null
  return (
    <>
      <Menu position="bottom-end" width={290} returnFocus={false}>
        <Menu.Target>
          <Button
            ref={button}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="info" size={16} />}
            rightSection={<Icon name="down" size={12} />}
          >
            {t('panels.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {GROUPS.map((group) => {
            const list = all.filter((p) => p.group === group)
            return list.length === 0 ? null : (
              <div key={group} role="group" aria-label={t(`panels.${group}`)}>
                <Menu.Label>{t(`panels.${group}`)}</Menu.Label>
                {list.map((p) => (
                  <Menu.Item
                    key={p.key}
                    aria-haspopup="dialog"
                    leftSection={<Icon name={p.icon} size={16} />}
                    onClick={() => show(p.key)}
                  >
                    {t(`panels.name.${p.key}`)}
                  </Menu.Item>
                ))}
              </div>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {open && (
        <Suspense>
          <open.panel key={open.key} onClose={() => show(null)} />
        </Suspense>
      )}
    </>
  )
}
