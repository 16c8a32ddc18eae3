import { Button, Menu } from '@mantine/core'
import type { Group } from '#core/description/index.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useTemplate } from './queries.ts'
import css from './tables.module.css'

type Named = Group | 'XA'

/** Downloads of an empty file for each group. */
export function Templates({ groups }: { groups: readonly Named[] }) {
  const { t, texts } = useText()
  const template = useTemplate()
  return (
    <Menu position="bottom-end" width={380}>
      <Menu.Target>
        <Button
          variant="default"
          loading={template.busy}
          leftSection={<Icon name="save" size={16} />}
          rightSection={<Icon name="down" size={12} />}
        >
          {t('interpolate.template')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={css.templates}>
        <Menu.Label>{t('interpolate.templateHint')}</Menu.Label>
        {groups.map((group) => (
          <div key={group} className={css.template} role="presentation">
            <Menu.Item
              onClick={() => void template.save(group, 'xlsx')}
              aria-label={`${t('interpolate.templateOf', { group, as: 'xlsx' })}: ${texts.interpolate.groups[group]}`}
            >
              <span className={css.code}>{group}</span>
              {texts.interpolate.groups[group]}
            </Menu.Item>
            <Menu.Item
              onClick={() => void template.save(group, 'csv')}
              aria-label={t('interpolate.templateOf', { group, as: 'csv' })}
            >
              csv
            </Menu.Item>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
