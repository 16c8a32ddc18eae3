import { Button, Menu } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { can, type Permission } from '#core/access/index.ts'
import { useKnown } from '../../../lib/known.ts'
import { useDisplaySettings } from '../../../lib/display-settings.ts'
import { useText } from '../../../lib/text/index.ts'
import { useConfig, useProfile } from '../../../lib/who.ts'
import { Icon } from '../../../ui/icon/index.tsx'
import { panelsFor, type PanelKey } from './list.ts'

const GROUPS = ['see', 'change'] as const

/** The menu of panels beside the dashboard, and the one that the address names: it can be sent and opened anew. */
export function Panels() {
  const { t } = useText()
  const { permissions, expert } = useProfile()
  const [search, setSearch] = useSearchParams()
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
  const named = search.get('panel')
  const open = all.find((p) => p.key === named)

  function show(key: PanelKey | null) {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (key === null) next.delete('panel')
        else next.set('panel', key)
        return next
      },
      { replace: true },
    )
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
